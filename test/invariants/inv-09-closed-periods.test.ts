import { Client } from 'pg';
import { Bank } from '../support/bank';
import { withClient } from '../support/database';
import { TestApp } from '../support/test-app';
import { openBooks, type Books } from '../support/sample-books';

interface Issued {
  id: string;
  issueDate: string;
}

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

  it('counts a payment under cash accounting in the next month, also while the period is being closed', async () => {
    const { company } = books;
    await company.ok('account/companies/update', { cashAccountingFrom: '2020-01-01' });
    const bank = await Bank.of(company, { name: 'Closing', iban: 'LT601010012345678901' });
    const { id, issueDate: date } = (await company.ok('sales/invoices/create', sale())) as Issued;
    const [before, during] = [await bank.movement('2.10', { date }), await bank.movement('10.00', { date })];
    expect((await bank.tryMatch(before, id)).status).toBe(200);
    await withClient(app.applicationUrl, async closing => {
      await begin(closing);
      await closing.query('SELECT 1 FROM vat_periods FOR UPDATE');
      await closing.query(CLOSE);
      const paying = bank.tryMatch(during, id);
      await blockedBy(closing);
      await closing.query('COMMIT');
      expect((await paying).status).toBe(200);
    });
    const counted = await company.sql(
      `SELECT a.amount::numeric(28, 2)::text AS amount, a.vat_counted_on = a.allocated_on AS "isOwnDay",
              extract(day FROM a.vat_counted_on) = 1 AND a.vat_counted_on > a.allocated_on AS "isNextMonth"
         FROM open_item_allocations a JOIN open_items i USING (company_id, open_item_id)
        WHERE i.document_id = $1 ORDER BY a.amount`,
      [id],
    );
    expect(counted).toEqual([
      { amount: '2.10', isOwnDay: true, isNextMonth: false },
      { amount: '10.00', isOwnDay: false, isNextMonth: true },
    ]);
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
