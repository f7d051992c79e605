import { parseCalendarDate } from '../../../src/shared/calendar-date';
import { Money } from '../../../src/shared/money';
import type { DocumentItem } from '../../../src/ledger';
import { planBooking, type Booking } from '../../../src/payments/domain/money-booking';

const EUR = { code: 'EUR', minorUnits: 2 };
const USD = { code: 'USD', minorUnits: 2 };
const DAY = parseCalendarDate('2026-10-05')!;

function item(id: string, amount: Money, baseAmount = Money.of(amount.amount, EUR)): DocumentItem {
  return {
    openItemId: id,
    documentType: 'sale_invoice',
    documentId: `document of ${id}`,
    documentNumber: id,
    side: 'receivable',
    partnerId: 'partner',
    accountId: 'receivable',
    postedOn: DAY,
    amount,
    baseAmount,
  };
}

function book(money: Money, items: DocumentItem[], base = Money.of(money.amount, EUR)): Booking {
  return planBooking(
    {
      paymentId: 'payment',
      date: DAY,
      money,
      base,
      items,
      customer: { partnerId: 'partner', accountId: 'receivable' },
      name: 'ch_1',
      accounts: { clearing: 'clearing', fxGain: 'gain', fxLoss: 'loss' },
    },
    EUR,
  );
}

/** Balances by account: debit positive. */
function balances({ entries }: Booking): Record<string, string> {
  const sums = new Map<string, Money>();
  for (const { accountId, side, base } of entries) {
    const signed = side === 'debit' ? base : base.negated();
    sums.set(accountId, (sums.get(accountId) ?? Money.zero(EUR)).plus(signed));
  }
  return Object.fromEntries(
    [...sums].filter(([, sum]) => !sum.isZero()).map(([account, sum]) => [account, sum.toString()]),
  );
}

const eur = (text: string): Money => Money.of(text, EUR);
const usd = (text: string): Money => Money.of(text, USD);

describe('the booking of money that moved', () => {
  it('pays an invoice', () => {
    const booking = book(eur('121.00'), [item('A', eur('121.00'))]);
    expect(balances(booking)).toEqual({ clearing: '121.00', receivable: '-121.00' });
    expect([booking.paid.length, booking.made.length, booking.settled.length]).toEqual([1, 0, 1]);
  });

  it('pays a part of it', () => {
    const booking = book(eur('21.00'), [item('A', eur('121.00'))]);
    expect([booking.paid.length, booking.settled[0]!.amount.toString()]).toEqual([0, '21.00']);
  });

  it('owes the customer what is open no more', () => {
    const booking = book(eur('121.00'), [item('A', eur('100.00'))]);
    expect(balances(booking)).toEqual({ clearing: '121.00', receivable: '-121.00' });
    expect(booking.made).toEqual([
      expect.objectContaining({ documentType: 'payment', documentId: 'payment', documentNumber: 'ch_1' }),
    ]);
    expect(booking.made[0]!.amount.toString()).toBe('-21.00');
    expect(book(eur('121.00'), [item('A', eur('0.00'))]).settled).toEqual([]);
  });

  it('gives back: what the charge left over first, then credit notes, then an item of the customer', () => {
    const booking = book(eur('-100.00'), [
      item('invoice', eur('50.00')),
      item('left over', eur('-21.00')),
      item('credit note', eur('-30.00')),
    ]);
    expect(balances(booking)).toEqual({ clearing: '-100.00', receivable: '100.00' });
    expect(booking.settled.map(({ openItemId, amount }) => [openItemId, amount.toString()])).toEqual([
      ['left over', '-21.00'],
      ['credit note', '-30.00'],
    ]);
    expect(booking.made.map(({ amount }) => amount.toString())).toEqual(['49.00']);
  });

  it('realises gains and losses of exchange rates, and balances to the cent', () => {
    const carried = item('A', usd('100.00'), eur('90.00'));
    expect(balances(book(usd('100.00'), [carried], eur('95.00')))).toEqual({
      clearing: '95.00',
      receivable: '-90.00',
      gain: '-5.00',
    });
    expect(balances(book(usd('100.00'), [carried], eur('85.01')))).toEqual({
      clearing: '85.01',
      receivable: '-90.00',
      loss: '4.99',
    });
    const thirds = book(usd('100.00'), [item('A', usd('33.33'), eur('30.00'))], eur('90.91'));
    const sum = Object.values(balances(thirds)).reduce(
      (total, text) => total.plus(eur(text)),
      Money.zero(EUR),
    );
    expect(sum.isZero()).toBe(true);
  });
});
