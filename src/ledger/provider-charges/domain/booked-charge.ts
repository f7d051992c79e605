import type { Money } from '../../../shared/money';

/** What waits on the provider's account for its payout. A refund is negative. */
export interface Waiting {
  accountId: string;
  amount: Money;
  baseAmount: Money;
}

/** A charge or a refund of a payment provider that is in the books already. */
export interface BookedCharge {
  chargeId: string;
  /** Null when a payout booked it. */
  waiting: Waiting | null;
  /** The payout that booked or cleared it. */
  payoutId: string | null;
  /** Of what a report gives back of a charge in one sum: the refunds that are in the books, in the order in which they came. */
  refunds?: BookedCharge[];
}

/**
 * The refunds of a charge that are in what a report gives back of it in one sum: the first ones that add up to it, as later
 * ones may have come after it; else all, where they are less. 21.00 of 10.00, 11.00 and 5.00 are the first two; of 10.00 and
 * 5.00 both, and 6.00 is in the books by nothing yet; of 10.00 and 12.00 nobody can tell: undefined, as when none waits.
 */
export function refundsInSum(
  refunds: BookedCharge[],
  sum: Money,
): { chargeIds: string[]; waiting: Waiting } | undefined {
  const chargeIds: string[] = [];
  let all: Waiting | undefined;
  for (const { chargeId, waiting, payoutId } of refunds) {
    if (!waiting || payoutId !== null) continue;
    if (waiting.amount.currency.code !== sum.currency.code) return undefined;
    if (all && all.accountId !== waiting.accountId) return undefined;
    chargeIds.push(chargeId);
    all = {
      accountId: waiting.accountId,
      amount: all ? all.amount.plus(waiting.amount) : waiting.amount,
      baseAmount: all ? all.baseAmount.plus(waiting.baseAmount) : waiting.baseAmount,
    };
    if (all.amount.equals(sum)) return { chargeIds, waiting: all };
  }
  return all && all.amount.compare(sum) > 0 ? { chargeIds, waiting: all } : undefined;
}

/** Under which id what came back of a refund is in the books. */
export function returnOf(refundId: string): string {
  return `${RETURN_OF}${refundId}`;
}

/** The refund of which this is what came back; undefined for an id of anything else. */
export function refundReturnedBy(chargeId: string): string | undefined {
  return chargeId.startsWith(RETURN_OF) ? chargeId.slice(RETURN_OF.length) : undefined;
}

const RETURN_OF = 'return of ';
