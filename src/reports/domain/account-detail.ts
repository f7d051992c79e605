/** The account a detail report is about. */
export interface ReportedAccount {
  accountId: string;
  code: string;
  name: string;
  type: string;
}

/** A movement of an account; `balance` is what stands on it afterwards, debit-positive. Decimal strings in base currency. */
export interface AccountMovement {
  date: string;
  description: string | null;
  documentType: string | null;
  documentId: string | null;
  journalTransactionId: string;
  debit: string;
  credit: string;
  balance: string;
}

export interface AccountDetail {
  account: ReportedAccount;
  /** Debit-positive, before the first day. */
  opening: string;
  /** Debit-positive, after the last day. */
  closing: string;
  movements: AccountMovement[];
}
