import { expectSoundBooks } from '../support/books';
import { companyOf } from '../support/foreign-books';
import { cost, Purchases } from '../support/purchases';
import { line, outcome, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const coded = (price: string, vatClassifierCode: string, members: object = {}): object =>
  line(price, { vatRatePercent: undefined, vatClassifierCode, ...members });
const codedCost = (price: string, vatClassifierCode: string, members: object = {}): object =>
  cost(price, { vatRatePercent: undefined, vatClassifierCode, ...members });

interface Fr0600 {
  periodStart: string;
  periodEnd: string;
  fields: { field: string; value: string }[];
  breakdown: Record<string, unknown>[];
  counts: object;
  warnings: string[];
  notes: string[];
  exact: { outputVat: string; deductibleVat: string; due: string };
}

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
});
afterAll(() => app.stop());

describe('FR0600', () => {
  let company: TestCompany;
  let sales: Sales;
  let purchases: Purchases;
  beforeEach(async () => {
    company = await app.company();
    [sales, purchases] = [
      await Sales.of(company, { vatCode: 'LT100005555510' }),
      await Purchases.of(company),
    ];
  });
  afterEach(() => expectSoundBooks(company));

  const fr0600 = (members: object = {}): Promise<Fr0600> =>
    company.ok('declarations/lt/fr0600/compute', { year: 2026, month: 10, ...members }) as Promise<Fr0600>;
  /** The boxes that are not zero. */
  const boxes = ({ fields }: Fr0600): Record<string, string> =>
    Object.fromEntries(
      fields
        .filter(({ field, value }) => value !== '0' && field !== '28')
        .map(({ field, value }) => [field, value]),
    );

  it('of a month with nothing is zero in every box', async () => {
    const empty = await fr0600({ month: 2 });
    expect(empty).toMatchObject({
      periodStart: '2026-02-01',
      periodEnd: '2026-02-28',
      deductionPercent: 100,
      breakdown: [],
      counts: { salesInvoices: 0, purchaseInvoices: 0 },
      warnings: [],
      exact: { outputVat: '0.00', deductibleVat: '0.00', due: '0.00' },
    });
    expect(empty.fields).toHaveLength(26);
    expect(boxes(empty)).toEqual({});
  });

  it('of an ordinary month: rates, exempt, export, EU, reverse charge on both sides, imports, credits and voids', async () => {
    const german = { vatCode: 'DE123456788', name: 'Muster GmbH' };
    const [abroad, german2] = [
      await Sales.of(company, german),
      await Purchases.of(company, { ...german, vatCode: 'DE987654321' }),
    ];
    const invoice = await sales.issued({
      lines: [coded('200.00', 'PVM1', { quantity: '5' }), coded('100.00', 'PVM3')],
    });
    await sales.credited(invoice.id, {
      creditReason: 'x',
      lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '1' }],
    });
    await sales.issued({ lines: [coded('70.00', 'PVM25'), coded('50.00', 'PVM5')] });
    await abroad.issued({ lines: [coded('400.00', 'PVM13'), coded('30.00', 'PVM15')] });
    await abroad.issued({ lines: [coded('300.00', 'PVM12')] });
    await purchases.registered({ lines: [cost('100.00'), cost('50.00', { deductiblePercent: '50' })] });
    await german2.registered({ lines: [codedCost('1000.00', 'PVM16'), codedCost('100.00', 'PVM21')] });
    await purchases.registered({ lines: [codedCost('10.00', 'PVM25')] });
    await purchases.registered({ lines: [codedCost('500.00', 'PVM24', { vatRatePercent: '21' })] });
    const wrong = await purchases.registered({ lines: [cost('5000.00')] });
    await purchases.tryVoid(wrong.id);

    const month = await fr0600();
    expect(boxes(month)).toEqual({
      '11': '900', // 1000 - 200 + 100
      '12': '70',
      '13': '50',
      '17': '300',
      '18': '400',
      '20': '30',
      '21': '1000',
      '23': '100',
      '24': '100',
      '25': '259', // 21 + 5.25 + 210 + 21 + 2.10 = 259.35
      '27': '105',
      '29': '168',
      '31': '5',
      '32': '21',
      '33': '2',
      '34': '210',
      '35': '364', // 259.35 + 105
      '36': '147', // 105 + 168 + 5 + 21 + 2 + 210 - 364
    });
    expect(month.exact).toEqual({ outputVat: '511.10', deductibleVat: '364.35', due: '146.75' });
    expect(month.warnings).toEqual([]);
    expect(month.counts).toEqual({ salesInvoices: 5, purchaseInvoices: 5 });
    expect(month.breakdown).toContainEqual({
      direction: 'sales',
      taxCode: 'PVM1',
      reportedAs: 'PVM1',
      confidence: 'reported',
      net: '800.00',
      vat: '168.00',
      deductibleVat: '0.00',
      creditNet: '-200.00',
      creditVat: '-42.00',
      taxableFields: ['11'],
      vatFields: ['29'],
    });
    expect(boxes(await fr0600({ month: 9 }))).toEqual({});
    expect(boxes(await fr0600({ month: 7, months: 6 }))).toEqual(boxes(month));
  });

  it('shows the documents behind a box, adding up to it', async () => {
    const invoice = await sales.issued({ lines: [coded('1000.00', 'PVM1'), coded('100.00', 'PVM3')] });
    const credit = await sales.credited(invoice.id);
    await purchases.registered({ lines: [cost('10.00')] });
    const documents = (field: string): Promise<{ total: string; rows: Record<string, string>[] }> =>
      company.ok('declarations/lt/fr0600/documents', { year: 2026, month: 10, field }) as never;
    const supplies = await documents('11');
    expect(supplies.total).toBe('0.00');
    expect(supplies.rows.map(row => `${row.documentNumber} ${row.taxCode} ${row.amount}`)).toEqual(
      expect.arrayContaining([
        `${invoice.fullNumber} PVM1 1000.00`,
        `${invoice.fullNumber} PVM3 100.00`,
        `${credit.fullNumber} PVM1 -1000.00`,
        `${credit.fullNumber} PVM3 -100.00`,
      ]),
    );
    expect(await documents('35')).toMatchObject({
      total: '2.10',
      rows: [{ side: 'purchases', amount: '2.10' }],
    });
    expect((await documents('17')).rows).toEqual([]);
    const answer = await company.post('declarations/lt/fr0600/documents', {
      year: 2026,
      month: 10,
      field: '36',
    });
    expect(outcome(answer)).toBe('400 invalid_request');
  });

  it('2025 and 2026: 9 % ends, 12 % begins, a late credit counts in its own month at its own rate', async () => {
    const old = await sales.issued({ issueDate: '2025-12-15', lines: [coded('100.00', 'PVM2')] });
    await sales.issued({ issueDate: '2026-01-15', lines: [coded('100.00', 'PVM58')] });
    await sales.credited(old.id, { issueDate: '2026-02-01' });
    expect(boxes(await fr0600({ year: 2025, month: 12 }))).toEqual({ '11': '100', '30': '9', '36': '9' });
    const january = await fr0600({ month: 1 });
    expect(boxes(january)).toEqual({ '11': '100', '30': '12', '36': '12' });
    expect(january.warnings).toEqual([]);
    expect(january.notes.join()).toMatch(/12 % .* not verified/);
    expect(boxes(await fr0600({ month: 2 }))).toEqual({ '11': '-100', '30': '-9', '36': '-9' });
  });

  it('pro rata: box 28 and what is left of the deduction', async () => {
    await purchases.registered({ lines: [cost('1000.00')] });
    const half = await fr0600({ deductionPercent: 60 });
    expect(boxes(half)).toEqual({ '25': '210', '35': '126', '36': '-126' });
    expect(half.fields).toContainEqual(expect.objectContaining({ field: '28', value: '60' }));
    expect((await fr0600({ deductionPercent: 96 })).warnings).toEqual([
      expect.stringContaining('entered as 100'),
    ]);
    const answer = await company.post('declarations/lt/fr0600/compute', {
      year: 2026,
      month: 10,
      deductionPercent: 101,
    });
    expect(answer.body.error.fieldErrors).toHaveProperty('deductionPercent');
  });

  it('warns of sales without a code and of codes of the taxpayer', async () => {
    await sales.issued({ lines: [line('100.00')] });
    expect((await fr0600()).warnings).toEqual([
      'Sales at 21 % (category S) without a VAT code are reported as PVM1: net 100.00, VAT 21.00.',
    ]);
    company = await app.company({ code: undefined, vatCode: 'LT100001234511' });
    expect((await fr0600()).warnings).toEqual([
      'Box 2: the company has no code.',
      'Box 3: VAT number LT100001234511 is none of Lithuania.',
    ]);
  });

  it('is refused where it cannot be', async () => {
    const across = await company.post('declarations/lt/fr0600/compute', { year: 2026, month: 12, months: 2 });
    expect(across.body.error.fieldErrors).toHaveProperty('months');
    const czech = await app.bareCompany({ countryCode: 'CZ', baseCurrency: 'CZK' });
    expect(outcome(await czech.post('declarations/lt/fr0600/compute', { year: 2026, month: 1 }))).toBe(
      '422 export_impossible',
    );
    const dollars = await app.bareCompany({ baseCurrency: 'USD' });
    expect(outcome(await dollars.post('declarations/lt/fr0600/compute', { year: 2026, month: 1 }))).toBe(
      '422 export_impossible',
    );
  });

  it('the EC sales list has the supplies to VAT payers in the Union', async () => {
    const german = await Sales.of(company, { vatCode: 'DE123456788', name: 'Muster GmbH' });
    const invoice = await german.issued({
      lines: [coded('100.00', 'PVM13', { quantity: '10' }), coded('50.00', 'PVM15')],
    });
    await german.credited(invoice.id, {
      lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '1' }],
    });
    await sales.issued({ lines: [coded('1.00', 'PVM1')] });
    expect(
      await company.ok('declarations/eu/ec-sales/compute', { countryCode: 'LT', year: 2026, month: 10 }),
    ).toMatchObject({
      formKey: 'FR0564',
      periodStart: '2026-10-01',
      rows: [
        {
          vatCode: 'DE123456788',
          countryCode: 'DE',
          partnerName: 'Muster GmbH',
          goods: '900.00',
          triangular: '0.00',
          services: '50.00',
        },
      ],
      totals: { goods: '900.00', triangular: '0.00', services: '50.00' },
      warnings: [],
    });
    const other = await company.post('declarations/eu/ec-sales/compute', {
      countryCode: 'SK',
      year: 2026,
      month: 10,
    });
    expect(outcome(other)).toBe('422 export_impossible');
    const none = await company.post('declarations/eu/ec-sales/compute', {
      countryCode: 'DE',
      year: 2026,
      month: 10,
    });
    expect(outcome(none)).toBe('422 not_supported');
  });

  it('the pack of Lithuania has the same figures', async () => {
    await sales.issued({ lines: [coded('1000.00', 'PVM1')] });
    const computed = await company.ok('declarations/eu/vat-return/compute', {
      countryCode: 'LT',
      year: 2026,
      month: 10,
      months: 3,
    });
    expect(computed).toMatchObject({ formKey: 'FR0600', frequency: 'quarterly', periodEnd: '2026-12-31' });
    expect(computed.boxes).toContainEqual({ code: '36', label: expect.any(String), amount: '210' });
    const { packs } = await company.ok('declarations/eu/vat-return/packs/list');
    expect(packs.map(({ countryCode }: { countryCode: string }) => countryCode)).toEqual(['LT', 'CZ', 'SK']);
    for (const countryCode of ['CZ', 'SK']) {
      const answer = await company.post('declarations/eu/vat-return/compute', {
        countryCode,
        year: 2026,
        month: 10,
      });
      expect(outcome(answer)).toBe('422 export_impossible');
    }
    const answer = await company.post('declarations/eu/vat-return/compute', {
      countryCode: 'DE',
      year: 2026,
      month: 10,
    });
    expect(outcome(answer)).toBe('422 not_supported');
  });
});

