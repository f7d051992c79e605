import type { CalendarDate } from '../../../shared/calendar-date';
import { invariant } from '../../../shared/invariant';
import { Money } from '../../../shared/money';

export const OPEN_ITEM_SIDES = ['receivable', 'payable'] as const;
export type OpenItemSide = (typeof OPEN_ITEM_SIDES)[number];

/** What one document leaves owed. Positive: the partner owes; negative: the partner is owed (a credit note, a purchase). */
export interface OpenItem {
  openItemId: string;
  side: OpenItemSide;
  partnerId: string;
  accountId: string;
  documentType: string;
  documentId: string;
  documentNumber: string;
  postedOn: CalendarDate;
  dueOn: CalendarDate;
  amount: Money;
  baseAmount: Money;
}

/** An open item as listed; the open amounts are what is left of the amounts. */
export interface ListedOpenItem {
  id: string;
  side: OpenItemSide;
  partnerId: string;
  partnerName: string;
  accountId: string;
  accountCode: string;
  documentType: string;
  documentId: string;
  documentNumber: string;
  postedOn: CalendarDate;
  dueOn: CalendarDate;
  currency: string;
  minorUnits: number;
  amount: string;
  openAmount: string;
  baseAmount: string;
  openBaseAmount: string;
}

/**
 * What an allocation is for; `advance`: of an advance that was paid, whose liability is the other side; `write_off`: a rest of
 * cents; `debt_write_off`: a debt that is given up, which is no payment (nor is it for VAT).
 */
export type AllocationKind =
  | 'credit_note'
  | 'netting'
  | 'write_off'
  | 'payment'
  | 'payment_reversal'
  | 'void'
  | 'advance'
  | 'debt_write_off'
  | 'debt_write_off_reversal';

/** An amount in document currency and what it carries in base currency. */
export interface CarriedAmount {
  amount: Money;
  baseAmount: Money;
}

/** What is still open of an item; signed like the item. */
export interface OpenAmount extends CarriedAmount {
  openItemId: string;
}

/** A part of an open item that is settled now; signed like the item. */
export type Settled = OpenAmount;

/**
 * Settles `amount` of what is open. Relieves carrying base x amount / open, so that the last settlement takes the rest of
 * the base amount and the item ends at zero in both currencies. Throws for more than is open.
 */
export function settle(open: OpenAmount, amount: Money): Settled {
  return { openItemId: open.openItemId, amount, baseAmount: carriedBy(open, amount) };
}

/** What a part of an open amount carries in base currency; the last part carries the rest. Throws for more than is open. */
export function carriedBy(open: CarriedAmount, amount: Money): Money {
  invariant(
    !amount.isZero() && isWithin(open.amount, amount),
    `${amount.toString()} is a part of the open ${open.amount.toString()}`,
  );
  const share = open.baseAmount.amount.times(amount.amount).div(open.amount.amount);
  return Money.round(share, open.baseAmount.currency);
}

/** Whether the amount has the sign of what is open and is no larger. */
export function isWithin(open: Money, amount: Money): boolean {
  const [size, most] = open.isNegative() ? [amount.negated(), open.negated()] : [amount, open];
  return !size.isNegative() && size.compare(most) <= 0;
}

/** How much two items can settle of each other: as far as both are open, in the sign of the first. Zero unless their signs differ. */
export function mutualAmount(one: Money, other: Money): Money {
  const opposite = other.negated();
  if (isWithin(one, opposite)) return opposite;
  return isWithin(opposite, one) ? one : Money.zero(one.currency);
}
