import { calendarDateIn, type CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import type { Money } from '../../../shared/money';
import { moneyOfStripe } from '../../../shared/stripe-amount';

/** A payout that the provider says it has paid; its lines come with the payout file. */
export interface AnnouncedPayout {
  payoutId: string;
  amount: Money;
  paidOn: CalendarDate | null;
}

const LONGEST_ID = 255;
const LATEST_SECONDS = 4_102_444_800;

/**
 * Reads Stripe's payout object (https://docs.stripe.com/api/payouts/object).
 * @param currencies by code
 * @returns the payout, or why it is none that the books can wait for
 */
export function announcedPayout(
  object: Readonly<Record<string, unknown>>,
  currencies: Map<string, Currency>,
): AnnouncedPayout | string {
  const { id, amount, currency: code, arrival_date: arrivesAt, automatic: isAutomatic } = object;
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID) return 'The payout has no id.';
  if (isAutomatic === false)
    return `Payout ${id} was made by hand: no payout file will say what it consists of.`;
  const currency = typeof code === 'string' ? currencies.get(code.toUpperCase()) : undefined;
  const money = currency && typeof amount === 'number' ? moneyOfStripe(amount, currency) : null;
  if (!money) return `Payout ${id} has no amount in a currency.`;
  return { payoutId: id, amount: money, paidOn: dayOf(arrivesAt) };
}

/** The day of an instant that is midnight in UTC on it; in seconds since 1970. */
function dayOf(seconds: unknown): CalendarDate | null {
  return typeof seconds === 'number' && seconds >= 0 && seconds < LATEST_SECONDS
    ? calendarDateIn(new Date(seconds * 1000), 'UTC')
    : null;
}
