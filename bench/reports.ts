import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { measure, type Load, type Measured } from './load';

const TRANSACTIONS = 250_000;
const BATCH = 25_000;
const OPEN_ITEMS = 100_000;
const PARTNERS = 2_000;
const CALLS = 20;

/** What a report took, and what it may take. */
export interface MeasuredReport {
  work: string;
  measured: Measured;
  aim: string;
}

/** Reports of a company with 1,000,000 entries over two years and 100,000 open items, one call after the other over HTTP. */
export async function measureReports(
  load: Load,
  { applicationUrl, ownerUrl }: { applicationUrl: string; ownerUrl: string },
  { companyId, token }: { companyId: string; token: string },
): Promise<MeasuredReport[]> {
  await connected(applicationUrl, client => fill(client, companyId));
  // As the server does by itself some time after so many rows.
  await connected(ownerUrl, client => client.query('ANALYZE'));
  const reports: [work: string, path: string, request: object, aim: string][] = [
    ['trial balance, a year', 'reports/trial-balance', YEAR, 'p50 under 300 ms'],
    ['trial balance, from the 5th to the 20th', 'reports/trial-balance', DAYS, 'p50 under 300 ms'],
    ['financial statements, a year', 'reports/financial-statements', { ...YEAR, category: 'small' }, ''],
    ['debt aging, today', 'reports/debt-aging', {}, 'p50 under 500 ms'],
    ['debt aging, 90 days ago', 'reports/debt-aging', { asOf: '2025-06-30' }, 'p50 under 500 ms'],
    ['partner balances', 'reports/partner-balances', {}, ''],
  ];
  const results: MeasuredReport[] = [];
  for (const [work, path, request, aim] of reports) {
    const call = async (): Promise<void> => {
      await load.must(path, token, randomUUID(), request);
    };
    await measure(3, 1, call); // warm-up
    results.push({ work, measured: await measure(CALLS, 1, call), aim });
  }
  return results;
}

const YEAR = { fromDate: '2025-01-01', toDate: '2025-12-31' };
const DAYS = { fromDate: '2024-03-05', toDate: '2025-10-20' };

async function connected(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function fill(client: Client, companyId: string): Promise<void> {
  await inScope(client, companyId, () => client.query(PERIODS, [companyId]));
  for (let first = 0; first < TRANSACTIONS; first += BATCH) {
    await inScope(client, companyId, () => client.query(ENTRIES, [companyId, first, BATCH]));
  }
  await inScope(client, companyId, async () => {
    await client.query(SOME_PARTNERS, [companyId, PARTNERS]);
    await client.query(ITEMS, [companyId, OPEN_ITEMS, PARTNERS]);
  });
}

async function inScope(client: Client, companyId: string, work: () => Promise<unknown>): Promise<void> {
  await client.query(`BEGIN; SET LOCAL app.company_id = '${companyId}'`);
  await work();
  await client.query('COMMIT');
}

const PERIODS = `
  INSERT INTO accounting_periods (company_id, year, month, period_id, status)
  SELECT $1, y, m, gen_random_uuid(), 'open' FROM generate_series(2024, 2025) y CROSS JOIN generate_series(1, 12) m
  ON CONFLICT DO NOTHING`;

/** Four entries each: receivable against revenue and VAT, and the cost. */
const ENTRIES = `
  WITH numbered AS MATERIALIZED (
    SELECT account_id, row_number() OVER (ORDER BY code) - 1 AS n, count(*) OVER () AS size FROM accounts
  ), headers AS MATERIALIZED (
    SELECT n, gen_random_uuid() AS id, date '2024-01-01' + (n % 731)::int AS day
      FROM generate_series($2::int + 1, $2::int + $3::int) n
  ), transactions AS (
    INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month, entry_count, total, request_ordinal)
    SELECT $1, id, day, extract(year FROM day), extract(month FROM day), 4, 300 + n % 100, 0 FROM headers
  )
  INSERT INTO journal_entries (company_id, transaction_id, entry_no, entry_id, entry_count, posted_on, account_id, debit, credit,
                               document_currency, document_amount)
  SELECT $1, h.id, e.no, gen_random_uuid(), 4, h.day, a.account_id, greatest(e.amount, 0), greatest(-e.amount, 0), 'EUR', e.amount
    FROM headers h
    CROSS JOIN LATERAL (VALUES (1, 200.00 + n % 100), (2, -100.00), (3, 100.00), (4, -200.00 - n % 100)) AS e(no, amount)
    JOIN numbered a ON a.n = (h.n * 7 + e.no * 13) % a.size`;

const SOME_PARTNERS = `
  INSERT INTO partners (company_id, partner_id, type, name, is_customer, is_supplier, is_active, details, created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'company', 'Bench ' || n, true, false, true, '{}', now(), now() FROM generate_series(1, $2::int) n`;

/** A fifth of the items is settled in part, half of that later than 90 days ago. */
const ITEMS = `
  WITH numbered AS MATERIALIZED (
    SELECT partner_id, row_number() OVER () - 1 AS n FROM partners WHERE name LIKE 'Bench %'
  ), made AS MATERIALIZED (
    SELECT n, gen_random_uuid() AS id, date '2025-09-30' - (n % 400)::int AS day FROM generate_series(1, $2::int) n
  ), items AS (
    INSERT INTO open_items (company_id, open_item_id, side, partner_id, account_id, document_type, document_id, document_number,
                            posted_on, due_on, currency, amount, base_amount, settled_amount, settled_base_amount)
    SELECT $1, m.id, 'receivable', p.partner_id, a.account_id, 'sale_invoice', gen_random_uuid(), 'B' || m.n, m.day, m.day + 30,
           'EUR', 121, 121, CASE WHEN m.n % 5 = 0 THEN 21 ELSE 0 END, CASE WHEN m.n % 5 = 0 THEN 21 ELSE 0 END
      FROM made m JOIN numbered p ON p.n = m.n % $3::int JOIN accounts a ON a.code = '2410'
  )
  INSERT INTO open_item_allocations (company_id, allocation_id, line_no, open_item_id, allocated_on, amount, base_amount, kind)
  SELECT $1, gen_random_uuid(), 1, id, day + 40, 21, 21, 'payment' FROM made WHERE n % 5 = 0`;
