import fc from 'fast-check';
import { computeDocument } from '../../../src/shared/arithmetic/document-totals';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import type { JournalEntry } from '../../../src/ledger';
import { saleEntries } from '../../../src/sales/domain/invoice-posting';
import { anyDocument, documentOf, eur, line, usd } from './documents';

/** Revenue accounts of the lines, as "account" or "account center". */
const accounts = (...revenue: string[]) => ({
  receivable: 'receivable',
  revenue: revenue.map(text => text.split(' ')[0]!),
  costCenters: revenue.map(text => text.split(' ')[1] ?? null),
  vatPayable: 'vat',
});
const shown = (entries: JournalEntry[]): string[] =>
  entries.map(
    ({ accountId, side, base, document }) =>
      `${side} ${accountId} ${base.toString()} (${document.toString()})`,
  );

describe('the journal entries of a sale', () => {
  it('are receivable, revenue and VAT', () => {
    const totals = computeDocument(documentOf([line('60.00'), line('40.00')]));
    expect(shown(saleEntries('invoice', totals, accounts('services', 'services')))).toEqual([
      'debit receivable 121.00 (121.00)',
      'credit services 100.00 (100.00)',
      'credit vat 21.00 (21.00)',
    ]);
  });

  it('split revenue by the account of the line', () => {
    const lines = [line('60.00'), line('30.00'), line('10.00'), line('-5.00')];
    const totals = computeDocument(documentOf(lines));
    const revenue = accounts('services', 'goods', 'services', 'goods');
    expect(shown(saleEntries('invoice', totals, revenue)).slice(1, 3)).toEqual([
      'credit services 70.00 (70.00)',
      'credit goods 25.00 (25.00)',
    ]);
    expect(shown(saleEntries('credit_note', totals, revenue))).toEqual([
      'credit receivable 114.95 (114.95)',
      'debit services 70.00 (70.00)',
      'debit goods 25.00 (25.00)',
      'debit vat 19.95 (19.95)',
    ]);
  });

  it('split revenue by cost center too', () => {
    const totals = computeDocument(documentOf([line('60.00'), line('30.00'), line('10.00'), line('5.00')]));
    const entries = saleEntries('invoice', totals, accounts('a shop', 'a', 'a shop', 'b shop'));
    expect(
      entries.map(({ accountId, costCenterId, base }) => [accountId, costCenterId, base.toString()]),
    ).toEqual([
      ['receivable', undefined, '127.05'],
      ['a', 'shop', '70.00'],
      ['a', null, '30.00'],
      ['b', 'shop', '5.00'],
      ['vat', undefined, '22.05'],
    ]);
  });

  it('split what was converted once, so that no account has a cent of its own', () => {
    const lines = [line('0.01'), line('0.01'), line('0.01')];
    const totals = computeDocument(
      documentOf(lines, { currency: usd, baseCurrency: eur, rate: new Decimal('1.5') }),
    );
    // 0.03 USD are 0.02 EUR; each line alone would be 0.01.
    expect(shown(saleEntries('invoice', totals, accounts('a', 'b', 'c'))).slice(1, 4)).toEqual([
      'credit a 0.01 (0.01)',
      'credit b 0.01 (0.01)',
      'credit c 0.00 (0.01)',
    ]);
  });

  it('balance exactly in both currencies, whatever the lines, the rate and the accounts', () => {
    fc.assert(
      fc.property(
        anyDocument(true),
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 15 }),
        (input, ids) => {
          const totals = computeDocument(input);
          const entries = saleEntries('invoice', totals, accounts(...ids.slice(0, input.lines.length)));
          for (const column of ['base', 'document'] as const) {
            const currency = column === 'base' ? input.baseCurrency : input.currency;
            const sum = (side: string): Money =>
              Money.sum(
                entries.filter(entry => entry.side === side).map(entry => entry[column]),
                currency,
              );
            expect(sum('debit').toString()).toBe(sum('credit').toString());
          }
          expect(new Set(entries.map(({ accountId }) => accountId)).size).toBe(
            new Set(ids.slice(0, input.lines.length)).size + 2,
          );
        },
      ),
    );
  });
});
