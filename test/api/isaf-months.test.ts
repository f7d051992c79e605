import { documentsIn, texts } from '../support/isaf';
import { cost, Purchases } from '../support/purchases';
import { customer, line, Sales, type Invoice } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { reconciliation, told, unexplained } from '../support/vat-reconciliation';
import { describeWithSchemas, validateInBackground } from '../support/xml-schema';

const SCHEMA = 'isaf/isaf_1_2.xsd';
const FEBRUARY = { year: 2026, month: 2 };

/** A line under a code of the classifier, at its rate. */
const coded = (price: string, vatClassifierCode: string, members: object = {}): object =>
  line(price, { vatRatePercent: undefined, vatClassifierCode, ...members });
const costOf = (price: string, vatClassifierCode: string): object =>
  cost(price, { vatRatePercent: undefined, vatClassifierCode });

describeWithSchemas('i.SAF of both registers', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  let purchases: Purchases;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-03-05T09:00:00Z')));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    sales = await Sales.of(company, { vatCode: 'LT100004321019', address: { countryCode: 'LT' } });
    purchases = await Purchases.of(company);
  });

  const german = (): Promise<string> =>
    customer(company, { name: 'Käufer GmbH', vatCode: 'DE123456788', address: { countryCode: 'DE' } });

  async function registers(month: object = FEBRUARY): Promise<{ xml: string; warnings: string[] }> {
    const file = (await company.ok('declarations/lt/isaf/generate', month)) as {
      xml: string;
      warnings: string[];
    };
    expect(await validateInBackground(file.xml, SCHEMA)).toEqual({ valid: true, errors: [] });
    return file;
  }

  const issued = (members: object): Promise<Invoice> => sales.issued({ issueDate: '2026-02-10', ...members });
  const received = (members: object): Promise<unknown> =>
    purchases.registered(
      { documentDate: '2026-02-11', receivedDate: '2026-02-12', ...members },
      '2026-02-12',
    );

  it('an ordinary month: received documents first, issued ones after, two rates on one invoice', async () => {
    const { fullNumber } = await issued({ lines: [coded('100.00', 'PVM1'), coded('50.00', 'PVM3')] });
    await received({ documentNumber: 'AB-1', lines: [costOf('200.00', 'PVM1')] });
    const { xml, warnings } = await registers();
    expect(documentsIn(xml)).toEqual([
      'AB-1 | PVM1 21 200.00 42.00',
      `${fullNumber} | PVM1 21 100.00 21.00 | PVM3 5 50.00 2.50`,
    ]);
    expect(texts(xml, 'DataType')).toEqual(['F']);
    expect(warnings).toEqual([]);
  });

  it('an empty month: a header', async () => {
    const { xml } = await registers();
    expect(xml).not.toContain('SourceDocuments');
  });

  it('credits of both registers, negative, with their references', async () => {
    const invoice = await issued({ lines: [coded('100.00', 'PVM1')] });
    const credit = await issued({
      type: 'credit_note',
      creditedInvoiceId: invoice.id,
      issueDate: '2026-02-20',
      lines: undefined,
    });
    const { id } = (await received({ documentNumber: 'AB-1', lines: [costOf('200.00', 'PVM1')] })) as {
      id: string;
    };
    await received({
      type: 'credit_note',
      creditedInvoiceId: id,
      documentNumber: 'K-1',
      receivedDate: '2026-02-20',
      lines: [costOf('20.00', 'PVM1')],
    });
    const { xml } = await registers();
    expect(documentsIn(xml)).toEqual([
      'AB-1 | PVM1 21 200.00 42.00',
      'K-1 | PVM1 21 -20.00 -4.20',
      `${invoice.fullNumber} | PVM1 21 100.00 21.00`,
      `${credit.fullNumber} | PVM1 21 -100.00 -21.00`,
    ]);
    expect(texts(xml, 'InvoiceType')).toEqual(['SF', 'KS', 'SF', 'KS']);
    expect(texts(xml, 'ReferenceNo')).toEqual(['AB-1', invoice.fullNumber]);
  });

  it.each([
    ['without a code', { vatRatePercent: '0' }],
    ['under PVM100', { vatRatePercent: undefined, vatClassifierCode: 'PVM100' }],
  ])('nothing of a customs declaration, its value taken off %s; of a broker his services', async (_, off) => {
    const declared = (value: string): object[] => [
      cost(value, { vatClassifierCode: 'PVM23' }),
      cost(`-${value}`, off),
    ];
    const customs = await Purchases.of(company, { name: 'Muitinė', vatCode: undefined, code: '188656838' });
    const day = { documentDate: '2026-02-11', receivedDate: '2026-02-12' };
    await customs.registered({ ...day, documentNumber: '26LTVR1', lines: declared('800.00') }, '2026-02-12');
    await received({ documentNumber: 'AB-1', lines: [costOf('50.00', 'PVM1'), ...declared('300.00')] });
    const { xml, warnings } = await registers();
    expect(documentsIn(xml)).toEqual(['AB-1 | PVM1 21 50.00 10.50']);
    expect(warnings).toContain(
      'Document 26LTVR1: not in the file, because it has no rows that i.SAF enters.',
    );
    const month = await reconciliation(company, FEBRUARY);
    expect(unexplained(month)).toEqual({});
    // 800.00 and 300.00 of value come and go; what customs asked is 168.00 + 63.00.
    expect(told(month, 'register_to_isaf.purchases_base')).toEqual(['50.00', '50.00']);
    expect(told(month, 'register_to_isaf.input_vat')).toEqual(['241.50', 'import -231.00 of 2', '10.50']);
    const saft = (await company.ok('declarations/lt/saft/generate', {
      fromDate: '2026-02-01',
      toDate: '2026-02-28',
    })) as { xml: string };
    expect(texts(saft.xml, 'InvoiceType')).toEqual(['S', 'SF']);
  });

  it('an export, EU supplies, and EU acquisitions with the VAT that the buyer accounts for', async () => {
    const american = await customer(company, {
      name: 'Buyer Inc',
      address: { countryCode: 'US' },
      code: '88',
    });
    await issued({ partnerId: american, vatScheme: 'export', lines: [coded('300.00', 'PVM12')] });
    await issued({ partnerId: await german(), vatScheme: 'intra_eu_b2b', lines: [coded('900.00', 'PVM13')] });
    await received({
      partnerId: await customer(company, { name: 'Lieferant GmbH', vatCode: 'DE129273398' }),
      documentNumber: 'RE-1',
      lines: [costOf('100.00', 'PVM16'), costOf('40.00', 'PVM21')],
    });
    const { xml, warnings } = await registers();
    expect(documentsIn(xml).map(text => text.slice(text.indexOf('|')))).toEqual([
      '| PVM16 21 100.00 21.00 | PVM21 21 40.00 8.40',
      '| PVM12 0 300.00 0.00',
      '| PVM13 0 900.00 0.00',
    ]);
    expect(warnings).toEqual([]);
  });

  it('domestic reverse charge on both sides, and an exempt supply: no rate where none applies', async () => {
    await issued({ lines: [coded('70.00', 'PVM25')] });
    await issued({ lines: [coded('30.00', 'PVM5')] });
    await received({ documentNumber: 'AB-1', lines: [costOf('60.00', 'PVM25')] });
    const { xml } = await registers();
    expect(documentsIn(xml).map(text => text.slice(text.indexOf('|')))).toEqual([
      '| PVM25 21 60.00 12.60',
      '| PVM25  70.00 0.00',
      '| PVM5  30.00 0.00',
    ]);
  });

  it('a consumer of whom nothing is known', async () => {
    const partnerId = await customer(company, {
      type: 'person',
      name: 'Vardenė',
      address: { countryCode: 'LT' },
    });
    await issued({ partnerId, lines: [coded('10.00', 'PVM1')] });
    const { xml, warnings } = await registers();
    expect(texts(xml, 'VATRegistrationNumber')).toEqual(['ND']);
    expect(texts(xml, 'RegistrationNumber').slice(1)).toEqual(['ND']);
    expect(warnings).toEqual([]);
  });

  it('the turn of 2025 to 2026: rate and code by tax point, also of what a later credit note corrects', async () => {
    const old = await issued({
      issueDate: '2025-12-20',
      lines: [coded('100.00', 'PVM2')],
    });
    const turn = await issued({
      issueDate: '2026-01-05',
      taxPointDate: '2025-12-31',
      lines: [coded('50.00', 'PVM2')],
    });
    const fresh = await issued({ issueDate: '2026-01-05', lines: [coded('100.00', 'PVM58')] });
    const credits = [old, turn].map(({ id }) =>
      issued({ type: 'credit_note', creditedInvoiceId: id, issueDate: '2026-02-10', lines: undefined }),
    );
    await Promise.all(credits);
    const january = await registers({ year: 2026, month: 1 });
    expect(documentsIn(january.xml)).toEqual([
      `${turn.fullNumber} | PVM2 9 50.00 4.50`,
      `${fresh.fullNumber} | PVM58 12 100.00 12.00`,
    ]);
    expect(texts(january.xml, 'VATPointDate')).toEqual(['2025-12-31', '']);
    const february = await registers();
    expect(
      documentsIn(february.xml)
        .map(text => text.slice(text.indexOf('|')))
        .sort(),
    ).toEqual(['| PVM2 9 -100.00 -9.00', '| PVM2 9 -50.00 -4.50']);
    expect([january.warnings, february.warnings]).toEqual([[], []]);
  });
});
