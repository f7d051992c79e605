import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../migrations';
import { version } from '../../package.json';
import { migrate } from '../../src/platform/database/migrator';
import { withClient } from '../support/database';

const ROLE = 'gapless_app';

/** Books of an earlier version, with what that version allowed and this one does not. */
describe('an upgrade', () => {
  const name = `upgrade_${process.pid}`;
  const at = (url: string): string => url.replace(/\/[^/]*$/, `/${name}`);
  const superuser = process.env.TEST_SUPERUSER_URL!;
  const onServer = (statement: string): Promise<unknown> =>
    withClient(superuser.replace(/\/[^/]*$/, '/postgres'), client => client.query(statement));
  /** With every rule of the database off. */
  const query = (sql: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> =>
    withClient(at(superuser), async client => {
      await client.query(`SET session_replication_role = 'replica'`);
      return (await client.query<Record<string, unknown>>(sql, parameters)).rows;
    });

  beforeAll(() => onServer(`CREATE DATABASE ${name} OWNER gapless_owner`));
  afterAll(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`));

  const companyId = randomUUID();
  const submission = (variant: string, month: number, state: object = {}): Promise<unknown> =>
    insert('declaration_submissions', {
      company_id: companyId,
      submission_id: randomUUID(),
      obligation: 'lt-isaf',
      period_year: 2026,
      period_month: month,
      variant,
      part: 1,
      kind: 'original',
      status: 'submitted',
      file_id: randomUUID(),
      header: '{}',
      known_sequence: 0,
      created_by: 'x',
      created_at: '2026-10-01T00:00:00Z',
      updated_at: '2026-10-01T00:00:00Z',
      ...state,
    });
  /** A document of which nothing counts but its state, and a line of it. */
  const purchase = async (status: string, percents: string[]): Promise<void> => {
    const id = randomUUID();
    const amounts = (names: string[]): object => Object.fromEntries(names.map(column => [column, 0]));
    await query(
      'ALTER TABLE purchase_invoices DROP CONSTRAINT IF EXISTS ck_purchase_invoices__registered_is_complete',
    );
    await insert('purchase_invoices', {
      company_id: companyId, invoice_id: id, type: 'invoice', status, partner_id: randomUUID(), document_number: id,
      number_key: id, year_key: 0, document_on: '2026-10-01', currency: 'EUR', exchange_rate: 1, vat_rounding: 'total',
      line_count: percents.length, vat_total_count: 0, details: '{}', created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-01T00:00:00Z',
      ...amounts(['net_total', 'vat_total', 'gross_total', 'self_assessed_vat', 'deductible_vat', 'base_net_total', 'base_vat_total',
        'base_gross_total', 'base_self_assessed_vat', 'base_deductible_vat']),
    }); // prettier-ignore
    for (const [index, percent] of percents.entries())
      await insert('purchase_invoice_lines', {
        company_id: companyId, invoice_id: id, sort_order: index, line_id: randomUUID(), description: status, unit: 'vnt', quantity: 1, unit_price: 0,
        price_includes_vat: false, vat_rate: 21, vat_category: 'S', vat_code: '', deductible_percent: percent, posting_rule: 'x',
        ...amounts(['net', 'vat', 'gross', 'self_assessed_vat', 'deductible_vat', 'base_net', 'base_vat', 'base_self_assessed_vat', 'base_deductible_vat']),
      }); // prettier-ignore
  };
  const insert = (table: string, row: Record<string, unknown>): Promise<unknown> =>
    query(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map((_, index) => `$${index + 1}`).join(', ')})`, // prettier-ignore
      Object.values(row),
    );

  /** A company with a closed VAT period and a locked month, and one of each that is open. */
  const shutMonths = async (): Promise<void> => {
    await insert('companies', {
      company_id: companyId, name: 'Earlier UAB', code: '305555553', country_code: 'LT', base_currency: 'EUR', default_invoice_currency: 'EUR',
      time_zone: 'Europe/Vilnius', is_sandbox: false, status: 'active', is_vat_payer: true, idempotency_key_policy: 'required', vat_rounding: 'total',
      strict_chronology: true, unique_order_number: false, allow_manual_control_entries: false, purchase_number_scope: 'ever',
      details: '{"phone": "+37060000000"}', created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z',
    }); // prettier-ignore
    const month = { company_id: companyId, year: 2026 };
    const [closed_at, locked_at] = ['2026-10-20T00:00:00Z', '2026-11-20T00:00:00Z'];
    await insert('vat_periods', { ...month, month: 9, status: 'closed', closed_at });
    await insert('vat_periods', { ...month, month: 10, status: 'open' });
    await insert('accounting_periods', {
      ...month,
      month: 9,
      period_id: randomUUID(),
      status: 'locked',
      locked_at,
    });
    await insert('accounting_periods', { ...month, month: 10, period_id: randomUUID(), status: 'open' });
  };

  it('keeps files that were filed twice, and tells drafts that follow the pro rata', async () => {
    await migrateUntil('VatEngine1796000000024');
    await submission('F', 1);
    await submission('S', 1);
    await submission('P', 1);
    await submission('F', 2);
    await submission('S', 2, { status: 'rejected', event_sequence: 1 });
    await purchase('draft', ['100', '50']);
    await purchase('registered', ['100', '50']);
    await shutMonths();
    for (const key of ['bk ', '\u00a0bk', 'plain', 'plain ', ' ', 'in side'])
      await insert('sale_invoice_business_keys', {
        company_id: companyId,
        type: 'invoice',
        kind: 'business_key',
        business_key: key,
        invoice_id: randomUUID(),
      });

    await migrate(at(process.env.TEST_OWNER_URL!), ROLE);

    expect(
      await query(
        `SELECT variant || period_month AS file, shares_register AS shares FROM declaration_submissions ORDER BY 2 DESC, 1`,
      ),
    ).toEqual([
      { file: 'F1', shares: true },
      { file: 'F2', shares: false },
      { file: 'P1', shares: false },
      { file: 'S1', shares: false },
      { file: 'S2', shares: false },
    ]);
    await expect(submission('F', 1)).rejects.toMatchObject({
      constraint: 'uq_declaration_submissions__one_live_original',
    });
    await expect(submission('S', 2)).rejects.toMatchObject({
      constraint: 'uq_declaration_submissions__one_original_of_sales',
    });
    expect(
      await query(
        `SELECT description AS status, deductible_percent::int AS percent, is_pro_rata AS "isProRata"
           FROM purchase_invoice_lines ORDER BY 1, 2`,
      ),
    ).toEqual([
      { status: 'draft', percent: 50, isProRata: false },
      { status: 'draft', percent: 100, isProRata: true },
      { status: 'registered', percent: 50, isProRata: false },
      { status: 'registered', percent: 100, isProRata: true },
    ]);
    // What was shut has the header that it would have had at the upgrade, and its own instant.
    const header = `frozen_header ->> 'softwareVersion' AS version, frozen_header -> 'taxpayer' ->> 'name' AS name,
      frozen_header -> 'taxpayer' ->> 'phone' AS phone`;
    const shut = { version, name: 'Earlier UAB', phone: '+37060000000' };
    const open = { version: null, name: null, phone: null };
    for (const [table, at, instant] of [
      ['vat_periods', 'closed_at', '2026-10-20T00:00:00Z'],
      ['accounting_periods', 'locked_at', '2026-11-20T00:00:00Z'],
    ] as const)
      expect(await query(`SELECT month, ${at} AS at, ${header} FROM ${table} ORDER BY month`)).toEqual([
        { month: 9, at: new Date(instant), ...shut },
        { month: 10, at: null, ...open },
      ]);
  });

  it('compares business keys without outer white space, those that are claimed too', async () => {
    const keys = await query('SELECT business_key AS key FROM sale_invoice_business_keys ORDER BY 1');
    // Of two that differ by it alone, one keeps its own.
    expect(keys.map(({ key }) => key).sort()).toEqual(
      [' ', '\u00a0bk', 'bk', 'in side', 'plain', 'plain '].sort(),
    );
  });

  async function migrateUntil(last: string): Promise<void> {
    const index = MIGRATIONS.findIndex(migration => migration.name === last);
    const source = new DataSource({
      type: 'postgres',
      url: at(process.env.TEST_OWNER_URL!),
      migrations: MIGRATIONS.slice(0, index + 1),
      migrationsTransactionMode: 'each',
      extra: { options: `-c gapless.application_role=${ROLE}` },
    });
    await source.initialize();
    await source.runMigrations();
    await source.destroy();
  }
});
