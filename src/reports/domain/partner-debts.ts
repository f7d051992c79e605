/** Whose debts: partners' to the company, or the company's to partners. */
export const DEBT_SIDES = ['receivables', 'payables'] as const;
export type DebtSide = (typeof DEBT_SIDES)[number];

/** What a partner owes and is owed; decimal strings in base currency. */
export interface PartnerBalance {
  partnerId: string;
  partnerName: string;
  receivable: string;
  payable: string;
  net: string;
}

/** A partner's debts by how long they are overdue; decimal strings in base currency. */
export interface AgedDebt {
  partnerId: string;
  partnerName: string;
  current: string;
  d1to30: string;
  d31to60: string;
  d61to90: string;
  over90: string;
  total: string;
}
