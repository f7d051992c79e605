import { Decimal } from '../../../shared/decimal';

/** Which rows of the VAT register of the month a line is about; every one has a condition of its own. */
export type RegisterLine =
  | 'counted'
  | 'self_assessed'
  | 'not_deducted'
  | 'undeducted_pro_rata'
  | 'posted_not_deducted'
  | 'posted_undeducted_pro_rata'
  | 'posted_advance_tax'
  | 'cash_accounting'
  | 'posted_elsewhere_counted_here'
  | 'posted_here_counted_elsewhere'
  | 'taxed_elsewhere'
  | 'issued_in_other_month'
  | 'counted_in_other_month'
  | 'void'
  | 'voided'
  | 'import'
  | 'no_vat_invoice';
export type Side = 'sales' | 'purchases';

/** Sums over register rows, in base currency; credits and voids negative. */
export interface RegisterSums {
  documents: number;
  net: Decimal;
  /** Charged. */
  vat: Decimal;
  deductible: Decimal;
  selfAssessed: Decimal;
  /** What only the pro rata leaves undeducted. */
  undeductedProRata: Decimal;
}

export const NO_SUMS: RegisterSums = {
  documents: 0,
  net: new Decimal(0),
  vat: new Decimal(0),
  deductible: new Decimal(0),
  selfAssessed: new Decimal(0),
  undeductedProRata: new Decimal(0),
};

/** The register of the month, by line and side. */
export type RegisterOfMonth = (line: RegisterLine, side: Side) => RegisterSums;

/** What VAT accounts hold: `both` where one account takes output and input VAT. */
export type VatAccountRole = 'output' | 'input' | 'both';

/** The movement of a VAT account in the month, credits less debits. */
export interface VatAccountMovement {
  code: string;
  role: VatAccountRole;
  total: Decimal;
  /** Of it: of transactions that belong to no document. */
  manual: Decimal;
  manualCount: number;
  /** Of it: of other postings than those of documents in the VAT register (bank, payouts). */
  other: Decimal;
  otherCount: number;
}

/** What documents of the VAT register posted in the month to accounts other than VAT, receivables and payables. */
export interface DocumentPostings {
  /** Credits less debits of sales, liabilities of advances aside. Documents about advances have no revenue. */
  sales: Decimal;
  /** Of sales, on those liabilities: what invoices deduct (negative), and what their credits give back. */
  advancesDeducted: Decimal;
  advancesDeductedCount: number;
  /** Debits less credits of supplier documents and their voids. */
  purchases: Decimal;
  /** Of the latter: exchange differences that voids took back. */
  exchange: Decimal;
  exchangeCount: number;
}

/** What falls due in the month of documents under cash accounting: of those that count in it, and of earlier ones. */
export type CashOfMonth = Record<Side, { counted: RegisterSums; earlier: RegisterSums }>;

/** What the i.SAF file of the month says, register by register, and what it could not hold. */
export type IsafOfMonth = Record<Side, { written: WrittenSums; leftOut: WrittenSums }>;

export interface WrittenSums {
  documents: number;
  net: Decimal;
  vat: Decimal;
}

/** FR0600 of the month as it is filed, and what of the register it does not take. */
export interface FormOfMonth {
  /** Filed: whole euros. */
  salesBase: Decimal;
  purchasesBase: Decimal;
  outputVat: Decimal;
  inputVat: Decimal;
  /** Register amounts under codes that have no box for them, or by another state's VAT. */
  noBox: { salesBase: Decimal; purchasesBase: Decimal; outputVat: Decimal; inputVat: Decimal };
  foreignVat: Decimal;
  /** What box 28 keeps from being deducted. */
  proRata: Decimal;
  /** Filed less exact. */
  rounding: { salesBase: Decimal; purchasesBase: Decimal; outputVat: Decimal; inputVat: Decimal };
}
