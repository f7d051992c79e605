import { taxedElsewhere } from '../../src/declarations/data/isaf-documents';
import { isTaxedElsewhere, type VatMovement } from '../../src/declarations/domain/vat-return/vat-movement';
import { VAT_SCHEMES } from '../../src/shared/vat-scheme';
import { SCHEME_MEANINGS } from '../../src/vat';
import { expectSoundBooks, growth, NOTHING } from '../support/books';
import { customer, line, outcome, Sales, SALES_NOW, SALES_TODAY } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

let app: TestApp;
let company: TestCompany;
let sales: Sales;
const clock = new TestClock(new Date(SALES_NOW));
beforeAll(async () => {
  app = await TestApp.start({}, clock);
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.instant = new Date(SALES_NOW);
  company = await app.company();
  sales = await Sales.of(company);
});

const german = (members: object = {}): Promise<string> =>
  customer(company, { name: 'Käufer GmbH', vatCode: 'DE 123456788', ...members });
const consumer = (countryCode: string): Promise<string> =>
  customer(company, { name: 'Anna Muster', type: 'person', address: { countryCode } });
const unTaxed = (members: object = {}): object => line('100.00', { vatRatePercent: '0', ...members });

describe('reference/vat/resolve', () => {
  const resolve = (question: object) => company.ok('reference/vat/resolve', question);

  it('answers for a partner what his country, number and kind say', async () => {
    expect(await resolve({ partnerId: await german() })).toEqual({
      scheme: 'intra_eu_b2b',
      vatCountryCode: null,
      reverseCharge: false,
      deemedSupplier: false,
      zeroRated: true,
      rates: [],
      legalBasis: 'Directive 2006/112/EC, art. 138(1) (intra-Community supply); PVM įstatymo 49 str.',
      notes: [
        'No supplyType is given: taken to be goods.',
        'DE123456788 was not checked in VIES; check it and keep the proof.',
        expect.stringContaining('EC sales list'),
      ],
    });
    expect(await resolve({ partnerId: await consumer('FR'), supplyType: 'digital' })).toMatchObject({
      scheme: 'oss_union',
      vatCountryCode: 'FR',
      rates: expect.arrayContaining([{ category: 'standard', ratePercent: '20' }]),
      notes: expect.arrayContaining(['The rates of FR are not checked against an official source.']),
    });
    const atHome = { scheme: 'domestic', vatCountryCode: 'LT' };
    expect(await resolve({ partnerId: sales.partnerId, supplyType: 'services' })).toMatchObject(atHome);
    const unknown = await customer(company, { name: 'Somebody', type: 'person' });
    expect(await resolve({ partnerId: unknown, supplyType: 'goods' })).toMatchObject(atHome);
  });

  it.each([
    ['2025-12-31', ['standard 21', 'reduced 9', 'reduced 5']],
    ['2026-01-01', ['standard 21', 'reduced 12', 'reduced 5']],
    [undefined, ['standard 21', 'reduced 12', 'reduced 5']],
  ])('has the rates of the day: %s', async (date, expected) => {
    const { rates, notes } = (await resolve({ customerCountryCode: 'LT', supplyType: 'services', date })) as {
      rates: { category: string; ratePercent: string }[];
      notes: string[];
    };
    expect(rates.map(({ category, ratePercent }) => `${category} ${ratePercent}`)).toEqual(expected);
    expect(notes).toEqual([]);
  });

  it('takes country and kind of the question before those of the partner', async () => {
    const asked = { partnerId: await german(), supplyType: 'goods' };
    expect(await resolve({ ...asked, customerIsBusiness: false })).toMatchObject({ scheme: 'oss_union' });
    expect(await resolve({ ...asked, customerCountryCode: 'US' })).toMatchObject({ scheme: 'export' });
  });

  it('knows whether the company pays VAT on the day, and its number of a small enterprise', async () => {
    await company.ok('account/companies/update', { vatPayerFrom: '2026-06-01' });
    const asked = { customerCountryCode: 'LT', supplyType: 'services' };
    expect(await resolve({ ...asked, date: '2026-05-31' })).toMatchObject({ scheme: 'sme_exempt' });
    expect(await resolve({ ...asked, date: '2026-06-01' })).toMatchObject({ scheme: 'domestic' });
    await company.ok('account/companies/update', { smeExemptionNumber: 'LT123-EX' });
    expect(await resolve({ customerCountryCode: 'FR', supplyType: 'goods' })).toMatchObject({
      scheme: 'sme_exempt',
      notes: expect.arrayContaining([expect.stringContaining('LT123-EX covers FR')]),
    });
  });

  it.each([
    ['150.00', 'ioss', 'DE'],
    ['150.01', 'out_of_scope', null],
  ])('an import of %s is %s', async (importedConsignmentValueEur, scheme, vatCountryCode) => {
    const answer = await resolve({
      customerCountryCode: 'DE',
      supplyType: 'goods',
      importedConsignmentValueEur,
    });
    expect(answer).toMatchObject({ scheme, vatCountryCode });
  });

  it.each([
    [{}, 'customerCountryCode'],
    [
      { customerCountryCode: 'LT', facilitatedByMarketplace: true, actingAsMarketplace: true },
      'actingAsMarketplace',
    ],
    [{ customerCountryCode: 'LT', supplyType: 'goodness' }, 'supplyType'],
    [{ customerCountryCode: 'LT', importedConsignmentValueEur: '-1' }, 'importedConsignmentValueEur'],
    [{ customerCountryCode: 'LTU' }, 'customerCountryCode'],
  ])('refuses %j, naming the member', async (question, member) => {
    const answer = await company.post('reference/vat/resolve', question);
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(Object.keys(answer.body.error.fieldErrors)).toEqual([member]);
  });
});

