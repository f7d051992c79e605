import type { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import { Money } from '../../shared/money';

/** An open item as a match sees it; what is open is signed as the partner owes. */
interface PayableItem {
  documentNumber: string;
  partnerId: string;
  /** What is open, in the currency of the document. */
  amount: Money;
}

/** What of a bank transaction is to pay one item. */
export interface WantedPart<Item extends PayableItem> {
  item: Item;
  /** Units of the document's currency for one of the bank's; 1 when they are the same. */
  rate: Decimal;
  /** In the document's currency, without sign; as much as possible when it is missing. */
  amount?: Money;
  /** What of the transaction that takes, without sign; by the rate when it is missing. */
  bankAmount?: Money;
}

interface PlannedPart<Item extends PayableItem> {
  item: Item;
  /** Settled of the item, in its currency and with its sign. */
  amount: Money;
  /** Taken of the transaction, in its currency and with the same sign. */
  bankAmount: Money;
}

export interface MatchPlan<Item extends PayableItem> {
  parts: PlannedPart<Item>[];
  /** Left to the partner, as an item of its own; with the sign of the transaction. */
  remainder: Money;
}

/**
 * Judges what a bank transaction is to pay. Money in settles what partners owe, money out what they are owed; an item that
 * goes the other way (a credit note taken off an invoice) counts against the others. What the items do not take is left to
 * their partner.
 * @param available the transaction and the charges kept back from it
 * @throws DomainError `match_refused`
 */
export function planMatch<Item extends PayableItem>(
  available: Money,
  wanted: WantedPart<Item>[],
): MatchPlan<Item> {
  const parts = wanted.map(part =>
    part.amount === undefined ? asMuchAsPossible(available, part) : asWanted(available, part, part.amount),
  );
  const taken = Money.sum(
    parts.map(({ bankAmount }) => bankAmount),
    available.currency,
  );
  const remainder = available.minus(taken);
  if (!remainder.isZero() && (available.isZero() || remainder.isNegative() !== available.isNegative())) {
    refuse(
      'match_refused',
      `The documents take ${textOf(taken)}, but the transaction has ${textOf(available)}; allocate at most that.`,
    );
  }
  refuseOwnerlessRemainder(parts, remainder);
  return { parts, remainder };
}

function asMuchAsPossible<Item extends PayableItem>(
  available: Money,
  { item, rate }: WantedPart<Item>,
): PlannedPart<Item> {
  const open = openOf(item);
  const worth = Money.round(available.amount.times(rate), open.currency);
  if (worth.isZero() || worth.isNegative() !== open.isNegative()) {
    refuse(
      'match_refused',
      `${textOf(available)} cannot pay ${item.documentNumber}, where ${textOf(open)} is open: the money goes the other way.`,
    );
  }
  if (worth.amount.abs().lte(open.amount.abs())) return { item, amount: worth, bankAmount: available };
  return { item, amount: open, bankAmount: Money.round(open.amount.div(rate), available.currency) };
}

function asWanted<Item extends PayableItem>(
  available: Money,
  { item, rate, bankAmount }: WantedPart<Item>,
  amount: Money,
): PlannedPart<Item> {
  const open = openOf(item);
  if (amount.isZero() || amount.isNegative() || amount.amount.gt(open.amount.abs())) {
    refuse(
      'match_refused',
      `${textOf(amount)} cannot be paid on ${item.documentNumber}, where ${textOf(open)} is open.`,
    );
  }
  const taken = bankAmount ?? Money.round(amount.amount.div(rate), available.currency);
  const isExchanged = open.currency.code !== available.currency.code;
  if (taken.isZero() || taken.isNegative() || (!isExchanged && !taken.equals(amount))) {
    refuse('match_refused', `${textOf(taken)} is not what ${textOf(amount)} on ${item.documentNumber} take.`);
  }
  const signed = (money: Money): Money => (open.isNegative() ? money.negated() : money);
  return { item, amount: signed(amount), bankAmount: signed(taken) };
}

function openOf({ documentNumber, amount }: PayableItem): Money {
  if (amount.isZero()) refuse('match_refused', `Nothing is open on ${documentNumber}.`);
  return amount;
}

/** What is left over becomes an item of the one partner that it is from. */
function refuseOwnerlessRemainder(parts: PlannedPart<PayableItem>[], remainder: Money): void {
  if (remainder.isZero()) return;
  const partners = new Set(parts.map(({ item }) => item.partnerId));
  if (partners.size === 1) return;
  refuse(
    'match_refused',
    partners.size === 0
      ? `${textOf(remainder)} is not allocated; name the documents that it pays.`
      : `${textOf(remainder)} is not allocated, and the documents are of several partners; allocate the whole amount.`,
  );
}

function textOf(money: Money): string {
  return `${money.toString()} ${money.currency.code}`;
}
