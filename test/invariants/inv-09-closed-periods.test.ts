import { Client } from 'pg';
import { withClient } from '../support/database';
import { TestApp } from '../support/test-app';
import { openBooks, type Books } from '../support/sample-books';

/**
 * The VAT register; the journal's own periods are attacked in inv-01-09-journal.test.ts.
 * @invariant INV-09
 */
describe('the VAT register against a closed VAT period', () => {
  let app: TestApp;
  let books: Books;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    books = await openBooks(app);
  });
  afterAll(() => app.stop());

  const CLOSE = `UPDATE vat_periods SET status = 'closed', closed_at = clock_timestamp()`;
  const begin = (client: Client): Promise<unknown> =>
    client.query(`BEGIN; SET LOCAL app.company_id = '${books.company.id}'`);
  const sale = (): object => ({
    partnerId: books.partnerId,
    issue: true,
    lines: [{ description: 'Work', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
  });

  /** The totals of the invoice once more, for the draft, and a register row that names them. */
  const register = (changes: object): Promise<number | string> =>
    books.attacker.forge(
      {
        table: 'sale_invoice_vat_totals',
        where: `invoice_id = '${books.invoice.id}' AND vat_rate = 21`,
        changes: { invoice_id: books.draft.id },
      },
      {
        table: 'vat_register_rows',
        where: `sale_invoice_id = '${books.invoice.id}' AND vat_rate = 21`,
        changes: { document_id: books.draft.id, ...changes },
      },
    );

  it('takes no row, and the API says why', async () => {
    await books.company.sql(CLOSE);
    const before = await books.company.count('sale_invoices');
    const answer = await books.company.post('sales/invoices/create', sale());
    expect([answer.status, answer.body.error.reason]).toEqual([422, 'vat_period_closed']);
    expect(await books.company.count('sale_invoices')).toBe(before);
    expect(await register({})).toBe('ck_vat_register_rows__period_open');
  });

  it('takes no row whose period is another than its tax point, or does not exist', async () => {
    expect(await register({})).toBe(2);
    expect(await register({ period_year: 1999 })).toBe('ck_vat_register_rows__period_of_date');
    expect(await register({ period_year: 1999, period_month: 1, tax_point_on: '1999-01-31' })).toBe(
      'fk_vat_register_rows__period',
    );
  });

  it('takes no sale issued in its month either, which i.SAF goes by', async () => {
    await books.company.sql(
      `INSERT INTO vat_periods (company_id, year, month, status, closed_at) VALUES ($1, 2025, 3, 'closed', now())`,
      [books.company.id],
    );
    expect(await register({ document_on: '2025-03-31' })).toBe('ck_vat_register_rows__period_open');
    expect(await register({ document_on: '2025-04-01' })).toBe(2);
  });

  it('waits while the month of its issue date is being closed, and then refuses', async () => {
    const other = { issueDate: '2026-02-28', taxPointDate: '2026-03-01' };
    await books.company.ok('sales/invoices/create', { ...sale(), ...other });
    await withClient(app.applicationUrl, async closing => {
      await begin(closing);
      await closing.query('SELECT 1 FROM vat_periods WHERE month = 2 FOR UPDATE');
      await closing.query(`${CLOSE} WHERE month = 2`);
      const posting = books.company.post('sales/invoices/create', { ...sale(), ...other });
      await blockedBy(closing);
      await closing.query('COMMIT');
      const { status, body } = await posting;
      expect([status, body.error.reason]).toEqual([422, 'vat_period_closed']);
    });
  });

  it('waits while the period is being closed, and then refuses', async () => {
    await withClient(app.applicationUrl, async closing => {
      await begin(closing);
      await closing.query('SELECT 1 FROM vat_periods FOR UPDATE');
      await closing.query(CLOSE);
      const posting = books.company.post('sales/invoices/create', sale());
      await blockedBy(closing);
      await closing.query('COMMIT');
      const { status, body } = await posting;
      expect([status, body.error.reason]).toEqual([422, 'vat_period_closed']);
    });
  });

  /** Returns once another session waits for this one. */
  async function blockedBy(client: Client): Promise<void> {
    const pid = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
    await withClient(app.superuserUrl, async observer => {
      for (;;) {
        const { rowCount } = await observer.query(
          'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
          [pid],
        );
        if (rowCount) return;
      }
    });
  }
});
