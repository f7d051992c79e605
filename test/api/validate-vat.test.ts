import { outcome, Sales } from '../support/sales';
import { OutsideServer, viesVerdict } from '../support/outside-server';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const VALIDATE = 'partners/validate-vat';
const NOW = '2026-11-15T10:00:00.000Z';
const BUYER = 'DE136695976';

describe('partners/validate-vat', () => {
  let vies: OutsideServer;
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    vies = await OutsideServer.start();
    app = await TestApp.start({ viesUrl: vies.settings.viesUrl }, new TestClock(new Date(NOW)));
  });
  beforeEach(async () => {
    company = await app.company({ vatCode: 'LT100001919017' });
    vies.asked = [];
    vies.answer = ({ body }) => ({ body: viesVerdict(body) });
  });
  afterAll(async () => {
    await app.stop();
    await vies.stop();
  });

  const newPartner = async (more: object = {}): Promise<string> =>
    ((await company.ok('partners/create', { name: 'Buyer GmbH', vatCode: BUYER, ...more })) as { id: string })
      .id;

  it('asks VIES four questions at once at most; more are told to come again', async () => {
    let begin = (): void => undefined;
    const begun = new Promise<void>(resolve => (begin = resolve));
    vies.answer = async ({ body }) => {
      await begun;
      return { body: viesVerdict(body) };
    };
    const asked = Array.from({ length: 7 }, () => company.post(VALIDATE, { vatCode: BUYER }));
    const refused = await Promise.race(asked);
    expect([outcome(refused), refused.headers.get('Retry-After')]).toEqual([
      '503 temporarily_unavailable',
      '5',
    ]);
    while (vies.asked.length < 4) await new Promise(resolve => setTimeout(resolve, 10));
    begin();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(vies.asked.length).toBe(statuses.filter(status => status === 200).length);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });

  it('asks VIES in the name of the company, and keeps the answer with the partner', async () => {
    const partnerId = await newPartner();
    expect(await company.ok(VALIDATE, { partnerId })).toEqual({
      valid: true,
      countryCode: 'DE',
      vatNumber: '136695976',
      name: 'BUYER GMBH',
      address: null,
      requestIdentifier: 'WAPIAAAAZ1',
      checkedAt: NOW,
      source: 'vies',
    });
    expect(vies.asked).toEqual([
      {
        method: 'POST',
        path: '/vies/check-vat-number',
        body: {
          countryCode: 'DE',
          vatNumber: '136695976',
          requesterMemberStateCode: 'LT',
          requesterNumber: '100001919017',
        },
      },
    ]);
    expect(await company.ok('partners/get', { id: partnerId })).toMatchObject({
      vatValid: true,
      vatValidatedAt: NOW,
      vatRequestIdentifier: 'WAPIAAAAZ1',
    });
  });

  it('gives the answer to the evidence of documents that are issued later, and not of earlier ones', async () => {
    const partnerId = await newPartner();
    const sales = await Sales.of(company);
    const issue = async (): Promise<{ vatEvidence: { vies: object | null; partner: object } }> =>
      company.ok('sales/invoices/create', sales.request({ partnerId, issue: true }));
    expect((await issue()).vatEvidence.vies).toBeNull();
    await company.ok(VALIDATE, { vatCode: 'de 136 695 976' });
    const { vatEvidence } = await issue();
    expect(vatEvidence.partner).toMatchObject({ vatValid: true, vatValidatedAt: NOW });
    expect(vatEvidence.vies).toEqual({
      valid: true,
      countryCode: 'DE',
      vatNumber: '136695976',
      name: 'BUYER GMBH',
      address: null,
      requestIdentifier: 'WAPIAAAAZ1',
      checkedAt: NOW,
    });
    // Another number is another question.
    await company.ok('partners/update', { id: partnerId, vatCode: 'ATU13585627' });
    expect((await issue()).vatEvidence.vies).toBeNull();
  });

  it('takes numbers of nobody, Greek and Northern Irish ones too', async () => {
    expect(await company.ok(VALIDATE, { vatCode: 'GR 094259216' })).toMatchObject({
      valid: true,
      countryCode: 'EL',
      vatNumber: '094259216',
    });
    expect(await company.ok(VALIDATE, { vatCode: 'XI980780684' })).toMatchObject({ countryCode: 'XI' });
    expect(vies.asked.map(({ body }) => body.countryCode)).toEqual(['EL', 'XI']);
    expect(await company.count('audit_log', `action = 'partner.vat_validated' AND entity_id IS NULL`)).toBe(
      2,
    );
  });

  it('does not ask about a number with the wrong check digit, and keeps that it is not valid', async () => {
    const partnerId = await newPartner({ vatCode: 'DE136695977' });
    expect(await company.ok(VALIDATE, { partnerId })).toMatchObject({
      valid: false,
      requestIdentifier: null,
      source: 'format',
    });
    expect(vies.asked).toEqual([]);
    expect(await company.ok('partners/get', { id: partnerId })).toMatchObject({
      vatValid: false,
      vatValidatedAt: NOW,
    });
  });

  it('keeps the word of VIES that a number is not valid', async () => {
    const partnerId = await newPartner();
    vies.answer = ({ body }) => ({ body: viesVerdict(body, { valid: false, name: '---' }) });
    expect(await company.ok(VALIDATE, { partnerId })).toMatchObject({ valid: false, source: 'vies' });
    expect(await company.ok('partners/get', { id: partnerId })).toMatchObject({ vatValid: false });
  });

  it('asks without a name where the company has none that VIES accepts', async () => {
    await company.ok('account/companies/update', { vatCode: 'LT100001919018' });
    await company.ok(VALIDATE, { vatCode: BUYER });
    expect(vies.asked[0]!.body).toEqual({ countryCode: 'DE', vatNumber: '136695976' });
    await company.ok('account/companies/update', { vatCode: 'LT100001919017' });
    const refusal = { actionSucceed: false, errorWrappers: [{ error: 'INVALID_REQUESTER_INFO' }] };
    vies.answer = ({ body }) =>
      body.requesterNumber === undefined ? { body: viesVerdict(body) } : { status: 400, body: refusal };
    expect(await company.ok(VALIDATE, { vatCode: BUYER })).toMatchObject({
      valid: true,
      requestIdentifier: null,
    });
  });

  it.each<[string, OutsideServer['answer'], RegExp]>([
    [
      'the register of the state is down',
      () => ({ body: { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] } }),
      /MS_UNAVAILABLE/,
    ],
    ['VIES is down', () => ({ status: 502, body: 'Bad Gateway' }), /status 502/],
    ['VIES hangs up', () => 'drop', /VIES does not say/],
    [
      'VIES sends elsewhere',
      () => ({ status: 307, body: '', headers: { location: '/vies/x' } }),
      /status 307/,
    ],
    ['the answer is too long', () => ({ body: 'x'.repeat(100_000) }), /longer than/],
    [
      'the answer is about another number',
      ({ body }) => ({ body: viesVerdict({ ...body, vatNumber: '1' }) }),
      /not one to the question/,
    ],
  ])('changes nothing when %s, and goes through later with the same key', async (_, fault, why) => {
    const partnerId = await newPartner();
    await company.ok(VALIDATE, { partnerId });
    const before = await company.ok('partners/get', { id: partnerId });
    vies.answer = fault;
    const answer = await company.post(VALIDATE, { partnerId }, { key: 'k' });
    expect(outcome(answer)).toBe('503 vies_unavailable');
    expect(answer.body.error.message).toMatch(why);
    expect(await company.ok('partners/get', { id: partnerId })).toEqual(before);
    vies.answer = ({ body }) => ({ body: viesVerdict(body, { valid: false }) });
    const later = await company.post(VALIDATE, { partnerId }, { key: 'k' });
    expect(later.body).toMatchObject({ valid: false });
    vies.answer = fault;
    expect((await company.post(VALIDATE, { partnerId }, { key: 'k' })).text).toBe(later.text);
  });

  it('asks again when the partner gets another number meanwhile', async () => {
    const partnerId = await newPartner();
    vies.answer = async ({ body }) => {
      if (body.countryCode === 'DE')
        await company.ok('partners/update', { id: partnerId, vatCode: 'ATU13585627' });
      return { body: viesVerdict(body) };
    };
    expect(await company.ok(VALIDATE, { partnerId })).toMatchObject({
      countryCode: 'AT',
      vatNumber: 'U13585627',
    });
    expect(vies.asked.map(({ body }) => body.countryCode)).toEqual(['DE', 'AT']);
    const [{ vat_check: kept }] = await company.sql('SELECT vat_check FROM partners');
    expect(kept).toMatchObject({ source: 'vies', countryCode: 'AT' });
  });

  it.each([
    [{}, '400 invalid_request', 'vatCode'],
    [{ vatCode: 'GB980780684' }, '400 invalid_request', 'vatCode'],
    [{ vatCode: '136695976' }, '400 invalid_request', 'vatCode'],
    [{ partnerId: '018f0000-0000-7000-8000-000000000000' }, '404 not_found', 'partnerId'],
  ])('refuses %j', async (body, refusal, member) => {
    const answer = await company.post(VALIDATE, body);
    expect(outcome(answer)).toBe(refusal);
    expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual([member]);
    expect(vies.asked).toEqual([]);
  });

  it('refuses a partner without a number, and two ways of naming one', async () => {
    const partnerId = await newPartner({ vatCode: undefined });
    expect(outcome(await company.post(VALIDATE, { partnerId }))).toBe('400 invalid_request');
    expect(outcome(await company.post(VALIDATE, { partnerId, vatCode: BUYER }))).toBe('400 invalid_request');
  });

  it('says so, as the sync of rates does, when nobody is there at all', async () => {
    const answer = await company.post('reference/exchange-rates/sync');
    expect(outcome(answer)).toBe('503 rates_unavailable');
    expect(answer.body.error.message).toMatch(/ECONNREFUSED|bad port/);
  });
});
