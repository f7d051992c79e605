import type { Currency } from '../../../shared/currency';
import { newId } from '../../../shared/ids';
import { Money } from '../../../shared/money';
import {
  refundsInSum,
  settlePayment,
  type DocumentItem,
  type JournalEntry,
  type OpenItem,
  type Settled,
  type Waiting,
} from '../../../ledger';
import {
  FEE_ITEM,
  LINE_ITEM,
  PAYABLE_ITEM,
  type MadeItem,
  type PostingLine,
  type PostingOrder,
  type SettlementPosting,
} from './posting-order';
import { totalsOf, worthOfLines } from './payout-worth';
import { kindOf } from './settlement';

/**
 * What the posting of a payout does. The bank is debited with what arrives; every line credits what it is about:
 *
 *   a charge booked before, waiting on the provider's account:   that account, with what it carries there
 *   a charge of a matched invoice:                               its receivable, the rest an item of the customer
 *   a refund or a dispute of a matched invoice:                  (debit) its open credit notes, the rest an item of the customer
 *   fees, of lines and on their own:                             (debit) expense, or the provider as a supplier
 *   reserves:                                                    the provider's account
 *   all else, and what the provider pays beyond the lines:       suspense, with a warning
 *
 * Revenue and VAT are never touched: that is for invoices and credit notes. A negative payout is owed to the provider.
 */
export function planPosting(order: PostingOrder): SettlementPosting {
  return new Plan(order).run();
}

/** An amount of the payout in its currency and in base currency. */
interface Worth {
  amount: Money;
  base: Money;
}

class Plan {
  private readonly entries: JournalEntry[] = [];
  private readonly settled = new Map<string, Settled>();
  private readonly items = new Map<string, DocumentItem>();
  private readonly made: MadeItem[] = [];
  private readonly noted = new Set<string>();
  private readonly cleared = new Set<string>();
  private readonly warnings: string[] = [];
  private readonly currency: Currency;
  private applied: Money;
  private fees: Worth;
  private suspense: Money;
  private clearedAmount: Money;
  private gain: Money;
  private loss: Money;
  private unmatched = 0;

  constructor(private readonly order: PostingOrder) {
    this.currency = order.net.currency;
    const [none, noBase] = [Money.zero(this.currency), Money.zero(order.base)];
    this.applied = this.suspense = this.clearedAmount = none;
    this.fees = { amount: none, base: noBase };
    this.gain = this.loss = noBase;
    for (const line of order.lines) for (const item of line.items) this.items.set(item.openItemId, item);
  }

  run(): SettlementPosting {
    const { lines, net, base, payoutId } = this.order;
    const amounts = worthOfLines(lines, this.currency);
    const { fee, difference } = totalsOf(payoutId, lines, net);
    const netBase = Money.round(net.amount.div(this.order.rate), base);
    const worth = this.inBase(netBase, [...amounts, fee.negated(), difference]);
    lines.forEach((line, index) => this.postLine(line, worth[index]!));
    this.addFees(worth[lines.length]!);
    const unexplained = worth.at(-1)!;
    if (!unexplained.amount.isZero()) {
      this.toSuspense(unexplained, `Not explained by the lines of ${payoutId}`);
      this.warn(
        `Payout ${payoutId} is ${textOf(net)}, its lines add up to ${textOf(net.minus(difference))}: ${textOf(difference)} is on the suspense account.`,
      );
    }
    if (this.unmatched > 0) {
      this.warn(
        `${this.unmatched} line(s) of customers have no invoice; their money is on the suspense account.`,
      );
    }
    this.postNet({ amount: net, base: netBase });
    this.postFees();
    this.postExchange();
    return this.result();
  }

  private postLine(line: PostingLine, worth: Worth): void {
    switch (kindOf(line.category)) {
      case 'conversion':
        return;
      case 'fee':
        return this.addFees(worth);
      case 'reserve':
        return this.postReserve(line, worth);
      case 'customer':
        return this.postCustomerLine(line, worth);
      case 'other':
        this.warn(
          `${line.externalId} (${line.category}, ${textOf(worth.amount)}) is on the suspense account.`,
        );
        return this.toSuspense(worth, `${line.category} ${line.externalId}`);
    }
  }