describe('the OSS return', () => {
  it('has sales by state and rate, and credits of earlier quarters as corrections', async () => {
    const company = await app.company();
    const consumer = await Sales.of(company, {
      type: 'person',
      address: { countryCode: 'DE' },
      name: 'Anna Muster',
    });
    const oss = { vatScheme: 'oss_union', vatCountryCode: 'DE' };
    const early = await consumer.issued({
      ...oss,
      issueDate: '2026-09-30',
      lines: [line('20.00', { vatRatePercent: '19', quantity: '5' })],
    });
    const sold = await consumer.issued({
      ...oss,
      issueDate: '2026-10-01',
      lines: [
        line('200.00', { vatRatePercent: '19' }),
        line('10.00', { vatRatePercent: '7', quantity: '5' }),
      ],
    });
    await consumer.issued({ ...oss, vatCountryCode: 'FR', lines: [line('10.00', { vatRatePercent: '20' })] });
    await consumer.credited(early.id, {
      lines: [{ creditedLineId: early.lines[0]!.id, quantity: '2' }],
    });
    await consumer.credited(sold.id, {
      lines: [{ creditedLineId: sold.lines[1]!.id, quantity: '1' }],
    });

    expect(await company.ok('declarations/eu/oss/compute', { year: 2026, quarter: 4 })).toEqual({
      periodYear: 2026,
      periodQuarter: 4,
      fromDate: '2026-10-01',
      toDate: '2026-12-31',
      memberStateOfIdentification: 'LT',
      rows: [
        {
          countryCode: 'DE',
          rateType: 'STANDARD',
          vatRatePercent: '19',
          taxableAmount: '200.00',
          vatAmount: '38.00',
          documents: 1,
        },
        {
          countryCode: 'DE',
          rateType: 'REDUCED',
          vatRatePercent: '7',
          taxableAmount: '40.00',
          vatAmount: '2.80',
          documents: 2,
        },
        {
          countryCode: 'FR',
          rateType: 'STANDARD',
          vatRatePercent: '20',
          taxableAmount: '10.00',
          vatAmount: '2.00',
          documents: 1,
        },
      ],
      totals: { taxableAmount: '250.00', vatAmount: '42.80' },
      corrections: [
        {
          countryCode: 'DE',
          periodYear: 2026,
          periodQuarter: 3,
          periodMonth: null,
          taxableAmount: '-40.00',
          vatAmount: '-7.60',
          documents: 1,
        },
      ],
      correctionsTotal: { taxableAmount: '-40.00', vatAmount: '-7.60' },
      warnings: [],
      currency: 'EUR',
    });
    const range = { fromDate: '2026-10-01', toDate: '2026-12-31' };
    expect(await company.ok('reports/oss', range)).toEqual({
      ...range,
      rows: [
        { countryCode: 'DE', vatRatePercent: '19', net: '160.00', vat: '30.40', documents: 2 },
        { countryCode: 'DE', vatRatePercent: '7', net: '40.00', vat: '2.80', documents: 2 },
        { countryCode: 'FR', vatRatePercent: '20', net: '10.00', vat: '2.00', documents: 1 },
      ],
      totals: { net: '210.00', vat: '35.20' },
    });
    await expectSoundBooks(company);
  });

  it("has a platform's sales to another state; those at home are in FR0600 and in i.SAF", async () => {
    const company = await app.company();
    const platform = await Sales.of(company, { type: 'person', name: 'Anna Muster' });
    const deemed = { vatScheme: 'marketplace_deemed', deemedSupplier: true, issueDate: '2026-10-02' };
    const home = await platform.issued({
      ...deemed,
      vatCountryCode: 'LT',
      lines: [line('100.00', { vatClassifierCode: 'PVM1' })],
    });
    const abroad = await platform.issued({
      ...deemed,
      vatCountryCode: 'DE',
      lines: [line('200.00', { vatRatePercent: '19' })],
    });
    expect(await company.ok('declarations/eu/oss/compute', { year: 2026, quarter: 4 })).toMatchObject({
      rows: [{ countryCode: 'DE', taxableAmount: '200.00', vatAmount: '38.00', documents: 1 }],
    });
    const month = { year: 2026, month: 10 };
    expect(await company.ok('declarations/lt/fr0600/compute', month)).toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ field: '29', value: '21' })]) as unknown,
    });
    const { xml, warnings } = (await company.ok('declarations/lt/isaf/generate', month)) as {
      xml: string;
      warnings: string[];
    };
    expect(xml).toContain(home.fullNumber);
    expect(xml).not.toContain(abroad.fullNumber);
    expect(warnings).toContainEqual(expect.stringMatching(/^1 document\(s\) are not in the file/));
    expect(warnings).not.toContainEqual(expect.stringContaining('is not in the register'));
  });

  it('is in euros where the rate is known, and says so where it is not', async () => {
    const company = await app.company({ baseCurrency: 'SEK' });
    const consumer = await Sales.of(company, {
      type: 'person',
      address: { countryCode: 'DE' },
      name: 'Anna Muster',
    });
    await consumer.issued({
      vatScheme: 'oss_union',
      vatCountryCode: 'DE',
      issueDate: '2026-09-30',
      currency: 'SEK',
      lines: [line('1000.00', { vatRatePercent: '19' })],
    });
    const compute = (): Promise<Record<string, unknown>> =>
      company.ok('declarations/eu/oss/compute', { year: 2026, quarter: 3 }) as never;
    expect(await compute()).toMatchObject({
      currency: 'SEK',
      totals: { taxableAmount: '1000.00' },
      warnings: [expect.stringContaining('set the rate')],
    });
    await company.ok('reference/exchange-rates/set', { currency: 'EUR', date: '2026-09-30', rate: '0.0911' });
    expect(await compute()).toMatchObject({
      currency: 'EUR',
      totals: { taxableAmount: '91.10', vatAmount: '17.31' },
    });
  });
});

