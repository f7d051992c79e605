import { version } from '../../package.json';
import { IsafFiles } from '../../src/declarations/use-cases/isaf-files';
import { withClient } from '../support/database';
import { documentsIn, texts } from '../support/isaf';
import { withAnyRate } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { describeWithSchemas, selectInBackground, validateInBackground } from '../support/xml-schema';

const SCHEMA = 'isaf/isaf_1_2.xsd';
const SEPTEMBER = { year: 2026, month: 9 };
const OCTOBER = { year: 2026, month: 10 };

interface Isaf {
  fileName: string;
  counts: object;
  warnings: string[];
  xml: string;
}

interface Issued {
  id: string;
  partnerId: string;
  fullNumber: string;
  lines: { id: string }[];
}

const STANDARD = {
  description: 'Work',
  unitPriceExclVat: '100.00',
  vatRatePercent: '21',
  vatClassifierCode: 'PVM1',
};

describeWithSchemas('i.SAF of a company', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-11-05T09:00:00Z')));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await withAnyRate(await app.company());
  });

  async function partner(values: object): Promise<string> {
    const { id } = (await company.ok('partners/create', values)) as { id: string };
    return id;
  }

  const buyer = (): Promise<string> =>
    partner({
      name: 'UAB Pirkėjas',
      code: '301234567',
      vatCode: 'LT100001234511',
      address: { countryCode: 'LT' },
    });

  async function invoice(
    partnerId: string,
    issueDate: string,
    lines: object[],
    more: object = {},
  ): Promise<Issued> {
    return (await company.ok('sales/invoices/create', {
      partnerId,
      issueDate,
      issue: true,
      lines,
      ...more,
    })) as Issued;
  }

  async function credit(original: Issued, issueDate: string, lines?: object[]): Promise<Issued> {
    return (await company.ok('sales/invoices/create', {
      type: 'credit_note',
      partnerId: original.partnerId,
      creditedInvoiceId: original.id,
      issueDate,
      issue: true,
      lines,
    })) as Issued;
  }

  /** The file of a month, of issued documents unless asked otherwise; it is valid, whatever else a test says of it. */
  async function isaf(request: object): Promise<Isaf> {
    const file = (await company.ok('declarations/lt/isaf/generate', { dataType: 'S', ...request })) as Isaf;
    expect(await validateInBackground(file.xml, SCHEMA)).toEqual({ valid: true, errors: [] });
    return file;
  }

  it('has the documents of the month, by date and number, one total per VAT code and rate', async () => {
    const lithuanian = await buyer();
    const german = await partner({
      name: 'Käufer GmbH',
      vatCode: 'DE123456788',
      address: { countryCode: 'DE' },
    });
    await invoice(lithuanian, '2026-09-30', [STANDARD]);
    const first = await invoice(lithuanian, '2026-10-01', [
      STANDARD,
      { ...STANDARD, quantity: '2', unitPriceExclVat: '0.25' },
      { description: 'Books', unitPriceExclVat: '50.00', vatRatePercent: '5', vatClassifierCode: 'PVM3' },
    ]);
    const last = await invoice(german, '2026-10-31', [
      { description: 'Goods', unitPriceExclVat: '900.00', vatRatePercent: '0', vatClassifierCode: 'PVM13' },
    ]);
    await invoice(lithuanian, '2026-11-01', [STANDARD]);
    await company.ok('sales/invoices/create', {
      partnerId: lithuanian,
      issueDate: '2026-10-15',
      lines: [STANDARD],
    });

    const file = await isaf(OCTOBER);
    expect(file).toEqual({
      fileName: 'isaf_305555553_2026-10_S.xml',
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      counts: { salesInvoices: 2, purchaseInvoices: 0, customers: 2, suppliers: 0, settlements: 0 },
      warnings: [],
      xml: expect.any(String) as string,
      numberOfParts: 1,
    });
    expect(documentsIn(file.xml)).toEqual([
      `${first.fullNumber} | PVM1 21 100.50 21.11 | PVM3 5 50.00 2.50`,
      `${last.fullNumber} | PVM13 0 900.00 0.00`,
    ]);
    expect(texts(file.xml, 'VATRegistrationNumber')).toEqual(['LT100001234511', 'DE123456788']);
    expect(texts(file.xml, 'Name')).toEqual(['UAB Pirkėjas', 'Käufer GmbH']);
    expect(texts(file.xml, 'SoftwareName')).toEqual(['Gapless']);
    expect(texts(file.xml, 'SoftwareVersion')).toEqual([version]);
    expect(texts(file.xml, 'FileDateCreated')).toEqual(['2026-11-05T09:00:00.000Z']);
    expect(texts(file.xml, 'RegistrationNumber')[0]).toBe('305555553');
  });

  it('has a header only for a month without documents', async () => {
    await invoice(await buyer(), '2026-10-01', [STANDARD]);
    const file = await isaf(SEPTEMBER);
    expect(file.counts).toEqual({
      salesInvoices: 0,
      purchaseInvoices: 0,
      customers: 0,
      suppliers: 0,
      settlements: 0,
    });
    expect(file.warnings).toEqual([]);
    expect(texts(file.xml, 'SelectionStartDate')).toEqual(['2026-09-01']);
    expect(file.xml).not.toContain('SourceDocuments');
  });

  it('has a credit note with negative amounts and a reference to what it corrects', async () => {
    const original = await invoice(await buyer(), '2026-10-01', [
      STANDARD,
      { ...STANDARD, unitPriceExclVat: '10.10' },
    ]);
    const note = await credit(original, '2026-10-20', [{ creditedLineId: original.lines[1]!.id }]);
    const { xml, counts } = await isaf(OCTOBER);
    expect(counts).toEqual({
      salesInvoices: 2,
      purchaseInvoices: 0,
      customers: 1,
      suppliers: 0,
      settlements: 0,
    });
    expect(texts(xml, 'InvoiceType')).toEqual(['SF', 'KS']);
    expect(documentsIn(xml)).toEqual([
      `${original.fullNumber} | PVM1 21 110.10 23.12`,
      `${note.fullNumber} | PVM1 21 -10.10 -2.12`,
    ]);
    expect(texts(xml, 'ReferenceNo')).toEqual([original.fullNumber]);
    expect(texts(xml, 'ReferenceDate')).toEqual(['2026-10-01']);
  });

  it('goes by the date of the document and names a tax point that differs', async () => {
    await invoice(await buyer(), '2026-10-05', [STANDARD], { taxPointDate: '2026-09-30' });
    expect((await isaf(SEPTEMBER)).counts).toMatchObject({ salesInvoices: 0 });
    const { xml, counts } = await isaf(OCTOBER);
    expect(counts).toMatchObject({ salesInvoices: 1 });
    expect(texts(xml, 'InvoiceDate')).toEqual(['2026-10-05']);
    expect(texts(xml, 'VATPointDate')).toEqual(['2026-09-30']);
  });

  it('is made of the register, whatever became of the partner since', async () => {
    const id = await buyer();
    await invoice(id, '2026-10-05', [STANDARD]);
    await company.ok('partners/update', { id, name: 'UAB Kitas', vatCode: null });
    const { xml } = await isaf(OCTOBER);
    expect(texts(xml, 'Name')).toEqual(['UAB Pirkėjas']);
    expect(texts(xml, 'VATRegistrationNumber')).toEqual(['LT100001234511']);
  });

  it('warns of a missing VAT code and of a partner without codes, naming the document', async () => {
    const unnamed = await partner({ name: 'Kažkas', address: { countryCode: 'LT' } });
    const { fullNumber } = await invoice(unnamed, '2026-10-05', [
      { ...STANDARD, vatClassifierCode: undefined },
    ]);
    const { xml, warnings } = await isaf(OCTOBER);
    expect(warnings).toEqual([
      `Document ${fullNumber}: a row has no VAT code.`,
      `Document ${fullNumber}: the partner has neither a VAT code nor a company code.`,
    ]);
    expect(texts(xml, 'VATRegistrationNumber')).toEqual(['ND']);
  });

  it('keeps the row of a code that only the company has, without the code, and says so', async () => {
    await company.ok('reference/vat-classifiers/upsert', {
      rows: [{ countryCode: 'LT', code: 'OWN21', name: 'Own', ratePercent: '21' }],
    });
    const { fullNumber } = await invoice(await buyer(), '2026-10-05', [
      { ...STANDARD, vatClassifierCode: 'OWN21' },
    ]);
    const { xml, warnings } = await isaf(OCTOBER);
    expect(texts(xml, 'TaxableValue')).toEqual(['100.00']);
    expect(warnings).toEqual([
      `Document ${fullNumber}: OWN21 is no code of the VAT classifier, a row was written without it.`,
    ]);
  });

  describe('credit notes in the VAT report', () => {
    const RATE_20 = { description: 'Work', unitPriceExclVat: '1000.00', vatRatePercent: '20' };
    const sums = async (month: object): Promise<{ net: string[]; vat: string[] }> => {
      const { xml } = await isaf(month);
      return { net: texts(xml, 'TaxableValue'), vat: texts(xml, 'Amount') };
    };

    it('takes a credit note of the same month off: base 800.00, VAT 160.00', async () => {
      const original = await invoice(await buyer(), '2026-09-10', [RATE_20]);
      await credit(original, '2026-09-20', [{ creditedLineId: original.lines[0]!.id, quantity: '0.2' }]);
      expect(await sums(SEPTEMBER)).toEqual({ net: ['1000.00', '-200.00'], vat: ['200.00', '-40.00'] });
      expect(await registerSums('2026-09')).toEqual({ net: '800.00', vat: '160.00' });
      expect(await vatMovement('2026-09')).toBe('-160.00');
    });

    it('counts a credit note of the next month there and leaves the month before as it was', async () => {
      const original = await invoice(await buyer(), '2026-09-10', [RATE_20]);
      const before = await isaf(SEPTEMBER);
      await credit(original, '2026-10-20', [{ creditedLineId: original.lines[0]!.id, quantity: '0.2' }]);
      expect(await isaf(SEPTEMBER)).toEqual(before);
      expect(await sums(OCTOBER)).toEqual({ net: ['-200.00'], vat: ['-40.00'] });
      expect(await vatMovement('2026-09')).toBe('-200.00');
      expect(await vatMovement('2026-10')).toBe('40.00');
    });
  });

  it('agrees to the cent with the register and the VAT account of the month', async () => {
    const id = await buyer();
    for (const price of ['0.03', '33.33', '19.99', '1.07']) {
      await invoice(id, '2026-10-05', [
        { ...STANDARD, unitPriceExclVat: price },
        { description: 'Books', unitPriceExclVat: price, vatRatePercent: '5', vatClassifierCode: 'PVM3' },
      ]);
    }
    await credit(await invoice(id, '2026-10-06', [{ ...STANDARD, unitPriceExclVat: '77.77' }]), '2026-10-07');
    const { xml } = await isaf(OCTOBER);
    const cents = texts(xml, 'Amount').map(amount => BigInt(amount.replace('.', '')));
    const total = cents.reduce((sum, amount) => sum + amount, 0n);
    const { vat } = await registerSums('2026-10');
    expect(BigInt(vat.replace('.', ''))).toBe(total);
    expect(await vatMovement('2026-10')).toBe(`-${vat}`);
  });

  /** Sums of the register over the documents dated in a month. */
  async function registerSums(month: string): Promise<{ net: string; vat: string }> {
    const [sums] = (await company.sql(
      `SELECT sum(base_net)::numeric(20, 2) AS net, sum(base_vat)::numeric(20, 2) AS vat
         FROM vat_register_rows WHERE to_char(document_on, 'YYYY-MM') = $1`,
      [month],
    )) as { net: string; vat: string }[];
    return sums!;
  }

  /** Debits less credits of output VAT in a month, as the trial balance has it. */
  async function vatMovement(month: string): Promise<string> {
    const lastDay = { '2026-09': '30', '2026-10': '31' }[month]!;
    const { opening, closing } = (await company.ok('reports/gl-detail', {
      accountCode: '4492',
      fromDate: `${month}-01`,
      toDate: `${month}-${lastDay}`,
    })) as { opening: string; closing: string };
    const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
    const movement = cents(closing) - cents(opening);
    const digits = String(movement < 0n ? -movement : movement).padStart(3, '0');
    return `${movement < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }

  it('carries every text unchanged', async () => {
    const names = [
      ']]> & <b>',
      'A & B',
      'ąčęėįšųūž ĄČĘĖĮŠŲŪŽ',
      '你好 مرحبا שלום',
      '👩‍👩‍👧 ☕',
      'Ernesta \u0117 ir e\u0307',
      'kryptis \u202Eatgal',
    ];
    for (const name of names) {
      await invoice(await partner({ name, address: { countryCode: 'LT' }, type: 'person' }), '2026-10-05', [
        STANDARD,
      ]);
    }
    const { xml, warnings } = await isaf(OCTOBER);
    expect(warnings).toEqual([]);
    expect(await selectInBackground(xml, '//*[local-name()="Name"]')).toEqual(names);
  });

  describe('a month that one file cannot hold', () => {
    afterEach(() => {
      app.nest.get(IsafFiles).documentsPerPart = 500_000;
    });

    it('comes in parts, each document once, in order', async () => {
      app.nest.get(IsafFiles).documentsPerPart = 2;
      const id = await buyer();
      const numbers: string[] = [];
      for (let day = 1; day <= 5; day++)
        numbers.push((await invoice(id, `2026-10-0${day}`, [STANDARD])).fullNumber);
      const parts = [1, 2, 3].map(part => isaf({ ...OCTOBER, part }));
      const files = await Promise.all(parts);
      expect(files.map(({ xml }) => texts(xml, 'InvoiceNo'))).toEqual([
        numbers.slice(0, 2),
        numbers.slice(2, 4),
        numbers.slice(4),
      ]);
      expect(files.map(({ xml }) => [...texts(xml, 'NumberOfParts'), ...texts(xml, 'PartNumber')])).toEqual([
        ['3', '1'],
        ['3', '2'],
        ['3', '3'],
      ]);
      expect(files[1]!.fileName).toBe('isaf_305555553_2026-10_S_part2of3.xml');
      const { status, body } = await company.post('declarations/lt/isaf/generate', { ...OCTOBER, part: 4 });
      expect([status, body.error.fieldErrors]).toEqual([400, { part: ['the month has 3 part(s)'] }]);
    });
  });

  it('is downloaded byte for byte as it is generated', async () => {
    await invoice(await buyer(), '2026-10-05', [STANDARD]);
    const { xml } = await isaf(OCTOBER);
    const answer = await fetch(`${app.url}/v1/declarations/lt/isaf/download`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${company.token}` },
      body: JSON.stringify({ ...OCTOBER, dataType: 'S' }),
    });
    expect(await answer.text()).toBe(xml);
    expect([answer.headers.get('Content-Type'), answer.headers.get('Content-Disposition')]).toEqual([
      'application/xml; charset=utf-8',
      'attachment; filename=isaf_305555553_2026-10_S.xml',
    ]);
    const refused = await company.post('declarations/lt/isaf/download', { year: 2016, month: 9 });
    expect([refused.status, refused.body.error.reason]).toEqual([422, 'export_impossible']);
  });

  it('names documents whose VAT is not in the register', async () => {
    const { id, fullNumber } = await invoice(await buyer(), '2026-10-05', [STANDARD]);
    await withClient(app.superuserUrl, async client => {
      await client.query(`SET session_replication_role = 'replica'`);
      await client.query('DELETE FROM vat_register_rows WHERE document_id = $1', [id]);
    });
    expect((await isaf(OCTOBER)).warnings).toEqual([
      `Document ${fullNumber}: its VAT is not in the register; report this.`,
    ]);
    expect((await isaf({ ...OCTOBER, dataType: 'P' })).warnings).toEqual([]);
  });

  describe('refusals', () => {
    const generate = (request: object): ReturnType<TestCompany['post']> =>
      company.post('declarations/lt/isaf/generate', request);

    it.each([
      [
        { countryCode: 'LV', vatCode: 'LV40003245752' },
        /Lithuanian companies; Example UAB is registered in LV/,
      ],
      [{ baseCurrency: 'USD' }, /in EUR; the books of Example UAB are kept in USD/],
      [{ code: undefined }, /company code/],
    ])('refuses a company with %p', async (profile, message) => {
      company = await app.bareCompany(profile);
      const { status, body } = await generate(OCTOBER);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'validation',
        reason: 'export_impossible',
        message: expect.stringMatching(message) as string,
      });
    });

    it('refuses a month before i.SAF began', async () => {
      const { status, body } = await generate({ year: 2016, month: 9 });
      expect([status, body.error.reason]).toEqual([422, 'export_impossible']);
    });

    it.each([
      [{ year: 2026, month: 13 }, 'month'],
      [{ year: 2026 }, 'month'],
      [{ year: '2026', month: 1 }, 'year'],
      [{ ...OCTOBER, dataType: 'X' }, 'dataType'],
    ])('refuses %p by naming %s', async (request, member) => {
      const { status, body } = await generate(request);
      expect(status).toBe(400);
      expect(Object.keys(body.error.fieldErrors as object)).toEqual([member]);
    });

    it("has nothing of another company's documents", async () => {
      await invoice(await buyer(), '2026-10-05', [STANDARD]);
      company = await withAnyRate(await app.company());
      expect((await isaf(OCTOBER)).counts).toMatchObject({ salesInvoices: 0, customers: 0 });
    });
  });

  it('warns when the company itself has no VAT code', async () => {
    company = await app.bareCompany({ vatCode: undefined });
    expect((await isaf(OCTOBER)).warnings).toEqual([
      'Example UAB has no VAT code: only VAT payers file i.SAF.',
    ]);
  });
});
