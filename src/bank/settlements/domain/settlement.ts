import type { CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import type { Money } from '../../../shared/money';
import { returnOf } from '../../../ledger';

export const PROVIDERS = ['stripe'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const MATCH_STATUSES = ['unmatched', 'matched', 'manual'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** One movement on the provider's balance. `net` = `gross` - `fee`; money to us is positive. */
export interface SettlementLine {
  /** The provider's id of the movement; with category and currency its identity within the payout. */
  externalId: string;
  /** As the provider names it. */
  category: string;
  date: CalendarDate;
  gross: Money;
  fee: Money;
  description: string | null;
  /** What moved the money: a charge, a refund, a dispute. */
  sourceId: string | null;
  /** The charge that it is about. */
  chargeId: string | null;
  /** The caller's own reference, from the metadata. */
  reference: string | null;
  /** What the customer was charged, where that is in another currency; signed like `gross`. */
  customerAmount: Money | null;
}

/** A payout and what it consists of. */
export interface Payout {
  payoutId: string;
  paidOn: CalendarDate | null;
  /** What the provider says it pays; null when the file does not say. */
  amount: Money | null;
  lines: SettlementLine[];
}

/** What a movement means to the books. */
export type LineKind = 'customer' | 'fee' | 'reserve' | 'conversion' | 'other';

/** Categories of Stripe's reports (docs.stripe.com/reports/reporting-categories); what is not here goes to suspense. */
const KINDS: Readonly<Record<string, LineKind>> = {
  charge: 'customer',
  charge_failure: 'customer',
  partial_capture_reversal: 'customer',
  refund: 'customer',
  refund_failure: 'customer',
  dispute: 'customer',
  dispute_reversal: 'customer',
  fee: 'fee',
  tax: 'fee',
  network_cost: 'fee',
  risk_reserved_funds: 'reserve',
  connect_reserved_funds: 'reserve',
  conversion: 'conversion',
};

/** Money that goes back to customers, for which a credit note is due. */
export const GIVEN_BACK = ['refund', 'dispute'];

export function kindOf(category: string): LineKind {
  return KINDS[category] ?? 'other';
}

export function categoriesOf(kind: LineKind): string[] {
  return Object.keys(KINDS).filter(category => KINDS[category] === kind);
}

/**
 * The id under which a movement may be in the books already: of a charge that of the charge, of a refund its own, of a refund
 * that failed the one that names what came back of it.
 * Null for what nothing but a payout books.
 */
export function chargeKeyOf({
  category,
  chargeId,
  sourceId,
}: Pick<SettlementLine, 'category' | 'chargeId' | 'sourceId'>): string | null {
  switch (category) {
    case 'charge':
      return chargeId ?? sourceId;
    case 'refund':
      return sourceId;
    case 'refund_failure':
      return sourceId !== null && REFUND_ID.test(sourceId) ? returnOf(sourceId) : null;
    default:
      return null;
  }
}

const CHARGE_ID = /\b(?:ch|py)_[A-Za-z0-9_]+/;
const REFUND_ID = /\b(?:re|pyr)_[A-Za-z0-9_]+/;

/**
 * The provider's id in the texts of a bank transaction, the first there is: of a charge for money in, of a refund for money
 * out (its text may name the charge that it gives back).
 */
export function chargeIdIn(amount: Money, ...texts: (string | null | undefined)[]): string | null {
  const pattern = amount.isNegative() ? REFUND_ID : CHARGE_ID;
  for (const text of texts) {
    const found = pattern.exec(text ?? '');
    if (found) return found[0];
  }
  return null;
}

/** A payout as it is stored. Amounts are decimal strings. */
export interface Settlement {
  id: string;
  bankAccountId: string;
  provider: Provider;
  payoutId: string;
  payoutDate: CalendarDate | null;
  currency: Currency;
  grossTotal: string;
  feeTotal: string;
  netTotal: string;
  difference: string;
  contentHash: string;
  createdAt: string;
  updatedAt: string;
  /** Of the live posting, if any. */
  postingId: string | null;
  postedOn: CalendarDate | null;
  fxRate: string | null;
  journalTransactionId: string | null;
  bankTransactionId: string | null;
  lineCount: number;
  matchedCount: number;
  unmatchedCount: number;
  clearedNet: string | null;
  clearingDifference: string | null;
  clearingOpenCount: number;
}

/** A line as it is stored. Amounts are decimal strings. */
export interface StoredLine {
  id: string;
  settlementId: string;
  externalId: string;
  category: string;
  date: CalendarDate;
  currency: Currency;
  gross: string;
  fee: string;
  net: string;
  description: string | null;
  sourceId: string | null;
  chargeId: string | null;
  chargeKey: string | null;
  reference: string | null;
  customerCurrency: Currency | null;
  customerAmount: string | null;
  matchedInvoiceId: string | null;
  matchStatus: MatchStatus;
  clearingBankAccountId: string | null;
  clearingBooked: string | null;
  clearingCurrency: string | null;
  clearingUnposted: boolean;
}
