import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';
import {
  settlePayment,
  type DocumentItem,
  type JournalEntry,
  type OpenItem,
  type Settled,
} from '../../ledger';

/** Type of the open item that a payment leaves over; its document is the payment. */
export const PAYMENT_ITEM = 'payment';

/** Type of the open item of a customer whom a refund did not reach, where nothing else is open again; its document is the refund. */
export const RETURN_ITEM = 'payment_return';

export interface BookingOrder {
  paymentId: string;
  date: CalendarDate;
  /** What moved: positive for a charge, negative for a refund. */
  money: Money;
  /** The same in base currency. */
  base: Money;
  /** What it settles, in order, as far as it is open in the sign of the money. Locked. */
  items: DocumentItem[];
  /** Whose money it is, and where that stands: the invoice's. */
  customer: { partnerId: string; accountId: string };
  /** What it is called where something of it is left over. */
  name: string;
  accounts: { clearing: string; fxGain: string; fxLoss: string };
}

export interface Booking {
  entries: JournalEntry[];
  settled: Settled[];
  /** Settled items of which nothing is open any more. */
  paid: DocumentItem[];
  /** What no item takes, as an item of the customer: none or one. */
  made: Omit<OpenItem, 'openItemId'>[];
}

/**
 * How money that moved at a provider comes into the books. It stands on the provider's clearing account until a payout:
 *
 *   121.00 charged for an invoice:                  debit clearing 121.00, credit receivable 121.00
 *   121.00 charged, 100.00 still open:              debit clearing 121.00, credit receivable 100.00 and 21.00 (the customer is owed it)
 *   50.00 given back, no credit note:               debit receivable 50.00 (an item of the customer), credit clearing 50.00
 *   100.00 USD carried at 90.00, worth 95.00:       debit clearing 95.00, credit receivable 90.00, credit exchange gain 5.00
 *
 * Revenue and VAT are never touched: that is for invoices and credit notes.
 */
export function planBooking(order: BookingOrder, baseCurrency: Currency): Booking {
  const { money, base, accounts } = order;
  const { parts, rest } = partsOf(order);
  const share = (amount: Money) => base.amount.times(amount.amount).div(money.amount);
  const worth = base.apportion([...parts.map(({ amount }) => amount), rest].map(share));
  const { settled, entries, gain, loss } = settlePayment(
    parts.map((part, index) => ({ ...part, paidBase: worth[index]! })),
    baseCurrency,
  );
  const restBase = worth.at(-1)!;
  return {
    settled,
    paid: parts.filter(({ item, amount }) => amount.equals(item.amount)).map(({ item }) => item),
    made: rest.isZero() ? [] : [leftOver(order, rest, restBase)],
    entries: [
      { accountId: accounts.clearing, side: 'debit', base, document: money },
      ...entries,
      { accountId: order.customer.accountId, side: 'credit', base: restBase, document: rest },
      { accountId: accounts.fxGain, side: 'credit', base: gain, document: gain },
      { accountId: accounts.fxLoss, side: 'debit', base: loss, document: loss },
    ],
  };
}

/** What each item takes of the money, and what none does. */
function partsOf({ money, items }: BookingOrder): {
  parts: { item: DocumentItem; amount: Money }[];
  rest: Money;
} {
  const parts: { item: DocumentItem; amount: Money }[] = [];
  let rest = money;
  for (const item of items) {
    const open = item.amount;
    if (rest.isZero() || open.isZero() || open.currency.code !== money.currency.code) continue;
    if (open.isNegative() !== money.isNegative()) continue;
    const amount = rest.amount.abs().lte(open.amount.abs()) ? rest : open;
    parts.push({ item, amount });
    rest = rest.minus(amount);
  }
  return { parts, rest };
}

function leftOver(
  { paymentId, date, customer, name }: BookingOrder,
  rest: Money,
  restBase: Money,
): Omit<OpenItem, 'openItemId'> {
  return {
    side: 'receivable',
    ...customer,
    documentType: PAYMENT_ITEM,
    documentId: paymentId,
    documentNumber: name,
    postedOn: date,
    dueOn: date,
    amount: rest.negated(),
    baseAmount: restBase.negated(),
  };
}