  private postReserve({ externalId }: PostingLine, worth: Worth): void {
    const { clearing } = this.order.accounts;
    if (clearing !== null) return this.credit(clearing, worth, `Reserve ${externalId}`);
    this.warn(
      `${externalId} is a reserve, but there is no account of the provider in ${this.currency.code}: ${textOf(worth.amount)} is on the suspense account.`,
    );
    this.toSuspense(worth, `Reserve ${externalId}`);
  }

  private postCustomerLine(line: PostingLine, worth: Worth): void {
    const { chargeKey } = line;
    const found = chargeKey === null ? undefined : this.order.booked.get(chargeKey);
    const inSum = found?.refunds && refundsInSum(found.refunds, worth.amount);
    if (inSum) return this.clearRefunds(line, inSum, worth);
    const [only, ...others] = found?.refunds ?? [];
    const booked = only && others.length === 0 ? only : found;
    const isRepeated = chargeKey !== null && (this.noted.has(chargeKey) || this.cleared.has(chargeKey));
    if (isRepeated || (booked && (!booked.waiting || booked.payoutId !== null))) {
      const where = booked?.payoutId ?? this.order.payoutId;
      this.warn(
        `${chargeKey} is in payout ${where} already; ${textOf(worth.amount)} is on the suspense account.`,
      );
      return this.toSuspense(worth, `${chargeKey} again`);
    }
    if (booked?.waiting) return this.clear(line, [booked.chargeId], booked.waiting, worth);
    this.book(line, worth);
  }

  /** Money of a customer that is not in the books yet. */
  private book(line: PostingLine, worth: Worth): void {
    if (line.chargeKey !== null) this.noted.add(line.chargeKey);
    if (line.items.length > 0) return this.apply(line, worth);
    this.unmatched += 1;
    this.toSuspense(worth, `${line.category} ${line.chargeKey ?? line.externalId}`);
  }

  /** Takes refunds off the provider's account that the report gives back in one sum; what is more of it is not booked yet. */
  private clearRefunds(
    line: PostingLine,
    { chargeIds, waiting }: NonNullable<ReturnType<typeof refundsInSum>>,
    worth: Worth,
  ): void {
    const rest = worth.amount.minus(waiting.amount);
    if (rest.isZero()) return this.clear(line, chargeIds, waiting, worth);
    const restBase = Money.round(
      worth.base.amount.times(rest.amount).div(worth.amount.amount),
      this.order.base,
    );
    this.clear(line, chargeIds, waiting, { amount: waiting.amount, base: worth.base.minus(restBase) });
    this.book(line, { amount: rest, base: restBase });
  }

  /** Takes a booked charge off the provider's account: what it carries there, so that the account ends at zero. */
  private clear(line: PostingLine, chargeIds: string[], waiting: Waiting, worth: Worth): void {
    const chargeId = chargeIds.join(', ');
    for (const id of chargeIds) this.cleared.add(id);
    this.clearedAmount = this.clearedAmount.plus(worth.amount);
    this.credit(
      waiting.accountId,
      { amount: waiting.amount, base: waiting.baseAmount },
      `Charge ${chargeId}`,
    );
    let rest = worth.base.minus(waiting.baseAmount);
    const other = this.differenceOf(line, waiting.amount, worth);
    if (other) {
      rest = rest.minus(other.base);
      if (other.amount.equals(line.fee) && !line.fee.isZero()) {
        // It was booked as what is left after the fee, with the fee: the fee is not booked again.
        this.addFees(other);
      } else {
        this.warn(
          `${chargeId} is booked with ${textOf(waiting.amount)}, the payout has ${textOf(worth.amount)}: ${textOf(other.amount)} is on the suspense account.`,
        );
        this.toSuspense(other, `Difference of ${chargeId}`);
      }
    }
    this.exchange(rest);
  }

