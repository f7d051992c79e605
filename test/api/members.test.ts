import { outcome } from '../support/sales';
import { Caller, TestApp, type TestCompany } from '../support/test-app';

interface Person {
  userId: string;
  email: string;
  caller: Caller;
}

const tally = (statuses: number[]): Record<number, number> =>
  statuses.reduce<Record<number, number>>((all, one) => ({ ...all, [one]: (all[one] ?? 0) + 1 }), {});

describe('members of a company', () => {
  let app: TestApp;
  let company: TestCompany;
  let people = 0;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    company = await app.bareCompany();
  });
  afterAll(() => app.stop());

  const keyOf = async (by: Caller, body: object): Promise<Caller> => {
    const { key } = (await by.ok('account/api-keys/create', { name: 'key', ...body })) as { key: string };
    return new Caller(app.url, key);
  };
  /** Somebody of a role, with a key that acts as him; made by the operator. */
  const person = async (role: string, scopes?: string[]): Promise<Person> => {
    const email = `person${++people}@example.com`;
    const at = { companyId: company.id };
    const { userId } = await app.operator.ok('account/members/add', { ...at, email, role });
    return { userId, email, caller: await keyOf(app.operator, { ...at, memberId: userId, scopes }) };
  };
  const may = async (caller: Caller, path: string, body: object): Promise<boolean> => {
    const answer = await caller.post(path, body);
    if (answer.status < 300) return true;
    expect(outcome(answer)).toMatch(/^403 (scope|role)_missing$/);
    return false;
  };

  it('are added, listed, given roles and removed', async () => {
    const added = await company.post('account/members/add', {
      email: ' Ona@Example.com ',
      name: 'Ona',
      role: 'accountant',
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ email: 'Ona@Example.com', name: 'Ona', role: 'accountant' });
    const { userId } = added.body as { userId: string };
    expect(await company.ok('account/members/list')).toEqual({ rows: [added.body] });
    expect(await company.ok('account/members/set-role', { userId, role: 'viewer' })).toEqual({
      userId,
      role: 'viewer',
    });
    const again = await company.post('account/members/add', { email: 'ona@example.COM', role: 'viewer' });
    expect([outcome(again), again.body.error.existingId]).toEqual(['409 duplicate', userId]);
    expect(await company.ok('account/members/remove', { userId })).toEqual({ removed: true });
    expect(await company.ok('account/members/list')).toEqual({ rows: [] });
    expect(outcome(await company.post('account/members/remove', { userId }))).toBe('404 not_found');
    expect(outcome(await company.post('account/members/set-role', { userId, role: 'admin' }))).toBe(
      '404 not_found',
    );
    await company.ok('account/members/add', { email: 'ona@example.com', role: 'viewer' });
    expect(
      await company.sql(`SELECT action, diff FROM audit_log WHERE entity = 'member' AND entity_id = $1`, [
        userId,
      ]),
    ).toEqual([
      { action: 'member.added', diff: { email: 'Ona@Example.com', name: 'Ona', role: 'accountant' } },
      { action: 'member.role_set', diff: { before: { role: 'accountant' }, after: { role: 'viewer' } } },
      {
        action: 'member.removed',
        diff: { email: 'Ona@Example.com', name: 'Ona', role: 'viewer', revokedKeys: [] },
      },
    ]);
  });

  it.each([
    [{ email: 'nobody', role: 'viewer' }, 'email'],
    [{ email: 'a@b, c@d', role: 'viewer' }, 'email'],
    [{ email: 'a@example.com', role: 'king' }, 'role'],
    [{ email: 'a@example.com' }, 'role'],
  ])('are refused as %j', async (body, member) => {
    const answer = await company.post('account/members/add', body);
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual([member]);
  });

  it('of one address are one, however many add it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        company.post('account/members/add', { email: 'one@example.com', role: 'viewer' }),
      ),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 19 });
  });

  describe('with a key', () => {
    it('are who the key says, and who the audit log names', async () => {
      const { userId, email, caller } = await person('accountant');
      expect(await caller.ok('account/me')).toMatchObject({
        user: { id: userId, email, name: null },
        role: 'accountant',
        companies: [{ id: company.id, role: 'accountant' }],
      });
      const { id } = (await caller.ok('partners/create', { name: 'By a person' })) as { id: string };
      const { rows } = (await company.ok('audit/list', {
        filter: [{ field: 'entityId', op: 'eq', value: id }],
      })) as { rows: object[] };
      expect(rows).toMatchObject([{ actorType: 'user', actorId: userId, action: 'partner.created' }]);
    });

    it.each([
      ['owner', true, true, true, true, true],
      ['admin', true, true, true, true, true],
      ['accountant', true, true, true, false, false],
      ['manager', true, true, false, false, false],
      ['developer', true, false, false, true, false],
      ['viewer', true, false, false, false, false],
    ])(
      'as %s read: %s, sell: %s, keep books: %s, see to webhooks: %s, manage: %s',
      async (role, reads, sells, books, hooks, manages) => {
        const { caller } = await person(role);
        const could = [
          await may(caller, 'partners/list', {}),
          await may(caller, 'partners/create', { name: 'P' }),
          await may(caller, 'ledger/periods/lock', { year: 2020, month: 1 }),
          await may(caller, 'webhooks/subscriptions/create', {
            url: 'http://127.0.0.1:9/',
            events: ['*'],
          }),
          await may(caller, 'account/members/add', { email: `by-${role}@example.com`, role: 'viewer' }),
        ];
        expect(could).toEqual([reads, sells, books, hooks, manages]);
      },
    );

    it('have no more than the key has either', async () => {
      const { caller } = await person('accountant', ['partners:read', 'account:write']);
      expect(await may(caller, 'partners/list', {})).toBe(true);
      expect(await may(caller, 'partners/create', { name: 'P' })).toBe(false);
      expect(await may(caller, 'account/companies/update', { phone: '1' })).toBe(false);
      const narrow = await person('admin', ['account:write']);
      expect(await may(narrow.caller, 'account/members/add', { email: 'x@y.z', role: 'viewer' })).toBe(false);
    });

    it('can do at once what a new role allows, and no longer what it does not', async () => {
      const { userId, caller } = await person('viewer');
      expect(await may(caller, 'partners/create', { name: 'P' })).toBe(false);
      await company.ok('account/members/set-role', { userId, role: 'manager' });
      expect(await may(caller, 'partners/create', { name: 'P' })).toBe(true);
      await company.ok('account/members/set-role', { userId, role: 'viewer' });
      expect(await may(caller, 'partners/create', { name: 'P' })).toBe(false);
    });

    it('are not more by another key of their own: its answer would hand on what this one lacks', async () => {
      const { userId, caller } = await person('owner', ['account:write', 'account:read']);
      const { id } = (await app.operator.ok('account/api-keys/create', {
        companyId: company.id,
        name: 'all',
        memberId: userId,
      })) as { id: string };
      expect(outcome(await caller.post('account/api-keys/rotate', { id }))).toBe('403 scope_missing');
      await caller.ok('account/api-keys/revoke', { id });
    });

    it('take the keys with them that they made, and the audit log says which', async () => {
      const { userId, caller } = await person('admin');
      const made = (await caller.ok('account/api-keys/create', { name: 'back door' })) as {
        id: string;
        key: string;
      };
      const listed = (await company.ok('account/api-keys/list')) as {
        rows: { id: string; memberId: string | null }[];
      };
      const own = listed.rows.find(({ memberId }) => memberId === userId)!.id;
      await company.ok('account/members/remove', { userId });
      expect(outcome(await new Caller(app.url, made.key).post('partners/list'))).toBe('401 unauthenticated');
      expect(
        await company.sql(
          `SELECT diff -> 'revokedKeys' AS keys FROM audit_log WHERE action = 'member.removed'`,
        ),
      ).toEqual([{ keys: [made.id, own].sort() }]);
    });

    it('change neither their own role nor end their own membership', async () => {
      await person('owner');
      for (const role of ['owner', 'admin']) {
        const { userId, caller } = await person(role);
        for (const [path, more] of [
          ['set-role', { role: 'viewer' }],
          ['remove', {}],
        ] as const)
          expect(outcome(await caller.post(`account/members/${path}`, { userId, ...more }))).toBe(
            '422 own_membership',
          );
      }
    });

    it('lose all their keys when they are removed, and no integration of others loses any', async () => {
      const { userId, caller } = await person('manager');
      const second = await keyOf(company, { memberId: userId });
      await company.ok('account/members/remove', { userId });
      for (const key of [caller, second])
        expect(outcome(await key.post('partners/list'))).toBe('401 unauthenticated');
      expect(await may(company, 'partners/list', {})).toBe(true);
      expect(outcome(await company.post('account/api-keys/create', { name: 'k', memberId: userId }))).toBe(
        '404 not_found',
      );
    });

    it('stay the same person when the key is rotated, with the same limits', async () => {
      const { userId, caller } = await person('accountant');
      const listed = (await company.ok('account/api-keys/list')) as {
        rows: { id: string; memberId: string | null }[];
      };
      const { id } = listed.rows.find(({ memberId }) => memberId === userId)!;
      const { key, memberId } = await company.ok('account/api-keys/rotate', { id });
      expect(memberId).toBe(userId);
      const fresh = new Caller(app.url, key as string);
      expect(await fresh.ok('account/me')).toMatchObject({ user: { id: userId } });
      expect(await may(fresh, 'account/companies/update', { phone: '1' })).toBe(false);
      // One person with two keys is one actor: a retry with the other key is a retry.
      const first = await caller.post('partners/create', { name: 'P' }, { key: 'k' });
      const retry = await fresh.post('partners/create', { name: 'P' }, { key: 'k' });
      expect([retry.status, retry.text]).toEqual([201, first.text]);
    });
  });

  describe('who own the company', () => {
    it('are made, changed and removed by owners and the operator only', async () => {
      const [owner, other, admin] = [await person('owner'), await person('owner'), await person('admin')];
      for (const caller of [admin.caller, company]) {
        const tries: [string, object][] = [
          ['account/members/add', { email: 'second@example.com', role: 'owner' }],
          ['account/members/set-role', { userId: owner.userId, role: 'viewer' }],
          ['account/members/remove', { userId: owner.userId }],
          // Whoever has the key of an owner is one.
          ['account/api-keys/create', { name: 'k', memberId: owner.userId }],
        ];
        for (const [path, body] of tries)
          expect([path, outcome(await caller.post(path, body))]).toEqual([path, '403 role_missing']);
      }
      const { rows } = (await company.ok('account/api-keys/list')) as {
        rows: { id: string; memberId: string | null }[];
      };
      const ownersKey = rows.find(({ memberId }) => memberId === owner.userId)!.id;
      expect(outcome(await admin.caller.post('account/api-keys/rotate', { id: ownersKey }))).toBe(
        '403 role_missing',
      );
      // Nor does who manages no owners end their keys; a narrow key ends itself alone.
      const narrow = await keyOf(company, { scopes: ['account:write'] });
      for (const caller of [admin.caller, company, narrow])
        expect(outcome(await caller.post('account/api-keys/revoke', { id: ownersKey }))).toBe(
          '403 role_missing',
        );
      const integration = rows.find(({ memberId }) => memberId === null)!.id;
      expect(outcome(await narrow.post('account/api-keys/revoke', { id: integration }))).toBe(
        '403 scope_missing',
      );
      await owner.caller.ok('account/api-keys/rotate', { id: ownersKey });
      await owner.caller.ok('account/members/set-role', { userId: other.userId, role: 'viewer' });
      await owner.caller.ok('account/members/add', { email: 'second@example.com', role: 'owner' });
    });

    it('are never all gone, though each takes the next one out at once', async () => {
      const owners = await Promise.all(Array.from({ length: 4 }, () => person('owner')));
      const answers = await Promise.all(
        owners.map(({ caller }, index) => {
          const { userId } = owners[(index + 1) % owners.length]!;
          return index % 2 === 0
            ? caller.post('account/members/remove', { userId })
            : caller.post('account/members/set-role', { userId, role: 'viewer' });
        }),
      );
      const outcomes = answers.map(outcome);
      const done = answers.filter(({ status }) => status === 200).length;
      // Who was admitted after he was taken out is refused before that.
      for (const each of outcomes) expect(each).toMatch(/^(200.*|409 last_owner|401 .*|403 .*)$/);
      const { rows } = (await company.ok('account/members/list')) as { rows: { role: string }[] };
      const left = rows.filter(({ role }) => role === 'owner').length;
      expect(left).toBe(4 - done);
      expect(left).toBeGreaterThan(0);
    });

    it('are added by the operator, who must name the company', async () => {
      const body = { email: 'first@example.com', role: 'owner' };
      expect(outcome(await app.operator.post('account/members/add', body))).toBe('400 invalid_request');
      const other = await app.bareCompany();
      const named = { ...body, companyId: other.id };
      expect(outcome(await company.post('account/members/add', { ...named, role: 'viewer' }))).toBe(
        '404 not_found',
      );
      await app.operator.ok('account/members/add', named);
      expect(await company.ok('account/members/list')).toEqual({ rows: [] });
      expect((await other.ok('account/members/list')) as object).toMatchObject({ rows: [{ role: 'owner' }] });
    });
  });
});
