import { parseCalendarDate, type CalendarDate } from '../../../src/shared/calendar-date';
import fc from 'fast-check';
import { computeDocument } from '../../../src/shared/arithmetic/document-totals';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import type { JournalEntry } from '../../../src/ledger';
import { applicationEntries } from '../../../src/sales/domain/advance-application';
import {
  planDeductions,
  type InvoicedPart,
  type TaxedPart,
} from '../../../src/sales/domain/advance-deduction';
import { advanceVatRule, holdsOn, rateOfDay } from '../../../src/sales/domain/advance-vat';
import { advanceEntries, advanceTaxEntries } from '../../../src/sales/domain/invoice-posting';
import { natureOf } from '../../../src/sales/domain/sale-document';
import { documentOf, eur, line } from './documents';

const date = (text: string): CalendarDate => parseCalendarDate(text)!;
const money = (text: string): Money => Money.of(text, eur);
const shown = (entries: JournalEntry[]): string[] =>
  entries.map(
    ({ accountId, side, base, document }) =>
      `${side} ${accountId} ${base.toString()} (${document.toString()})`,
  );

describe('the journal entries of an advance', () => {
  const totals = computeDocument(documentOf([line('100.00')]));

  it('are a receivable and a liability', () => {
    const accounts = { receivable: 'receivable', advancesReceived: 'advances' };
    expect(shown(advanceEntries('advance', totals, accounts))).toEqual([
      'debit receivable 121.00 (121.00)',
      'credit advances 121.00 (121.00)',
    ]);
    expect(shown(advanceEntries('credit_note', totals, accounts))).toEqual([
      'credit receivable 121.00 (121.00)',
      'debit advances 121.00 (121.00)',
    ]);
  });

  it('are only the VAT, where its payment is taxed', () => {
    const accounts = { advancesReceived: 'advances', vatPayable: 'vat' };
    expect(shown(advanceTaxEntries('advance_tax', totals, accounts))).toEqual([
      'debit advances 21.00 (21.00)',
      'credit vat 21.00 (21.00)',
    ]);
    expect(shown(advanceTaxEntries('credit_note', totals, accounts))).toEqual([
      'credit advances 21.00 (21.00)',
      'debit vat 21.00 (21.00)',
    ]);
  });

  it('realise the exchange difference where it is applied', () => {
    const usd = { code: 'USD', minorUnits: 2 };
    const accounts = {
      advancesReceived: 'advances',
      receivable: 'receivable',
      fxGain: 'gain',
      fxLoss: 'loss',
    };
    const of = (relieved: string, settled: string) =>
      shown(
        applicationEntries(
          { amount: Money.of('100.00', usd), relieved: money(relieved), settled: money(settled) },
          accounts,
        ),
      );
    expect(of('90.00', '95.00')).toEqual([
      'debit advances 90.00 (100.00)',
      'debit loss 5.00 (0.00)',
      'credit receivable 95.00 (100.00)',
    ]);
    expect(of('95.00', '90.00')).toEqual([
      'debit advances 95.00 (100.00)',
      'debit gain -5.00 (0.00)',
      'credit receivable 90.00 (100.00)',
    ]);
  });
});