  /** What the payout has of a charge beyond what is booked, where both are in one currency. */
  private differenceOf(line: PostingLine, booked: Money, worth: Worth): Worth | null {
    if (booked.currency.code === this.currency.code) {
      const amount = worth.amount.minus(booked);
      return amount.isZero() ? null : { amount, base: this.atRate(amount) };
    }
    const charged = line.customerAmount;
    if (charged?.currency.code === booked.currency.code && !charged.equals(booked)) {
      this.warn(`${line.chargeKey} is booked with ${textOf(booked)}, the customer paid ${textOf(charged)}.`);
    }
    return null;
  }

  /** Settles what is open that way, item by item; what is left over becomes an item of the customer. */
  private apply(line: PostingLine, worth: Worth): void {
    const first = line.items[0]!;
    const left = this.inCurrencyOf(first, line, worth);
    if (left === null) {
      this.warn(
        `${line.externalId} is in ${this.currency.code}, ${first.documentNumber} in ${first.amount.currency.code}, and the file does not say what the customer paid: it is on the suspense account.`,
      );
      return this.toSuspense(worth, `${line.category} of ${first.documentNumber}`);
    }
    this.applied = this.applied.plus(worth.amount);
    let rest: Worth = { amount: left, base: worth.base };
    for (const { openItemId } of line.items) rest = this.settle(this.items.get(openItemId)!, rest);
    if (rest.amount.isZero()) return;
    this.credit(first.accountId, rest, `${line.category} of ${first.documentNumber}`);
    this.make(line.id, {
      side: 'receivable',
      partnerId: first.partnerId,
      accountId: first.accountId,
      documentType: LINE_ITEM,
      documentNumber: line.sourceId ?? line.externalId,
      amount: rest.amount.negated(),
      baseAmount: rest.base.negated(),
    });
  }

  private inCurrencyOf(item: DocumentItem, line: PostingLine, worth: Worth): Money | null {
    const { code } = item.amount.currency;
    if (code === this.currency.code) return worth.amount;
    return line.customerAmount?.currency.code === code ? line.customerAmount : null;
  }

  /** Settles of an item what it has open in the sign of the money; returns what is left of it. */
  private settle(item: DocumentItem, money: Worth): Worth {
    const open = item.amount;
    if (
      open.isZero() ||
      money.amount.isZero() ||
      open.isNegative() !== money.amount.isNegative() ||
      open.currency.code !== money.amount.currency.code
    ) {
      return money;
    }
    const amount = money.amount.amount.abs().lte(open.amount.abs()) ? money.amount : open;
    const paidBase = amount.equals(money.amount)
      ? money.base
      : Money.round(money.base.amount.times(amount.amount).div(money.amount.amount), this.order.base);
    const { settled, entries, gain, loss } = settlePayment([{ item, amount, paidBase }], this.order.base);
    const [part] = settled as [Settled];
    this.entries.push(...entries.map(entry => ({ ...entry, description: item.documentNumber })));
    this.gain = this.gain.plus(gain);
    this.loss = this.loss.plus(loss);
    this.items.set(item.openItemId, {
      ...item,
      amount: open.minus(amount),
      baseAmount: item.baseAmount.minus(part.baseAmount),
    });
    const before = this.settled.get(item.openItemId);
    this.settled.set(item.openItemId, before ? added(before, part) : part);
    return { amount: money.amount.minus(amount), base: money.base.minus(paidBase) };
  }

  private postNet(net: Worth): void {
    const { accounts, feePartnerId, payoutId } = this.order;
    if (!net.amount.isNegative()) return this.credit(accounts.bank, negated(net), `Payout ${payoutId}`);
    if (feePartnerId === null)
      return this.credit(accounts.providerPayable, negated(net), `Owed for ${payoutId}`);
    this.credit(accounts.payables, negated(net), `Owed for ${payoutId}`);
    this.makeOfProvider(feePartnerId, PAYABLE_ITEM, net);
  }

