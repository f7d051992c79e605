import { randomUUID } from 'node:crypto';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

const statuses = (answers: Answer[]): Record<number, number> =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

/** What a partner is when only its name is given. */
const EMPTY_PARTNER = {
  type: 'company',
  code: null,
  vatCode: null,
  peppolId: null,
  email: null,
  phone: null,
  selfEmploymentCertNo: null,
  birthDate: null,
  isCustomer: true,
  isSupplier: false,
  paymentTermDays: null,
  creditLimit: null,
  priceListId: null,
  groupId: null,
  statusId: null,
  vatValid: null,
  vatValidatedAt: null,
  vatRequestIdentifier: null,
  address: null,
  correspondenceAddress: null,
  notes: null,
  documentRef: null,
  shortName: null,
  website: null,
  fax: null,
  eoriCode: null,
  otherCode: null,
  foreignTaxNumber: null,
  iban: null,
  bic: null,
  autoDebtReminder: false,
  lateInterestPercent: null,
  firstCallDate: null,
  lastCallDate: null,
  nextCallDate: null,
  rating: null,
  isEmployee: false,
  isGroupMember: false,
  isActive: true,
  legalCountryClass: null,
};

/** Every member of the contract that has no effect, filled in. */
const FULL = {
  type: 'person',
  name: 'Ona Onaitė',
  code: '48001010000',
  vatCode: 'LT 100-001.234510',
  peppolId: '0088:1234567890123',
  email: 'ona@example.com',
  phone: '+370 600 00000',
  selfEmploymentCertNo: '123',
  birthDate: '1980-01-01',
  isCustomer: false,
  isSupplier: true,
  paymentTermDays: 14,
  creditLimit: '1000.50',
  address: {
    street: 'Gedimino pr. 1',
    city: 'Vilnius',
    municipality: 'Vilnius',
    county: 'Vilnius',
    postalCode: 'LT-01103',
    countryCode: 'LT',
  },
  correspondenceAddress: { city: 'Kaunas' },
  notes: 'Two\nlines',
  documentRef: 'REF',
  shortName: 'Ona',
  website: 'https://example.com',
  fax: '1',
  eoriCode: 'LT1',
  otherCode: 'X',
  foreignTaxNumber: 'F1',
  iban: 'LT121000011101001000',
  bic: 'HABALT22',
  autoDebtReminder: false,
  lateInterestPercent: '0.05',
  firstCallDate: '2026-01-01',
  lastCallDate: '2026-01-02',
  nextCallDate: '2026-01-03',
  rating: 5,
  isEmployee: true,
  isGroupMember: true,
  isActive: false,
  legalCountryClass: 'lt',
};

