import { randomUUID } from 'node:crypto';
import { withClient } from '../support/database';
import { Caller, TestApp, type Answer } from '../support/test-app';

const NO_ONE = '018f0000-0000-7000-8000-000000000000';

describe('account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterEach(() => {
    app.clock.instant = undefined;
  });
  afterAll(() => app.stop());

  const as = (key: string): Caller => new Caller(app.url, key);
  const tally = (answers: Answer[]): Record<string, number> =>
    answers.reduce<Record<string, number>>(
      (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
      {},
    );

  describe('companies/create', () => {
    it('makes a company with what Lithuania has by default', async () => {
      const answer = await app.operator.post('account/companies/create', {
        name: ' Example UAB ',
        code: ' 305 ',
        vatCode: 'LT1 ',
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(String),
        name: 'Example UAB',
        code: '305',
        vatCode: 'LT1',
        role: 'developer',
        isSandbox: false,
      });
      const { key } = await app.operator.ok('account/api-keys/create', {
        companyId: answer.body.id,
        name: 'test',
      });
      expect(await as(key).ok('account/companies/profile')).toEqual({
        ...PROFILE_WITHOUT_DETAILS,
        id: answer.body.id,
        name: 'Example UAB',
        code: '305',
        vatCode: 'LT1',
      });
    });

    it('keeps what it was told', async () => {
      const told = {
        countryCode: 'PL',
        isSandbox: true,
        isVatPayer: false,
        vatPayerFrom: '2026-01-01',
        vatPayerTo: '2026-06-30',
        idempotencyKeyPolicy: 'optional',
        vatRounding: 'line',
        strictChronology: true,
        uniqueOrderNumber: true,
        allowManualControlEntries: true,
        purchaseNumberScope: 'year',
        defaultInvoiceCurrency: 'EUR',
        address: { street: 'Testowa 1', city: 'Warszawa', postalCode: '00-001', countryCode: 'PL' },
        email: 'books@example.com',
        phone: '+48 000 000 000',
        iban: 'PL00',
        bankName: 'Bank',
        peppolId: '9945:0000000000',
        sepaCreditorId: 'PL00ZZZ',
        legalForm: 'sp. z o.o.',
        registryName: 'KRS',
        incorporatedOn: '2020-02-29',
        shareCapital: '5000.00',
        accountsKeptBy: 'external',
        vatPeriod: 'quarterly',
        fiscalYearEndMonth: 12,
        filingOptions: { office: '1471' },
        bookkeeperName: 'A. B.',
        auditorName: 'C. D.',
        auditorRegistrationNumber: '7',
        auditRequired: true,
        smeExemptionNumber: 'EX-1',
      };
      const company = await app.bareCompany({ baseCurrency: undefined, ...told });
      expect(await company.ok('account/companies/profile')).toMatchObject({
        ...told,
        baseCurrency: 'PLN',
        timeZone: 'Europe/Warsaw',
        chartTemplate: '',
      });
    });

    it('opens the default series, the directory entry and both audit logs', async () => {
      const company = await app.bareCompany();
      const series = await company.sql(
        'SELECT document_type FROM document_series WHERE is_default ORDER BY 1',
      );
      expect(series.map(row => row.document_type)).toEqual([
        'sale_advance',
        'sale_credit_note',
        'sale_invoice',
        'sale_proforma',
      ]);
      expect(
        await company.sql('SELECT status FROM company_directory WHERE company_id = $1', [company.id]),
      ).toEqual([{ status: 'active' }]);
      expect(
        await company.count(
          'audit_log',
          `action = 'company.created' AND entity_id = '${company.id}' AND actor_id = 'operator'`,
        ),
      ).toBe(1);
      expect(await operatorsAudit(company.id, 'company.created')).toBe(1);
    });

    it('accepts a code that another company has', async () => {
      const [one, other] = [await app.bareCompany(), await app.bareCompany()];
      expect(one.id).not.toBe(other.id);
    });

    it('is for the operator only', async () => {
      const company = await app.bareCompany();
      const refused = await company.post('account/companies/create', { name: 'X' });
      expect([refused.status, refused.body.error.reason]).toEqual([403, 'operator_only']);
      const noKey = await app.operator.post('account/companies/create', { name: 'X' }, { key: null });
      expect([noKey.status, noKey.body.error.reason]).toEqual([400, 'idempotency_key_required']);
      const inside = await app.operator.post('account/companies/profile');
      expect([inside.status, inside.body.error.reason]).toEqual([403, 'company_only']);
    });

    it.each([
      ['name', { name: '   ' }],
      ['name', { name: undefined }],
      ['code', { code: ' ' }],
      ['code', { code: null }],
      ['countryCode', { countryCode: 'US' }],
      ['baseCurrency', { baseCurrency: 'XXZ' }],
      ['baseCurrency', { baseCurrency: 'eur' }],
      ['defaultInvoiceCurrency', { defaultInvoiceCurrency: 'ZZZ' }],
      ['timeZone', { timeZone: 'Europe/Atlantis' }],
      ['timeZone', { timeZone: '+02:00' }],
      ['vatPayerTo', { vatPayerFrom: '2026-02-01', vatPayerTo: '2026-01-31' }],
      ['vatPeriod', { vatPeriod: 'weekly' }],
      ['fiscalYearEndMonth', { fiscalYearEndMonth: 13 }],
      ['shareCapital', { shareCapital: 2500 }],
      ['shareCapital', { shareCapital: '-1' }],
      ['incorporatedOn', { incorporatedOn: '2026-02-30' }],
      ['address.planet', { address: { planet: 'Mars' } }],
      ['filingOptions', { filingOptions: { a: 1 } }],
      ['nonsense', { nonsense: 1 }],
    ])('refuses a wrong %s: %j', async (member, wrong) => {
      const answer = await app.operator.post('account/companies/create', { name: 'X', ...wrong });
      expect([answer.status, Object.keys(answer.body.error.fieldErrors)]).toEqual([400, [member]]);
    });

    it('makes one company per Idempotency-Key of the operator', async () => {
      const key = randomUUID();
      const first = await app.operator.post('account/companies/create', { name: 'Once' }, { key });
      const again = await app.operator.post('account/companies/create', { name: 'Once' }, { key });
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
        201,
        first.text,
        'true',
      ]);
      const other = await app.operator.post('account/companies/create', { name: 'Twice' }, { key });
      expect([other.status, other.body.error.reason]).toEqual([422, 'idempotency_key_reuse']);
      expect(await operatorsAudit(first.body.id, 'company.created')).toBe(1);
    });

    it('makes one company of twenty parallel calls with one key', async () => {
      const key = randomUUID();
      const name = `Parallel ${key}`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => app.operator.post('account/companies/create', { name }, { key })),
      );
      const ids = new Set(answers.filter(answer => answer.status === 201).map(answer => answer.body.id));
      expect(ids.size).toBe(1);
      expect(answers.every(answer => [201, 409].includes(answer.status))).toBe(true);
      expect(await asSuperuser('SELECT 1 FROM companies WHERE name = $1', [name])).toHaveLength(1);
    });
  });

  describe('companies/update and select', () => {
    it('leaves what is left out, clears what is null, and tells the audit log', async () => {
      const company = await app.bareCompany({
        email: 'old@example.com',
        phone: '1',
        filingOptions: { a: 'b' },
      });
      const before = await company.ok('account/companies/profile');
      const changes = {
        email: null,
        phone: ' 2',
        vatCode: null,
        vatRounding: 'line',
        timeZone: 'Europe/Riga',
        filingOptions: { a: null },
      };
      const answer = await company.post('account/companies/update', changes);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ ...before, ...changes });
      expect(await company.ok('account/companies/profile')).toEqual(answer.body);
      const differing = ['email', 'phone', 'vatCode', 'vatRounding', 'timeZone', 'filingOptions'];
      const only = (values: Record<string, unknown>, names: string[]): object =>
        Object.fromEntries(names.map(name => [name, values[name]]));
      expect(await company.sql(`SELECT diff FROM audit_log WHERE action = 'company.updated'`)).toEqual([
        { diff: { before: only(before, differing), after: only(changes, differing) } },
      ]);
    });

    it('acts on the settings at once', async () => {
      const company = await app.bareCompany();
      await company.ok('account/companies/update', { idempotencyKeyPolicy: 'optional' });
      expect(
        (await company.post('account/companies/update', { name: 'Renamed' }, { key: null })).status,
      ).toBe(200);
    });

    it.each([
      ['name', { name: null }],
      ['name', { name: ' ' }],
      ['countryCode', { countryCode: 'LV' }],
      ['baseCurrency', { baseCurrency: 'USD' }],
      ['isSandbox', { isSandbox: true }],
      ['timeZone', { timeZone: 'Nowhere' }],
      ['defaultInvoiceCurrency', { defaultInvoiceCurrency: 'QQQ' }],
      ['vatPayerTo', { vatPayerTo: '2019-12-31' }],
    ])('refuses a wrong %s: %j', async (member, wrong) => {
      const company = await app.bareCompany({ vatPayerFrom: '2020-01-01' });
      const answer = await company.post('account/companies/update', wrong);
      expect([answer.status, Object.keys(answer.body.error.fieldErrors)]).toEqual([400, [member]]);
    });

    it('has no logo', async () => {
      const company = await app.bareCompany();
      const answer = await company.post('account/companies/update', {
        logo: { fileName: 'l.png', mimeType: 'image/png', content: 'AA==' },
      });
      expect([answer.status, answer.body.error.reason]).toEqual([422, 'not_supported']);
      expect(answer.body.error.fieldErrors).toHaveProperty('logo');
    });

    it('selects its own company and no other', async () => {
      const [company, other] = [await app.bareCompany(), await app.bareCompany()];
      expect(await company.ok('account/companies/select', { companyId: company.id })).toEqual({
        activeCompanyId: company.id,
      });
      expect((await company.post('account/companies/select', { companyId: other.id })).status).toBe(404);
    });
  });

  describe('the states of a company', () => {
    it('is archived once by twenty parallel calls, and activated once', async () => {
      const company = await app.bareCompany();
      const twenty = (path: string): Promise<Answer[]> =>
        Promise.all(Array.from({ length: 20 }, () => company.post(path, { companyId: company.id })));
      const archived = await twenty('account/companies/archive');
      expect(tally(archived)).toEqual({ 200: 1, 409: 19 });
      expect(archived.find(answer => answer.status === 200)?.body).toEqual({
        id: company.id,
        status: 'archived',
      });
      expect(archived.find(answer => answer.status === 409)?.body.error.reason).toBe('company_state');
      expect(tally(await twenty('account/companies/activate'))).toEqual({ 200: 1, 409: 19 });
      expect(await company.count('audit_log', `action IN ('company.archived', 'company.activated')`)).toBe(2);
    });

    it('can be read and not changed while archived', async () => {
      const company = await app.bareCompany();
      const spare = await company.ok('account/api-keys/create', { name: 'spare' });
      await company.ok('account/companies/archive', { companyId: company.id });
      expect((await company.ok('account/companies/profile')).status).toBe('archived');
      for (const path of ['account/companies/update', 'account/api-keys/create', 'account/api-keys/rotate']) {
        const refused = await company.post(path, {});
        expect([refused.status, refused.body.error.reason]).toEqual([403, 'company_archived']);
      }
      await company.ok('account/api-keys/revoke', { id: spare.id });
      await company.ok('account/companies/activate', { companyId: company.id });
      await company.ok('account/companies/update', { name: 'Back' });
    });

    it('is deleted for good: keys stop, and the books stay for their retention', async () => {
      app.clock.instant = new Date('2026-07-15T12:00:00Z');
      const company = await app.bareCompany();
      const answer = await company.post('account/companies/delete', { companyId: company.id });
      expect([answer.status, answer.body]).toEqual([
        200,
        { id: company.id, status: 'deleted', purgeAfter: '2036-12-31' },
      ]);
      expect((await company.post('account/companies/profile')).status).toBe(401);
      for (const path of ['archive', 'activate', 'delete']) {
        const again = await app.operator.post(`account/companies/${path}`, { companyId: company.id });
        expect([again.status, again.body.error.reason]).toEqual([409, 'company_state']);
      }
      const key = await app.operator.post('account/api-keys/create', { companyId: company.id, name: 'late' });
      expect([key.status, key.body.error.reason]).toEqual([409, 'company_state']);
    });

    it("counts a sandbox's purge from its own today, and the operator may delete an archived company", async () => {
      app.clock.instant = new Date('2026-12-31T23:30:00Z');
      const company = await app.bareCompany({ isSandbox: true });
      const real = await app.bareCompany();
      await app.operator.ok('account/companies/archive', { companyId: company.id });
      expect(await app.operator.ok('account/companies/delete', { companyId: company.id })).toMatchObject({
        purgeAfter: '2027-01-01',
      });
      expect(await app.operator.ok('account/companies/delete', { companyId: real.id })).toMatchObject({
        purgeAfter: '2037-12-31',
      });
      expect(await operatorsAudit(company.id, 'company.deleted')).toBe(1);
      expect(await company.count('audit_log', `action = 'company.deleted'`)).toBe(1);
    });

    it('is deleted once by twenty parallel calls of the operator', async () => {
      const company = await app.bareCompany();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          app.operator.post('account/companies/delete', { companyId: company.id }),
        ),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
      expect(await operatorsAudit(company.id, 'company.deleted')).toBe(1);
    });

    it("leaves the operator's scope as it was after a stored refusal inside a company", async () => {
      const company = await app.bareCompany();
      const key = randomUUID();
      const refused = await app.operator.post(
        'account/companies/activate',
        { companyId: company.id },
        { key },
      );
      const again = await app.operator.post('account/companies/activate', { companyId: company.id }, { key });
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
        409,
        refused.text,
        'true',
      ]);
    });

    it.each(['archive', 'activate', 'delete'])('knows nothing of another company: %s', async action => {
      const [company, other] = [await app.bareCompany(), await app.bareCompany()];
      expect((await company.post(`account/companies/${action}`, { companyId: other.id })).status).toBe(404);
      expect((await app.operator.post(`account/companies/${action}`, { companyId: NO_ONE })).status).toBe(
        404,
      );
      expect((await other.ok('account/companies/profile')).status).toBe('active');
    });
  });

  it('says who a key is', async () => {
    const company = await app.bareCompany();
    const [key] = (await company.ok('account/api-keys/list')).rows;
    expect(await company.ok('account/me')).toEqual({
      user: { id: key.id, email: '', name: 'test', locale: 'en', plan: 'self-hosted', isSuperAdmin: false },
      locale: 'en',
      activeCompanyId: company.id,
      timeZone: 'Europe/Vilnius',
      role: 'developer',
      billing: {
        status: 'active',
        plan: 'self-hosted',
        balanceCents: 0,
        trialEndsAt: null,
        payerUserId: '',
        payerEmail: '',
        isPayer: false,
        overdraftAllowanceCents: 0,
        planChosen: true,
        flatRate: true,
        accountType: 'flat_rate',
      },
      referralPoints: 0,
      consent: {
        termsVersion: null,
        termsAcceptedAt: null,
        dpaVersion: null,
        dpaAcceptedAt: null,
        currentTermsVersion: '',
        currentDpaVersion: '',
        required: false,
      },
      companies: [
        {
          id: company.id,
          name: 'Example UAB',
          code: '305555553',
          vatCode: 'LT100001234510',
          role: 'developer',
          isSandbox: false,
          status: 'active',
          deletedAt: null,
        },
      ],
    });
  });

  async function operatorsAudit(companyId: string, action: string): Promise<number> {
    const rows = await asSuperuser(
      `SELECT 1 FROM audit_log WHERE company_id = '00000000-0000-0000-0000-000000000000' AND action = $1 AND entity_id = $2`,
      [action, companyId],
    );
    return rows.length;
  }

  async function asSuperuser(statement: string, parameters: unknown[]): Promise<object[]> {
    return withClient(
      app.superuserUrl,
      async client => (await client.query<object>(statement, parameters)).rows,
    );
  }
});

const PROFILE_WITHOUT_DETAILS = {
  smeExemptionNumber: null,
  isVatPayer: true,
  isSandbox: false,
  countryCode: 'LT',
  chartTemplate: 'LT',
  countryChartTemplate: 'LT',
  baseCurrency: 'EUR',
  defaultInvoiceCurrency: 'EUR',
  status: 'active',
  address: null,
  email: null,
  phone: null,
  iban: null,
  bankName: null,
  peppolId: null,
  sepaCreditorId: null,
  logoFileId: null,
  legalForm: null,
  registryName: null,
  incorporatedOn: null,
  shareCapital: null,
  accountsKeptBy: null,
  vatPeriod: null,
  fiscalYearEndMonth: 12,
  timeZone: 'Europe/Vilnius',
  filingOptions: null,
  bookkeeperName: null,
  auditorName: null,
  auditorRegistrationNumber: null,
  auditRequired: false,
  vatPayerFrom: null,
  vatPayerTo: null,
  cashAccountingFrom: null,
  cashAccountingTo: null,
  idempotencyKeyPolicy: 'required',
  vatRounding: 'total',
  strictChronology: false,
  uniqueOrderNumber: false,
  allowManualControlEntries: false,
  purchaseNumberScope: 'ever',
};
