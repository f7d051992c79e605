import { Client } from 'pg';
import { TestApp } from '../support/test-app';
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
let cpu = () => 0;

const SUMS = (extra = '') => `WITH sums AS (
       SELECT account_id, posted_on >= '2026-01-01'::date AS in_period, sum(debit) AS debit, sum(credit) AS credit
         FROM journal_entries WHERE posted_on <= '2026-11-30'::date ${extra} GROUP BY 1, 2
     ), balances AS (
       SELECT account_id,
              coalesce(sum(debit - credit) FILTER (WHERE NOT in_period), 0) AS opening,
              coalesce(sum(debit) FILTER (WHERE in_period), 0) AS debit,
              coalesce(sum(credit) FILTER (WHERE in_period), 0) AS credit
         FROM sums GROUP BY 1
     )
     SELECT a.account_id AS "accountId", a.code, a.name, a.type, b.opening, b.debit, b.credit,
            b.opening + b.debit - b.credit AS closing
       FROM balances b JOIN accounts a ON a.account_id = b.account_id
      WHERE b.opening <> 0 OR b.debit <> 0 OR b.credit <> 0
      ORDER BY a.code`;
const NEW = `SELECT a.account_id AS "accountId", a.code, a.name, a.type, before.opening, period.debit, period.credit,
            before.opening + period.debit - period.credit AS closing
       FROM accounts a
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.debit), 0) - coalesce(sum(e.credit), 0) AS opening
           FROM journal_entries e
          WHERE e.company_id = a.company_id AND e.account_id = a.account_id AND e.posted_on < '2026-01-01'::date
       ) before
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.debit), 0) AS debit, coalesce(sum(e.credit), 0) AS credit
           FROM journal_entries e
          WHERE e.company_id = a.company_id AND e.account_id = a.account_id AND e.posted_on BETWEEN '2026-01-01'::date AND '2026-11-30'::date
       ) period
      WHERE before.opening <> 0 OR period.debit <> 0 OR period.credit <> 0
      ORDER BY a.code`;
it('scale', async () => {
  const app = await TestApp.start();
  const company = await app.company();
  const owner = new Client({ connectionString: app.superuserUrl });
  await owner.connect();
  const n = 250_000;
  await owner.query(`BEGIN; SET LOCAL session_replication_role = replica`);
  await owner.query(`
    WITH acc AS MATERIALIZED (SELECT account_id, row_number() OVER (ORDER BY code) - 1 AS n FROM accounts WHERE company_id = '${company.id}'),
    h AS MATERIALIZED (SELECT i, uuidv7() AS id, date '2024-01-01' + (i % 1060) AS d FROM generate_series(1, ${n}) i),
    th AS (INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month, description, entry_count, total, request_ordinal)
      SELECT '${company.id}', id, d, extract(year FROM d), extract(month FROM d), 'Load ' || i, 4, 121.37, 0 FROM h)
    INSERT INTO journal_entries (company_id, transaction_id, entry_no, entry_id, entry_count, posted_on, account_id, debit, credit, document_currency, document_amount)
    SELECT '${company.id}', h.id, e.no, gen_random_uuid(), 4, h.d, acc.account_id, e.debit, e.credit, 'EUR', e.debit - e.credit
      FROM h CROSS JOIN (VALUES (1, 121.37, 0), (2, 0, 90.00), (3, 0, 10.30), (4, 0, 21.07)) e(no, debit, credit)
      JOIN acc ON acc.n = CASE e.no WHEN 1 THEN h.i % 3 ELSE 3 + (h.i * 7 + e.no * 13 + h.i / 70) % 70 END`);
  await owner.query('COMMIT');
  await owner.query('VACUUM ANALYZE journal_entries'); await owner.query('VACUUM ANALYZE journal_transactions');
  const say = (t: string) => process.stdout.write(t + '\n');
  const client = new Client({ connectionString: app.applicationUrl });
  await client.connect();
  const run = async (label: string, settings: string, sql: string, explain = false) => {
    const times: number[] = [], cpus: number[] = [];
    for (let k = 0; k < 6; k++) {
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL app.company_id = '${company.id}'; ${settings}`);
      const t = performance.now();
      const c = cpu();
      await client.query(sql);
      times.push(Math.round(performance.now() - t)); cpus.push(cpu() - c);
      if (explain && k === 5) say((await client.query(`EXPLAIN (ANALYZE, BUFFERS OFF, COSTS OFF) ${sql}`)).rows.map(r => r['QUERY PLAN']).join('\n'));
      await client.query('ROLLBACK');
    }
    say(`${label}: ${times.join(' ')} ms, cpu ${cpus.join(' ')} ms  ${execSync('cut -c1-14 /proc/loadavg').toString().trim()}`);
  };

  const pid = (await client.query('SELECT pg_backend_pid() AS p')).rows[0].p as number;
  cpu = () => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10; };
  await run('GROUP BY serial', 'SET LOCAL max_parallel_workers_per_gather = 0', SUMS());
  await run('GROUP BY serial, index only', 'SET LOCAL max_parallel_workers_per_gather = 0;SET LOCAL enable_seqscan=off; SET LOCAL enable_bitmapscan=off', SUMS());
  await run('lateral', '', NEW, true);
  const http = async (label: string, path: string, body: object) => {
    for (let k = 0; k < 5; k++) {
      global.gc?.();
      const before = process.memoryUsage().rss;
      const t = performance.now();
      const response = await fetch(`${app.url}/v1/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${company.token}` }, body: JSON.stringify(body) });
      const size = (await response.arrayBuffer()).byteLength;
      say(`${label}: ${response.status} ${size} bytes ${Math.round(performance.now() - t)} ms, rss +${Math.round((process.memoryUsage().rss - before) / 1e6)} MB of ${Math.round(before / 1e6)}`);
    }
  };
  await http('trial balance', 'reports/trial-balance', { fromDate: '2026-01-01', toDate: '2026-11-30' });
  const big = (await company.sql('SELECT code FROM accounts ORDER BY code LIMIT 1'))[0].code as string;
  await http('detail 83k', 'reports/gl-detail', { accountCode: big, fromDate: '2024-01-01', toDate: '2026-11-30' });
  await http('detail ~49k', 'reports/gl-detail', { accountCode: big, fromDate: '2024-01-01', toDate: '2025-09-15' });
  await http('journal', 'reports/general-journal', { fromDate: '2026-01-01', toDate: '2026-11-30', pageSize: 500, page: 100 });
  await owner.end(); await client.end();
  await app.stop();
}, 600_000);
