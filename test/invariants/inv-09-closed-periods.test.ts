import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Bank } from '../support/bank';
import { withClient } from '../support/database';
import { Attacker } from '../support/attacker';
import { TestApp, type TestCompany } from '../support/test-app';
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

  const CLOSE = `UPDATE vat_periods SET status = 'closed', closed_at = clock_timestamp(), frozen_header = '{}'`;
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
      `INSERT INTO vat_periods (company_id, year, month, status, closed_at, frozen_header) VALUES ($1, 2025, 3, 'closed', now(), '{}')`,
      [books.company.id],
    );
    expect(await register({ document_on: '2025-03-31' })).toBe('ck_vat_register_rows__period_open');
    expect(await register({ document_on: '2025-04-01' })).toBe(2);
  });

  it('waits while the month of its issue date is being closed, and then refuses', async () => {
    const other = { issueDate: '2026-02-28', taxPointDate: '2026-01-31' };
    await books.company.ok('sales/invoices/create', { ...sale(), ...other });
    await withClient(app.applicationUrl, async closing => {
      await begin(closing);
      await closing.query('SELECT 1 FROM vat_periods WHERE month = 2 FOR UPDATE');
      await closing.query(`${CLOSE} WHERE month = 2`);
      const posting = books.company.post('sales/invoices/create', { ...sale(), ...other });
      await blockedBy(app, closing);
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
      await blockedBy(app, closing);
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
      await blockedBy(app, closing);
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
});

/**
 * Direct SQL as the application, whom the use cases do not stop.
 * @invariant INV-09
 */
describe('the journal against a closed fiscal year', () => {
  let app: TestApp;
  let company: TestCompany;
  let attacker: Attacker;
  let transactionId: string;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date('2027-02-10T10:00:00Z');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    attacker = new Attacker(app, company.id);
    ({ id: transactionId } = (await company.ok('ledger/journal/transactions/create', {
      date: '2026-12-05',
      entries: [
        { accountCode: '271', debit: '5.00' },
        { accountCode: '5000', credit: '5.00' },
      ],
    })) as { id: string });
  });

  const LOCKED = `status = 'locked', locked_at = now(), frozen_header = '{}'`;
  const close = (): Promise<unknown> => company.ok('ledger/fiscal-years/close', { year: 2026 });
  const period = (year: number, month: number): string =>
    `INSERT INTO accounting_periods (company_id, year, month, period_id, status)
     SELECT company_id, ${year}, ${month}, gen_random_uuid(), 'open' FROM accounting_periods LIMIT 1`;

  it('takes no posting dated in it, and no open month up to its end', async () => {
    const copy = (day: string): Promise<number | string> =>
      attacker.forge(
        ...['journal_transactions', 'journal_entries'].map(table => ({
          table,
          where: `transaction_id = '${transactionId}'`,
          changes: {
            transaction_id: '00000000-0000-7000-8000-000000000001',
            posted_on: day,
            ...(table === 'journal_transactions'
              ? { period_month: Number(day.slice(5, 7)), request_key_hash: null }
              : {}),
          },
        })),
      );
    expect(await copy('2026-12-31')).toBe(3);
    await close();
    expect(await copy('2026-12-31')).toBe('ck_journal_transactions__period_open');
    expect(await attacker.try(`UPDATE accounting_periods SET status = 'open' WHERE month = 3`)).toBe(
      'ck_accounting_periods__year_open',
    );
    expect(await attacker.try(period(2019, 1))).toBe('ck_accounting_periods__year_open');
    expect(await attacker.try(period(2027, 1))).toBe(1);
  });

  it('is closed whole, in order, and reopened from its end with its closing reversed', async () => {
    const closing = (changes: string): string =>
      `INSERT INTO fiscal_year_closes (company_id, close_id, year, starts_on, ends_on, result, transaction_id, closed_at)
       SELECT company_id, gen_random_uuid(), ${changes}, now() FROM companies`;
    expect(await attacker.try(closing(`2026, '2026-01-01', '2026-12-31', 0, NULL`))).toBe(
      'ck_fiscal_year_closes__months_locked',
    );
    await close();
    expect(await attacker.try(closing(`2026, '2026-07-01', '2026-12-31', 0, NULL`))).toBe(
      'uq_fiscal_year_closes__one_live',
    );
    expect(await attacker.try(closing(`2026, '2026-01-01', '2026-11-30', 0, NULL`))).toBe(
      'ck_fiscal_year_closes__in_order',
    );
    expect(
      await attacker.try(`UPDATE fiscal_year_closes SET reopened_at = now(), reopen_reason = 'No reversal'`),
    ).toBe('ck_fiscal_year_closes__reopened_reversed');
    expect(await attacker.try(`UPDATE fiscal_year_closes SET result = 0`)).toBe(
      'ck_fiscal_year_closes__append_only',
    );
    expect(await attacker.as('superuser').try('DELETE FROM fiscal_year_closes')).toBe(
      'ck_fiscal_year_closes__append_only',
    );
    await withClient(app.applicationUrl, async client => {
      await client.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'`);
      const another = closing(`2027, '2027-01-01', '2027-01-31', 0, NULL`);
      await client.query(period(2027, 1));
      await client.query(`UPDATE accounting_periods SET ${LOCKED} WHERE year = 2027`);
      await client.query(another);
      const reopening = client.query(
        `UPDATE fiscal_year_closes SET reopened_at = now(), reopen_reason = 'Not the latest' WHERE year = 2026`,
      );
      await expect(reopening).rejects.toMatchObject({ constraint: 'ck_fiscal_year_closes__latest_reopens' });
      await client.query('ROLLBACK');
    });
  });

  it('waits for a posting in flight, and closes what it brings', async () => {
    const again = `
      WITH header AS (
        INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month, entry_count, total, request_ordinal)
        SELECT company_id, $2, posted_on, period_year, period_month, entry_count, total, 0
          FROM journal_transactions WHERE transaction_id = $1)
      INSERT INTO journal_entries (company_id, transaction_id, entry_no, entry_id, entry_count, posted_on, account_id, debit, credit,
                                   document_currency, document_amount)
      SELECT company_id, $2, entry_no, gen_random_uuid(), entry_count, posted_on, account_id, debit, credit,
             document_currency, document_amount FROM journal_entries WHERE transaction_id = $1`;
    await withClient(app.applicationUrl, async posting => {
      await posting.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'`);
      await posting.query(again, [transactionId, randomUUID()]);
      const closing = close();
      await blockedBy(app, posting);
      await posting.query('COMMIT');
      expect(await closing).toMatchObject({ result: '10.00' });
    });
  });

  it('waits for a month that is being made, and locks it', async () => {
    await withClient(app.applicationUrl, async posting => {
      await posting.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'`);
      await posting.query(period(2019, 7));
      const closing = close();
      await blockedBy(app, posting);
      await posting.query('COMMIT');
      await closing;
    });
    expect(await company.count('accounting_periods', `status = 'open'`)).toBe(0);
    expect(await company.count('accounting_periods', 'year = 2019')).toBe(1);
  });
});

/** Returns once another session waits for this one. */
async function blockedBy(app: TestApp, client: Client): Promise<void> {
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
