/** The kind of work that an unfinished payment is. */
export const PAYMENT_WORK = 'payment';

/** When a worker looks after a payment whose caller has gone; while its caller is there, that holds the lease. */
export const PICKED_UP_AFTER_SECONDS = 30;

/** One turn: a call that may be sent twice by the library, and the transactions around it. */
export const LEASE_SECONDS = 30;

/**
 * The provider remembers a key for 24 hours (docs.stripe.com/api/idempotent_requests). After this the order is never sent
 * again, only looked up: the provider would take it for a new one.
 */
export const KEY_WINDOW_HOURS = 23;

/** An order that was sent can be missing from the provider's search for an hour; only after this it was never made. */
export const SEARCH_LAG_SECONDS = 2 * 3600;

const SOONEST_SECONDS = 5;
const LATEST_SECONDS = 600;

/** When to ask again, `ageSeconds` after the order was sent first: ever more seldom, and not with all the others. */
export function backOffSeconds(ageSeconds: number): number {
  const whole = Math.min(Math.max(ageSeconds / 4, SOONEST_SECONDS), LATEST_SECONDS);
  return whole * (0.5 + Math.random() / 2);
}
