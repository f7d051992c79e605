import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Caller, TestApp, type Answer } from '../support/test-app';
import { inCompany, withClient } from '../support/database';
import { mailSettings } from '../support/mail';
import { forgetEcbRates, OutsideServer } from '../support/outside-server';
import { TestSmtpServer } from '../support/smtp-server';
import { StripeServer } from '../support/stripe-server';
import {
  departures,
  documentedRoutes,
  membersOfFormat,
  type DocumentedRoute,
  type OpenApiDocument,
} from './support/openapi-routes';
import { newMember } from './support/reference-routes';
import { newWalk, ROUTE_CASES, type RouteCase, type Walk } from './support/route-bodies';

const OPERATOR_SCOPE = '00000000-0000-0000-0000-000000000000';
/** Open to everybody, and not part of the API. */
const OPEN_ROUTES = [
  '/docs',
  '/docs-json',
  '/docs-yaml',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/openapi.json',
];
/** Ids of things that are not here yet: naming one is refused as a whole. */
const NOT_SUPPORTED =
  /(^|\.)(agreementId|components\.\d+\.itemId|operationTypeId|projectId|purchaseOrderId|warehouseId)$/;

/** How an id that is not the company's is refused. A credited line is looked for in the credited invoice only. */
function refusalOf(member: string): { status: number; reason: string } {
  if (NOT_SUPPORTED.test(member)) return { status: 422, reason: 'not_supported' };
  return member.endsWith('creditedLineId')
    ? { status: 400, reason: 'invalid_request' }
    : { status: 404, reason: 'not_found' };
}

/**
 * What holds for every route, also for the one somebody adds tomorrow.
 * @invariant INV-04 @invariant INV-08 @invariant INV-09
 */
jest.setTimeout(120_000); // each test walks all of them

