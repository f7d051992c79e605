import { compareCalendarDates, type CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { numberKey } from '../../../shared/document-number';
import { refuseField, refuseUnknown } from '../../../shared/domain-error';
import { givenMoney } from '../../../shared/given-money';
import { Money } from '../../../shared/money';
import type { JournalEntry } from '../../journal/domain/journal-transaction';
import type { OpenItem, OpenItemSide } from '../../open-items/domain/open-item';
import { OPENING_ITEM_TYPES } from './opening';

/** What was open of a document in the old books. Amounts are decimal strings, positive as is usual for the side. */
export interface GivenItem {
  partnerId: string;
  side: OpenItemSide;
  documentNumber: string;
  documentDate: CalendarDate;
  dueDate: CalendarDate;
  currency: string;
  amount: string;
  /** What the old books carried it at, in base currency; needed where the currency is another one. */
  baseAmount?: string;
}

/** An opening item: an open item, the day of its document and the number by which that is told from others. */
export interface OpeningItem extends OpenItem {
  documentOn: CalendarDate;
  numberKey: string;
}

/** What items are judged by. */
export interface OpeningContext {
  date: CalendarDate;
  base: Currency;
  currencies: Map<string, Currency>;
  /** Ids of the partners that there are. */
  partners: Set<string>;
  accounts: Record<OpenItemSide, { accountId: string }>;
}

/**
 * The open items of documents of the old books, signed as the partner owes. They count from the opening on, whatever the
 * day of the document.
 * @throws DomainError `invalid_request`, `not_found` naming the member
 */
export function openingItems(
  given: GivenItem[],
  context: OpeningContext,
  newItemId: () => string,
): OpeningItem[] {
  const seen = new Set<string>();
  return given.map((item, index) => {
    const member = (name: string): string => `items.${index}.${name}`;
    const documentNumber = item.documentNumber.trim();
    const documentKey = numberKey(documentNumber);
    if (documentKey === '') refuseField(member('documentNumber'), 'must not be empty');
    const key = [item.partnerId, item.side, documentKey].join(' ');
    if (seen.has(key)) refuseField(member('documentNumber'), 'is there twice for this partner and side');
    seen.add(key);
    if (!context.partners.has(item.partnerId))
      refuseUnknown(member('partnerId'), `Partner ${item.partnerId}`);
    if (compareCalendarDates(item.documentDate, context.date) > 0)
      refuseField(member('documentDate'), `must not be after ${context.date}, the day of the opening`);
    if (compareCalendarDates(item.dueDate, item.documentDate) < 0)
      refuseField(member('dueDate'), `must not be before ${item.documentDate}, the day of the document`);
    const openItemId = newItemId();
    return {
      openItemId,
      side: item.side,
      partnerId: item.partnerId,
      accountId: context.accounts[item.side].accountId,
      documentType: OPENING_ITEM_TYPES[item.side],
      documentId: openItemId,
      documentNumber,
      numberKey: documentKey,
      documentOn: item.documentDate,
      postedOn: context.date,
      dueOn: item.dueDate,
      ...signedAmounts(item, member, context),
    };
  });
}

function signedAmounts(
  { side, amount, baseAmount, currency: code }: GivenItem,
  member: (name: string) => string,
  { base, currencies }: OpeningContext,
): { amount: Money; baseAmount: Money } {
  const currency =
    currencies.get(code) ?? refuseField(member('currency'), `"${code}" is not a currency of ISO 4217`);
  const open = givenMoney(amount, member('amount'), currency);
  if (open.isZero()) refuseField(member('amount'), 'must not be zero');
  const carried = carriedAmount(open, baseAmount, member('baseAmount'), base);
  return side === 'receivable'
    ? { amount: open, baseAmount: carried }
    : { amount: open.negated(), baseAmount: carried.negated() };
}

/** The day's rate would be a guess: the old books know what they carried. */
function carriedAmount(open: Money, given: string | undefined, member: string, base: Currency): Money {
  const isBase = open.currency.code === base.code;
  if (given === undefined) {
    return isBase
      ? open
      : refuseField(member, `is missing: what the old books carried it at in ${base.code}`);
  }
  const carried = givenMoney(given, member, base);
  if (isBase && !carried.equals(open))
    refuseField(member, 'must equal the amount, which is in base currency too');
  if (carried.isZero() || carried.isNegative() !== open.isNegative())
    refuseField(member, 'must have the sign of the amount, and not be zero');
  return carried;
}

/**
 * An entry for each item on its control account, and one against all of them.
 *
 *   receivable of 121.00, payable of 50.00:  debit receivables 121.00, credit payables 50.00, credit opening balances 71.00
 */
export function openingItemEntries(items: OpeningItem[], clearingId: string, base: Currency): JournalEntry[] {
  const total = totalOf(items, base);
  const entries = items.map(({ accountId, amount, baseAmount, documentNumber }): JournalEntry => ({
    accountId,
    side: 'debit',
    base: baseAmount,
    document: amount,
    description: documentNumber,
  }));
  return [...entries, { accountId: clearingId, side: 'credit', base: total, document: total }];
}

/** What the items are carried at together, in base currency; positive: the company is owed. */
export function totalOf(items: OpeningItem[], base: Currency): Money {
  return Money.sum(
    items.map(({ baseAmount }) => baseAmount),
    base,
  );
}
