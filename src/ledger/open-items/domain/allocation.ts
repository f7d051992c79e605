import { compareCalendarDates, type CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { refuse } from '../../../shared/domain-error';
import { givenMoney } from '../../../shared/given-money';
import { invariant } from '../../../shared/invariant';
import { Money } from '../../../shared/money';
import type { JournalEntry } from '../../journal/domain/journal-transaction';
import { isWithin, settle, type CarriedAmount, type OpenAmount, type Settled } from './open-item';

/** An open item as an allocation sees it. */
export interface AllocatableItem extends OpenAmount {
  partnerId: string;
  accountId: string;
  documentNumber: string;
  postedOn: CalendarDate;
}

/** How much of an item is to be settled: a decimal string, signed like the item. */
export interface AllocationLine {
  item: AllocatableItem;
  amount: string;
}

/** What is settled of each item, in the order of the lines, and what they leave over together. */
export interface AllocationPlan {
  settled: Settled[];
  /**
   * Written off. Positive: given up; negative: gained; zero: the items cancel out. Where they cancel out in their own
   * currency and not in base currency, they are of different rates: an exchange difference, of any size.
   */
  rest: CarriedAmount;
}

/** The most that one allocation may write off, in units of base currency: cents of rounding, not a debt. */
const LARGEST_WRITE_OFF = '1';

/**
 * Judges an allocation: items of one partner in one currency, each settled towards zero and not beyond what is open.
 * The amounts add up to zero, or to exactly the write-off.
 * @param writeOff decimal string, signed like the sum of the amounts
 * @throws DomainError `allocation_refused`; `invalid_request` for more decimals than the currency has
 */
export function planAllocation(
  lines: AllocationLine[],
  writeOff: string | undefined,
  date: CalendarDate,
  base: Currency,
): AllocationPlan {
  const [first] = lines;
  invariant(first, 'an allocation has lines');
  const { currency } = first.item.amount;
  const settled = lines.map(({ item, amount }, index) => {
    refuseUnlike(item, first.item);
    refuseLater(item, date);
    return settle(item, within(item, givenMoney(amount, `allocations.${index}.amount`, currency)));
  });
  const rest = sumOf(settled, currency, base);
  refuseUnexplained(rest.amount, givenMoney(writeOff ?? '0', 'writeOff', currency));
  if (!rest.amount.isZero() && rest.baseAmount.amount.abs().gt(LARGEST_WRITE_OFF)) {
    refuse(
      'allocation_refused',
      `At most ${LARGEST_WRITE_OFF} ${base.code} may be written off with an allocation; write a debt off by ledger/open-items/write-off.`,
    );
  }
  return { settled, rest };
}

/** What the allocation takes off each account, as credits. Zero where the items of an account cancel out. */
export function accountEntries(lines: AllocationLine[], { settled, rest }: AllocationPlan): JournalEntry[] {
  const accountIds = lines.map(({ item }) => item.accountId);
  return [...new Set(accountIds)].map(accountId => {
    const parts = settled.filter((_, index) => accountIds[index] === accountId);
    const sum = sumOf(parts, rest.amount.currency, rest.baseAmount.currency);
    return { accountId, side: 'credit', base: sum.baseAmount, document: sum.amount };
  });
}

function sumOf(parts: CarriedAmount[], currency: Currency, base: Currency): CarriedAmount {
  return {
    amount: Money.sum(
      parts.map(({ amount }) => amount),
      currency,
    ),
    baseAmount: Money.sum(
      parts.map(({ baseAmount }) => baseAmount),
      base,
    ),
  };
}

function refuseUnlike(item: AllocatableItem, first: AllocatableItem): void {
  const both = `${item.documentNumber} and ${first.documentNumber}`;
  if (item.partnerId !== first.partnerId) {
    refuse('allocation_refused', `${both} are of different partners; allocate items of one partner.`);
  }
  if (item.amount.currency.code !== first.amount.currency.code) {
    refuse('allocation_refused', `${both} are in different currencies; allocate items of one currency.`);
  }
}

/** @throws DomainError `allocation_refused` for a day before that of the item */
export function refuseLater(item: AllocatableItem, date: CalendarDate): void {
  if (compareCalendarDates(item.postedOn, date) <= 0) return;
  refuse(
    'allocation_refused',
    `${item.documentNumber} is of ${item.postedOn}, after ${date}; allocate it on that day or later.`,
  );
}

/** @throws DomainError `allocation_refused` unless the amount has the sign of what is open and is no larger */
export function within(item: AllocatableItem, amount: Money): Money {
  if (amount.isZero() || !isWithin(item.amount, amount)) {
    const open = `${item.amount.toString()} ${item.amount.currency.code}`;
    refuse(
      'allocation_refused',
      `${amount.toString()} cannot be settled on ${item.documentNumber}, where ${open} is open; use that sign and at most that much.`,
    );
  }
  return amount;
}

function refuseUnexplained(rest: Money, writeOff: Money): void {
  if (rest.equals(writeOff)) return;
  const expected = writeOff.isZero() ? 'zero' : `the writeOff of ${writeOff.toString()}`;
  refuse(
    'allocation_refused',
    `The amounts add up to ${rest.toString()}, not to ${expected}; correct them, or write a rest of cents off.`,
  );
}
