import { postRaw, Sender } from '../support/inbound';
import { Caller, TestApp, type Answer, type TestCompany } from '../support/test-app';

const LIMIT = 8;
const HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];
const limitsOf = ({ headers }: Answer): (string | null)[] => HEADERS.map(name => headers.get(name));
const SECONDS = expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) as string;

describe('rate limits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ rateLimitPerMinute: LIMIT });
  });
  afterAll(() => app.stop());

  /** Companies made by another app, as the operator has a limit too. */
  let unlimited: TestApp;
  beforeAll(async () => {
    unlimited = await TestApp.start();
  });
  afterAll(() => unlimited.stop());
  const newCaller = async (): Promise<{ company: TestCompany; caller: Caller }> => {
    const company = await unlimited.company();
    return { company, caller: new Caller(app.url, company.token) };
  };
  const spend = async (caller: Caller, calls = LIMIT): Promise<void> => {
    for (let call = 0; call < calls; call++) await caller.ok('account/me');
  };

  it('tell every caller what is left, and refuse one call too many', async () => {
    const { caller } = await newCaller();
    const first = await caller.post('account/me');
    expect(limitsOf(first)).toEqual([String(LIMIT), String(LIMIT - 1), SECONDS, null]);
    const refusedForItsShape = await caller.post('partners/create', { nonsense: true });
    expect([refusedForItsShape.status, ...limitsOf(refusedForItsShape)]).toEqual([
      400,
      String(LIMIT),
      String(LIMIT - 2),
      SECONDS,
      null,
    ]);
    await spend(caller, LIMIT - 2);
    const over = await caller.post('account/me');
    expect([over.status, over.body.error.code, over.body.error.reason]).toEqual([
      429,
      'rate_limited',
      'rate_limited',
    ]);
    expect(limitsOf(over)).toEqual([String(LIMIT), '0', SECONDS, SECONDS]);
    expect(over.headers.get('retry-after')).toBe(over.headers.get('ratelimit-reset'));
  });

  it('are one for all keys of a lineage, and another for each other key', async () => {
    const { company, caller } = await newCaller();
    const { rows } = await company.ok('account/api-keys/list');
    const { key } = await company.ok('account/api-keys/rotate', { id: rows[0].id });
    await spend(caller);
    expect((await new Caller(app.url, key as string).post('account/me')).status).toBe(429);
    const { key: another } = await company.ok('account/api-keys/create', { name: 'Another' });
    expect((await new Caller(app.url, another as string).post('account/me')).status).toBe(200);
  });

  it('come before the Idempotency-Key, which stays free', async () => {
    const { company, caller } = await newCaller();
    await spend(caller);
    const order = { name: 'Buyer UAB' };
    expect((await caller.post('partners/create', order, { key: 'k' })).status).toBe(429);
    expect(await company.count('idempotency_keys', `route = 'partners/create'`)).toBe(0);
    const done = await company.post('partners/create', order, { key: 'k' });
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(limitsOf(done)).toEqual([null, null, null, null]);
  });

  it('stop whoever guesses keys from one address, and nobody who has one', async () => {
    const guess = (): Promise<Answer> => new Caller(app.url, 'gl_nonsense').post('account/me');
    const statuses: number[] = [];
    for (let call = 0; call < 61; call++) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array<number>(60).fill(401), 429]);
    expect(limitsOf(await guess())).toEqual([null, null, null, SECONDS]);
    const { caller } = await newCaller();
    expect((await caller.post('account/me')).status).toBe(200);
  });

  it('hold for the messages to one endpoint, as far as they are signed', async () => {
    const { company } = await newCaller();
    const [one, other] = [await Sender.of(company), await Sender.of(company)];
    const tell = (sender: Sender, id: string): Promise<Answer> =>
      sender.tell('gapless.test', {}, { id, url: app.url });
    await postRaw(`${app.url}${one.endpoint.path}`, '{}', {});
    for (let call = 0; call < LIMIT; call++) expect((await tell(one, `evt_${call}`)).status).toBe(200);
    const over = await tell(one, 'evt_over');
    expect([over.status, over.body.error.reason, over.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      SECONDS,
    ]);
    expect(await company.count('inbound_events', `external_id = 'evt_over'`)).toBe(0);
    expect((await tell(other, 'evt_over')).status).toBe(200);
  });

  it('can be read by scripts of other origins', async () => {
    const { caller } = await newCaller();
    const { headers } = await caller.post(
      'account/me',
      {},
      { headers: { Origin: 'https://app.example.com' } },
    );
    expect(headers.get('access-control-expose-headers')).toMatch(
      /RateLimit-Limit,RateLimit-Remaining,RateLimit-Reset/,
    );
  });
});