describe('what an invoice deducts of taxed receipts', () => {
  const part = (
    taxDocumentId: string,
    net: string,
    vat: string,
    more: Partial<TaxedPart> = {},
  ): TaxedPart => ({
    advanceId: 'advance',
    taxDocumentId,
    vatRatePercent: new Decimal(21),
    vatCategory: 'S',
    vatCode: null,
    net: money(net),
    vat: money(vat),
    ...more,
  });
  const invoiced = (net: string, vat: string, more: Partial<InvoicedPart> = {}): InvoicedPart => ({
    vatRatePercent: new Decimal(21),
    vatCategory: 'S',
    vatCode: null,
    net: money(net),
    vat: money(vat),
    isPricedWithVat: false,
    ...more,
  });
  const plan = (of: InvoicedPart[], taxed: TaxedPart[]): string[] =>
    planDeductions(of, taxed).map(
      ({ advanceId, amount, priceIncludesVat, net, taken }) =>
        `${advanceId} ${amount.toString()}${priceIncludesVat ? ' gross' : ''} (${net.toString()}): ` +
        taken
          .map(({ taxDocumentId, net: n, vat }) => `${taxDocumentId} ${n.toString()} + ${vat.toString()}`)
          .join(', '),
    );

  it('is all of them, where the invoice has as much', () => {
    expect(
      plan([invoiced('200.00', '42.00')], [part('a', '100.00', '21.00'), part('b', '50.00', '10.50')]),
    ).toEqual(['advance 150.00 (150.00): a 100.00 + 21.00, b 50.00 + 10.50']);
  });

  it('is never more than the invoice has; the VAT of a part is the same part', () => {
    expect(
      plan([invoiced('60.00', '12.60')], [part('a', '50.00', '10.50'), part('b', '100.00', '21.00')]),
    ).toEqual(['advance 60.00 (60.00): a 50.00 + 10.50, b 10.00 + 2.10']);
  });

  it('goes by rate, category and code', () => {
    const taxed = [
      part('a', '10.00', '2.10', { vatCode: 'PVM1' }),
      part('b', '10.00', '0.50', { vatRatePercent: new Decimal(5) }),
    ];
    expect(plan([invoiced('60.00', '12.60')], taxed)).toEqual([]);
    expect(plan([invoiced('60.00', '12.60', { vatCode: 'PVM1' })], taxed)).toEqual([
      'advance 10.00 (10.00): a 10.00 + 2.10',
    ]);
  });

  it('is gross where prices are, and uses the invoice up to the cent', () => {
    const gross = { isPricedWithVat: true };
    expect(plan([invoiced('200.00', '42.00', gross)], [part('a', '0.02', '0.01')])).toEqual([
      'advance 0.03 gross (0.02): a 0.02 + 0.01',
    ]);
    // 0.09 at 21 %: 0.07 + 0.02. Three receipts of 0.03 are 0.02 + 0.01 each; the invoice is used up at 0.07.
    const three = ['a', 'b', 'c', 'd'].map(id => part(id, '0.02', '0.01'));
    expect(plan([invoiced('0.07', '0.02', gross)], three)).toEqual([
      'advance 0.09 gross (0.07): a 0.02 + 0.01, b 0.02 + 0.01, c 0.02 + 0.01, d 0.01 + 0.01',
    ]);
  });

  it('takes one advance after the other', () => {
    const taxed = [part('a', '40.00', '8.40'), part('b', '40.00', '8.40', { advanceId: 'second' })];
    expect(plan([invoiced('60.00', '12.60')], taxed)).toEqual([
      'advance 40.00 (40.00): a 40.00 + 8.40',
      'second 20.00 (20.00): b 20.00 + 4.20',
    ]);
  });

  it('never takes a document beyond what is left of it, nor the invoice below zero', () => {
    const amount = fc.integer({ min: 1, max: 100_000 }).map(cents => new Decimal(cents).div(100));
    fc.assert(
      fc.property(
        amount,
        fc.array(amount, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (net, nets, isPricedWithVat) => {
          const vatOf = (value: Decimal): string => value.times('0.21').toDecimalPlaces(2).toFixed();
          const taxed = nets.map((value, index) => part(String(index), value.toFixed(), vatOf(value)));
          const lines = planDeductions([invoiced(net.toFixed(), vatOf(net), { isPricedWithVat })], taxed);
          const taken = lines.flatMap(({ taken: some }) => some);
          for (const { taxDocumentId, net: n, vat } of taken) {
            const left = taxed[Number(taxDocumentId)]!;
            expect(n.compare(left.net) <= 0 && vat.compare(left.vat) <= 0).toBe(true);
          }
          const sum = Money.sum(
            taken.map(some => some.net),
            eur,
          );
          expect(sum.amount.toFixed()).toBe(Decimal.min(net, Decimal.sum(...nets)).toFixed());
        },
      ),
    );
  });
});

describe('VAT on payment', () => {
  it('is the rule of the state', () => {
    expect(advanceVatRule('LT')).toMatchObject({ onPayment: false, isChoice: true });
    for (const state of ['CZ', 'SK', 'DE'])
      expect(advanceVatRule(state)).toMatchObject({ onPayment: true, isChoice: false });
  });

  it('follows a category of rates to the day of the receipt', () => {
    const rates = (...of: [string, number][]) =>
      of.map(([category, rate]) => ({ category, ratePercent: new Decimal(rate) }));
    const then = rates(['standard', 20], ['reduced', 10]);
    const now = rates(['standard', 23], ['reduced', 19], ['reduced', 5]);
    expect(rateOfDay(new Decimal(20), then, now).toFixed()).toBe('23');
    // 10 % went to two rates: nobody knows to which.
    expect(rateOfDay(new Decimal(10), then, now).toFixed()).toBe('10');
    expect(rateOfDay(new Decimal(5), then, now).toFixed()).toBe('5');
  });
});

it('a VAT code holds within its days, at its rate', () => {
  const code = {
    code: 'PVM2',
    ratePercent: new Decimal(9),
    validFrom: date('2020-01-01'),
    validTo: date('2025-12-31'),
    category: 'S' as const,
    registers: 'SP' as const,
    legalBasis: null,
    hasInputVat: true,
    isSelfAssessed: false,
  };
  const holds = (day: string, rate: number): boolean => holdsOn(code, date(day), new Decimal(rate));
  expect([holds('2020-01-01', 9), holds('2025-12-31', 9)]).toEqual([true, true]);
  expect([holds('2019-12-31', 9), holds('2026-01-01', 9), holds('2025-12-31', 12)]).toEqual([
    false,
    false,
    false,
  ]);
  // The buyer accounts for the VAT: the line has none.
  expect(holdsOn({ ...code, category: 'AE' }, date('2025-12-31'), new Decimal(0))).toBe(true);
});

it('a credit note is about what it credits', () => {
  expect(natureOf('credit_note', 'advance')).toBe('advance');
  expect(natureOf('credit_note', 'invoice')).toBe('sale');
  expect(natureOf('credit_note')).toBe('sale');
  expect(natureOf('proforma')).toBe('proforma');
});
