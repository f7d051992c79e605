import { Decimal } from '../../src/shared/decimal';
import { expectSoundBooks } from '../support/books';
import { cost, Purchases, PURCHASES_NOW } from '../support/purchases';
import { outcome, Sales } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { describeWithSchemas, validateInBackground } from '../support/xml-schema';

const coded = (price: string, vatClassifierCode: string, members: object = {}): object =>
  cost(price, { vatRatePercent: undefined, vatClassifierCode, ...members });

let app: TestApp;
let company: TestCompany;
let purchases: Purchases;
let german: Purchases;
beforeAll(async () => {
  app = await TestApp.start({}, new TestClock(new Date(PURCHASES_NOW)));
});
afterAll(() => app.stop());
beforeEach(async () => {
  company = await app.company({ allowManualControlEntries: true });
  purchases = await Purchases.of(company);
  german = await Purchases.of(company, { name: 'Muster GmbH', vatCode: 'DE123456789' });
});
afterEach(() => expectSoundBooks(company));

describe('VAT of purchases', () => {
  it('under reverse charge: VAT on both sides, the supplier is owed the net', async () => {
    const purchase = await german.registered({
      lines: [
        coded('100.00', 'PVM16'),
        coded('50.00', 'PVM21', { deductiblePercent: '40' }),
        coded('10.00', 'PVM43'),
      ],
    });
    expect(purchase).toMatchObject({
      netTotal: '160.00',
      vatTotal: '0.00',
      grossTotal: '160.00',
      selfAssessedVat: '33.60',
      deductibleVat: '27.30',
    });
    expect(purchase.lines).toMatchObject([
      {
        vatRatePercent: '21',
        lineVat: '0.00',
        lineGross: '100.00',
        selfAssessedVat: '21.00',
        deductibleVat: '21.00',
        vatCategory: 'AE',
      },
      { lineVat: '0.00', lineGross: '50.00', selfAssessedVat: '10.50', deductibleVat: '4.20' },
      { lineGross: '10.00', selfAssessedVat: '2.10' },
    ]);
    expect(await purchases.entries(purchase.journalTransactionId)).toEqual([
      '6312 debit 166.30',
      '2441 debit 27.30',
      '4492 credit 33.60',
      '4430 credit 160.00',
    ]);
  });

  it.each([
    [{ documentDate: '2026-10-01', taxPointDate: '2025-12-31' }, 'PVM2', '200'],
    [{ documentDate: '2026-10-01' }, 'PVM2', '422 vat_code_invalid'],
    [{ documentDate: '2026-10-01', taxPointDate: '2025-12-31' }, 'PVM58', '422 vat_code_invalid'],
    [{}, 'PVM13', '422 vat_code_invalid'],
    [{}, 'PVM4', '422 vat_code_invalid'],
  ])('goes by the tax point: %j under %s: %s', async (members, code, expected) => {
    const { id } = await purchases.draft({ ...members, lines: [coded('1.00', code)] });
    expect(outcome(await purchases.tryRegister(id))).toBe(expected);
  });

  it('has the rate of the code, for a credit note that of the day of the invoice', async () => {
    const wrong = await german.draft({ lines: [coded('1.00', 'PVM16', { vatRatePercent: '9' })] });
    expect(outcome(await german.tryRegister(wrong.id))).toBe('422 vat_code_invalid');
    const old = await german.registered({ documentDate: '2025-12-30', lines: [coded('10.00', 'PVM17')] });
    const credit = await german.credited(old.id, { lines: [coded('10.00', 'PVM17')] });
    expect(credit).toMatchObject({ selfAssessedVat: '0.90', grossTotal: '10.00' });
    expect(await purchases.balances()).toEqual({});
    const free = await german.draft({ type: 'credit_note', lines: [coded('10.00', 'PVM17')] });
    expect(outcome(await german.tryRegister(free.id))).toBe('422 vat_code_invalid');
  });

  it.each([
    ['PVM16', { vatCode: 'LT100005555510' }],
    ['PVM16', { vatCode: undefined, address: { countryCode: 'US' } }],
    ['PVM21', { vatCode: undefined, address: { countryCode: 'US' } }],
    ['PVM25', { vatCode: 'DE129273398' }],
    ['PVM20', { vatCode: 'LT100005555510' }],
  ])('under %s cannot be of a supplier elsewhere: %j', async (code, supplier) => {
    const wrong = await Purchases.of(company, supplier);
    const { id } = await wrong.draft({ lines: [cost('1.00'), coded('5.00', code)] });
    const answer = await wrong.tryRegister(id);
    expect([outcome(answer), answer.body.error.fieldErrors]).toEqual([
      '422 vat_code_invalid',
      { 'lines.1.vatClassifierCode': [expect.stringMatching(/^is for .*, the supplier is /)] },
    ]);
    expect(await company.count('vat_register_rows')).toBe(0);
  });

  it('may be of a supplier abroad whose country nobody gave', async () => {
    const unknown = await Purchases.of(company, { name: 'OpenAI LLC', vatCode: undefined });
    const { id } = await unknown.draft({ lines: [coded('5.00', 'PVM20')] });
    expect(outcome(await unknown.tryRegister(id))).toBe('200');
  });

  it('is domestic of a foreign supplier with a Lithuanian VAT number', async () => {
    const branch = await Purchases.of(company, {
      vatCode: 'LT100005555510',
      address: { countryCode: 'DE' },
    });
    expect(await branch.registered({ lines: [coded('5.00', 'PVM25')] })).toMatchObject({
      selfAssessedVat: '1.05',
    });
  });

  it('takes prices with VAT, but not where the supplier charges none', async () => {
    const gross = cost('1', { unitPriceExclVat: undefined, unitPriceInclVat: '12.10' });
    expect(await purchases.draft({ lines: [gross] })).toMatchObject({ netTotal: '10.00', vatTotal: '2.10' });
    const answer = await purchases.try({
      lines: [{ description: 'x', unitPriceInclVat: '10.00', vatClassifierCode: 'PVM16' }],
    });
    expect(answer.body.error.fieldErrors).toHaveProperty(['lines.0.unitPriceInclVat']);
  });

  it('is rounded as the supplier did, where the document says so', async () => {
    const lines = Array.from({ length: 3 }, () => cost('0.02'));
    expect(await purchases.draft({ lines })).toMatchObject({ vatTotal: '0.01', vatRounding: 'total' });
    expect(await purchases.draft({ lines, vatRounding: 'line' })).toMatchObject({
      vatTotal: '0.00',
      vatRounding: 'line',
    });
  });

  it('is cost in full where the company is no VAT payer on the tax point', async () => {
    company = await app.company({ vatPayerFrom: '2026-10-01' });
    purchases = await Purchases.of(company);
    const before = { documentDate: '2026-09-30' };
    const purchase = await purchases.registered(before);
    expect(purchase).toMatchObject({ grossTotal: '121.00', deductibleVat: '0.00' });
    expect(await purchases.balances()).toEqual({ '4430': '-121.00', '6312': '121.00' });
    const greedy = await purchases.draft({ ...before, lines: [cost('1.00', { deductiblePercent: '100' })] });
    expect(outcome(await purchases.tryRegister(greedy.id))).toBe('422 vat_not_payer');
  });
});

