import fc from 'fast-check';
import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Decimal, sumOf } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import { journalRows, type JournalEntry, type JournalTransaction } from '../../../src/ledger';
import type { Tx } from '../../../src/platform/database';

const EUR = { code: 'EUR', minorUnits: 2 };
const tx = { companyId: 'c', company: { baseCurrency: EUR } } as unknown as Tx;

interface Row {
  transaction_id: string;
  entry_no: number;
  entry_count: number;
  request_ordinal: number;
  total: string;
  debit: string;
  credit: string;
  document_amount: string;
}

function rowsOf(...transactions: JournalTransaction[]): { headers: Row[]; entries: Row[] } {
  const [headers, entries] = journalRows(tx, transactions);
  return { headers: headers!.rows as unknown as Row[], entries: entries!.rows as unknown as Row[] };
}

function transaction(...entries: JournalEntry[]): JournalTransaction {
  const date = '2026-03-05' as CalendarDate;
  return { id: 't', date, description: null, documentType: null, documentId: null, partnerId: null, entries };
}

function entry(side: 'debit' | 'credit', amount: string | Decimal): JournalEntry {
  const money = Money.of(amount, EUR);
  return { accountId: 'a', side, base: money, document: money };
}

describe('the rows of a journal transaction', () => {
  it('numbers the entries and says what they move', () => {
    const { headers, entries } = rowsOf(
      transaction(entry('debit', '121.00'), entry('credit', '100.00'), entry('credit', '21.00')),
    );
    expect(headers).toMatchObject([
      { entry_count: 3, total: '121.00', request_ordinal: 0, period_year: 2026, period_month: 3 },
    ]);
    expect(entries).toMatchObject([
      { entry_no: 1, debit: '121.00', credit: '0.00', document_amount: '121.00' },
      { entry_no: 2, debit: '0.00', credit: '100.00', document_amount: '-100.00' },
      { entry_no: 3, debit: '0.00', credit: '21.00', document_amount: '-21.00' },
    ]);
  });

  it('drops entries of zero', () => {
    const { headers, entries } = rowsOf(
      transaction(entry('debit', '5.00'), entry('credit', '0.00'), entry('credit', '5.00')),
    );
    expect(headers[0]!.entry_count).toBe(2);
    expect(entries.map(row => row.entry_no)).toEqual([1, 2]);
  });

  it('puts a negative amount on the other side', () => {
    const { entries } = rowsOf(transaction(entry('debit', '-5.00'), entry('credit', '-5.00')));
    expect(entries).toMatchObject([
      { credit: '5.00', document_amount: '-5.00' },
      { debit: '5.00', document_amount: '5.00' },
    ]);
  });

  it('numbers the transactions of a request', () => {
    const one = transaction(entry('debit', '1.00'), entry('credit', '1.00'));
    expect(rowsOf(one, { ...one, id: 'u' }).headers.map(row => row.request_ordinal)).toEqual([0, 1]);
  });

  it('stops at what does not balance or moves nothing', () => {
    expect(() => rowsOf(transaction(entry('debit', '1.00'), entry('credit', '0.99')))).toThrow(
      'but for 0.01',
    );
    expect(() => rowsOf(transaction(entry('debit', '0.00'), entry('credit', '0.00')))).toThrow(
      'moves something',
    );
  });

  it('keeps every cent of any balanced transaction', () => {
    const cents = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    const written = fc.record({ side: fc.constantFrom('debit' as const, 'credit' as const), cents });
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 20 }), given => {
        const entries = given.map(({ side, cents }) => entry(side, new Decimal(cents.toString()).div(100)));
        const debits = sumOf(
          entries.map(({ side, base }) => (side === 'debit' ? base.amount : base.amount.negated())),
        );
        const balanced = [...entries, entry('credit', debits)];
        fc.pre(balanced.some(({ base }) => !base.isZero()));
        const { headers, entries: rows } = rowsOf(transaction(...balanced));
        const sum = (side: 'debit' | 'credit'): string =>
          sumOf(rows.map(row => new Decimal(row[side]))).toFixed(2);
        expect([sum('debit'), sum('credit')]).toEqual([headers[0]!.total, headers[0]!.total]);
        expect(rows.map(row => row.entry_no)).toEqual(rows.map((_, index) => index + 1));
        expect(rows).toHaveLength(headers[0]!.entry_count);
        expect(rows.length).toBeGreaterThanOrEqual(2);
        expect(rows.every(row => (row.debit === '0.00') !== (row.credit === '0.00'))).toBe(true);
      }),
    );
  });
});
