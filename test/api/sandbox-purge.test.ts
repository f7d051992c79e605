import { randomUUID } from 'node:crypto';
import { CompanyDirectory, SandboxPurge } from '../../src/account';
import { UnitOfWork } from '../../src/platform/database';
import { OPERATOR_SCOPE } from '../../src/platform/scope';
import { inCompany, withClient } from '../support/database';
import { fillClosing } from '../support/sample-closing';
import { TestApp, type TestCompany } from '../support/test-app';

const NO_GRANT = '42501';
const REFUSED = '23000';

describe('the purge of deleted sandbox companies', () => {
  let app: TestApp;
  let tables: string[];
  beforeAll(async () => {
    app = await TestApp.start();
    const rows = await app.asOwner<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'company_id' AND table_name <> 'company_directory' ORDER BY 1`,
    );
    tables = rows.map(row => row.name);
  });
  afterAll(() => app.stop());

  const purge = (): Promise<void> => app.nest.get(SandboxPurge, { strict: false }).run();
  const companyIds = (): Promise<string[]> =>
    app.nest
      .get(UnitOfWork, { strict: false })
      .run(OPERATOR_SCOPE, 'read', tx => app.nest.get(CompanyDirectory, { strict: false }).companyIds(tx));

  /** Rows by table, without row-level security. */
  async function rowsOf(companyId: string): Promise<Record<string, number>> {
    return withClient(app.superuserUrl, async client => {
      const counts: Record<string, number> = {};
      for (const table of tables) {
        const { rows } = await client.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM ${table} WHERE company_id = $1`,
          [companyId],
        );
        if (rows[0]!.n > 0) counts[table] = rows[0]!.n;
      }
      return counts;
    });
  }

  async function companyWithBooks(profile: object): Promise<TestCompany> {
    const company = await app.bareCompany({ ...profile });
    await company.ok('account/companies/update', { name: 'With books' });
    await inCompany(app.applicationUrl, company.id, client => client.query(books(company.id)));
    await company.ok('ledger/accounts/apply-template');
    const { id } = (await company.ok('partners/create', { name: 'Old partner' })) as { id: string };
    await fillClosing(company, id);
    return company;
  }

  it('takes every row of a deleted sandbox and nothing of anybody else', async () => {
    const [sandbox, living, real] = [
      await companyWithBooks({ isSandbox: true }),
      await companyWithBooks({ isSandbox: true }),
      await companyWithBooks({ isSandbox: false }),
    ];
    await app.operator.ok('account/companies/delete', { companyId: real.id });
    await sandbox.ok('account/companies/delete', { companyId: sandbox.id });
    const before = {
      living: await rowsOf(living.id),
      real: await rowsOf(real.id),
      sandbox: await rowsOf(sandbox.id),
    };
    expect(Object.keys(before.sandbox)).toEqual(
      expect.arrayContaining([
        'journal_entries',
        'sale_invoices',
        'audit_log',
        'events',
        'idempotency_keys',
        'fiscal_year_closes',
      ]),
    );

    await app.nest.get(SandboxPurge).run();

    expect(await rowsOf(sandbox.id)).toEqual({});
    expect(await rowsOf(living.id)).toEqual(before.living);
    expect(await rowsOf(real.id)).toEqual(before.real);
    expect(
      await app.asOwner('SELECT status, next_due_at FROM company_directory WHERE company_id = $1', [
        sandbox.id,
      ]),
    ).toEqual([{ status: 'purged', next_due_at: null }]);
    const ids = await companyIds();
    expect(ids).toEqual(expect.arrayContaining([living.id, real.id]));
    expect(ids).not.toContain(sandbox.id);
    expect((await app.operator.post('account/companies/activate', { companyId: sandbox.id })).status).toBe(
      404,
    );
    expect((await sandbox.post('account/me')).status).toBe(401);
  });

  it('can run again, in two processes at once, and finds nothing more to do', async () => {
    const sandbox = await companyWithBooks({ isSandbox: true });
    await app.operator.ok('account/companies/delete', { companyId: sandbox.id });
    await Promise.all([purge(), purge()]);
    expect(await rowsOf(sandbox.id)).toEqual({});
    await purge();
  });

  it('leaves alone what is not both a sandbox and deleted, whatever the directory says', async () => {
    const companies = [
      await companyWithBooks({ isSandbox: true }),
      await companyWithBooks({ isSandbox: false }),
    ];
    await app.operator.ok('account/companies/delete', { companyId: companies[1]!.id });
    for (const company of companies) {
      const before = await rowsOf(company.id);
      await app.asOwner(
        `UPDATE company_directory SET status = 'deleted', next_due_at = now() WHERE company_id = $1`,
        [company.id],
      );
      await purge();
      expect(await rowsOf(company.id)).toEqual(before);
    }
  });

  it('leaves a company that somebody still writes to for the next run', async () => {
    const sandbox = await companyWithBooks({ isSandbox: true });
    await inCompany(app.applicationUrl, sandbox.id, async client => {
      await client.query(`SELECT 1 FROM companies FOR KEY SHARE`);
      await app.operator.ok('account/companies/delete', { companyId: sandbox.id });
      await purge();
      expect(await rowsOf(sandbox.id)).toHaveProperty('companies', 1);
    });
    await purge();
    expect(await rowsOf(sandbox.id)).toEqual({});
  });

  it("is the owner's alone, and only for a deleted sandbox", async () => {
    const sandbox = await companyWithBooks({ isSandbox: true });
    const real = await companyWithBooks({ isSandbox: false });
    for (const company of [sandbox, real])
      await app.operator.ok('account/companies/delete', { companyId: company.id });
    const byApplication = await refusals(app.applicationUrl, sandbox.id);
    expect(byApplication).toEqual({
      companies: NO_GRANT,
      audit_log: NO_GRANT,
      journal_entries: NO_GRANT,
      sale_invoices: 0,
    });
    const byOwner = await refusals(app.ownerUrl, real.id);
    expect(byOwner).toMatchObject({ audit_log: REFUSED, journal_entries: REFUSED, sale_invoices: REFUSED });
  });

  it('needs the URL of the owner', async () => {
    const sandbox = await companyWithBooks({ isSandbox: true });
    await app.operator.ok('account/companies/delete', { companyId: sandbox.id });
    const before = await rowsOf(sandbox.id);
    const plain = await TestApp.start({ databaseUrl: app.applicationUrl, databaseOwnerUrl: undefined });
    try {
      await plain.nest.get(SandboxPurge).run();
      expect(await rowsOf(sandbox.id)).toEqual(before);
    } finally {
      await plain.stop();
    }
  });

  /** What a DELETE of the company's rows meets, by table: an SQLSTATE, or how many rows went. Undone. */
  async function refusals(url: string, companyId: string): Promise<Record<string, string | number | null>> {
    const outcomes: Record<string, string | number | null> = {};
    for (const table of ['companies', 'audit_log', 'journal_entries', 'sale_invoices']) {
      outcomes[table] = await withClient(url, async client => {
        await client.query(`BEGIN; SET LOCAL app.company_id = '${companyId}'`);
        const outcome = await client.query(`DELETE FROM ${table} WHERE company_id = $1`, [companyId]).then(
          result => result.rowCount,
          (error: { code: string }) => error.code,
        );
        await client.query('ROLLBACK');
        return outcome;
      });
    }
    return outcomes;
  }
});

