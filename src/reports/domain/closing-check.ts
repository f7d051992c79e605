/**
 * What is left to do before a period is closed, in the order in which it is done. None of it keeps a period from being closed:
 * each may be meant, and whoever closes decides.
 */
export const CLOSING_CHECKS = {
  sale_drafts: 'Sales drafts dated up to this day, or without a date: they are not in the books.',
  purchase_drafts: 'Purchase drafts dated up to this day: they are not in the books.',
  bank_transactions: 'Bank transactions up to this day that are matched with nothing.',
  payouts: 'Payouts of payment providers up to this day that are not posted.',
  payments: 'Charges and refunds whose outcome at the payment provider is not known.',
  depreciation: 'Assets with months that are not depreciated: post the depreciation of the last month.',
  revaluation: 'Foreign currencies that something is held in and that are not revalued on this day.',
} as const;
export type ClosingCheckCode = keyof typeof CLOSING_CHECKS;

/** What was found, if anything. */
export interface Found {
  count: number;
  /** The first of them, `MOST_FOUND` at most: ids of documents, transactions, payments or assets; codes of currencies. */
  found: string[];
}

export interface ClosingCheck extends Found {
  code: ClosingCheckCode;
}

export const MOST_FOUND = 100;
