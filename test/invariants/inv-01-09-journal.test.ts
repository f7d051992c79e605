import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { withClient } from '../support/database';
import { TestApp, type TestCompany } from '../support/test-app';

/**
 * Direct SQL in the scope of the company, as the application role and as the owner of the schema.
 * @invariant INV-01 @invariant INV-02 @invariant INV-09
 */
describe.each(['application', 'owner'] as const)('the journal against SQL of the %s role', role => {
  let app: TestApp;
  let company: TestCompany;
  let transactionId: string;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    const posted = (await company.ok('ledger/journal/transactions/create', {
      date: '2026-03-05',
      entries: [
        { accountCode: '271', debit: '121.00' },
        { accountCode: '5000', credit: '121.00' },
      ],
    })) as { id: string };
    transactionId = posted.id;
  });

  const url = (): string => (role === 'owner' ? app.ownerUrl : app.applicationUrl);

  async function begin(client: Client): Promise<void> {
    await client.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'`);
  }

  /** Rows changed and committed, or the constraint or message of the refusal. */
  function attack(statement: string, parameters: unknown[] = []): Promise<number | string> {
    return withClient(url(), async client => {
      try {
        await begin(client);
        const { rowCount } = await client.query(statement, parameters);
        await client.query('COMMIT');
        return rowCount ?? 0;
      } catch (error) {
        const { constraint, message } = error as { constraint?: string; message: string };
        return constraint ?? message;
      }
    });
  }

  const journal = async (): Promise<unknown[]> => [
    await company.sql('SELECT * FROM journal_transactions ORDER BY transaction_id'),
    await company.sql('SELECT * FROM journal_entries ORDER BY transaction_id, entry_no'),
  ];

  /** A copy of the posted transaction with `n` entries, of which the first has `debit`, on `date`; in one statement. */
  const COPY = `
    WITH header AS (
      INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month, entry_count, total, request_ordinal)
      SELECT company_id, $2, $5::date, extract(year FROM $5::date), extract(month FROM $5::date), $3, total, 0
        FROM journal_transactions WHERE transaction_id = $1)
    INSERT INTO journal_entries
    SELECT company_id, $2, entry_no, gen_random_uuid(), $3, $5::date, account_id, CASE entry_no WHEN 1 THEN $4 ELSE debit END, credit,
           document_currency, document_amount
      FROM journal_entries WHERE transaction_id = $1`;
  const copy = (count = 2, debit = '121.00', date = '2026-03-05'): unknown[] => [
    transactionId,
    randomUUID(),
    count,
    debit,
    date,
  ];

  const APPEND = `
    INSERT INTO journal_entries
    SELECT company_id, transaction_id, $2, gen_random_uuid(), entry_count, posted_on, account_id, debit, credit, document_currency, document_amount
      FROM journal_entries WHERE transaction_id = $1 AND entry_no = 1`;

  it('takes a whole transaction (so that the refusals below mean something)', async () => {
    expect(await attack(COPY, copy())).toBe(2);
  });

  it('refuses a header that is not complete, in one statement or two', async () => {
    expect(await attack(COPY, copy(3))).toBe('ck_journal_transactions__balanced');
    const header = `INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month, entry_count, total, request_ordinal)
      SELECT company_id, $2, posted_on, period_year, period_month, entry_count, total, 0 FROM journal_transactions WHERE transaction_id = $1`;
    expect(await attack(header, [transactionId, randomUUID()])).toBe('ck_journal_transactions__balanced');
  });

  it('refuses entries that do not balance, are one-sided or have no header', async () => {
    expect(await attack(COPY, copy(2, '121.01'))).toBe('ck_journal_transactions__balanced');
    expect(await attack(COPY, copy(2, '0'))).toBe('ck_journal_entries__one_side');
    expect(await attack(COPY, copy(1))).toMatch(
      /^ck_journal_(transactions__two_entries|entries__numbered_within_header)$/,
    );
    const orphan = APPEND.replace('company_id, transaction_id, $2', `company_id, '${randomUUID()}', $2`);
    expect(await attack(orphan, [transactionId, 1])).toBe('fk_journal_entries__transaction');
  });

  it('refuses to let a posted transaction grow', async () => {
    expect(await attack(APPEND, [transactionId, 3])).toBe('ck_journal_entries__numbered_within_header');
    expect(await attack(APPEND, [transactionId, 1])).toBe('pk_journal_entries');
    const recounted = APPEND.replace('entry_count,', 'entry_count + 1,');
    expect(await attack(recounted, [transactionId, 3])).toBe('fk_journal_entries__transaction');
  });

  it.each([
    ['UPDATE journal_transactions SET total = total + 1, entry_count = 3'],
    ["UPDATE journal_transactions SET posted_on = posted_on + 1, description = 'x'"],
    ['UPDATE journal_entries SET debit = debit * 2, credit = credit * 2'],
    ['DELETE FROM journal_entries'],
    ['DELETE FROM journal_transactions'],
    ['TRUNCATE journal_entries'],
    ['TRUNCATE journal_transactions CASCADE'],
    [
      'INSERT INTO journal_entries SELECT * FROM journal_entries ON CONFLICT (company_id, transaction_id, entry_no) DO UPDATE SET debit = 1',
    ],
  ])('is not changed by %s', async statement => {
    const before = await journal();
    const outcome = await attack(statement);
    expect(await journal()).toEqual(before);
    if (outcome !== 0) expect(outcome).toMatch(/append_only|permission denied|row-level security/);
  });

  it('refuses a second reversal and a second transaction of a document', async () => {
    const reversing = COPY.replace('request_ordinal)', 'request_ordinal, reverses_id)').replace(
      'total, 0',
      'total, 0, $1',
    );
    expect(await attack(reversing, copy())).toBe(2);
    expect(await attack(reversing, copy())).toBe('uq_journal_transactions__reversed_once');
    const document = COPY.replace('request_ordinal)', 'request_ordinal, document_type, document_id)').replace(
      'total, 0',
      `total, 0, 'sale_invoice', $1`,
    );
    expect(await attack(document, copy())).toBe(2);
    expect(await attack(document, copy())).toBe('uq_journal_transactions__document');
  });

  describe('in a locked period', () => {
    const LOCK = `UPDATE accounting_periods SET status = 'locked', locked_at = clock_timestamp(), frozen_header = '{}' WHERE (year, month) = (2026, 3)`;

    it('refuses a posting, and one whose period is another than its date', async () => {
      await company.ok('ledger/periods/lock', { year: 2026, month: 3 });
      expect(await attack(COPY, copy())).toBe('ck_journal_transactions__period_open');
      expect(await attack(COPY.replace('extract(month FROM $5::date)', '4'), copy())).toBe(
        'ck_journal_transactions__period_of_date',
      );
      expect(await attack(COPY, copy(2, '121.00', '2026-04-01'))).toBe('fk_journal_transactions__period');
    });

    it('waits for the lock that is being set, and is refused by it', async () => {
      await withClient(app.applicationUrl, async locking => {
        await begin(locking);
        await locking.query(LOCK);
        const posting = attack(COPY, copy());
        await blockedBy(locking);
        await locking.query('COMMIT');
        expect(await posting).toBe('ck_journal_transactions__period_open');
      });
    });

    it('is before the lock when it is in flight: even a plain update waits for it', async () => {
      await withClient(url(), async posting => {
        await begin(posting);
        await posting.query(COPY, copy());
        const locking = company.sql(LOCK);
        await blockedBy(posting);
        await posting.query('COMMIT');
        await locking;
      });
      expect(
        await company.count('journal_transactions', 'posted_at < (SELECT locked_at FROM accounting_periods)'),
      ).toBe(2);
      expect(await company.count('journal_transactions')).toBe(2);
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
});