/** Two consecutive issued invoices with everything that hangs on them, as the application role would write them. */
function books(companyId: string): string {
  const [partner, receivable, revenue, series] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const master = `
    INSERT INTO partners (company_id, partner_id, type, name, is_customer, is_supplier, is_active, details, created_at, updated_at)
      VALUES ('${companyId}', '${partner}', 'company', 'Buyer', true, false, true, '{}', now(), now());
    INSERT INTO accounts (company_id, account_id, code, name, type, is_postable, created_at)
      VALUES ('${companyId}', '${receivable}', '2410', 'Receivables', 'asset', true, now()),
             ('${companyId}', '${revenue}', '5001', 'Revenue', 'income', true, now());
    INSERT INTO accounting_periods (company_id, year, month, period_id, status) VALUES ('${companyId}', 2026, 7, '${randomUUID()}', 'open');
    INSERT INTO vat_periods (company_id, year, month, status) VALUES ('${companyId}', 2026, 7, 'open');
    INSERT INTO event_counters (company_id, last_sequence) VALUES ('${companyId}', 2);
    INSERT INTO document_series (company_id, series_id, document_type, prefix, number_length, first_number, yearly, print_series,
        is_default, is_active, details, created_at, updated_at)
      VALUES ('${companyId}', '${series}', 'sale_invoice', 'TEST-', 1, 1, false, true, false, true, '{}', now(), now());
    INSERT INTO document_series_years (company_id, series_id, year_key, first_number, last_number) VALUES ('${companyId}', '${series}', 0, 1, 2);`;
  return [
    master,
    ...[1, 2].map(number => issuedInvoice({ companyId, partner, receivable, revenue, series, number })),
  ].join('\n');
}