describeWithSchemas('i.SAF with purchases', () => {
  const SCHEMA = 'isaf/isaf_1_2.xsd';
  const OCTOBER = { year: 2026, month: 10 };
  const SEPTEMBER = { year: 2026, month: 9 };

  interface Isaf {
    fileName: string;
    counts: object;
    warnings: string[];
    xml: string;
  }

  async function isaf(request: object): Promise<Isaf> {
    const file = (await company.ok('declarations/lt/isaf/generate', request)) as Isaf;
    expect(await validateInBackground(file.xml, SCHEMA)).toEqual({ valid: true, errors: [] });
    return file;
  }

  /** The sum of an element over one register. */
  function sumOf(xml: string, register: 'PurchaseInvoices' | 'SalesInvoices', element: string): Decimal {
    const part = new RegExp(`<${register}>.*</${register}>`, 's').exec(xml)?.[0] ?? '';
    const values = [...part.matchAll(new RegExp(`<${element}>([^<]*)<`, 'g'))].map(match => match[1]!);
    return values.reduce((sum, value) => sum.plus(value), new Decimal(0));
  }

  const texts = (xml: string, element: string): string[] =>
    [...xml.matchAll(new RegExp(`<${element}>([^<]*)<`, 'g'))].map(match => match[1]!);

  it('has documents by their receipt, in both registers, negative for credit notes', async () => {
    const sales = await Sales.of(company, { vatCode: 'LT100005555510' });
    await sales.issued({ issueDate: '2026-10-02' });
    const invoice = await purchases.registered({ documentDate: '2026-09-28', receivedDate: '2026-10-02' });
    await purchases.registered({ documentDate: '2026-09-15', receivedDate: '2026-09-20' });
    await purchases.credited(invoice.id, { documentDate: '2026-10-03', lines: [cost('10.00')] });
    await german.registered({
      documentNumber: 'DE-7',
      taxPointDate: '2026-09-30',
      lines: [coded('1000.00', 'PVM16')],
    });
    await purchases.draft();

    const file = await isaf(OCTOBER);
    expect(file).toMatchObject({
      fileName: 'isaf_305555553_2026-10_F.xml',
      counts: { salesInvoices: 1, purchaseInvoices: 3, customers: 1, suppliers: 2 },
      warnings: ['Document INV-0001: a row has no VAT code.'],
    });
    expect(texts(file.xml, 'InvoiceNo')).toEqual(['AB-001', 'AB-003', 'DE-7', 'INV-0001']);
    expect(texts(file.xml, 'InvoiceType')).toEqual(['SF', 'KS', 'SF', 'SF']);
    expect(texts(file.xml, 'RegistrationAccountDate')).toEqual(['2026-10-02', '2026-10-05', '2026-10-05']);
    expect(texts(file.xml, 'TaxableValue')).toEqual(['100.00', '-10.00', '1000.00', '100.00']);
    expect(texts(file.xml, 'Amount')).toEqual(['21.00', '-2.10', '210.00', '21.00']);
    expect(texts(file.xml, 'VATPointDate')).toEqual(['2026-09-30']);
    expect(texts(file.xml, 'ReferenceNo')).toEqual(['AB-001']);
    expect((await isaf(SEPTEMBER)).counts).toMatchObject({ salesInvoices: 0, purchaseInvoices: 1 });
    expect((await isaf({ ...OCTOBER, dataType: 'P' })).counts).toEqual({
      salesInvoices: 0,
      purchaseInvoices: 3,
      customers: 0,
      suppliers: 2,
      settlements: 0,
    });
    expect((await isaf({ ...OCTOBER, dataType: 'S' })).counts).toEqual({
      salesInvoices: 1,
      purchaseInvoices: 0,
      customers: 1,
      suppliers: 0,
      settlements: 0,
    });
  });

  it('has no document whose registration was voided, and says whose month is to be filed anew', async () => {
    const same = await purchases.registered({ documentDate: '2026-10-01' });
    const earlier = await purchases.registered({ documentDate: '2026-09-01', receivedDate: '2026-09-02' });
    await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
    for (const { id } of [same, earlier]) expect(outcome(await purchases.tryVoid(id))).toBe('200');
    expect((await isaf(SEPTEMBER)).counts).toMatchObject({ purchaseInvoices: 0 });
    const october = await isaf(OCTOBER);
    expect(october.counts).toMatchObject({ purchaseInvoices: 0 });
    expect(october.warnings).toEqual([
      expect.stringContaining('AB-002: received 2026-09-02 and voided in this month'),
    ]);
  });

  it('is bridged to the VAT accounts and the VAT register by named lines, to the cent', async () => {
    const sales = await Sales.of(company, { vatCode: 'LT100005555510' });
    const sold = await sales.issued({
      lines: [
        { description: 'Work', unitPriceExclVat: '333.33', vatRatePercent: '21', vatClassifierCode: 'PVM1' },
      ],
    });
    await sales.credited(sold.id, { lines: [{ creditedLineId: sold.lines[0]!.id, quantity: '0.1' }] });
    const bought = await purchases.registered({
      lines: [coded('99.99', 'PVM1'), coded('0.55', 'PVM1', { deductiblePercent: '50' })],
    });
    await purchases.credited(bought.id, { lines: [coded('9.99', 'PVM1')] });
    await german.registered({ lines: [coded('77.77', 'PVM16', { deductiblePercent: '33.3333' })] });
    // Customs: the duty-free value comes and goes, what stays is the VAT; and import VAT that the authority sets off.
    await purchases.registered({
      lines: [coded('500.00', 'PVM23', { vatRatePercent: '21' }), coded('-500.00', 'PVM100')],
    });
    await purchases.registered({ lines: [coded('200.01', 'PVM24', { vatRatePercent: '21' })] });
    await purchases.registered({
      documentNumber: 'no VAT invoice',
      lines: [cost('12.34', { vatRatePercent: '0' })],
    });
    const voided = await purchases.registered({ lines: [coded('1000.00', 'PVM1')] });
    await purchases.tryVoid(voided.id);
    const manual = (account: string, side: 'debit' | 'credit', amount: string): Promise<unknown> =>
      company.ok('ledger/journal/transactions/create', {
        date: '2026-10-05',
        entries: [
          { accountCode: account, [side]: amount },
          { accountCode: '6312', [side === 'debit' ? 'credit' : 'debit']: amount },
        ],
      });
    await manual('2441', 'debit', '1.11');
    await manual('4492', 'credit', '2.22');

    const { xml, warnings } = await isaf(OCTOBER);
    const [register] = (await company.sql(
      `SELECT sum(base_vat + self_assessed_vat - deductible_vat) FILTER (WHERE side = 'purchases') AS "nonDeductible",
              sum(base_vat + self_assessed_vat) FILTER (WHERE vat_code IN ('PVM23', 'PVM24')) AS import,
              sum(base_net) FILTER (WHERE vat_code IN ('PVM23', 'PVM24', 'PVM100')) AS "importNet",
              sum(base_net) FILTER (WHERE document_number = 'no VAT invoice') AS "outsideNet",
              sum(base_net) FILTER (WHERE side = 'purchases') AS "purchaseNet",
              sum(base_net) FILTER (WHERE side = 'sales') AS "salesNet",
              sum(self_assessed_vat) AS "selfAssessed"
         FROM vat_register_rows`,
    )) as Record<string, string>[];
    const movement = async (accountCode: string): Promise<Decimal> => {
      const report = (await company.ok('reports/gl-detail', {
        accountCode,
        fromDate: '2026-10-01',
        toDate: '2026-10-31',
      })) as { opening: string; closing: string };
      return new Decimal(report.closing).minus(report.opening);
    };
    const unexplained = (total: Decimal, lines: Record<string, Decimal | string>): string =>
      Object.values(lines)
        .reduce<Decimal>((rest, line) => rest.minus(line), total)
        .toFixed(2);

    expect(
      unexplained(await movement('2441'), {
        'i.SAF, received': sumOf(xml, 'PurchaseInvoices', 'Amount'),
        import: register!.import!,
        'non-deductible': new Decimal(register!.nonDeductible!).negated(),
        manual: '1.11',
      }),
    ).toBe('0.00');
    expect(
      unexplained((await movement('4492')).negated(), {
        'i.SAF, issued': sumOf(xml, 'SalesInvoices', 'Amount'),
        'self-assessed': register!.selfAssessed!,
        manual: '2.22',
      }),
    ).toBe('0.00');
    expect(
      unexplained(new Decimal(register!.purchaseNet!), {
        'i.SAF, received': sumOf(xml, 'PurchaseInvoices', 'TaxableValue'),
        import: register!.importNet!,
        'outside i.SAF': register!.outsideNet!,
      }),
    ).toBe('0.00');
    expect(
      unexplained(new Decimal(register!.salesNet!), {
        'i.SAF, issued': sumOf(xml, 'SalesInvoices', 'TaxableValue'),
      }),
    ).toBe('0.00');
    expect([register!.import, register!.nonDeductible].map(text => new Decimal(text!).toFixed(2))).toEqual([
      '147.00',
      '10.95',
    ]);
    expect(warnings).toHaveLength(5);
  });
});
