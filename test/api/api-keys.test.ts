import { randomUUID } from 'node:crypto';
import { withClient } from '../support/database';
import { Caller, TestApp, type Answer, type TestCompany } from '../support/test-app';

const NO_ONE = '018f0000-0000-7000-8000-000000000000';
const HOUR = 3_600_000;

describe('API keys', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterEach(() => {
    app.clock.instant = undefined;
  });
  afterAll(() => app.stop());

  const as = (key: string): Caller => new Caller(app.url, key);
  const outcome = (answer: Answer): [number, string | undefined] => [
    answer.status,
    answer.body.error?.reason,
  ];
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * HOUR);
  const keyOf = async (
    company: TestCompany,
    terms: object = {},
  ): Promise<{ id: string; key: string; expiresAt: string | null }> =>
    company.ok('account/api-keys/create', { name: 'key', ...terms });

  describe('create', () => {
    it('shows the key once, and it works', async () => {
      const company = await app.bareCompany();
      const answer = await company.post('account/api-keys/create', {
        name: 'Web shop',
        scopes: ['sales:write', 'account:read', 'sales:write'],
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(String),
        memberId: null,
        name: 'Web shop',
        scopes: ['sales:write', 'account:read'],
        key: expect.stringMatching(new RegExp(`^gl_${company.id}_[A-Za-z0-9_-]{43}$`)),
        expiresAt: null,
      });
      expect((await as(answer.body.key).ok('account/me')).user).toMatchObject({
        id: answer.body.id,
        name: 'Web shop',
      });
    });

    it('keeps the key nowhere: a replay is refused and names what was made', async () => {
      const company = await app.bareCompany();
      const idempotencyKey = randomUUID();
      const first = await company.post('account/api-keys/create', { name: 'once' }, { key: idempotencyKey });
      const again = await company.post('account/api-keys/create', { name: 'once' }, { key: idempotencyKey });
      expect(outcome(again)).toEqual([409, 'idempotency_secret_not_replayable']);
      expect(again.body.error.existingId).toBe(first.body.id);
      expect(again.text).not.toContain('gl_');
      expect(await company.count('api_keys', `name = 'once'`)).toBe(1);
      const secret = first.body.key.split('_').slice(2).join('_');
      for (const table of ['api_keys', 'audit_log', 'idempotency_keys']) {
        const rows = await company.sql(`SELECT row_to_json(t)::text AS text FROM ${table} t`);
        expect(rows.length).toBeGreaterThan(0);
        expect(JSON.stringify(rows)).not.toContain(secret);
        expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
      }
    });

    it("gives the operator's replay the same answer, and asks it for the company", async () => {
      const company = await app.bareCompany();
      const key = randomUUID();
      const body = { name: 'by operator', companyId: company.id };
      const first = await app.operator.post('account/api-keys/create', body, { key });
      const again = await app.operator.post('account/api-keys/create', body, { key });
      expect(outcome(again)).toEqual([409, 'idempotency_secret_not_replayable']);
      expect(again.body.error.existingId).toBe(first.body.id);
      const nameless = await app.operator.post('account/api-keys/create', { name: 'x' });
      expect(outcome(nameless)).toEqual([400, 'invalid_request']);
      expect(nameless.body.error.fieldErrors).toHaveProperty('companyId');
      expect(
        (await app.operator.post('account/api-keys/create', { name: 'x', companyId: NO_ONE })).status,
      ).toBe(404);
    });

    it("does not make keys of another company, and takes the key's own by name", async () => {
      const [company, other] = [await app.bareCompany(), await app.bareCompany()];
      expect(
        outcome(await company.post('account/api-keys/create', { name: 'x', companyId: other.id })),
      ).toEqual([404, 'not_found']);
      expect(await other.count('api_keys')).toBe(1);
      expect(
        (await company.post('account/api-keys/create', { name: 'x', companyId: company.id })).status,
      ).toBe(201);
    });

    it.each([
      ['scopes', { scopes: [] }],
      ['scopes', { scopes: ['sales:delete'] }],
      ['scopes', { scopes: ['members:read'] }],
      ['scopes', { scopes: 'sales:read' }],
      ['expiresInDays', { expiresInDays: 0 }],
      ['expiresInDays', { expiresInDays: 1.5 }],
      ['name', { name: '' }],
      ['companyId', { companyId: 'mine' }],
      ['role', { role: 'admin' }],
    ])('refuses a wrong %s: %j', async (member, wrong) => {
      const company = await app.bareCompany();
      const answer = await company.post('account/api-keys/create', { name: 'x', ...wrong });
      expect([answer.status, Object.keys(answer.body.error.fieldErrors)]).toEqual([400, [member]]);
    });
  });

  describe('scopes', () => {
    it('let a key do what they say and nothing else', async () => {
      const company = await app.bareCompany();
      const reader = as((await keyOf(company, { scopes: ['account:read'] })).key);
      expect((await reader.post('account/companies/profile')).status).toBe(200);
      expect(outcome(await reader.post('account/companies/update', { name: 'x' }))).toEqual([
        403,
        'scope_missing',
      ]);
      expect(outcome(await reader.post('audit/list'))).toEqual([403, 'scope_missing']);
    });

    it('are not handed on by who does not hold them', async () => {
      const company = await app.bareCompany();
      const limited = await keyOf(company, { scopes: ['account:write', 'sales:read'] });
      const caller = as(limited.key);
      expect(
        (await caller.post('account/api-keys/create', { name: 'x', scopes: ['sales:read'] })).status,
      ).toBe(201);
      for (const scopes of [undefined, ['*'], ['sales:write'], ['sales:read', 'bank:read']]) {
        expect(outcome(await caller.post('account/api-keys/create', { name: 'x', scopes }))).toEqual([
          403,
          'scope_missing',
        ]);
      }
      const all = await keyOf(company);
      expect(outcome(await caller.post('account/api-keys/rotate', { id: all.id }))).toEqual([
        403,
        'scope_missing',
      ]);
      expect((await caller.post('account/api-keys/rotate', { id: limited.id })).status).toBe(200);
    });
  });

  it('expire', async () => {
    const company = await app.bareCompany();
    app.clock.instant = daysAgo(2);
    const dead = await keyOf(company, { expiresInDays: 1 });
    const live = await keyOf(company, { expiresInDays: 3 });
    expect(Date.parse(live.expiresAt!) - app.clock.now().getTime()).toBe(72 * HOUR);
    app.clock.instant = undefined;
    expect(outcome(await as(dead.key).post('account/me'))).toEqual([401, 'unauthenticated']);
    expect((await as(live.key).post('account/me')).status).toBe(200);
  });

  it('are listed with everything but themselves', async () => {
    const company = await app.bareCompany();
    const { id } = await keyOf(company, { name: 'second', scopes: ['sales:read'] });
    const { rows } = await company.ok('account/api-keys/list');
    expect(rows.map((row: { name: string }) => row.name)).toEqual(['second', 'test']);
    expect(rows[0]).toEqual({
      id,
      memberId: null,
      name: 'second',
      scopes: ['sales:read'],
      lastUsedAt: null,
      expiresAt: null,
      replacedByKeyId: null,
      createdByUserId: rows[1].id,
      revokedAt: null,
      createdAt: expect.any(String),
    });
    expect(rows[1].createdByUserId).toBe('operator');
    const answer = await company.post('account/api-keys/list', { page: 1 });
    expect([answer.status, Object.keys(answer.body.error.fieldErrors)]).toEqual([400, ['page']]);
  });

  describe('revoke', () => {
    it('ends a key at once, itself too, and only once', async () => {
      const company = await app.bareCompany();
      const { id, key } = await keyOf(company);
      expect(await as(key).ok('account/api-keys/revoke', { id })).toEqual({ revoked: true });
      expect(outcome(await as(key).post('account/me'))).toEqual([401, 'unauthenticated']);
      expect(outcome(await company.post('account/api-keys/revoke', { id }))).toEqual([
        409,
        'api_key_retired',
      ]);
      expect(await company.count('audit_log', `action = 'api_key.revoked' AND entity_id = '${id}'`)).toBe(1);
    });

    it('happens once when twenty ask', async () => {
      const company = await app.bareCompany();
      const { id } = await keyOf(company);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => company.post('account/api-keys/revoke', { id })),
      );
      expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    });

    it("does not reach another company's key", async () => {
      const [company, other] = [await app.bareCompany(), await app.bareCompany()];
      const { id, key } = await keyOf(other);
      for (const path of ['revoke', 'rotate']) {
        expect(outcome(await company.post(`account/api-keys/${path}`, { id }))).toEqual([404, 'not_found']);
      }
      expect((await as(key).post('account/me')).status).toBe(200);
    });
  });

  describe('rotate', () => {
    it('makes a key of the same lineage and lets the old one work on for a while', async () => {
      const company = await app.bareCompany();
      app.clock.instant = new Date(Date.now() - HOUR);
      const old = await keyOf(company, { name: 'shop', scopes: ['account:read', 'account:write'] });
      const answer = await company.post('account/api-keys/rotate', { id: old.id });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        id: expect.any(String),
        memberId: null,
        name: 'shop',
        scopes: ['account:read', 'account:write'],
        key: expect.stringMatching(/^gl_/),
        expiresAt: null,
        replacedKeyId: old.id,
        replacedKeyExpiresAt: new Date(app.clock.now().getTime() + 24 * HOUR).toISOString(),
      });
      for (const key of [old.key, answer.body.key]) {
        expect((await as(key).ok('account/me')).user).toMatchObject({ id: old.id, name: 'shop' });
      }
      const { rows } = await company.ok('account/api-keys/list');
      expect(rows.find((row: { id: string }) => row.id === old.id)).toMatchObject({
        replacedByKeyId: answer.body.id,
        expiresAt: answer.body.replacedKeyExpiresAt,
      });
    });

    it('ends the old key after the overlap', async () => {
      const company = await app.bareCompany();
      app.clock.instant = new Date(Date.now() - 2 * HOUR);
      const old = await keyOf(company);
      const fresh = await company.ok('account/api-keys/rotate', { id: old.id, overlapHours: 1 });
      expect(outcome(await as(old.key).post('account/me'))).toEqual([401, 'unauthenticated']);
      expect((await as(fresh.key).post('account/me')).status).toBe(200);
    });

    it('gives as long a life as the old key had, never lengthens the old one, and takes another life if told', async () => {
      const company = await app.bareCompany();
      app.clock.instant = daysAgo(9.5);
      const old = await keyOf(company, { expiresInDays: 10 });
      app.clock.instant = undefined;
      const fresh = await company.ok('account/api-keys/rotate', { id: old.id, overlapHours: 720 });
      expect(fresh.replacedKeyExpiresAt).toBe(old.expiresAt);
      expect(Math.abs(Date.parse(fresh.expiresAt) - Date.now() - 240 * HOUR)).toBeLessThan(HOUR);
      const next = await company.ok('account/api-keys/rotate', { id: fresh.id, expiresInDays: 1 });
      expect(Math.abs(Date.parse(next.expiresAt) - Date.now() - 24 * HOUR)).toBeLessThan(HOUR);
    });

    it('refuses a key that is replaced, revoked or expired', async () => {
      const company = await app.bareCompany();
      const old = await keyOf(company);
      const fresh = await company.ok('account/api-keys/rotate', { id: old.id });
      const again = await company.post('account/api-keys/rotate', { id: old.id });
      expect(outcome(again)).toEqual([409, 'api_key_retired']);
      expect(again.body.error.existingId).toBe(fresh.id);
      await company.ok('account/api-keys/revoke', { id: fresh.id });
      expect(outcome(await company.post('account/api-keys/rotate', { id: fresh.id }))).toEqual([
        409,
        'api_key_retired',
      ]);
      app.clock.instant = daysAgo(2);
      const expired = await keyOf(company, { expiresInDays: 1 });
      app.clock.instant = undefined;
      expect(outcome(await company.post('account/api-keys/rotate', { id: expired.id }))).toEqual([
        409,
        'api_key_retired',
      ]);
    });

    it('happens once when twenty ask', async () => {
      const company = await app.bareCompany();
      const { id } = await keyOf(company);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => company.post('account/api-keys/rotate', { id })),
      );
      expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
      expect(await company.count('api_keys', `lineage_id = '${id}'`)).toBe(2);
    });

    it('does not store the new key', async () => {
      const company = await app.bareCompany();
      const { id } = await keyOf(company);
      const idempotencyKey = randomUUID();
      const first = await company.post('account/api-keys/rotate', { id }, { key: idempotencyKey });
      const again = await company.post('account/api-keys/rotate', { id }, { key: idempotencyKey });
      expect(outcome(again)).toEqual([409, 'idempotency_secret_not_replayable']);
      expect(again.body.error.existingId).toBe(first.body.id);
    });
  });

  describe('and Idempotency-Keys', () => {
    it("replays the old key's answer to the new one, and to no other key of the company", async () => {
      const company = await app.bareCompany();
      const old = await keyOf(company);
      const idempotencyKey = randomUUID();
      const first = await as(old.key).post(
        'account/companies/update',
        { name: 'Renamed' },
        { key: idempotencyKey },
      );
      const fresh = await company.ok('account/api-keys/rotate', { id: old.id });
      const replay = await as(fresh.key).post(
        'account/companies/update',
        { name: 'Renamed' },
        { key: idempotencyKey },
      );
      expect([replay.status, replay.text, replay.headers.get('idempotent-replayed')]).toEqual([
        200,
        first.text,
        'true',
      ]);
      const stranger = await company.post(
        'account/companies/update',
        { name: 'Renamed' },
        { key: idempotencyKey },
      );
      expect(outcome(stranger)).toEqual([422, 'idempotency_key_other_actor']);
      expect(await company.count('audit_log', `action = 'company.updated'`)).toBe(1);
    });

    it('keeps the Idempotency-Keys of the operator and of companies apart', async () => {
      const company = await app.bareCompany();
      const key = randomUUID();
      await app.operator.ok('account/api-keys/create', { name: 'x', companyId: company.id }, { key });
      expect((await company.post('account/companies/update', { name: 'x' }, { key })).status).toBe(200);
      const scopes = await withClient(app.superuserUrl, client =>
        client.query<{ company_id: string }>(
          'SELECT company_id FROM idempotency_keys WHERE key_text = $1 ORDER BY 1',
          [key],
        ),
      );
      expect(scopes.rows.map(row => row.company_id)).toEqual([
        '00000000-0000-0000-0000-000000000000',
        company.id,
      ]);
    });
  });
});