function issuedInvoice(of: {
  companyId: string;
  partner: string;
  receivable: string;
  revenue: string;
  series: string;
  number: number;
}): string {
  const { companyId, partner, receivable, revenue, series, number } = of;
  const [invoice, journal] = [randomUUID(), randomUUID()];
  const previous = number === 1 ? 'NULL' : `${number - 1}`;
  const entry = (no: number, account: string, debit: number, credit: number): string =>
    `('${companyId}'::uuid, '${journal}'::uuid, ${no}, '${randomUUID()}'::uuid, 2, '2026-07-01'::date, '${account}'::uuid, ${debit}, ${credit}, 'EUR', ${debit - credit})`;
  return `
    WITH event AS (INSERT INTO events (company_id, sequence, previous_sequence, event_id, type, entity_id, payload)
        VALUES ('${companyId}', ${number}, ${previous}, '${randomUUID()}', 'sale_invoice.issued', '${invoice}', '{}')),
    header AS (INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month, document_type,
        document_id, partner_id, entry_count, total, request_ordinal)
        VALUES ('${companyId}', '${journal}', '2026-07-01', 2026, 7, 'sale_invoice', '${invoice}', '${partner}', 2, 100, 0)),
    entries AS (INSERT INTO journal_entries (company_id, transaction_id, entry_no, entry_id, entry_count, posted_on, account_id, debit,
        credit, document_currency, document_amount) VALUES ${entry(1, receivable, 100, 0)}, ${entry(2, revenue, 0, 100)}),
    invoice AS (INSERT INTO sale_invoices (company_id, invoice_id, type, status, partner_id, series_id, year_key, number, previous_number,
        first_number, series_prefix, full_number, issued_on, tax_point_on, due_on, currency, exchange_rate, vat_rounding, discount_percent,
        net_total, vat_total, gross_total, base_net_total, base_vat_total, base_gross_total, line_count, vat_total_count, details,
        partner_snapshot, vat_evidence, journal_transaction_id, event_sequence, created_at, updated_at, issued_at)
        VALUES ('${companyId}', '${invoice}', 'invoice', 'issued', '${partner}', '${series}', 0, ${number}, ${previous}, 1, 'TEST-',
          'TEST-${number}', '2026-07-01', '2026-07-01', '2026-07-31', 'EUR', 1, 'total', 0, 100, 0, 100, 100, 0, 100, 1, 1, '{}', '{}', '{}',
          '${journal}', ${number}, now(), now(), now())),
    line AS (INSERT INTO sale_invoice_lines (company_id, invoice_id, sort_order, line_id, description, unit, quantity, unit_price,
        price_includes_vat, discount_percent, vat_rate, vat_category, vat_code, net, vat, gross, base_net, base_vat, details)
        VALUES ('${companyId}', '${invoice}', 0, '${randomUUID()}', 'Thing', 'vnt', 1, 100, false, 0, 0, 'Z', '', 100, 0, 100, 100, 0, '{}')),
    totals AS (INSERT INTO sale_invoice_vat_totals (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat)
        VALUES ('${companyId}', '${invoice}', 0, 'Z', '', 100, 0, 100, 0)),
    limits AS (INSERT INTO sale_invoice_credit_limits (company_id, invoice_id, vat_rate, vat_category, net, vat, base_net, base_vat)
        VALUES ('${companyId}', '${invoice}', 0, 'Z', 100, 0, 100, 0)),
    item AS (INSERT INTO open_items (company_id, open_item_id, side, partner_id, account_id, document_type, document_id, document_number,
        posted_on, due_on, currency, amount, base_amount)
        VALUES ('${companyId}', '${randomUUID()}', 'receivable', '${partner}', '${receivable}', 'sale_invoice', '${invoice}', 'TEST-${number}',
          '2026-07-01', '2026-07-31', 'EUR', 100, 100)),
    business_key AS (INSERT INTO sale_invoice_business_keys (company_id, type, kind, business_key, invoice_id)
        VALUES ('${companyId}', 'invoice', 'business_key', 'order-${number}', '${invoice}'))
    INSERT INTO vat_register_rows (company_id, side, document_id, vat_rate, vat_category, vat_code, document_type, document_number,
        document_on, tax_point_on, period_year, period_month, posted_on, partner_id, partner_name, partner_is_person, sign, currency,
        net, vat, base_net, base_vat)
      VALUES ('${companyId}', 'sales', '${invoice}', 0, 'Z', '', 'invoice', 'TEST-${number}', '2026-07-01', '2026-07-01', 2026, 7,
        '2026-07-01', '${partner}', 'Buyer', false, 1, 'EUR', 100, 0, 100, 0);`;
}
