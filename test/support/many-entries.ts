import type { TestCompany } from './test-app';

/** Half a year of transactions of four entries, 3 x 1.00 against 3.00. */
export async function postMany(company: TestCompany, transactions: number): Promise<void> {
  await company.sql(
    `INSERT INTO accounting_periods (company_id, year, month, period_id, status)
     SELECT $1, 2026, month, gen_random_uuid(), 'open' FROM generate_series(1, 6) AS month`,
    [company.id],
  );
  await company.sql(
    `WITH headers AS MATERIALIZED (
       SELECT gen_random_uuid() AS id, date '2026-01-01' + (n % 180) AS day FROM generate_series(1, $2::int) AS n
     ), written AS (
       INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month, description,
                                         entry_count, total, request_ordinal)
       SELECT $1, id, day, 2026, extract(month FROM day), 'Sales of the day & night', 4, 3, 0 FROM headers
     )
     INSERT INTO journal_entries (company_id, transaction_id, entry_no, entry_id, entry_count, posted_on, account_id,
                                  debit, credit, document_currency, document_amount)
     SELECT $1, h.id, no, gen_random_uuid(), 4, h.day, a.account_id, CASE WHEN no < 4 THEN 1 ELSE 0 END,
            CASE WHEN no < 4 THEN 0 ELSE 3 END, 'EUR', CASE WHEN no < 4 THEN 1 ELSE -3 END
       FROM headers h CROSS JOIN generate_series(1, 4) AS no
       JOIN accounts a ON a.company_id = $1 AND a.code = CASE WHEN no < 4 THEN '271' ELSE '5001' END`,
    [company.id, transactions],
  );
}
