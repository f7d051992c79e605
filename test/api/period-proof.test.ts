import { sha256 } from '../../src/shared/sha256';
import { withClient } from '../support/database';
import { TestApp, type TestCompany } from '../support/test-app';

interface Proof {
  matches: boolean;
  storedHash: string;
  currentHash: string;
  transactionsSince: number;
}

/** @invariant INV-09 */
describe('the proof of a locked month', () => {
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
  const post = (date: string, amount = '1.00'): Promise<{ status: number }> =>
    company.post('ledger/journal/transactions/create', {
      date,
      entries: [
        { accountCode: '271', debit: amount },
        { accountCode: '5000', credit: amount },
      ],
    });
  const verify = (period: object = MARCH): Promise<Proof> =>
    company.ok('ledger/periods/verify', period) as Promise<Proof>;

  it('is the SHA-256 of the trial balance that anybody can write down', async () => {
    await post('2026-02-10', '20.00');
    await post('2026-03-31', '101.00');
    await post('2026-04-01', '7.00');
    await company.ok('ledger/periods/lock', MARCH);
    const text = [
      'gapless-trial-balance/1',
      `company ${company.id}`,
      'asOf 2026-03-31',
      'currency EUR',
      '271;121.00;0.00',
      '5000;0.00;121.00',
      '',
    ].join('\n');
    expect(await verify()).toEqual({
      ...MARCH,
      matches: true,
      lockedAt: expect.any(String),
      storedHash: sha256(text),
      currentHash: sha256(text),
      transactionsSince: 0,
    });
  });

  it('says that something moved: in an earlier month, or behind the back of the lock', async () => {
    await post('2026-03-05');
    await company.ok('ledger/periods/lock', MARCH);
    await post('2026-04-05');
    expect(await verify()).toMatchObject({ matches: true, transactionsSince: 0 });
    // February is open: what it brings stands in the opening of March
    await post('2026-02-05');
    expect(await verify()).toMatchObject({ matches: false, transactionsSince: 1 });
    await company.ok('ledger/periods/unlock', { ...MARCH, reason: 'Look at it' });
    await company.ok('ledger/periods/lock', MARCH);
    expect(await verify()).toMatchObject({ matches: true, transactionsSince: 0 });
    await withClient(app.superuserUrl, async client => {
      await client.query(`SET session_replication_role = 'replica'`);
      await client.query(
        `UPDATE journal_entries SET debit = debit * 2, credit = credit * 2 WHERE company_id = $1 AND posted_on = '2026-03-05'`,
        [company.id],
      );
    });
    expect(await verify()).toMatchObject({ matches: false, transactionsSince: 0 });
  });

  it('notices a posting and its reversal, which add up to nothing', async () => {
    await company.ok('ledger/periods/lock', MARCH);
    await post('2026-02-05');
    const { rows } = (await company.ok('ledger/journal/transactions/list')) as { rows: [{ id: string }] };
    await company.ok('ledger/journal/transactions/reverse', { id: rows[0].id, date: '2026-02-28' });
    expect(await verify()).toMatchObject({ matches: false, transactionsSince: 2 });
  });

  it('holds whatever was in flight, of twenty postings', async () => {
    await post('2026-03-01');
    const posts = Array.from({ length: 20 }, () => post('2026-03-15'));
    const lock = posts[0]!.then(() => company.ok('ledger/periods/lock', MARCH));
    const answers = await Promise.all(posts);
    await lock;
    expect(answers.every(({ status }) => status === 201 || status === 422)).toBe(true);
    expect(await verify()).toMatchObject({ matches: true, transactionsSince: 0 });
  });

  it('is kept with who locked and unlocked, when and why', async () => {
    await company.ok('ledger/periods/lock', MARCH);
    await company.ok('ledger/periods/unlock', { ...MARCH, reason: 'Late invoice' });
    await company.ok('ledger/periods/lock', MARCH);
    const { rows } = (await company.ok('ledger/periods/history')) as { rows: object[] };
    const who = { actorType: 'api_key', actorId: expect.any(String), requestId: expect.any(String) };
    const lock = {
      ...MARCH,
      ...who,
      action: 'locked',
      reason: null,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(rows).toMatchObject([
      lock,
      { ...MARCH, ...who, action: 'unlocked', reason: 'Late invoice', hash: null },
      lock,
    ]);
    const refused = await company.post('ledger/periods/verify', { year: 2026, month: 4 });
    expect([refused.status, (refused.body.error as { reason: string }).reason]).toEqual([
      409,
      'period_not_locked',
    ]);
  });
});