describe('VAT rates of the member states', () => {
  type Row = {
    countryCode: string;
    category: string;
    ratePercent: string;
    source: string;
    isConfirmed: boolean;
  };
  const listed = async (narrowed: object = {}): Promise<Row[]> =>
    ((await company.ok('reference/eu-vat-rates/list', narrowed)) as { rows: Row[] }).rows;

  it('are there for all 27 and Northern Ireland, with one standard rate on any day', async () => {
    for (const date of ['2020-01-01', '2020-12-31', '2021-07-01', '2024-01-01', '2025-01-01', '2025-08-01', SALES_TODAY]) {
      const standard = (await listed({ date })).filter(({ category }) => category === 'standard');
      expect([date, standard.length, new Set(standard.map(({ countryCode }) => countryCode)).size]).toEqual([date, 28, 28]);
    }
    expect(await listed({ countryCode: 'SK', date: '2025-01-01' })).toEqual([
      expect.objectContaining({ category: 'standard', ratePercent: '23', validFrom: '2025-01-01', validTo: null, isConfirmed: true }),
      expect.objectContaining({ category: 'reduced', ratePercent: '19', source: 'default' }),
      expect.objectContaining({ category: 'reduced', ratePercent: '5' }),
    ]);
    expect((await listed({ countryCode: 'EL' })).map(({ countryCode }) => countryCode)).toContain('GR');
    const confirmed = (await listed({ date: SALES_TODAY })).filter(({ isConfirmed }) => isConfirmed);
    expect([...new Set(confirmed.map(({ countryCode }) => countryCode))]).toEqual(['CZ', 'LT', 'SK']);
  }); // prettier-ignore

  it('are replaced by those of the company, whole and for it alone, and given back', async () => {
    const set = (rates: object[], countryCode = 'DE') =>
      company.ok('reference/eu-vat-rates/set-overrides', { countryCode, rates });
    const own = [
      { category: 'standard', ratePercent: '18.50', validFrom: '2026-01-01' },
      { category: 'standard', ratePercent: '19', validTo: '2025-12-31' },
    ];
    expect(await set(own)).toEqual({
      countryCode: 'DE',
      source: 'company',
      notice: expect.any(String),
      rows: [
        { category: 'standard', ratePercent: '19', validFrom: null, validTo: '2025-12-31' },
        { category: 'standard', ratePercent: '18.5', validFrom: '2026-01-01', validTo: null },
      ],
    });
    expect(await listed({ countryCode: 'DE', date: SALES_TODAY })).toEqual([
      expect.objectContaining({ ratePercent: '18.5', source: 'company', isConfirmed: true }),
    ]);
    const asked = { customerCountryCode: 'DE', supplyType: 'goods' };
    expect(await company.ok('reference/vat/resolve', asked)).toMatchObject({
      rates: [{ category: 'standard', ratePercent: '18.5' }],
    });
    expect(await (await app.bareCompany()).ok('reference/vat/resolve', asked)).toMatchObject({
      rates: [{ ratePercent: '19' }, { ratePercent: '7' }],
    });
    expect(await set([{ category: 'standard', ratePercent: '18' }])).toMatchObject({
      rows: [{ ratePercent: '18' }],
    });
    expect(await set([])).toMatchObject({
      source: 'default',
      rows: expect.arrayContaining([
        { category: 'reduced', ratePercent: '7', validFrom: '2021-01-01', validTo: null },
      ]),
    });
    expect(await company.count('company_eu_vat_rates')).toBe(0);
    expect(await company.count('audit_log', `action = 'eu_vat_rates.set'`)).toBe(3);
  });

  it('of twenty who set them at once one wins whole', async () => {
    const sets = [[18], [19, 7, 5], [20, 8]].map(percents =>
      percents.map((percent, index) => ({
        category: index === 0 ? 'standard' : 'reduced',
        ratePercent: String(percent),
      })),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        company.post('reference/eu-vat-rates/set-overrides', { countryCode: 'DE', rates: sets[index % 3] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    const held = (await listed({ countryCode: 'DE' })).map(({ ratePercent }) => Number(ratePercent));
    expect([[18], [19, 7, 5], [20, 8]]).toContainEqual(held);
  });

  it.each([
    [{ countryCode: 'US', rates: [] }, 'countryCode'],
    [{ countryCode: 'DE', rates: [{ category: 'standard', ratePercent: '0' }] }, 'rates.0.ratePercent'],
    [{ countryCode: 'DE', rates: [{ category: 'zero', ratePercent: '1' }] }, 'rates.0.category'],
    [
      {
        countryCode: 'DE',
        rates: [{ category: 'reduced', ratePercent: '7', validFrom: '2026-02-01', validTo: '2026-01-31' }],
      },
      'rates.0.validTo',
    ],
    [
      {
        countryCode: 'DE',
        rates: [
          { category: 'standard', ratePercent: '19', validTo: '2026-01-01' },
          { category: 'reduced', ratePercent: '7' },
          { category: 'standard', ratePercent: '20', validFrom: '2026-01-01' },
        ],
      },
      'rates.2.category',
    ],
  ])('are refused: %j', async (body, member) => {
    const answer = await company.post('reference/eu-vat-rates/set-overrides', body);
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(Object.keys(answer.body.error.fieldErrors)).toEqual([member]);
  });
});

describe('the scheme of an issued document', () => {
  afterEach(() => expectSoundBooks(company));

  it('refuses what does not fit seller, buyer or state, and uses no number', async () => {
    const refused: [Record<string, unknown>, string][] = [
      [{ vatScheme: 'intra_eu_b2b', partnerId: await customer(company, { name: 'B', vatCode: 'LT100001234510' }), lines: [unTaxed()] }, '422 vat_scheme_invalid'],
      [{ vatScheme: 'export', lines: [unTaxed()] }, '422 vat_scheme_invalid'],
      [{ vatScheme: 'sme_exempt', lines: [unTaxed()] }, '422 vat_scheme_invalid'],
      [{ vatScheme: 'oss_union', lines: [line('1.00')] }, '422 vat_scheme_invalid'],
      [{ vatScheme: 'oss_union', vatCountryCode: 'CZ', lines: [line('1.00', { vatRatePercent: '15' })] }, '422 vat_rate_invalid'],
      [{ vatCountryCode: 'DE', lines: [line('1.00')] }, '422 vat_scheme_invalid'],
      [{ vatCountryCode: 'lt', lines: [line('1.00')] }, '422 vat_scheme_invalid'],
      [{ vatScheme: 'domestic', vatCountryCode: 'QQ', lines: [line('1.00')] }, '422 vat_scheme_invalid'],
      [{ vatScheme: 'marketplace_deemed', lines: [line('1.00')] }, '422 vat_code_invalid'],
    ]; // prettier-ignore
    expect(
      await growth(company, async () => {
        for (const [members, expected] of refused)
          expect([members, outcome(await sales.tryIssue(members))]).toEqual([members, expected]);
      }),
    ).toEqual(NOTHING);
    expect((await sales.issued()).number).toBe(1);
  });

  const BASES: [what: string, members: object, buyer: () => Promise<string>, category: string, basis: string][] = [
    ['an EU business', { vatScheme: 'intra_eu_b2b' }, german, 'K', 'art. 138(1)'],
    ['a service to one', { vatScheme: 'reverse_charge' }, german, 'AE', 'art. 44 and 196'],
    ['the reverse charge at home', { vatScheme: 'reverse_charge' }, () => customer(company, { name: 'B', vatCode: 'LT100001234510' }), 'AE', 'PVM įstatymo 96 str.'],
    ['an export', { vatScheme: 'export' }, () => customer(company, { name: 'Inc', address: { countryCode: 'US' } }), 'G', 'PVM įstatymo 41 str.'],
    ['out of scope', { vatScheme: 'out_of_scope' }, german, 'O', 'PVM įstatymo 58 str.'],
    ['a sale to a platform', { vatScheme: 'marketplace_deemed' }, german, 'O', 'art. 14a(1)'],
  ]; // prettier-ignore

  it.each(BASES)('says why %s carries no VAT, also when a draft is issued', async (_, members, buyer, vatCategory, basis) => {
    const partnerId = await buyer();
    const own = { vatCategory, vatExemptionBasis: 'own words' };
    const lines = [line('100.00', { vatRatePercent: undefined }), unTaxed({ vatExemptionBasis: 'own words' })];
    const expected = {
      vatTotal: '0.00',
      lines: [{ vatCategory, vatRatePercent: '0', vatExemptionBasis: expect.stringContaining(basis) }, own],
    };
    expect(await sales.issued({ partnerId, lines, ...members })).toMatchObject(expected);
    const draft = await sales.draft({ partnerId, lines, ...members });
    const issued = await company.ok('sales/invoices/issue', { id: draft.id });
    expect(issued).toMatchObject(expected);
    expect(await sales.get(draft.id)).toEqual(issued);
    const credit = await sales.credited(draft.id, { partnerId });
    expect(credit.lines[0]).toMatchObject({ vatCategory });
  }); // prettier-ignore

  it('a small enterprise sells without VAT and says so', async () => {
    const small = await app.company({ isVatPayer: false, vatCode: undefined });
    const members = { vatScheme: 'sme_exempt', lines: [line('10.00', { vatRatePercent: undefined })] };
    expect(await (await Sales.of(small)).issued(members)).toMatchObject({
      lines: [{ vatCategory: 'E', vatExemptionBasis: expect.stringContaining('art. 284') }],
    });
    await company.ok('account/companies/update', { smeExemptionNumber: 'LT123-EX' });
    expect(await sales.issued(members)).toMatchObject({ vatTotal: '0.00' });
    await expectSoundBooks(small);
  });

  it('another state taxes by its rates of the day of supply', async () => {
    const oss = { partnerId: await consumer('CZ'), vatScheme: 'oss_union', vatCountryCode: 'CZ' };
    const lines = [line('100.00', { vatRatePercent: '15' })];
    expect(outcome(await sales.tryIssue({ ...oss, lines, taxPointDate: '2024-01-01' }))).toBe(
      '422 vat_rate_invalid',
    );
    expect(await sales.issued({ ...oss, lines, taxPointDate: '2023-12-31' })).toMatchObject({
      vatTotal: '15.00',
      vatEvidence: {
        issueDate: SALES_TODAY,
        scheme: { vatScheme: 'oss_union', vatCountryCode: 'CZ', deemedSupplier: false },
        location: { billingCountryCode: 'CZ', source: 'partner' },
        rates: [{ ratePercent: '15', country: 'CZ', category: 'reduced' }],
        situationOn: '2023-12-31',
        notes: [],
      },
    });
    const platform = { ...oss, vatScheme: 'marketplace_deemed', deemedSupplier: true };
    expect(
      await sales.issued({ ...platform, lines: [line('100.00', { vatRatePercent: '12' })] }),
    ).toMatchObject({
      vatTotal: '12.00',
      lines: [{ vatCategory: 'S' }],
    });
  });

  it('a company that states the rates of a state is held to them', async () => {
    const oss = { partnerId: await consumer('DE'), vatScheme: 'oss_union', vatCountryCode: 'DE' };
    const at = (vatRatePercent: string): Record<string, unknown> => ({
      ...oss,
      lines: [line('100.00', { vatRatePercent })],
    });
    expect(await sales.issued(at('18'))).toMatchObject({
      vatEvidence: { notes: [expect.stringContaining('18 % is none of the rates known for DE')] },
    });
    await company.ok('reference/eu-vat-rates/set-overrides', {
      countryCode: 'DE',
      rates: [{ category: 'standard', ratePercent: '19' }],
    });
    expect(outcome(await sales.tryIssue(at('18')))).toBe('422 vat_rate_invalid');
    expect(await sales.issued(at('19'))).toMatchObject({ vatEvidence: { notes: [] } });
  });

  it('a credit note in 2026 of 9 % of 2025 has the evidence of its supply; a new 9 % is refused', async () => {
    clock.instant = new Date('2026-01-05T09:00:00Z');
    const hotel = await sales.issued({
      taxPointDate: '2025-12-30',
      lines: [line('100.00', { vatRatePercent: '9' })],
    });
    expect(hotel).toMatchObject({
      vatEvidence: { rates: [{ ratePercent: '9', category: 'reduced' }], notes: [] },
    });
    clock.instant = new Date('2026-01-10T09:00:00Z');
    expect(await sales.credited(hotel.id)).toMatchObject({
      vatTotal: '9.00',
      vatEvidence: {
        issueDate: '2026-01-10',
        situationOn: '2025-12-30',
        rates: [{ ratePercent: '9', country: 'LT', category: 'reduced' }],
        notes: [],
      },
    });
    expect(outcome(await sales.tryIssue({ lines: [line('100.00', { vatRatePercent: '9' })] }))).toBe(
      '422 vat_rate_invalid',
    );
  });
});

describe('what another state taxes', () => {
  const MEMBERS = {
    scheme: [null, ...VAT_SCHEMES],
    state: [null, 'LT', 'DE'],
    category: ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'],
  };
  const all = MEMBERS.scheme.flatMap(scheme =>
    MEMBERS.state.flatMap(vatCountryCode =>
      MEMBERS.category.map(category => ({ scheme, vatCountryCode, category })),
    ),
  );
  const isElsewhere = (movement: (typeof all)[number]): boolean =>
    isTaxedElsewhere(movement as VatMovement, 'LT');

  it('is the same to the files of i.SAF as to the returns', async () => {
    const rows = await app.asOwner<{ isElsewhere: boolean }>(
      `SELECT ${taxedElsewhere('r')} AS "isElsewhere"
         FROM (SELECT place, value ->> 'scheme' AS vat_scheme, value ->> 'vatCountryCode' AS vat_country_code,
                      value ->> 'category' AS vat_category
                 FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS e(value, place)) AS r
        ORDER BY place`,
      [JSON.stringify(all)],
    );
    expect(rows).toHaveLength(all.length);
    expect(rows.map(row => row.isElsewhere)).toEqual(all.map(isElsewhere));
  });

  it('is, whatever state it names, what bears VAT under a scheme of the state of consumption', () => {
    const special = VAT_SCHEMES.filter(scheme =>
      isElsewhere({ scheme, vatCountryCode: 'LT', category: 'S' }),
    );
    const told = VAT_SCHEMES.filter(scheme => {
      const { state, category } = SCHEME_MEANINGS[scheme];
      return state === 'consumption' && category === null;
    });
    expect(special).toEqual(told);
  });
});
