import { setTimeout } from 'node:timers/promises';
import { inCompany } from '../support/database';
import { outcome } from '../support/sales';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

/** @invariant INV-09 */
describe('accounting periods', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
  });

  const MARCH = { year: 2026, month: 3 };
  const post = (date: string, of = company): Promise<Answer> =>
    of.post('ledger/journal/transactions/create', {
      date,
      entries: [
        { accountCode: '271', debit: '1.00' },
        { accountCode: '5000', credit: '1.00' },
      ],
    });

  it('are there from their first posting or lock on', async () => {
    expect((await company.ok('ledger/periods/list')).rows).toEqual([]);
    await post('2026-02-10');
    const locked = await company.ok('ledger/periods/lock', MARCH);
    expect(locked).toEqual({ id: expect.any(String), ...MARCH, status: 'locked' });
    const { rows, total } = await company.ok('ledger/periods/list');
    expect({ rows, total }).toEqual({
      rows: [locked, { id: expect.any(String), year: 2026, month: 2, status: 'open' }],
      total: 2,
    });
    expect(
      (await company.ok('ledger/periods/list', { filter: [{ field: 'status', op: 'eq', value: 'open' }] }))
        .rows,
    ).toMatchObject([{ month: 2 }]);
  });

  it('take no posting while locked, in this company only', async () => {
    const other = await app.company();
    const { body } = await post('2026-03-31');
    await company.ok('ledger/periods/lock', MARCH);
    await company.ok('ledger/periods/lock', { year: 2026, month: 4 });
    const refusals = [
      await post('2026-03-05'),
      await company.post('ledger/journal/transactions/reverse', {
        id: body.id as string,
        date: '2026-03-31',
      }),
    ];
    for (const refusal of refusals) {
      expect([refusal.status, refusal.body.error.reason]).toEqual([422, 'period_locked']);
      expect(refusal.body.message).toMatch(
        /^Period 2026-03 is locked since 20\S+Z; unlock it or use a date from 2026-05-01\.$/,
      );
    }
    expect((await post('2026-03-05', other)).status).toBe(201);
    expect((await post('2026-05-01')).status).toBe(201);
    expect(await company.ok('ledger/periods/unlock', { ...MARCH, reason: 'Late invoice' })).toMatchObject({
      ...MARCH,
      status: 'open',
    });
    expect((await post('2026-03-05')).status).toBe(201);
    const [audit] = (await company.sql(
      `SELECT diff FROM audit_log WHERE action = 'accounting_period.unlocked'`,
    )) as [{ diff: object }];
    expect(audit.diff).toEqual({ period: '2026-03', reason: 'Late invoice' });
  });

  it('are locked and unlocked once, of twenty at a time', async () => {
    const outcomes = async (action: string): Promise<unknown[]> => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => company.post(`ledger/periods/${action}`, MARCH)),
      );
      return answers.map(({ status, body }) => body.error?.reason ?? status).sort();
    };
    expect(await outcomes('lock')).toEqual([200, ...Array<string>(19).fill('period_already_locked')]);
    expect(await outcomes('unlock')).toEqual([200, ...Array<string>(19).fill('period_not_locked')]);
    expect(await company.count('audit_log', `entity = 'accounting_period'`)).toBe(2);
  });

  it.each([
    [{ year: 2026 }, 'month'],
    [{ year: 2026, month: 13 }, 'month'],
    [{ year: 2026, month: 0 }, 'month'],
    [{ year: 26, month: 1 }, 'year'],
    [{ year: '2026', month: 1 }, 'year'],
  ])('refuse %j', async (period, member) => {
    const answer = await company.post('ledger/periods/lock', period);
    expect([answer.status, Object.keys(answer.body.error.fieldErrors as object)]).toEqual([400, [member]]);
  });

  it('hold only what was posted before the lock, with twenty posts in flight', async () => {
    await post('2026-03-01');
    const posts = Array.from({ length: 20 }, () => post('2026-03-15'));
    const lock = posts[0]!.then(() => company.ok('ledger/periods/lock', MARCH));
    const answers = await Promise.all(posts);
    await lock;
    const taken = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 422);
    expect(taken.length + refused.length).toBe(20);
    expect(refused.every(({ body }) => body.error.reason === 'period_locked')).toBe(true);
    expect(await company.count('journal_transactions')).toBe(taken.length + 1);
    const late = `posted_at > (SELECT locked_at FROM accounting_periods p WHERE (p.year, p.month) = (2026, 3))`;
    expect(await company.count('journal_transactions', late)).toBe(0);
  });

  it('are locked in their turn, however many postings come', async () => {
    await post('2026-03-10');
    let [isAnswered, isOver] = [false, false];
    let answered = 0;
    let begin = (): void => undefined;
    const underWay = new Promise<void>(resolve => (begin = resolve));
    const loops = Array.from({ length: 8 }, async () => {
      for (;;) {
        const isLast = isAnswered || isOver;
        const answer = await post('2026-03-11');
        if (++answered === 16) begin();
        if (isLast) return outcome(answer);
      }
    });
    await underWay;
    const lock = company.post('ledger/periods/lock', MARCH).finally(() => (isAnswered = true));
    const inTime = await Promise.race([lock, setTimeout(2000)]);
    isOver = true;
    await lock;
    expect(inTime && outcome(inTime)).toBe('200');
    expect(await Promise.all(loops)).toEqual(Array<string>(8).fill('422 period_locked'));
  });

  it('let no posting pass a lock that waits for one in flight', async () => {
    await post('2026-03-10');
    const answers: Promise<Answer>[] = [];
    await inCompany(app.applicationUrl, company.id, async client => {
      const waiting = async (count: number): Promise<void> => {
        while (((await client.query(SOMEBODY_WAITS)).rowCount ?? 0) < count) await setTimeout(5);
      };
      await client.query('SELECT pg_advisory_xact_lock_shared(fiscal_year_gate($1))', [company.id]);
      await client.query('SELECT 1 FROM accounting_periods FOR KEY SHARE');
      answers.push(company.post('ledger/periods/lock', MARCH));
      await waiting(1);
      answers.push(post('2026-03-11'));
      await Promise.race([answers[1], waiting(2)]);
    });
    expect((await Promise.all(answers)).map(outcome)).toEqual(['200', '422 period_locked']);
  });

  it('keep postings waiting while they are locked or closed, before these hold a balance', async () => {
    await post('2026-03-10');
    let posting: Promise<Answer> | undefined;
    await inCompany(app.applicationUrl, company.id, async client => {
      await client.query('SELECT 1 FROM accounting_periods FOR UPDATE');
      posting = post('2026-03-11');
      while ((await client.query(SOMEBODY_WAITS)).rowCount === 0);
      const { rows } = await client.query(
        `SELECT mode FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
          WHERE l.relation = 'account_balances'::regclass AND l.mode = 'RowExclusiveLock'`,
      );
      expect(rows).toEqual([]);
      await client.query(
        `UPDATE accounting_periods SET status = 'locked', locked_at = clock_timestamp(), frozen_header = '{}'`,
      );
    });
    expect((await posting)!.body.error).toMatchObject({ reason: 'period_locked' });
  });

  it.each(['is there', 'is made by it'])(
    'have a hash that holds a posting in flight into an earlier month that %s',
    async month => {
      if (month === 'is there') await post('2026-01-10');
      await post('2026-03-10');
      let lock: Promise<unknown> | undefined;
      await inCompany(app.applicationUrl, company.id, async client => {
        await client.query(POSTED_BY_HAND, [company.id]);
        let isDone = false;
        lock = company.ok('ledger/periods/lock', MARCH).finally(() => (isDone = true));
        while (!isDone && (await client.query(SOMEBODY_WAITS)).rowCount === 0);
      });
      await lock;
      expect(await company.ok('ledger/periods/verify', MARCH)).toMatchObject({ matches: true });
    },
  );
});

const SOMEBODY_WAITS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** A posting of 1.00 into January 2026, for a transaction that stays open. */
const POSTED_BY_HAND = `
  WITH month AS (
    INSERT INTO accounting_periods (company_id, year, month, period_id, status)
    SELECT $1, 2026, 1, gen_random_uuid(), 'open'
     WHERE NOT EXISTS (SELECT 1 FROM accounting_periods WHERE (year, month) = (2026, 1))
  ), header AS (
    INSERT INTO journal_transactions (company_id, transaction_id, entry_count, posted_on, period_year, period_month, total, request_ordinal)
    VALUES ($1, '00000000-0000-4000-8000-000000000001', 2, '2026-01-20', 2026, 1, 1, 0)
  )
  INSERT INTO journal_entries (company_id, transaction_id, entry_count, posted_on, entry_no, entry_id, account_id, debit, credit,
                               document_currency, document_amount)
  SELECT $1, '00000000-0000-4000-8000-000000000001', 2, '2026-01-20', n, gen_random_uuid(), account_id, 2 - n, n - 1, 'EUR', 3 - 2 * n
    FROM (VALUES (1, '271'), (2, '5000')) AS e(n, code) JOIN accounts a ON a.code = e.code`;
