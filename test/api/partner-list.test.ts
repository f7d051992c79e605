import { TestApp, type Answer, type TestCompany } from '../support/test-app';

interface Row {
  id: string;
  name: string;
}

/** What every list does, shown on partners. */
describe('the list of partners', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.bareCompany();
  });

  const list = (request: object = {}): Promise<Answer> => company.post('partners/list', request);
  const names = async (request: object): Promise<string[]> =>
    ((await company.ok('partners/list', request)) as { rows: Row[] }).rows.map(row => row.name);

  async function add(...partners: object[]): Promise<string[]> {
    const ids: string[] = [];
    for (const partner of partners) ids.push(((await company.ok('partners/create', partner)) as Row).id);
    return ids;
  }

  it('filters by every operator', async () => {
    await add(
      {
        name: 'Alfa',
        code: '10',
        paymentTermDays: 10,
        isSupplier: true,
        creditLimit: '100.00',
        birthDate: '1990-05-05',
      },
      { name: 'Beta', code: '20', paymentTermDays: 20, creditLimit: '0.10' },
      { name: 'Alfabetas', paymentTermDays: 30, creditLimit: '0.20', isActive: false },
    );
    const filtered = (field: string, op: string, value: unknown): Promise<string[]> =>
      names({ filter: [{ field, op, value }] });
    expect(await filtered('name', 'eq', 'Alfa')).toEqual(['Alfa']);
    expect(await filtered('name', 'ne', 'Alfa')).toEqual(['Alfabetas', 'Beta']);
    expect(await filtered('code', 'ne', '10')).toEqual(['Alfabetas', 'Beta']);
    expect(await filtered('name', 'contains', 'BET')).toEqual(['Alfabetas', 'Beta']);
    expect(await filtered('name', 'contains', '%')).toEqual([]);
    expect(await filtered('paymentTermDays', 'gte', 20)).toEqual(['Alfabetas', 'Beta']);
    expect(await filtered('paymentTermDays', 'in', [10, '30'])).toEqual(['Alfa', 'Alfabetas']);
    expect(await filtered('creditLimit', 'lte', '0.1')).toEqual(['Beta']);
    expect(await filtered('isActive', 'eq', true)).toEqual(['Alfa', 'Beta']);
    expect(await filtered('birthDate', 'gte', '1990-05-05')).toEqual(['Alfa']);
    expect(await filtered('createdAt', 'lte', '2020-01-01T00:00:00Z')).toEqual([]);
  });

  it('adds up over all rows that match, not over the page', async () => {
    await add(
      { name: 'A', creditLimit: '0.10' },
      { name: 'B', creditLimit: '0.25' },
      { name: 'C' },
      { name: 'D', creditLimit: '1000' },
    );
    const request = {
      totals: ['creditLimit'],
      pageSize: 1,
      filter: [{ field: 'name', op: 'lte', value: 'C' }],
    };
    expect((await list(request)).body).toMatchObject({
      total: 3,
      totals: { creditLimit: '0.35' },
      rows: [{ name: 'A' }],
    });
  });

  it('sorts, empty values last in either direction, and counts pages from 1', async () => {
    await add({ name: 'A', paymentTermDays: 5 }, { name: 'B' }, { name: 'C', paymentTermDays: 9 });
    expect(await names({ sort: [{ field: 'paymentTermDays' }] })).toEqual(['A', 'C', 'B']);
    expect(await names({ sort: [{ field: 'paymentTermDays', dir: 'desc' }] })).toEqual(['C', 'A', 'B']);
    expect(await names({ pageSize: 2, page: 2 })).toEqual(['C']);
    expect(await names({ pageSize: 2, page: 9 })).toEqual([]);
  });

  it.each<[object, string]>([
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: -1 }, 'pageSize'],
    [{ pageSize: 100000 }, 'pageSize'],
    [{ page: 0 }, 'page'],
    [{ sort: [{ field: 'details' }] }, 'sort.0.field'],
    [{ sort: [{ field: 'constructor' }] }, 'sort.0.field'],
    [{ sort: [{ field: 'name', dir: 'up' }] }, 'sort.0.dir'],
    [{ filter: [{ field: 'name', op: 'like', value: 'A' }] }, 'filter.0.op'],
    [{ filter: [{ field: 'name; DROP TABLE partners', op: 'eq', value: 'A' }] }, 'filter.0.field'],
    [{ filter: [{ field: 'paymentTermDays', op: 'eq', value: 'x' }] }, 'filter.0.value'],
    [{ filter: [{ field: 'isActive', op: 'contains', value: 't' }] }, 'filter.0.op'],
    [{ filter: [{ field: 'birthDate', op: 'eq', value: '2026-02-30' }] }, 'filter.0.value'],
    [{ filter: [{ field: 'code', op: 'in', value: 'A' }] }, 'filter.0.value'],
    [{ totals: ['name'] }, 'totals.0'],
  ])('refuses %j, naming the member', async (request, member) => {
    const answer = await list(request);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fieldErrors)).toEqual([member]);
  });

  describe('page by page', () => {
    const SAME = { sort: [{ field: 'paymentTermDays' }], pageSize: 10 };

    /** 25 partners of the same name and term, so that only the id orders them. */
    const same = (): Promise<string[]> =>
      add(...Array.from({ length: 25 }, () => ({ name: 'Same', paymentTermDays: 30 })));

    it('shows each of 25 equal rows once, whatever comes and goes in between', async () => {
      const originals = await same();
      const first = (await list(SAME)).body;
      await add({ name: 'Before', paymentTermDays: 1 }, { name: 'After', paymentTermDays: 99 });
      const [seen, cursorRow] = [first.rows[0].id as string, first.rows[9].id as string];
      await company.ok('partners/delete', { id: seen });
      await company.ok('partners/delete', { id: cursorRow });
      const second = (await list({ ...SAME, cursor: first.nextCursor })).body;
      const third = (await list({ ...SAME, cursor: second.nextCursor })).body;
      const shown = [first, second, third].flatMap(page =>
        (page.rows as Row[]).filter(row => row.name === 'Same').map(row => row.id),
      );
      expect(shown).toHaveLength(25);
      expect([...shown].sort()).toEqual([...originals].sort());
      expect(third.rows).toHaveLength(6);
      expect(third.nextCursor).toBeNull();
    });

    it('goes on across empty values, in both directions', async () => {
      await add(
        ...[null, 3, null, 1, 2, null].map((paymentTermDays, index) => ({
          name: `N${index}`,
          paymentTermDays,
        })),
      );
      for (const dir of ['asc', 'desc']) {
        const request = { sort: [{ field: 'paymentTermDays', dir }, { field: 'name' }] };
        const shown: string[] = [];
        let cursor: string | null = null;
        do {
          const page = (await list({ ...request, pageSize: 1, ...(cursor !== null && { cursor }) })).body as {
            rows: Row[];
            nextCursor: string | null;
          };
          shown.push(...page.rows.map(row => row.name));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(shown).toEqual(await names(request));
        expect(shown).toHaveLength(6);
      }
    });

    it('refuses a cursor that is altered, foreign, or of another question', async () => {
      await same();
      const { nextCursor } = (await list(SAME)).body as { nextCursor: string };
      const [payload, signature] = nextCursor.split('.') as [string, string];
      const forged = Buffer.from(JSON.stringify(['1', '00000000-0000-0000-0000-000000000000'])).toString(
        'base64url',
      );
      const stranger = await app.bareCompany();
      const answers = await Promise.all([
        list({ ...SAME, cursor: 'x' }),
        list({ ...SAME, cursor: `${forged}.${signature}` }),
        list({ ...SAME, cursor: `${payload}.${signature.slice(0, -2)}` }),
        list({ ...SAME, sort: [{ field: 'name' }], cursor: nextCursor }),
        list({ ...SAME, filter: [{ field: 'name', op: 'eq', value: 'Same' }], cursor: nextCursor }),
        company.post('document-series/list', { cursor: nextCursor }),
        stranger.post('partners/list', { ...SAME, cursor: nextCursor }),
      ]);
      for (const answer of answers) {
        expect(answer.status).toBe(400);
        expect(answer.body.error.reason).toBe('cursor_invalid');
        expect(answer.body.rows).toBeUndefined();
      }
    });
  });
});