describe('every route', () => {
  let app: TestApp;
  let smtp: TestSmtpServer;
  let stripe: StripeServer;
  let outside: OutsideServer;
  let ours: Walk;
  let theirs: Walk;
  let all: DocumentedRoute[];
  /** All but those that take signed messages instead of keys; these have a test of their own. */
  let routes: DocumentedRoute[];
  beforeAll(async () => {
    [smtp, stripe] = [await TestSmtpServer.start(), await StripeServer.start()];
    outside = await OutsideServer.start();
    app = await TestApp.start({ ...mailSettings(smtp), stripeApiUrl: stripe.url, ...outside.settings });
    app.clock.instant = new Date('2026-11-15T10:00:00Z');
    [ours, theirs] = [await newWalk(app), await newWalk(app)];
    all = documentedRoutes((await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApiDocument);
    routes = all.filter(({ kind }) => kind !== 'inbound');
  });
  afterAll(async () => {
    await forgetEcbRates(app);
    await app.stop();
    await Promise.all([smtp.stop(), stripe.stop(), outside.stop()]);
  });

  const caseOf = (path: string): RouteCase => ROUTE_CASES[path] ?? { body: () => ({}) };
  const callerOf = (path: string, walk: Walk): Caller => caseOf(path).caller?.(walk) ?? walk.books.company;
  const isList = ({ request, response }: DocumentedRoute): boolean =>
    request.properties?.filter !== undefined && response.properties?.rows !== undefined;
  const writes = (): DocumentedRoute[] => routes.filter(({ kind }) => kind !== 'read');

  /** Routes for which `judge` finds something to say, with what it says. */
  async function complaints(
    among: DocumentedRoute[],
    judge: (route: DocumentedRoute) => Promise<unknown>,
  ): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    for (const route of among) {
      const complaint = await judge(route);
      if (complaint !== undefined) found[route.path] = complaint;
    }
    return found;
  }

  /** Says nothing when the answer is this refusal. */
  function unless({ status, body }: Answer, wanted: { status: number; reason: string }): unknown {
    const reason = (body as { error?: { reason: string } }).error?.reason;
    return status === wanted.status && reason === wanted.reason
      ? undefined
      : { status, reason: reason ?? body };
  }

  async function keyWith(scopes: string[]): Promise<Caller> {
    const { key } = (await ours.books.company.ok('account/api-keys/create', { name: 'Narrow', scopes })) as {
      key: string;
    };
    return new Caller(app.url, key);
  }

  it('is in the OpenAPI document and in the table of this walk', () => {
    const router = (
      app.nest.getHttpAdapter().getInstance() as { router: { stack: { route?: { path: string } }[] } }
    ).router;
    const served = new Set(
      router.stack
        .flatMap(({ route }) => route?.path.replaceAll(/:(\w+)/g, '{$1}') ?? [])
        .filter(path => !path.startsWith('/docs/')),
    );
    const documented = all.map(({ path }) => `/v1/${path}`);
    expect([...served].filter(path => !OPEN_ROUTES.includes(path)).sort()).toEqual([...documented].sort());
    expect(Object.keys(ROUTE_CASES).sort()).toEqual(routes.map(({ path }) => path).sort());
    const written = JSON.parse(
      readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8'),
    ) as OpenApiDocument;
    expect(documentedRoutes(written).map(({ path }) => path)).toEqual(all.map(({ path }) => path));
  });

  it('declares its kind, its scope and who may call it', () => {
    for (const { path, kind, scope, access } of routes) {
      expect(['read', 'write', 'phased']).toContain(kind);
      expect(['company', 'operator', 'company_or_operator']).toContain(access);
      expect(scope).toBe(`${path.split('/')[0]}:${kind === 'read' ? 'read' : 'write'}`);
    }
  });

  it('that takes messages from the outside believes a signature and nothing else', async () => {
    const inbound = all.filter(({ kind }) => kind === 'inbound');
    expect(inbound.map(({ path, access }) => [path, access])).toEqual([
      ['webhooks/inbound/{endpoint}', 'sender'],
    ]);
    const { company } = ours.books;
    const { path } = (await company.ok('webhooks/endpoints/create', { provider: 'stripe' })) as {
      path: string;
    };
    const before = await company.count('inbound_events');
    const answer = await company.post(path.slice('/v1/'.length), { id: 'evt_1', type: 'payout.paid' });
    expect(unless(answer, { status: 400, reason: 'signature_invalid' })).toBeUndefined();
    const { body } = await theirs.books.company.post(`webhooks/inbound/${company.id}.${randomUUID()}`, {});
    expect(body.error.reason).toBe('not_found');
    expect(await company.count('inbound_events')).toBe(before);
  });

  it('wants to know who asks', async () => {
    const strangers = [
      '',
      'nonsense',
      `gl_${ours.books.company.id}_${'x'.repeat(43)}`,
      `gl_${randomUUID()}_${'x'.repeat(43)}`,
    ];
    expect(
      await complaints(routes, async ({ path }) => {
        const answers = await Promise.all(strangers.map(token => new Caller(app.url, token).post(path, {})));
        return answers
          .map(answer => unless(answer, { status: 401, reason: 'unauthenticated' }))
          .find(complaint => complaint !== undefined);
      }),
    ).toEqual({});
  });

  it('is closed to a key without its scope', async () => {
    const others = await keyWith(['files:read', 'files:write']);
    const othersThanFiles = await keyWith(['audit:read', 'audit:write']);
    const readers = await keyWith([...new Set(routes.map(({ path }) => `${path.split('/')[0]}:read`))]);
    const writers = await keyWith([...new Set(routes.map(({ path }) => `${path.split('/')[0]}:write`))]);
    expect(
      await complaints(routes, async ({ path, kind, access }) => {
        const reason = access === 'operator' ? 'operator_only' : 'scope_missing';
        const answers = [
          await (path.startsWith('files/') ? othersThanFiles : others).post(path, {}),
          await (kind === 'read' ? writers : readers).post(path, {}),
        ];
        return answers
          .map(answer => unless(answer, { status: 403, reason }))
          .find(complaint => complaint !== undefined);
      }),
    ).toEqual({});
  });

  it('is closed to the operator where it is about one company', async () => {
    const company = routes.filter(({ access }) => access === 'company');
    expect(
      await complaints(company, async ({ path }) =>
        unless(await app.operator.post(path, {}), { status: 403, reason: 'company_only' }),
      ),
    ).toEqual({});
  });

  it('that writes wants an Idempotency-Key', async () => {
    expect(
      await complaints(writes(), async ({ path }) => {
        const answer = await callerOf(path, ours).post(path, await caseOf(path).body(ours), { key: null });
        return unless(answer, { status: 400, reason: 'idempotency_key_required' });
      }),
    ).toEqual({});
  });

  it('refuses members it does not know, at every depth', async () => {
    expect(
      await complaints(routes, async ({ path }) => {
        const body = await caseOf(path).body(ours);
        for (const { at, spoiled } of withStrangers(body)) {
          const answer = await callerOf(path, ours).post(path, spoiled);
          const complaint = unless(answer, { status: 400, reason: 'invalid_request' });
          if (complaint !== undefined) return { at, complaint };
          const named = answer.body.error.fieldErrors as object;
          // A map takes any member: it refuses a value that is no text, as a whole.
          if (!(at in named) && !(at.replace(/\.[^.]+$/, '') in named)) return { at, fieldErrors: named };
        }
        return undefined;
      }),
    ).toEqual({});
  });

  it('answers as documented, and gives every documented member', async () => {
    expect(
      await complaints(routes, async ({ path, status, response }) => {
        const answer = await callerOf(path, ours).post(path, await caseOf(path).body(ours));
        const { alwaysRefused } = caseOf(path);
        if (alwaysRefused) return unless(answer, alwaysRefused);
        if (answer.status !== status) return answer.text;
        const found = departures(answer.body, response);
        return found.length === 0 ? undefined : found;
      }),
    ).toEqual({});
  });

  it('filters by the values that there are, and refuses others', async () => {
    expect(
      await complaints(routes.filter(isList), async ({ path, response }) => {
        const filtered = (field: string, value: unknown): Promise<Answer> =>
          callerOf(path, ours).post(path, { filter: [{ field, op: 'eq', value }] });
        for (const [field, schema] of Object.entries(response.properties!.rows!.items!.properties ?? {})) {
          const [value] = (schema.enum ?? []).filter(each => typeof each === 'string');
          // A member that cannot be filtered by is refused by its name.
          if (value === undefined || (await filtered(field, value)).status !== 200) continue;
          const answer = await filtered(field, 'NO SUCH VALUE');
          const told = JSON.stringify(answer.body.error?.fieldErrors ?? {});
          if (answer.status !== 400 || !told.includes(value)) return { field, answer: answer.text };
        }
        return undefined;
      }),
    ).toEqual({});
  });

  describe('knows nothing of another company', () => {
    it('whose whole request it is given', async () => {
      const withIds = routes.filter(({ request }) =>
        request.required?.some(name => request.properties?.[name]?.format === 'uuid'),
      );
      expect(withIds.length).toBeGreaterThan(10);
      expect(
        await complaints(withIds, async ({ path }) => {
          const body = await caseOf(path).body(theirs);
          const before = await fingerprint(theirs);
          const answer = await ours.books.company.post(path, body);
          if ((await fingerprint(theirs)) !== before) return 'their books changed';
          return unless(answer, { status: 404, reason: 'not_found' });
        }),
      ).toEqual({});
    });

    it('one of whose ids it is given', async () => {
      expect(
        await complaints(
          routes.filter(({ access }) => access !== 'operator'),
          async ({ path, request }) => {
            for (const member of membersOfFormat(request, 'uuid')) {
              const { body: makeBody, withId } = caseOf(path);
              const meaningful = { ...(await makeBody(ours)), ...(await withId?.[member]?.(ours)) };
              const body = set(meaningful, member, await theirId(member, path));
              const wanted = refusalOf(member);
              const complaint = unless(await ours.books.company.post(path, body), wanted);
              if (complaint !== undefined) return { member, complaint };
            }
            return undefined;
          },
        ),
      ).toEqual({});
    });

    /** An id of theirs of the kind that the member wants. */
    async function theirId(member: string, path: string): Promise<string> {
      const { books } = theirs;
      switch (member.split('.').at(-1)) {
        case 'partnerId':
          return books.partnerId;
        case 'creditedInvoiceId':
          return books.invoice.id;
        case 'creditedLineId':
          return books.invoice.lines[0]!.id;
        case 'documentId':
          return books.invoice.id;
        case 'groupId':
          return ((await caseOf('assets/assets/create').body(theirs)) as { groupId: string }).groupId;
        case 'userId':
        case 'memberId':
          return (await newMember(books.company)).userId;
        case 'companyId':
          return books.company.id;
        case 'itemId':
          return ((await books.company.ok('catalog/items/create', { name: 'Theirs' })) as { id: string }).id;
        case 'id':
          return ((await caseOf(path).body(theirs)) as { id: string }).id;
        default:
          return ((await anyRow(member)) as { id: string }).id;
      }
    }

    async function anyRow(member: string): Promise<unknown> {
      const { company } = theirs.books;
      const lists: Record<string, string> = {
        documentSeriesId: 'document-series/list',
        parentId: 'ledger/accounts/list',
        openItemId: 'ledger/open-items/list',
        bankAccountId: 'bank/accounts/list',
        costCenterId: 'ledger/cost-centers/list',
        transactionId: 'bank/transactions/list',
      };
      const list = lists[member.split('.').at(-1) ?? ''];
      return list === undefined
        ? { id: randomUUID() }
        : ((await company.ok(list)) as { rows: unknown[] }).rows[0];
    }

    /** Everything in their books but who asked and what is stored of the asking. */
    async function fingerprint({ books }: Walk): Promise<string> {
      return withClient(app.superuserUrl, async client => {
        const { rows } = await client.query<{ name: string }>(
          `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'company_id'
              AND table_name NOT IN ('api_keys', 'company_directory') ORDER BY 1`,
        );
        const parts = rows.map(
          ({ name }) =>
            `SELECT '${name}' AS t, count(*), md5(string_agg(x::text, '' ORDER BY x::text)) FROM ${name} x WHERE company_id = '${books.company.id}'`,
        );
        return JSON.stringify((await client.query(parts.join(' UNION ALL '))).rows);
      });
    }
  });

  describe('that writes', () => {
    it('does it once, answers a retry byte for byte, and leaves word in the audit log, of changes with what was', async () => {
      const doing = writes().filter(({ path }) => !caseOf(path).alwaysRefused);
      expect(
        await complaints(doing, async ({ path, status }) => {
          const body = await caseOf(path).body(ours);
          const [caller, key] = [callerOf(path, ours), randomUUID()];
          const scope = auditScope(path, body);
          const before = await audited(scope);
          const first = await caller.post(path, body, { key });
          if (first.status !== status) return first.text;
          const after = await audited(scope);
          if (after <= before) return 'nothing in the audit log';
          const retry = await caller.post(path, body, { key });
          if ((await audited(scope)) !== after) return 'done again by a retry';
          if (isSecret(first))
            return unless(retry, { status: 409, reason: 'idempotency_secret_not_replayable' });
          if (retry.text !== first.text || retry.status !== first.status)
            return { first: first.text, retry: retry.text };
          if (retry.headers.get('Idempotent-Replayed') !== 'true') return 'not marked as a replay';
          const other = await caller.post(path, { ...body, ...anotherBody }, { key });
          return unless(other, { status: 422, reason: 'idempotency_key_reuse' });
        }),
      ).toEqual({});
      const changes: { action: string; told: boolean }[] = await ours.books.company.sql(
        `SELECT action, bool_and(coalesce(diff ? 'before', false)) AS told FROM audit_log
          WHERE action ~ '[.](updated|deleted|discarded|upserted|set|role_set)$' GROUP BY action`,
      );
      expect(changes.length).toBeGreaterThan(15);
      expect(changes.filter(({ told }) => !told)).toEqual([]);
    });

    const anotherBody = { surprise: true };
    const isSecret = ({ body }: Answer): boolean => 'key' in (body as object) || 'secret' in (body as object);
    const auditScope = (path: string, body: object): string => {
      const { auditedIn } = caseOf(path);
      return auditedIn ? (auditedIn(ours, body) ?? OPERATOR_SCOPE) : ours.books.company.id;
    };

    async function audited(companyId: string): Promise<number> {
      return inCompany(app.applicationUrl, companyId, async client => {
        const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_log');
        return rows[0]!.n;
      });
    }

    it('says of its dates what they post', () => {
      const dated = writes().filter(({ request }) => membersOfFormat(request, 'date').length > 0);
      const silent = dated.filter(({ path }) => !caseOf(path).postsOn && !caseOf(path).datesPostNothing);
      expect(silent.map(({ path }) => path)).toEqual([]);
    });

    it('posts nothing into a locked month of this company, and does into that of another', async () => {
      const posting = writes().filter(({ path }) => caseOf(path).postsOn);
      await ours.books.company.ok('ledger/periods/lock', { year: 2026, month: 2 });
      const DAY = '2026-02-14';
      expect(
        await complaints(posting, async ({ path, status }) => {
          const before = await ours.books.company.count('journal_transactions');
          const body = await caseOf(path).postsOn!(ours, DAY);
          const prepared = (await ours.books.company.count('journal_transactions')) - before;
          const refused = await ours.books.company.post(path, body);
          const complaint = unless(refused, { status: 422, reason: 'period_locked' });
          if (complaint !== undefined) return complaint;
          if ((await ours.books.company.count('journal_transactions')) !== before + prepared)
            return 'something was posted';
          const elsewhere = await theirs.books.company.post(path, await caseOf(path).postsOn!(theirs, DAY));
          return elsewhere.status === status ? undefined : elsewhere.text;
        }),
      ).toEqual({});
      expect(
        await ours.books.company.count(
          'journal_transactions',
          `posted_on BETWEEN '2026-02-01' AND '2026-02-28'`,
        ),
      ).toBe(0);
    });
  });
});

/** The body with an unknown member in each of its objects in turn; `at` is where. */
function withStrangers(body: object, path = ''): { at: string; spoiled: object }[] {
  const here = { at: `${path}unknownMember`, spoiled: { ...body, unknownMember: 1 } };
  const below = Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const child = Array.isArray(value) ? (value[0] as unknown) : value;
    if (typeof child !== 'object' || child === null) return [];
    const isList = Array.isArray(value);
    return withStrangers(child, `${path}${name}.${isList ? '0.' : ''}`).map(({ at, spoiled }) => ({
      at,
      spoiled: { ...body, [name]: isList ? [spoiled, ...(value as unknown[]).slice(1)] : spoiled },
    }));
  });
  return [here, ...below];
}

/** The body with one member set, lists and objects on the way made where they are missing. */
function set(body: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.');
  const members = body as Record<string, unknown>;
  if (rest.length === 0) return { ...body, [name]: value };
  const child = members[name] ?? {};
  if (!Array.isArray(child)) return { ...body, [name]: set(child, rest.join('.'), value) };
  return {
    ...body,
    [name]: [
      set((child[0] ?? {}) as object, rest.slice(1).join('.'), value),
      ...(child.slice(1) as unknown[]),
    ],
  };
}
