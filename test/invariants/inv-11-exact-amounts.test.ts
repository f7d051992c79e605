import { join } from 'node:path';
import { UnitOfWork } from '../../src/platform/database';
import { readSources } from '../architecture/support/source-files';
import { TestApp } from '../support/test-app';
import { openBooks, type Books } from '../support/sample-books';

/** Where a whole number, never an amount, is read from text or compared: seconds, attempts, months, sizes, places. */
const OF_WHOLE_NUMBERS = [
  'src/platform/',
  'src/account/rate-limits.ts',
  'src/idempotency/idempotency.interceptor.ts',
  'src/mail/',
  'src/payments/domain/payment-work.ts',
  'src/webhooks/',
  'src/work/',
  'src/declarations/domain/oss.ts',
  'src/declarations/saft/use-cases/saft-writer.ts',
  'src/declarations/use-cases/isaf-files.ts',
  'src/sales/domain/ubl-lines.ts',
  // Stripe counts in whole smallest units: made by Decimal, and refused where a double would not be exact.
  'src/shared/stripe-amount.ts',
  'src/shared/calendar-date.ts',
  'src/shared/iban.ts',
  'src/assets/domain/depreciation-schedule.ts',
  'src/assets/domain/month-index.ts',
  'src/bank/domain/mt940.ts',
  'src/sales/steps/issued-rows.ts',
  'src/sales/steps/sale-invoice-view.ts',
  // Places and widths on paper, counts of rows and columns.
  'src/sales/steps/print-invoice.ts',
  'src/reports/jobs/',
];

/** @invariant INV-11 */
describe('an amount never goes through a binary float', () => {
  let app: TestApp;
  let books: Books;
  beforeAll(async () => {
    app = await TestApp.start();
    books = await openBooks(app);
  });
  afterAll(() => app.stop());

  it('arrives from the database as its digits', async () => {
    const [row] = await app.nest
      .get(UnitOfWork, { strict: false })
      .run(books.company.id, 'read', tx =>
        tx.query(`SELECT 0.1 + 0.2 AS sum, 9007199254740993.01::numeric(28, 4) AS large`),
      );
    expect(row).toEqual({ sum: '0.3', large: '9007199254740993.0100' });
  });

  it('keeps every cent of an amount that no double holds', async () => {
    const amount = '9007199254740993.01';
    const entries = [
      { accountCode: '6001', debit: amount },
      { accountCode: '271', credit: amount },
    ];
    const { id, total } = (await books.company.ok('ledger/journal/transactions/create', {
      date: '2026-03-05',
      entries,
    })) as { id: string; total: string };
    expect(total).toBe(amount);
    expect(
      await books.company.count(
        'journal_entries',
        `transaction_id = '${id}' AND debit + credit = 9007199254740993.01`,
      ),
    ).toBe(2);
  });

  it('is refused as a JSON number, with its name', async () => {
    const line = { description: 'Work', vatRatePercent: '21' };
    for (const price of ['10.10', '10', '1e1', '0.1']) {
      const body = `{"partnerId":"${books.partnerId}","lines":[{"description":"${line.description}","vatRatePercent":"21","unitPriceExclVat":${price}}]}`;
      const answer = await books.company.post('sales/invoices/create', body);
      expect([price, answer.status, Object.keys(answer.body.error.fieldErrors as object)]).toEqual([
        price,
        400,
        ['lines.0.unitPriceExclVat'],
      ]);
    }
  });

  it('takes a quantity that is a JSON number by its digits', async () => {
    const body = `{"partnerId":"${books.partnerId}","lines":[{"description":"Work","vatRatePercent":"0","vatExemptionBasis":"Art. 1","unitPriceExclVat":"1000000.00","quantity":0.100001}]}`;
    expect(await books.company.ok('sales/invoices/create', body)).toMatchObject({
      netTotal: '100001.00',
      lines: [{ quantity: '0.100001' }],
    });
  });

  it('is computed by Decimal: no code makes a number of a text, and none rounds one', () => {
    const floating = readSources(join(__dirname, '../..'), ['src'])
      .filter(({ path }) => !OF_WHOLE_NUMBERS.some(allowed => path.startsWith(allowed)))
      .flatMap(({ path, calls }) =>
        calls
          .filter(name => ['Number', 'parseFloat', 'parseInt', 'Math'].includes(name))
          .map(name => `${path}: ${name}`),
      );
    expect(floating).toEqual([]);
  });
});