describe('the Czech and the Slovak return', () => {
  it('CZ: return and control statement of a month', async () => {
    const company = await companyOf(app, 'CZ');
    const sales = await Sales.of(company, {
      vatCode: 'CZ87654321',
      address: { countryCode: 'CZ' },
      name: 'Odběratel s.r.o.',
    });
    const invoice = await sales.issued({ currency: 'CZK', lines: [coded('10000.00', 'CZ1')] });
    await sales.issued({ currency: 'CZK', lines: [line('100.00', { vatRatePercent: '12' })] });
    const purchases = await Purchases.of(company, { vatCode: 'DE123456788', name: 'Muster GmbH' });
    await purchases.registered({ currency: 'CZK', lines: [codedCost('1000.00', 'CZ3')] });
    const computed = await company.ok('declarations/eu/vat-return/compute', {
      countryCode: 'CZ',
      year: 2026,
      month: 10,
    });
    const filled = Object.fromEntries(
      (computed.boxes as { code: string; amount: string }[])
        .filter(({ amount }) => amount !== '0')
        .map(({ code, amount }) => [code, amount]),
    );
    expect(filled).toMatchObject({
      obrat23: '10000',
      dan23: '2100',
      obrat5: '100',
      dan5: '12',
      p_zb23: '1000',
      dan_pzb23: '210',
      od_zdp23: '210',
      dano_da: '2112',
    });
    expect(computed.notes[0]).toMatch(/Experimental/);
    const statement = await company.ok('declarations/cz/kh1/generate', {
      year: 2026,
      month: 10,
      taxOffice: '451',
    });
    expect(statement).toMatchObject({
      fileName: 'DPHKH1-2026-10.xml',
      counts: { A1: 0, A2: 1, A4: 1, A5: 1, B1: 0, B2: 0, B3: 0 },
      warnings: [],
    });
    expect(statement.xml).toContain(`c_evid_dd="${invoice.fullNumber}"`);
    const bad = await company.post('declarations/cz/kh1/generate', {
      year: 2026,
      month: 2,
      months: 3,
      taxOffice: '451',
    });
    expect(bad.body.error.fieldErrors).toHaveProperty('months');
    const list = await company.post('declarations/cz/kh1/generate', {
      year: 2026,
      month: 1,
      taxOffice: '4x1',
    });
    expect(list.body.error.fieldErrors).toHaveProperty('taxOffice');
  });

  it('SK: return and control statement of a quarter', async () => {
    const company = await companyOf(app, 'SK');
    const sales = await Sales.of(company, {
      vatCode: 'SK2020123456',
      address: { countryCode: 'SK' },
      name: 'Odberateľ s. r. o.',
    });
    const invoice = await sales.issued({ lines: [coded('100.00', 'SK03', { quantity: '10' })] });
    await sales.credited(invoice.id, {
      lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '1' }],
    });
    const computed = await company.ok('declarations/eu/vat-return/compute', {
      countryCode: 'SK',
      year: 2026,
      month: 10,
      months: 3,
    });
    expect(computed).toMatchObject({ formKey: 'DPHv25', frequency: 'quarterly' });
    expect(computed.boxes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'r04', amount: '230.00' }),
        expect.objectContaining({ code: 'r25', amount: '-23.00' }),
        expect.objectContaining({ code: 'r32', amount: '207.00' }),
      ]),
    );
    const statement = await company.ok('declarations/sk/kvdph/generate', {
      year: 2026,
      month: 10,
      months: 3,
    });
    expect(statement).toMatchObject({
      fileName: 'KVDPH-2026-Q4.xml',
      counts: { A1: 1, A2: 0, B1: 0, B2: 0, C1: 1, C2: 0, D2: 0 },
    });
    expect(statement.xml).toContain(`FP="${invoice.fullNumber}"`);
    expect(
      outcome(await company.post('declarations/cz/kh1/generate', { year: 2026, month: 1, taxOffice: '451' })),
    ).toBe('422 export_impossible');
  });
});
