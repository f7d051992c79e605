import type { Money } from '../../../shared/money';

/** A charge or a refund of a payment provider that is in the books already. */
export interface BookedCharge {
  chargeId: string;
  /** What waits on the provider's account for the payout; null when a payout booked it. */
  waiting: { accountId: string; amount: Money; baseAmount: Money } | null;
  /** The payout that booked or cleared it. */
  payoutId: string | null;
}
