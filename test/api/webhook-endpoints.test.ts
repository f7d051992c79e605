import { postRaw, Sender, STRIPE_SECRET } from '../support/inbound';
import { TestApp, type TestCompany } from '../support/test-app';

const NOW = new Date('2026-10-05T10:00:00Z');
const AT = NOW.getTime() / 1000;
const BODY = '{"id":"evt_1","type":"order.made"}';

describe('endpoints for messages from the outside', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    app.clock.instant = NOW;
    company = await app.bareCompany();
  });

  const statusOf = async (sender: Sender, secret: string, at = app.clock.instant!.getTime() / 1000) =>
    (await postRaw(sender.url, BODY, sender.headers(BODY, at, secret))).status;

  it('are made, listed and deleted; the secret is shown once and kept sealed', async () => {
    const created = await company.post('webhooks/endpoints/create', {
      provider: 'standard',
      description: 'Shop',
    });
    const { secret, ...shown } = created.body;
    expect(shown).toEqual({
      id: expect.any(String),
      provider: 'standard',
      path: `/v1/webhooks/inbound/${company.id}.${created.body.id}`,
      description: 'Shop',
      bankAccountId: null,
      previousSecretUntil: null,
      createdAt: NOW.toISOString(),
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await company.ok('webhooks/endpoints/list')).rows).toEqual([shown]);
    await company.ok('webhooks/endpoints/update', { id: shown.id, secret });
    const kept = await company.sql(
      `SELECT e::text AS row FROM webhook_endpoints e UNION ALL SELECT a::text FROM audit_log a
       UNION ALL SELECT concat(k::text, convert_from(k.response_body, 'UTF8')) FROM idempotency_keys k`,
    );
    expect(JSON.stringify(kept)).not.toContain(secret.slice('whsec_'.length));
    await company.ok('webhooks/endpoints/delete', { id: shown.id });
    expect((await company.ok('webhooks/endpoints/list')).rows).toEqual([]);
    for (const path of ['update', 'delete', 'test'])
      expect((await company.post(`webhooks/endpoints/${path}`, { id: shown.id })).status).toBe(404);
    expect(await company.sql('SELECT secret_sealed, previous_secret_sealed FROM webhook_endpoints')).toEqual([
      { secret_sealed: null, previous_secret_sealed: null },
    ]);
  });

  it.each([
    [{ provider: 'stripe', secret: 'sk_live_123456789' }, 'secret'],
    [{ provider: 'standard', secret: 'whsec_dG9vIHNob3J0' }, 'secret'],
    [{ provider: 'standard', secret: 'whsec_not-base64-not-base64-not-base64-not' }, 'secret'],
    [{ provider: 'paypal' }, 'provider'],
  ])('refuse %j', async (body, member) => {
    const answer = await company.post('webhooks/endpoints/create', body);
    expect([answer.status, Object.keys(answer.body.error.fieldErrors as object)]).toEqual([400, [member]]);
  });

  it('believe the old secret for as long as the rotation says, and no other', async () => {
    const sender = await Sender.of(company, { secret: STRIPE_SECRET });
    const { id } = sender.endpoint;
    expect(await statusOf(sender, STRIPE_SECRET)).toBe(200);
    expect(await statusOf(sender, 'whsec_test_456')).toBe(400);
    const rotated = await company.ok('webhooks/endpoints/update', { id, secret: 'whsec_test_456' });
    expect(rotated).toMatchObject({ previousSecretUntil: '2026-10-06T10:00:00.000Z' });
    expect(rotated).not.toHaveProperty('secret');
    expect(await statusOf(sender, STRIPE_SECRET)).toBe(200);
    expect(await statusOf(sender, 'whsec_test_456')).toBe(200);
    app.clock.instant = new Date('2026-10-06T10:00:00Z');
    expect(await statusOf(sender, STRIPE_SECRET)).toBe(400);
    expect(await statusOf(sender, 'whsec_test_456')).toBe(200);
    await company.ok('webhooks/endpoints/update', { id, secret: 'whsec_test_789', overlapHours: 0 });
    expect(await statusOf(sender, 'whsec_test_456')).toBe(400);
    expect(await statusOf(sender, 'whsec_test_789')).toBe(200);
  });

  it.each(['stripe', 'standard'])(
    'of %s answer a signed test event, which is remembered and does nothing',
    async provider => {
      const sender = await Sender.of(company, { provider });
      const { eventId, path, headers, body } = await company.ok('webhooks/endpoints/test', {
        id: sender.endpoint.id,
      });
      const tell = () => postRaw(`${app.url}${path}`, body as string, headers as Record<string, string>);
      const first = await tell();
      expect([first.status, first.body]).toEqual([
        200,
        { id: expect.any(String), status: 'processed', duplicate: false },
      ]);
      expect((await tell()).body).toEqual({ ...first.body, duplicate: true });
      expect(await sender.remembered()).toEqual([
        {
          id: first.body.id,
          endpointId: sender.endpoint.id,
          provider,
          externalId: eventId,
          type: 'gapless.test',
          objectId: null,
          status: 'processed',
          reason: null,
          occurredAt: NOW.toISOString(),
          receivedAt: NOW.toISOString(),
          duplicates: 1,
          lastDuplicateAt: NOW.toISOString(),
        },
      ]);
      expect(await company.count('events')).toBe(0);
      expect(await company.count('audit_log', `action = 'inbound_event.processed'`)).toBe(1);
    },
  );

  it('are found by nobody else: another company, a deleted one, nonsense, an archived company answer alike', async () => {
    const [ours, deleted] = [await Sender.of(company), await Sender.of(company)];
    await company.ok('webhooks/endpoints/delete', { id: deleted.endpoint.id });
    const other = await app.bareCompany();
    const archived = await app.bareCompany();
    const shut = await Sender.of(archived);
    await archived.ok('account/companies/archive', { companyId: archived.id });
    const urls = [
      deleted.url,
      shut.url,
      ours.url.replace(company.id, other.id),
      `${ours.url}.x`,
      `${app.url}/v1/webhooks/inbound/nonsense`,
    ];
    for (const url of urls) {
      const { status, body } = await postRaw(url, BODY, ours.headers(BODY, AT));
      expect([url, status, body.error.message]).toEqual([url, 404, 'There is no such webhook endpoint.']);
    }
    expect(await statusOf(ours, ours.endpoint.secret)).toBe(200);
    const foreign = await Sender.of(other);
    expect((await company.post('webhooks/endpoints/test', { id: foreign.endpoint.id })).status).toBe(404);
    expect((await postRaw(ours.url, BODY, foreign.headers(BODY, AT))).body.error.reason).toBe(
      'signature_invalid',
    );
  });
});