  private postFees(): void {
    const { accounts, feePartnerId, payoutId } = this.order;
    if (this.fees.amount.isZero()) return;
    const account = feePartnerId === null ? accounts.fees : accounts.payables;
    this.credit(account, this.fees, `Fees of ${payoutId}`);
    if (feePartnerId !== null) this.makeOfProvider(feePartnerId, FEE_ITEM, negated(this.fees));
  }

  /** Fees kept back are paid to the supplier before its invoice comes. */
  private makeOfProvider(partnerId: string, documentType: string, worth: Worth): void {
    this.make(null, {
      side: 'payable',
      partnerId,
      accountId: this.order.accounts.payables,
      documentType,
      documentNumber: this.order.payoutId,
      amount: worth.amount,
      baseAmount: worth.base,
    });
  }

  private make(
    lineId: string | null,
    item: Omit<OpenItem, 'openItemId' | 'documentId' | 'postedOn' | 'dueOn'>,
  ): void {
    const openItemId = newId();
    const { date } = this.order;
    this.made.push({ ...item, openItemId, documentId: openItemId, postedOn: date, dueOn: date, lineId });
  }

  private addFees(worth: Worth): void {
    this.fees = { amount: this.fees.amount.plus(worth.amount), base: this.fees.base.plus(worth.base) };
  }

  private toSuspense(worth: Worth, description: string): void {
    this.suspense = this.suspense.plus(worth.amount);
    this.credit(this.order.accounts.suspense, worth, description);
  }

  private exchange(difference: Money): void {
    if (difference.isNegative()) this.loss = this.loss.plus(difference.negated());
    else this.gain = this.gain.plus(difference);
  }

  private postExchange(): void {
    const { fxGain, fxLoss } = this.order.accounts;
    this.credit(fxGain, { amount: this.gain, base: this.gain }, 'Exchange gain');
    this.credit(fxLoss, negated({ amount: this.loss, base: this.loss }), 'Exchange loss');
  }

  private credit(accountId: string, { amount, base }: Worth, description: string): void {
    this.entries.push({ accountId, side: 'credit', base, document: amount, description });
  }

  private warn(text: string): void {
    if (this.warnings.length < MOST_WARNINGS) this.warnings.push(text);
  }

  /** Amounts that add up to the net, with their parts of its worth in base currency. */
  private inBase(netBase: Money, amounts: Money[]): Worth[] {
    const parts = netBase.apportion(amounts.map(({ amount }) => amount.div(this.order.rate)));
    return amounts.map((amount, index) => ({ amount, base: parts[index]! }));
  }

  private atRate(amount: Money): Money {
    return Money.round(amount.amount.div(this.order.rate), this.order.base);
  }

  private result(): SettlementPosting {
    const settled = [...this.settled.values()];
    return {
      entries: this.entries,
      settled,
      paid: settled
        .map(({ openItemId }) => this.items.get(openItemId)!)
        .filter(({ amount }) => amount.isZero()),
      made: this.made,
      noted: [...this.noted],
      cleared: [...this.cleared],
      warnings: this.warnings,
      summary: {
        receivableApplied: this.applied,
        feeAmount: this.fees.amount.negated(),
        suspenseAmount: this.suspense,
        clearedAmount: this.clearedAmount,
        exchangeDifference: this.gain.minus(this.loss),
      },
    };
  }
}

const MOST_WARNINGS = 100;

function negated({ amount, base }: Worth): Worth {
  return { amount: amount.negated(), base: base.negated() };
}

function added(one: Settled, other: Settled): Settled {
  return {
    openItemId: one.openItemId,
    amount: one.amount.plus(other.amount),
    baseAmount: one.baseAmount.plus(other.baseAmount),
  };
}

function textOf(money: Money): string {
  return `${money.toString()} ${money.currency.code}`;
}
