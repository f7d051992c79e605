import { refuse } from '../../src/shared/domain-error';
import { ChildServer } from '../support/child-server';
import { withClient, workerDatabase } from '../support/database';
import { postRaw, Sender, STRIPE_SECRET } from '../support/inbound';
import { TcpProxy, type Passage } from '../support/tcp-proxy';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';
import { oneLine, TRIAL_EVENT, TrialEventsModule, trialEvent } from '../support/trial-events';

const answered = ({ status, body }: Answer): [number, string] => [
  status,
  status === 200
    ? `${(body as { status: string }).status}${(body as { duplicate: boolean }).duplicate ? ' before' : ''}`
    : (body as { error: { reason: string } }).error.reason,
];

describe('events from the outside', () => {
  let proxy: TcpProxy;
  let superuserUrl: string;
  let app: TestApp;
  let company: TestCompany;
  let sender: Sender;
  beforeAll(async () => {
    const database = await workerDatabase();
    superuserUrl = database.superuserUrl;
    proxy = await TcpProxy.start(database.applicationUrl);
    app = await TestApp.start({ databaseUrl: proxy.url }, undefined, [TrialEventsModule]);
  });
  afterAll(async () => {
    await app.stop();
    await proxy.stop();
  });
  beforeEach(async () => {
    trialEvent.apply = oneLine;
    app.clock.instant = undefined;
    company = await app.company();
    sender = await Sender.of(company, { secret: STRIPE_SECRET });
  });
  afterEach(() => {
    proxy.judge = () => 'forward';
  });

  const tell = (id = 'evt_1', object: object = { id: 'obj_1' }): Promise<Answer> =>
    sender.tell(TRIAL_EVENT, object, { id });
  const effects = (): Promise<number> => company.count('audit_log', `action = 'trial.done'`);
  const remembered = async (): Promise<string[]> =>
    (await sender.remembered()).map(
      ({ externalId, status, duplicates }) => `${externalId} ${status} ${duplicates}`,
    );

  describe('whose signature is wrong', () => {
    const BODY = '{"id":"evt_1","amount":10.00,"note":"žalia ☕"}';
    const AT = 1_700_000_000;
    const RIGHT = '7c50d25cc8fc29739c7e63baca114b9e0aec0df64aac76ddd8d29c84dc4c9b62';
    const REWRITTEN = 'fda4f996828de30f6a306def5717ea31d653d6c31db404f0e000b962122e130b';
    beforeEach(() => {
      app.clock.instant = new Date((AT + 10) * 1000);
    });
    const post = (header: string | undefined, body = BODY): Promise<Answer> =>
      postRaw(sender.url, body, {
        'content-type': 'application/json; charset=utf-8',
        ...(header !== undefined && { 'stripe-signature': header }),
      });

    it('are judged by their raw bytes', async () => {
      const first = await post(`t=${AT},v1=${RIGHT}`);
      expect(answered(first)).toEqual([200, 'ignored']);
      expect(answered(await post(`t=${AT},v1=${REWRITTEN},v1=${RIGHT}`))).toEqual([200, 'ignored before']);
      expect(await remembered()).toEqual(['evt_1 ignored 1']);
    });

    it('are refused, and nothing is stored', async () => {
      const wrong = [
        await post(`t=${AT},v1=${REWRITTEN}`),
        await post(`t=${AT},v1=${RIGHT}`, BODY.replace('10.00', '10.01')),
        await post(`t=${AT},v1=${RIGHT}`, `${BODY} `),
        await post(`t=${AT + 1},v1=${RIGHT}`),
        await post(undefined),
        await post(sender.headers(BODY, AT, 'whsec_test_124')['stripe-signature']),
        await post(sender.headers(BODY, AT - 291)['stripe-signature']),
        await post(undefined, '{'),
        await post(undefined, ''),
      ];
      for (const answer of wrong) expect(answered(answer)).toEqual([400, 'signature_invalid']);
      expect(await company.count('inbound_events')).toBe(0);
      expect(answered(await post(sender.headers(BODY, AT - 290)['stripe-signature']))).toEqual([
        200,
        'ignored',
      ]);
    });

    it('or whose body is too large, are not looked at', async () => {
      const most = 256 * 1024;
      const padded = (size: number): string => `{"id":"evt_1"}${' '.repeat(size - 14)}`;
      const signedBody = (body: string): Promise<Answer> =>
        post(sender.headers(body, AT)['stripe-signature'], body);
      expect(answered(await signedBody(padded(most + 1)))).toEqual([413, 'body_too_large']);
      expect(answered(await signedBody(padded(most)))).toEqual([200, 'ignored']);
    });

    it('is no matter once it is right: what it signs must be an event', async () => {
      for (const [body, reason] of [
        ['{', 'malformed_json'],
        ['[]', 'malformed_json'],
        ['{"type":"x"}', 'invalid_request'],
      ] as const) {
        const answer = await post(sender.headers(body, AT)['stripe-signature'], body);
        expect([body, ...answered(answer)]).toEqual([body, 400, reason]);
      }
      expect(await company.count('inbound_events')).toBe(0);
    });
  });

  it.each([
    ['a member named as those of every object', '{"metadata":{"constructor":"x","__proto__":{"a":1}}}'],
    ['U+0000', '{"metadata":{"note":"a\\u0000b"}}'],
    ['half of a surrogate pair', '{"metadata":{"note":"\\ud800"}}'],
    ['an id that cannot be stored', '{"id":"a\\u0000b"}'],
  ])('are applied in spite of %s', async (_, object) => {
    const at = Math.floor(Date.now() / 1000);
    const body = `{"id":"evt_1","type":"${TRIAL_EVENT}","created":${at},"data":{"object":${object}}}`;
    const post = (): Promise<Answer> => postRaw(sender.url, body, sender.headers(body, at));
    expect(answered(await post())).toEqual([200, 'processed']);
    expect(answered(await post())).toEqual([200, 'processed before']);
    expect([await effects(), await remembered()]).toEqual([1, ['evt_1 processed 1']]);
  });

  describe('are applied once (N35)', () => {
    it('told once, twice, then 20 times at once, then later again', async () => {
      expect(answered(await tell())).toEqual([200, 'processed']);
      expect(answered(await tell())).toEqual([200, 'processed before']);
      const many = await Promise.all(Array.from({ length: 20 }, () => tell()));
      for (const answer of many) expect(answered(answer)).toEqual([200, 'processed before']);
      app.clock.instant = new Date(Date.now() + 86_400_000);
      expect(
        answered(await sender.tell(TRIAL_EVENT, {}, { at: app.clock.instant.getTime() / 1000 })),
      ).toEqual([200, 'processed before']);
      expect([await effects(), await remembered()]).toEqual([1, ['evt_1 processed 22']]);
      expect(await company.count('audit_log', `action = 'inbound_event.processed'`)).toBe(1);
    });

    it('told 20 times at once, the first time', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => tell()));
      const told = answers.map(answer => answered(answer).join(' ')).sort();
      expect(told).toEqual(['200 processed', ...Array<string>(19).fill('200 processed before')]);
      expect([await effects(), await remembered()]).toEqual([1, ['evt_1 processed 19']]);
    });

    it('each of two about one thing, which is for the handler to see', async () => {
      expect(answered(await tell('evt_1'))).toEqual([200, 'processed']);
      expect(answered(await tell('evt_2'))).toEqual([200, 'processed']);
      expect(await effects()).toBe(2);
    });

    it('by whichever of two endpoints of one sender; ids of different senders may meet', async () => {
      const other = await Sender.of(company);
      await tell();
      expect(answered(await other.tell(TRIAL_EVENT, {}))).toEqual([200, 'processed before']);
      expect(await effects()).toBe(1);
      const body = JSON.stringify({ type: TRIAL_EVENT, data: {} });
      for (const shop of [
        await Sender.of(company, { provider: 'standard' }),
        await Sender.of(company, { provider: 'standard' }),
      ]) {
        const headers = shop.headers(body, Math.floor(Date.now() / 1000));
        expect(answered(await postRaw(shop.url, body, headers))).toEqual([200, 'processed']);
        expect(answered(await postRaw(shop.url, body, headers))).toEqual([200, 'processed before']);
      }
      expect(await effects()).toBe(3);
    });

    it('in each of two companies', async () => {
      const theirs = await Sender.of(await app.company());
      await tell();
      expect(answered(await theirs.tell(TRIAL_EVENT, {}))).toEqual([200, 'processed']);
    });
  });

  it('of a type nobody handles are remembered as ignored', async () => {
    expect(answered(await sender.tell('customer.created', {}))).toEqual([200, 'ignored']);
    expect(await sender.remembered()).toMatchObject([
      { status: 'ignored', reason: 'Nothing is done here about events of type customer.created.' },
    ]);
  });

  describe('that cannot be applied', () => {
    it('for a cause that may pass, are told again until they can', async () => {
      trialEvent.apply = async (tx, event) => {
        await oneLine(tx, event);
        refuse('period_locked', 'Period 2026-10 is locked.');
      };
      const deferred = await tell();
      expect(answered(deferred)).toEqual([503, 'event_deferred']);
      expect(deferred.headers.get('retry-after')).toBe('60');
      expect(deferred.body.error.message).toContain('Period 2026-10 is locked.');
      expect([await effects(), await remembered()]).toEqual([0, []]);
      trialEvent.apply = oneLine;
      expect(answered(await tell())).toEqual([200, 'processed']);
      expect(await effects()).toBe(1);
    });

    it('for ever, are remembered with the reason', async () => {
      trialEvent.apply = async (tx, event) => {
        await oneLine(tx, event);
        refuse('already_reversed', 'The transaction is reversed.');
      };
      expect(answered(await tell())).toEqual([200, 'ignored']);
      trialEvent.apply = oneLine;
      expect(answered(await tell())).toEqual([200, 'ignored before']);
      expect(await effects()).toBe(0);
      expect(await sender.remembered()).toMatchObject([
        { status: 'ignored', reason: 'The transaction is reversed.', duplicates: 1 },
      ]);
    });

    it('by a fault of ours, answer 500 and leave nothing', async () => {
      trialEvent.apply = async (tx, event) => {
        await oneLine(tx, event);
        throw new Error('a fault');
      };
      expect(answered(await tell())).toEqual([500, 'internal_error']);
      expect([await effects(), await remembered()]).toEqual([0, []]);
      trialEvent.apply = oneLine;
      expect(answered(await tell())).toEqual([200, 'processed']);
    });
  });

  it('in flight elsewhere are waited for two seconds, and taken over when they fail there', async () => {
    await withClient(superuserUrl, async client => {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO inbound_events (company_id, event_id, endpoint_id, provider, sender, external_id, type, status, occurred_at, received_at)
         VALUES ($1, gen_random_uuid(), $2, 'stripe', 'stripe', 'evt_1', 'x', 'processed', now(), now())`,
        [company.id, sender.endpoint.id],
      );
      const begun = Date.now();
      const busy = await tell();
      expect(answered(busy)).toEqual([503, 'event_in_progress']);
      expect(busy.headers.get('retry-after')).toBe('2');
      expect(Date.now() - begun).toBeGreaterThanOrEqual(1_900);
      await client.query('ROLLBACK');
    });
    expect(answered(await tell())).toEqual([200, 'processed']);
    expect([await effects(), await remembered()]).toEqual([1, ['evt_1 processed 0']]);
  });

  it('while the database is away answer 503, and are applied when it is back', async () => {
    proxy.judge = () => 'cut';
    proxy.cutAll();
    expect(answered(await tell())).toEqual([503, 'temporarily_unavailable']);
    proxy.judge = () => 'forward';
    expect(answered(await tell())).toEqual([200, 'processed']);
    expect([await effects(), await remembered()]).toEqual([1, ['evt_1 processed 0']]);
  });

  describe('that a server was killed over (N35)', () => {
    const payout = (url: string): Promise<Answer> =>
      sender.tell('payout.paid', { id: 'po_1', amount: 1000, currency: 'eur' }, { url });

    it.each<[string, (passage: Passage, isOurs: boolean) => boolean, string]>([
      ['after it was remembered', ({ direction }, isOurs) => isOurs && direction === 'reply', 'processed'],
      [
        'after COMMIT, before the answer',
        ({ direction, request }, isOurs) => isOurs && direction === 'reply' && request.includes('COMMIT'),
        'processed before',
      ],
    ])('%s', async (_, condition, expected) => {
      await company.ok('bank/accounts/create', { name: 'Main' });
      const server = await ChildServer.start(proxy.url, { DATABASE_PREPARED_STATEMENTS: 'off' });
      let [isOurs, isKilled] = [false, false];
      proxy.judge = async passage => {
        isOurs ||= passage.direction === 'request' && passage.text.includes('INSERT INTO inbound_events');
        if (isKilled || !condition(passage, isOurs)) return 'forward';
        isKilled = true;
        await server.kill();
        return 'cut';
      };
      await expect(payout(server.url)).rejects.toThrow('fetch failed');
      expect(isKilled).toBe(true);
      proxy.judge = () => 'forward';
      let answer: Answer;
      do answer = await payout(app.url);
      while (answer.status === 503);
      expect(answered(answer)).toEqual([200, expected]);
      expect(answered(await payout(app.url))).toEqual([200, 'processed before']);
      expect([await company.count('settlements'), await company.count('events')]).toEqual([1, 1]);
    });
  });
});
