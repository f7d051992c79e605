import { createHash } from 'node:crypto';
import { IdempotencyRetention } from '../../src/idempotency';
import { expectSoundBooks } from '../support/books';
import { withClient } from '../support/database';
import { RawConnection, type RawAnswer } from '../support/raw-connection';
import { line, Sales } from '../support/sales';
import { Caller, TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

const CREATE = 'ledger/journal/transactions/create';
const DAY_MS = 86_400_000;

const entry = (amount: string, date = '2026-03-10'): object => ({
  date,
  description: 'Capital paid in',
  entries: [
    { accountCode: '271', debit: amount },
    { accountCode: '3011', credit: amount },
  ],
});

describe('one key, one effect (@invariant INV-04)', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    app.clock.instant = undefined;
    company = await app.company();
  });

  const effects = (of = company): Promise<number> => of.count('journal_transactions');
  const keys = (of = company): Promise<number> =>
    of.count('idempotency_keys', "route LIKE 'ledger/journal/%'");
  const post = (key: string | null, body: unknown = entry('100.00'), by: Caller = company): Promise<Answer> =>
    by.post(CREATE, body, { key });

  function expectReplay(replay: Answer, first: Answer): void {
    expect(replay.status).toBe(first.status);
    expect(replay.text).toBe(first.text);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('content-type')).toBe(first.headers.get('content-type'));
  }

  function expectRefusal(answer: Answer, status: number, reason: string): void {
    expect([answer.status, answer.body.error.reason]).toEqual([status, reason]);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
  }

  it('answers the first call without a replay mark and keeps the key', async () => {
    const first = await post('k');
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect([await effects(), await keys()]).toEqual([1, 1]);
    expect(await company.count('idempotency_keys', 'response_status IS NULL')).toBe(0);
  });

  it('replays byte for byte, with fresh headers of its own', async () => {
    const first = await post('k');
    const audits = await company.count('audit_log');
    const replay = await post('k');
    expectReplay(replay, first);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(replay.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(replay.headers.get('set-cookie')).toBeNull();
    expect(replay.headers.get('cache-control')).toBe('no-store');
    expect([await effects(), await keys(), await company.count('audit_log')]).toEqual([1, 1, audits]);
  });

  it('does two operations for two keys', async () => {
    const [one, other] = [await post('k'), await post('k2')];
    expect(one.body.id).not.toBe(other.body.id);
    expect(await effects()).toBe(2);
  });

  it('asks for a key', async () => {
    const refused = await post(null);
    expectRefusal(refused, 400, 'idempotency_key_required');
    expect(refused.headers.get('link')).toContain('rel="describedby"');
    expect([await effects(), await keys()]).toEqual([0, 0]);
  });

  it('refuses the key for another payload, tells nothing of the first and goes on replaying it', async () => {
    const first = await post('k');
    const reuse = await post('k', entry('200.00'));
    expectRefusal(reuse, 422, 'idempotency_key_reuse');
    expect(reuse.body.error).toMatchObject({ code: 'idempotency_key_reuse', mismatch: ['body'] });
    expect(reuse.text).not.toContain('100.00');
    expect(reuse.text).not.toContain(first.body.id);
    // Also when the other payload is no valid request at all.
    expectRefusal(await post('k', { nonsense: true }), 422, 'idempotency_key_reuse');
    expectReplay(await post('k'), first);
    expect(await effects()).toBe(1);
  });

  it('refuses the key for another operation and does not do that one', async () => {
    const first = await post('k');
    const reuse = await company.post(
      'ledger/journal/transactions/reverse',
      { id: first.body.id },
      { key: 'k' },
    );
    expectRefusal(reuse, 422, 'idempotency_key_reuse');
    expect(reuse.body.error.mismatch).toEqual(['path']);
    expect(await effects()).toBe(1);
  });

  it('keeps the keys of two companies apart', async () => {
    const other = await app.company();
    const [mine, theirs] = [await post('k'), await post('k', entry('100.00'), other)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.text).not.toContain(mine.body.id);
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
    expect([await effects(), await effects(other)]).toEqual([1, 1]);
    expectReplay(await post('k', entry('100.00'), other), theirs);
  });

  describe('and another caller of the same company', () => {
    const another = async (scopes: string[]): Promise<Caller & { id: string }> => {
      const { id, key } = (await company.ok('account/api-keys/create', { name: 'other', scopes })) as Record<
        'id' | 'key',
        string
      >;
      return Object.assign(new Caller(app.url, key), { id });
    };

    it('gets a refusal of its own, never the first answer', async () => {
      const first = await post('k');
      const refused = await post('k', entry('100.00'), await another(['ledger:write']));
      expectRefusal(refused, 422, 'idempotency_key_other_actor');
      expect(refused.body.error).toMatchObject({ code: 'idempotency_key_reuse', mismatch: ['actor'] });
      expect(refused.text).not.toContain(first.body.id);
    });

    it('gets 403 when it may not call the route, replay or not', async () => {
      await post('k');
      expectRefusal(await post('k', entry('100.00'), await another(['ledger:read'])), 403, 'scope_missing');
    });

    it('gets 401 after it was revoked, and its answer stays undisclosed', async () => {
      const caller = await another(['ledger:write']);
      const first = await post('k', entry('100.00'), caller);
      await company.ok('account/api-keys/revoke', { id: caller.id });
      expectRefusal(await post('k', entry('100.00'), caller), 401, 'unauthenticated');
      const refused = await post('k');
      expectRefusal(refused, 422, 'idempotency_key_other_actor');
      expect(refused.text).not.toContain(first.body.id);
    });

    it('is the same caller after its key was rotated', async () => {
      const caller = await another(['ledger:write']);
      const first = await post('k', entry('100.00'), caller);
      const { key } = (await company.ok('account/api-keys/rotate', { id: caller.id })) as { key: string };
      expectReplay(await post('k', entry('100.00'), new Caller(app.url, key)), first);
    });

    it('gets nothing either when the stored fingerprint is of a version no longer known', async () => {
      const first = await post('k');
      await company.sql('UPDATE idempotency_keys SET fingerprint_version = 0');
      expectReplay(await post('k'), first);
      const refused = await post('k', entry('100.00'), await another(['*']));
      expectRefusal(refused, 422, 'idempotency_key_other_actor');
      expectRefusal(await company.post('partners/create', {}, { key: 'k' }), 422, 'idempotency_key_reuse');
    });
  });

  describe('what the request alone decides leaves the key free', () => {
    const unbalanced = {
      ...entry('100.00'),
      entries: [
        { accountCode: '271', debit: '100.00' },
        { accountCode: '3011', credit: '99.99' },
      ],
    };

    it.each<[string, unknown, number, string]>([
      ['a wrong shape', { date: 'tomorrow' }, 400, 'invalid_request'],
      ['an unknown member', { ...entry('1.00'), surprise: 1 }, 400, 'invalid_request'],
      ['debits that differ from credits', unbalanced, 422, 'unbalanced'],
      [
        'an unknown account',
        {
          ...entry('1.00'),
          entries: [
            { accountCode: 'x', debit: '1' },
            { accountCode: '271', credit: '1' },
          ],
        },
        422,
        'account_unusable',
      ],
      ['a body that is no JSON', '{', 400, 'malformed_json'],
      ['a member twice', '{"date":"2026-03-10","date":"2026-03-11","entries":[]}', 400, 'malformed_json'],
      [
        'an amount beyond 2^53 as a number',
        '{"date":"2026-03-10","entries":[{"debit":9007199254740993}]}',
        400,
        'malformed_json',
      ],
      [
        'an amount as a number with decimals',
        '{"date":"2026-03-10","entries":[{"accountCode":"271","debit":0.1},{"accountCode":"3011","credit":0.1}]}',
        400,
        'invalid_request',
      ],
    ])('%s', async (_, body, status, reason) => {
      expectRefusal(await post('k', body), status, reason);
      expect([await effects(), await keys()]).toEqual([0, 0]);
      const corrected = await post('k');
      expect(corrected.status).toBe(201);
      expect(corrected.headers.get('idempotent-replayed')).toBeNull();
      expect([await effects(), await keys()]).toEqual([1, 1]);
    });

    it('a locked period, which can be unlocked', async () => {
      await company.ok('ledger/periods/lock', { year: 2026, month: 3 });
      expectRefusal(await post('k'), 422, 'period_locked');
      await company.ok('ledger/periods/unlock', { year: 2026, month: 3 });
      const done = await post('k');
      expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([201, null]);
      expect(await effects()).toBe(1);
    });

    it('a missing or wrong API key', async () => {
      expectRefusal(await post('k', entry('1.00'), new Caller(app.url, 'gl_wrong')), 401, 'unauthenticated');
      expect(await keys()).toBe(0);
    });
  });

  it('stores a final refusal and replays it, with a mark', async () => {
    const { id } = (await company.ok(CREATE, entry('100.00'))) as { id: string };
    const reverse = (key: string): Promise<Answer> =>
      company.post('ledger/journal/transactions/reverse', { id }, { key });
    expect((await reverse('once')).status).toBe(200);
    const refused = await reverse('twice');
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'already_reversed']);
    expect(refused.headers.get('idempotent-replayed')).toBeNull();
    expectReplay(await reverse('twice'), refused);
    expect(await effects()).toBe(2);
  });

  it('stores an over-credit; a smaller amount under a new key succeeds', async () => {
    const sales = await Sales.of(company);
    const invoice = await sales.issued({ lines: [line('100.00')] });
    const credit = (amount: string, key?: string): Promise<Answer> =>
      sales.tryCredit(invoice.id, { lines: [line(amount)] }, key);
    const refused = await credit('100.01', 'k');
    expect([refused.status, refused.body.error.reason]).toEqual([422, 'over_credit']);
    expectReplay(await credit('100.01', 'k'), refused);
    expectRefusal(await credit('90.00', 'k'), 422, 'idempotency_key_reuse');
    expect((await credit('90.00')).status).toBe(201);
    expect(await company.count('sale_invoices')).toBe(2);
    await expectSoundBooks(company);
  });

  describe('the header', () => {
    const header = async (lines: string[], body = JSON.stringify(entry('100.00'))): Promise<RawAnswer> => {
      const connection = await RawConnection.open(app.url);
      try {
        return await connection.post(
          `/v1/${CREATE}`,
          [`Authorization: Bearer ${company.token}`, ...lines],
          body,
        );
      } finally {
        connection.close();
      }
    };

    it.each<[string, string[]]>([
      ['empty', ['Idempotency-Key:']],
      ['quoted empty', ['Idempotency-Key: ""']],
      ['whitespace only', ['Idempotency-Key:    ']],
      ['256 characters', [`Idempotency-Key: ${'k'.repeat(256)}`]],
      ['Latin-1', ['Idempotency-Key: caf\u00e9']],
      ['UTF-8', [`Idempotency-Key: ${Buffer.from('café', 'utf8').toString('latin1')}`]],
      ['parameters', ['Idempotency-Key: "abc";p=1']],
      ['two lines', ['Idempotency-Key: a', 'Idempotency-Key: b']],
      ['two equal lines', ['Idempotency-Key: a', 'idempotency-key: a']],
      ['two lines, one of them empty', ['Idempotency-Key: a', 'Idempotency-Key:']],
      ['two lines joined by a proxy', ['Idempotency-Key: a, a']],
    ])('is refused: %s', async (_, lines) => {
      const answer = await header(lines);
      expect([answer.status, JSON.parse(answer.body.toString()).error.reason]).toEqual([
        400,
        'idempotency_key_invalid',
      ]);
      expect([await effects(), await keys()]).toEqual([0, 0]);
    });

    it('names one key bare, quoted and with white space around', async () => {
      const first = await header(['Idempotency-Key: "abc"']);
      expect(first.status).toBe(201);
      for (const line of ['Idempotency-Key: abc', 'idempotency-key:   abc  ', 'IDEMPOTENCY-KEY: "abc"']) {
        const replay = await header([line]);
        expect(replay.body.equals(first.body)).toBe(true);
        expect(Object.fromEntries(replay.headers)['idempotent-replayed']).toBe('true');
      }
      expect([await effects(), await keys()]).toEqual([1, 1]);
    });

    it('tells case and spaces inside quotes apart', async () => {
      for (const key of ['A', 'a', '"x "', 'x', 'k'.repeat(255)]) {
        expect((await header([`Idempotency-Key: ${key}`])).status).toBe(201);
      }
      expect([await effects(), await keys()]).toEqual([5, 5]);
    });

    it('replays on one kept-alive connection, compression accepted, and the connection stays usable', async () => {
      const connection = await RawConnection.open(app.url);
      const lines = [`Authorization: Bearer ${company.token}`, 'Idempotency-Key: k', 'Accept-Encoding: gzip'];
      const send = (): Promise<RawAnswer> =>
        connection.post(`/v1/${CREATE}`, lines, JSON.stringify(entry('100.00')));
      const [first, second, third] = [await send(), await send(), await send()];
      connection.close();
      expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
      expect(second.body.equals(first.body)).toBe(true);
      expect(third.body.equals(first.body)).toBe(true);
      const names = second.headers.map(([name]) => name);
      expect(names).not.toContain('transfer-encoding');
      expect(names.filter(name => name === 'content-length')).toHaveLength(1);
      expect(names.filter(name => name === 'idempotent-replayed')).toHaveLength(1);
    });

    it('means nothing to a call that only reads', async () => {
      const { body } = await post('k');
      const read = await company.post('ledger/journal/transactions/get', { id: body.id }, { key: 'k' });
      expect([read.status, read.headers.get('idempotent-replayed')]).toEqual([200, null]);
      for (const method of ['GET', 'HEAD']) {
        const alive = await fetch(`${app.url}/health/live`, { method, headers: { 'Idempotency-Key': 'k' } });
        expect([alive.status, alive.headers.get('idempotent-replayed')]).toEqual([200, null]);
      }
      expect(await keys()).toBe(1);
    });
  });

  it('takes two spellings of one payload for the same', async () => {
    const first = await post(
      'k',
      '{"date":"2026-03-10","description":"é\\/","entries":[{"accountCode":"271","debit":"1"},{"accountCode":"3011","credit":"1"}]}',
    );
    expect(first.status).toBe(201);
    const respelt =
      ' {\n"entries" : [ {"debit":"1", "accountCode":"\\u0032\\u0037\\u0031"},{"credit":"1","accountCode":"3011"}],"description":"\\u00e9/","date":"2026-03-10" }';
    expectReplay(await post('k', respelt), first);
    const template = await company.post('ledger/accounts/apply-template', '', { key: 'empty' });
    expectReplay(await company.post('ledger/accounts/apply-template', '{}', { key: 'empty' }), template);
  });

  describe('under the policy "optional"', () => {
    it('runs calls without a key, each one anew, and keeps the promise to calls with one', async () => {
      company = await app.company({ idempotencyKeyPolicy: 'optional' });
      const [one, other] = [await post(null), await post(null)];
      expect([one.status, other.status]).toEqual([201, 201]);
      expect([await effects(), await keys()]).toEqual([2, 0]);
      const first = await post('k');
      expectReplay(await post('k'), first);
      expect([await effects(), await keys()]).toEqual([3, 1]);
      const malformed = await company.post(CREATE, entry('1.00'), { key: '""' });
      expectRefusal(malformed, 400, 'idempotency_key_invalid');
    });
  });

  it('does not post again when the row of the key is lost but the books are not', async () => {
    await post('k');
    await company.sql('DELETE FROM idempotency_keys');
    expectRefusal(await post('k'), 409, 'idempotency_response_expired');
    expect([await effects(), await keys()]).toEqual([1, 0]);
  });

  describe('after the retention', () => {
    const purge = (): Promise<number> => app.nest.get(IdempotencyRetention).purge(company.id);
    const inDays = (days: number): void => {
      app.clock.instant = new Date(new TestClock().now().getTime() + days * DAY_MS);
    };

    it('keeps answers 30 days; then a retry of a success is told its id, and nothing is done again', async () => {
      const first = await post('k');
      inDays(29);
      await purge();
      expectReplay(await post('k'), first);
      inDays(31);
      await purge();
      const expired = await post('k');
      expectRefusal(expired, 409, 'idempotency_response_expired');
      expect(expired.body.error.existingId).toBe(first.body.id);
      expectRefusal(await post('k', entry('2.00')), 422, 'idempotency_key_reuse');
      expect([await effects(), await keys()]).toEqual([1, 1]);
      expect(await company.count('idempotency_keys', 'response_body IS NOT NULL')).toBe(0);
      expect(await purge()).toBe(0);
    });

    it('drops a tombstone with the documents it is about', async () => {
      await post('k');
      inDays(3652);
      await purge();
      expect(await keys()).toBe(1);
      inDays(3654);
      await purge();
      expect(await company.count('idempotency_keys')).toBe(0);
    });

    it('replays at once while a purge of the very key is open, and never does it again', async () => {
      const first = await post('k');
      await withClient(app.applicationUrl, async client => {
        await client.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'; DELETE FROM idempotency_keys`);
        expectReplay(await post('k'), first);
        await client.query('ROLLBACK');
      });
      expect(await effects()).toBe(1);
    });

    it('frees the key of a refusal', async () => {
      const { id } = (await company.ok(CREATE, entry('100.00'))) as { id: string };
      await company.ok('ledger/journal/transactions/reverse', { id });
      await company.post('ledger/journal/transactions/reverse', { id }, { key: 'k' });
      const hash = createHash('sha256').update('k').digest('hex');
      expect(await company.count('idempotency_keys', `key_hash = '\\x${hash}'`)).toBe(1);
      inDays(31);
      await purge();
      expect(await company.count('idempotency_keys', `key_hash = '\\x${hash}'`)).toBe(0);
    });

    it('works through more than one batch and leaves other companies alone', async () => {
      const other = await app.company();
      await post('k', entry('1.00'), other);
      await company.sql(
        `INSERT INTO idempotency_keys (company_id, key_hash, key_text, fingerprint_version, fingerprint, actor_id, route, response_status, response_body)
         SELECT $1, sha256(n::text::bytea), n::text, 1, sha256(''), 'a', 'r', 201, '' FROM generate_series(1, 1200) n`,
        [company.id],
      );
      inDays(31);
      expect(await purge()).toBeGreaterThanOrEqual(1200);
      expect(await company.count('idempotency_keys', 'NOT body_purged')).toBe(0);
      expect(await other.count('idempotency_keys', 'body_purged')).toBe(0);
    });
  });
});