describe('partners', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.bareCompany();
  });

  const add = (request: object): Promise<{ id: string }> =>
    company.ok('partners/create', { name: 'Alfa UAB', ...request }) as Promise<{ id: string }>;

  it('are created from a name, every member of the contract present', async () => {
    const created = await company.post('partners/create', { name: 'Alfa UAB' });
    expect(created.status).toBe(201);
    const { id, createdAt, updatedAt } = created.body;
    expect(created.body).toEqual({ ...EMPTY_PARTNER, id, name: 'Alfa UAB', createdAt, updatedAt });
    expect(await company.ok('partners/get', { id })).toEqual(created.body);
    expect((await company.ok('partners/list')).rows).toEqual([created.body]);
    expect(await company.count('audit_log', `action = 'partner.created' AND entity_id = '${id}'`)).toBe(1);
  });

  it('keep all they are told', async () => {
    const created = await company.ok('partners/create', FULL);
    expect(created).toMatchObject(FULL);
    expect(created.address).toEqual(FULL.address);
    expect(created.correspondenceAddress).toEqual({ city: 'Kaunas' });
    expect(await company.ok('partners/create', { name: 'B', creditLimit: '100' })).toMatchObject({
      creditLimit: '100.00',
    });
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'A\u0007' }, 'name'],
    [{ name: 'A'.repeat(251) }, 'name'],
    [{ name: 'A', type: 'firm' }, 'type'],
    [{ name: 'A', code: '--' }, 'code'],
    [{ name: 'A', vatCode: 'LT;1' }, 'vatCode'],
    [{ name: 'A', creditLimit: 100 }, 'creditLimit'],
    [{ name: 'A', creditLimit: '1e3' }, 'creditLimit'],
    [{ name: 'A', creditLimit: '1.005' }, 'creditLimit'],
    [{ name: 'A', creditLimit: '-1' }, 'creditLimit'],
    [{ name: 'A', paymentTermDays: -1 }, 'paymentTermDays'],
    [{ name: 'A', paymentTermDays: 1.5 }, 'paymentTermDays'],
    [{ name: 'A', birthDate: '2026-02-30' }, 'birthDate'],
    [{ name: 'A', address: 'Vilnius' }, 'address'],
    [{ name: 'A', address: { countryCode: 'XX' } }, 'address.countryCode'],
    [{ name: 'A', address: { countryCode: 'lt' } }, 'address.countryCode'],
    [{ name: 'A', address: { planet: 'Earth' } }, 'address.planet'],
    [{ name: 'A', correspondenceAddress: { countryCode: 'ZZ' } }, 'correspondenceAddress.countryCode'],
    [{ name: 'A', legalCountryClass: 'LT' }, 'legalCountryClass'],
    [{ name: 'A', iban: 'LT121000011101001001' }, 'iban'],
    [{ name: 'A', bic: 'HABALT2' }, 'bic'],
    [{ name: 'A', colour: 'red' }, 'colour'],
  ])('refuse %j, naming the member', async (request, member) => {
    for (const path of ['partners/create', 'partners/find-or-create']) {
      const answer = await company.post(path, request);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.error.fieldErrors)).toContain(member);
    }
    expect(await company.count('partners')).toBe(0);
  });

  it.each([
    ['priceListId', randomUUID()],
    ['groupId', randomUUID()],
    ['statusId', randomUUID()],
    ['autoDebtReminder', true],
  ])('refuse a %s, whose effect is not there', async (member, value) => {
    const { id } = await add({});
    for (const answer of [
      await company.post('partners/create', { name: 'A', [member]: value }),
      await company.post('partners/find-or-create', { name: 'A', [member]: value }),
      await company.post('partners/update', { id, [member]: value }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.error).toMatchObject({
        reason: 'not_supported',
        fieldErrors: { [member]: expect.any(Array) },
      });
    }
  });

  it.each<[string, object, object]>([
    ['VAT code, however it is written', { vatCode: 'LT100001234510' }, { vatCode: 'lt 100-001.234‑510' }],
    [
      'VAT code before everything else',
      { vatCode: 'LT100001234510', code: '1' },
      { vatCode: 'LT100001234510', code: '2' },
    ],
    ['country and code', { code: '305-555.553' }, { code: '305555553', address: { countryCode: 'LT' } }],
    [
      'code of a person of whom no country is known',
      { type: 'person', code: 'X1' },
      { type: 'person', code: 'x1' },
    ],
  ])('are unique by %s', async (_, first, second) => {
    const { id } = await add(first);
    const answer = await company.post('partners/create', { name: 'Beta', ...second });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ reason: 'duplicate', existingId: id });
    const other = await add({ name: 'Beta' });
    const changed = await company.post('partners/update', { id: other.id, ...second });
    expect(changed.status).toBe(409);
    expect(changed.body.error).toMatchObject({ reason: 'duplicate', existingId: id });
    expect((await company.ok('partners/find-or-create', { name: 'Beta', ...second })).partner.id).toBe(id);
  });

  it('may share a code across countries, and everything across companies', async () => {
    await add({ code: '1', address: { countryCode: 'LT' }, vatCode: 'LT1' });
    await add({ code: '1', address: { countryCode: 'EE' } });
    await add({ code: '1', vatCode: 'LV1' });
    await (await app.bareCompany()).ok('partners/create', { name: 'Alfa UAB', code: '1', vatCode: 'LT1' });
    expect(await company.count('partners')).toBe(3);
  });

  it('are made once by twenty requests at once, the others told which it is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.post('partners/create', { name: 'Alfa', code: '305555553' })),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: 19 });
    const made = answers.find(({ status }) => status === 201)!.body.id as string;
    const refused = answers
      .filter(({ status }) => status === 409)
      .map(({ body }) => body.error.existingId as string);
    expect(new Set(refused)).toEqual(new Set([made]));
  });

  describe('found or created', () => {
    it('answer 201 when created and 200 when found, unchanged', async () => {
      const first = await company.post('partners/find-or-create', {
        name: 'Alfa',
        vatCode: 'LT100001234510',
      });
      expect([first.status, first.body.created]).toEqual([201, true]);
      const again = await company.post('partners/find-or-create', {
        name: 'Alpha renamed',
        vatCode: 'lt100001234510',
        email: 'new@example.com',
      });
      expect([again.status, again.body.created]).toEqual([200, false]);
      expect(again.body.partner).toEqual(first.body.partner);
    });

    it('look at the VAT code first, then at country and code', async () => {
      const byVat = await add({ name: 'By VAT', vatCode: 'LT1' });
      const byCode = await add({ name: 'By code', code: '77' });
      const find = async (request: object): Promise<string> =>
        (await company.ok('partners/find-or-create', { name: 'Anyone', ...request })).partner.id as string;
      expect(await find({ vatCode: 'LT1', code: '77' })).toBe(byVat.id);
      expect(await find({ vatCode: 'LT2', code: '77' })).toBe(byCode.id);
    });

    it('look at name and e-mail only when no code is given, and then exactly', async () => {
      const { id } = await add({ name: 'Alfa', email: 'a@example.com', vatCode: 'LT1' });
      const find = (request: object): Promise<Answer> => company.post('partners/find-or-create', request);
      expect((await find({ name: 'Alfa', email: 'a@example.com' })).body.partner.id).toBe(id);
      expect((await find({ name: 'Alfa', email: 'b@example.com' })).status).toBe(201);
      expect((await find({ name: 'alfa', email: 'a@example.com' })).status).toBe(201);
      expect((await find({ name: 'Alfa' })).status).toBe(201);
      expect((await find({ name: 'Alfa' })).status).toBe(200);
      expect((await find({ name: 'Alfa', email: 'a@example.com', code: '5' })).status).toBe(201);
    });

    it.each([
      ['a VAT code', { vatCode: 'LT100001234510' }],
      ['a code', { code: '305555553' }],
      ['name and e-mail', { email: 'a@example.com' }],
      ['a name alone', {}],
    ])('are one for twenty requests at once with %s', async (_, request) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          company.post('partners/find-or-create', { name: 'Alfa', ...request }),
        ),
      );
      expect(statuses(answers)).toEqual({ 200: 19, 201: 1 });
      expect(new Set(answers.map(({ body }) => body.partner.id as string)).size).toBe(1);
      expect(await company.count('partners')).toBe(1);
      expect(await company.count('audit_log', `action = 'partner.created'`)).toBe(1);
    });

    it('are found rather than refused while a create of the same code runs', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          company.post(`partners/${index % 2 ? 'create' : 'find-or-create'}`, {
            name: 'Alfa',
            code: '305555553',
          }),
        ),
      );
      expect(answers.filter((_, index) => index % 2 === 0).every(({ status }) => status < 300)).toBe(true);
      expect(await company.count('partners')).toBe(1);
    });
  });

  it('change what is named, clear what is null and leave the rest', async () => {
    const created = await company.ok('partners/create', FULL);
    await company.sql('UPDATE partners SET vat_valid = true, vat_validated_at = now()');
    const changed = await company.ok('partners/update', {
      id: created.id,
      name: 'Ona Jonaitė',
      email: null,
      address: { city: 'Klaipėda' },
    });
    expect(changed).toMatchObject({
      ...FULL,
      name: 'Ona Jonaitė',
      email: null,
      address: { city: 'Klaipėda' },
      vatValid: true,
    });
    expect(changed.address).toEqual({ city: 'Klaipėda' });
    const cleared = await company.ok('partners/update', {
      id: created.id,
      address: null,
      vatCode: null,
      creditLimit: null,
    });
    expect(cleared).toMatchObject({
      address: null,
      vatCode: null,
      creditLimit: null,
      vatValid: null,
      vatValidatedAt: null,
    });
    expect(cleared.phone).toBe(FULL.phone);
    const stored = (
      await company.sql('SELECT country_code, vat_code_key, code_key, details FROM partners')
    )[0];
    expect(stored).toMatchObject({ country_code: null, vat_code_key: null, code_key: '48001010000' });
    expect(Object.keys(stored.details)).not.toContain('id');
    expect(await company.count('audit_log', `action = 'partner.updated'`)).toBe(2);
    expect((await company.post('partners/update', { id: created.id, name: null })).status).toBe(400);
  });

  it('give a code to one of twenty that take it at once', async () => {
    const partners = await Promise.all(Array.from({ length: 20 }, (_, index) => add({ name: `P${index}` })));
    const answers = await Promise.all(
      partners.map(({ id }) => company.post('partners/update', { id, code: '305555553' })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 19 });
  });

  it('are deleted when nothing names them, and stay when something does', async () => {
    const unused = await add({});
    expect(await company.ok('partners/delete', { id: unused.id })).toEqual({ id: unused.id });
    expect((await company.post('partners/get', { id: unused.id })).status).toBe(404);
    expect((await company.post('partners/delete', { id: unused.id })).status).toBe(404);
    const used = await add({});
    await draftFor(company, used.id);
    const answer = await company.post('partners/delete', { id: used.id });
    expect(answer.status).toBe(409);
    expect(answer.body.error.reason).toBe('in_use');
    expect((await company.post('partners/get', { id: used.id })).status).toBe(200);
  });

  it('stay on an issued document as they were, and cannot be deleted', async () => {
    const books = await app.company();
    const { id } = (await books.ok('partners/create', { name: 'Beta UAB', code: '304444444' })) as {
      id: string;
    };
    const line = {
      description: 'Work',
      quantity: '1',
      unitPriceExclVat: '100',
      vatRatePercent: '21',
      vatClassifierCode: 'PVM1',
    };
    const issued = await books.ok('sales/invoices/create', { partnerId: id, issue: true, lines: [line] });
    await books.ok('partners/update', { id, name: 'Gama UAB', code: '305555555' });
    expect(await books.ok('sales/invoices/get', { id: issued.id })).toEqual(issued);
    const [{ partner_snapshot: snapshot }] = await books.sql('SELECT partner_snapshot FROM sale_invoices');
    expect(snapshot).toMatchObject({ name: 'Beta UAB', code: '304444444' });
    const answer = await books.post('partners/delete', { id });
    expect([answer.status, answer.body.error.reason]).toEqual([409, 'in_use']);
  });

  it("are nobody else's", async () => {
    const { id } = await add({});
    const stranger = await app.bareCompany();
    for (const path of ['get', 'update', 'delete']) {
      const answer = await stranger.post(`partners/${path}`, { id });
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({
        reason: 'not_found',
        fieldErrors: { id: expect.any(Array) },
      });
    }
    expect((await stranger.ok('partners/list')).rows).toEqual([]);
  });
});

/** A draft that names the partner, as the least a document needs. */
async function draftFor(company: TestCompany, partnerId: string): Promise<void> {
  await company.sql(
    `INSERT INTO sale_invoices (company_id, invoice_id, type, status, partner_id, currency, exchange_rate, vat_rounding, discount_percent,
       net_total, vat_total, gross_total, base_net_total, base_vat_total, base_gross_total, line_count, vat_total_count, details, created_at, updated_at)
     VALUES ($1, $2, 'invoice', 'draft', $3, 'EUR', 1, 'total', 0, 0, 0, 0, 0, 0, 0, 1, 0, '{}', now(), now())`,
    [company.id, randomUUID(), partnerId],
  );
}
