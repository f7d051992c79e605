import {
  type IsafDocument,
  type IsafRow,
  type ReceivedDocument,
} from '../../../src/declarations/domain/isaf/isaf-document';
import {
  isafFileName,
  isafRefusal,
  type IsafHeader,
} from '../../../src/declarations/domain/isaf/isaf-header';
import { IsafWarnings } from '../../../src/declarations/domain/isaf/isaf-warnings';
import { type Period } from '../../../src/shared/calendar-date';
import { selectTexts } from '../../support/xml-schema';
import {
  date,
  type IsafFile,
  build,
  buyer,
  standardRow,
  document,
  header,
  input,
  received,
  withPartner,
  withRows,
  creditNote,
  nastyTexts,
  example,
  texts,
  nilCount,
  parsedTexts,
} from '../../support/isaf-input';

describe('i.SAF header', () => {
  it('describes the file, the taxpayer and the month', () => {
    const file = example('an ordinary month');
    expect(selectTexts(file.xml, '//*[local-name()="FileDescription"]//*[not(*)]')).toEqual([
      'iSAF1.2',
      '2026-02-10T08:00:00.000Z',
      'S',
      'Gapless',
      'Gapless',
      '0.1.0',
      '305555553',
      '1',
      '1',
      '2026-01-01',
      '2026-01-31',
    ]);
    expect(file).toMatchObject({
      fileName: 'isaf_305555553_2026-01_S.xml',
      periodStart: '2026-01-01',
      periodEnd: '2026-01-31',
      salesInvoices: 3,
      warnings: [],
    });
  });

  it('is all there is for an empty month', () => {
    const file = example('an empty month');
    expect(file.xml).toMatch(/<\/Header>\n<\/iSAFFile>\n$/);
    expect(file).toMatchObject({ salesInvoices: 0, warnings: [] });
  });

  it('ends in February of a leap year on the 29th', () => {
    expect(build(input([], { period: { year: 2028, month: 2 } }))).toMatchObject({
      fileName: 'isaf_305555553_2028-02_S.xml',
      periodEnd: '2028-02-29',
    });
  });

  it('has no issued documents in a file of type P', () => {
    expect(example('the received register').salesInvoices).toBe(0);
  });

  it('names the file after company, month and type, and the part of several', () => {
    const december = { year: 2026, month: 12 };
    expect(isafFileName(header, december, 'F')).toBe('isaf_305555553_2026-12_F.xml');
    expect(isafFileName({ ...header, numberOfParts: 3, partNumber: '2' }, december, 'F')).toBe(
      'isaf_305555553_2026-12_F_part2of3.xml',
    );
  });

  it('names the part, and who made the file', () => {
    const { xml } = build(
      input([], {
        header: { ...header, numberOfParts: 3, partNumber: '2', softwareCompanyName: 'A & B'.repeat(100) },
      }),
    );
    expect(xml).toContain('<NumberOfParts>3</NumberOfParts>\n      <PartNumber>2</PartNumber>');
    expect(selectTexts(xml, '//*[local-name()="SoftwareCompanyName"]')).toEqual([
      'A & B'.repeat(100).slice(0, 256),
    ]);
  });
});

describe('i.SAF refusals', () => {
  const refusalOf = (change: Partial<IsafHeader>, period: Period = { year: 2026, month: 1 }) =>
    isafRefusal('UAB Be kodo', { ...header, ...change }, period);

  it.each(['', '0', 'LT305555553', '305 555', '123456789012'])('refuses the company code %p', code => {
    expect(refusalOf({ registrationNumber: code })).toEqual({
      reason: 'company_code_required',
      message: 'i.SAF names the taxpayer by its company code: give UAB Be kodo a code of 1 to 11 digits',
    });
  });

  it.each([
    { year: 2016, month: 9 },
    { year: 2100, month: 1 },
    { year: 20501, month: 1 },
  ])('refuses the month %p', period => {
    expect(refusalOf({}, period)).toMatchObject({ reason: 'period_not_supported' });
  });

  it.each(['', 'part1', 'A'.repeat(21)])('refuses the part number %p', partNumber => {
    expect(refusalOf({ partNumber })).toMatchObject({ reason: 'part_number_invalid' });
  });

  it('takes what can be filed', () => {
    expect(refusalOf({})).toBeNull();
  });
});

describe('i.SAF buyer', () => {
  const NAME = '<Name>UAB Pirkėjas</Name>';
  const NO_COUNTRY = '<Country xsi:nil="true"/>';
  const identification = ({ xml }: IsafFile) =>
    /<CustomerInfo>\n([^]*?)\s*<\/CustomerInfo>/
      .exec(xml)![1]!
      .split('\n')
      .map(line => line.trim());

  it.each([
    [
      'an EU buyer',
      [
        '<VATRegistrationNumber>PL1234567890</VATRegistrationNumber>',
        NO_COUNTRY,
        '<Name>Klient Sp. z o.o.</Name>',
      ],
    ],
    [
      'a private person',
      [
        '<VATRegistrationNumber>ND</VATRegistrationNumber>',
        '<RegistrationNumber>ND</RegistrationNumber>',
        '<Country>LT</Country>',
        '<Name>ND</Name>',
      ],
    ],
    [
      'a buyer outside the EU without VAT number',
      [
        '<VATRegistrationNumber>ND</VATRegistrationNumber>',
        '<RegistrationNumber>88-1</RegistrationNumber>',
        '<Country>US</Country>',
        NAME,
      ],
    ],
    [
      'a buyer outside the EU with VAT number',
      [
        '<VATRegistrationNumber>GB123456789</VATRegistrationNumber>',
        '<RegistrationNumber>88</RegistrationNumber>',
        '<Country>GB</Country>',
        NAME,
      ],
    ],
  ])('identifies %s', (name, expected) => {
    const file = example(name);
    expect(identification(file)).toEqual(expected);
    expect(file.warnings).toEqual([]);
  });

  it('needs no country for a non-EU VAT number alone', () => {
    const file = build(withPartner({ vatCode: 'GB123456789', countryCode: 'GB', companyCode: null }));
    expect(identification(file)).toEqual([
      '<VATRegistrationNumber>GB123456789</VATRegistrationNumber>',
      NO_COUNTRY,
      NAME,
    ]);
  });

  it('warns about a business without any code', () => {
    const file = build(withPartner({ vatCode: null, companyCode: null }));
    expect(identification(file)).toEqual([
      '<VATRegistrationNumber>ND</VATRegistrationNumber>',
      '<RegistrationNumber>ND</RegistrationNumber>',
      '<Country>LT</Country>',
      NAME,
    ]);
    expect(file.warnings).toEqual([
      'Document SF0001: the partner has neither a VAT code nor a company code.',
    ]);
  });

  it.each([null, 'LTU', 'lt'])('leaves out the country %p with a warning', countryCode => {
    const file = build(withPartner({ vatCode: null, countryCode }));
    expect(nilCount(file, 'Country')).toBe(1);
    expect(file.warnings).toEqual([
      'Document SF0001: the country of the partner is missing or is no two-letter code.',
    ]);
  });

  it('cuts a long name by characters, not by UTF-16 units', () => {
    const file = example('a name of 300 emoji');
    expect(texts(file, 'Name')).toEqual(['☕👩'.repeat(128)]);
    expect(file.warnings).toEqual(['Document SF0001: the name of the partner was cut to 256 characters.']);
  });

  it('leaves a name of 256 emoji alone', () => {
    const file = build(withPartner({ name: '👩'.repeat(256) }));
    expect(texts(file, 'Name')).toEqual(['👩'.repeat(256)]);
    expect(file.warnings).toEqual([]);
  });
});

describe('i.SAF document', () => {
  it('enters an invoice as SF with empty references', () => {
    const file = build(input([document({ references: [{ number: 'X', date: date('2026-01-01') }] })]));
    expect(texts(file, 'InvoiceType')).toEqual(['SF']);
    expect(texts(file, 'SpecialTaxation')).toEqual(['']);
    expect(texts(file, 'References')).toEqual(['']);
    expect(nilCount(file, 'VATPointDate') + nilCount(file, 'VATPointDate2')).toBe(2);
  });

  it('enters a credit note as KS, negative, with its reference', () => {
    const file = example('a credit note');
    expect(texts(file, 'InvoiceType')).toEqual(['KS']);
    expect(texts(file, 'ReferenceNo')).toEqual(['SF0001']);
    expect(texts(file, 'ReferenceDate')).toEqual(['2025-12-15']);
    expect(texts(file, 'TaxableValue')).toEqual(['-50.00']);
    expect(texts(file, 'Amount')).toEqual(['-10.50']);
  });

  it('states a tax point that differs, for the document and each total', () => {
    const file = example('another tax point');
    expect(texts(file, 'VATPointDate')).toEqual(['2025-12-31']);
    expect(texts(file, 'VATPointDate2')).toEqual(['2025-12-31']);
  });

  it('marks cash accounting', () => {
    expect(texts(example('cash accounting'), 'SpecialTaxation')).toEqual(['T']);
  });

  it('leaves out a tax point and a reference older than the file can hold', () => {
    const references = [{ number: 'OLD', date: date('1989-12-31') }, ...creditNote.references];
    const file = build(input([{ ...creditNote, references, taxPointDate: date('2016-06-30') }]));
    expect(nilCount(file, 'VATPointDate')).toBe(1);
    expect(texts(file, 'ReferenceNo')).toEqual(['SF0001']);
    expect(file.warnings).toEqual([
      'Document KS0001: the tax point 2016-06-30 was left out, i.SAF takes dates from 2016-07-01.',
      'Document KS0001: its reference to OLD of 1989-12-31 was left out.',
    ]);
  });

  it.each<[string, Partial<IsafDocument>, string]>([
    ['no number', { documentNumber: ' ' }, 'it has no number'],
    ['a long number', { documentNumber: '7'.repeat(71) }, 'its number has over 70 characters'],
    [
      'a date outside the month',
      { documentDate: date('2026-02-01') },
      'its date 2026-02-01 is outside the period',
    ],
    [
      'a long VAT code',
      { partner: { ...buyer, vatCode: '7'.repeat(36) } },
      "the partner's VAT code has over 35 characters",
    ],
    [
      'a long company code',
      { partner: { ...buyer, companyCode: '7'.repeat(36) } },
      "the partner's company code has over 35 characters",
    ],
    ['no rows', { rows: [] }, 'it has no rows that i.SAF enters'],
    [
      'a third decimal',
      { rows: [{ ...standardRow, net: '1.005' }] },
      'an amount has more digits than the file can hold',
    ],
    [
      'a strange rate',
      { rows: [{ ...standardRow, ratePercent: '7.625' }] },
      'a VAT rate has more digits than the file can hold',
    ],
    [
      'too many references',
      { references: new Array(1001).fill({ number: 'A', date: date('2026-01-01') }) },
      'it refers to over 1000 documents',
    ],
    [
      'too many totals',
      { rows: Array.from({ length: 101 }, (_, index) => ({ ...standardRow, vatCode: `PVM${index + 200}` })) },
      'it has over 100 combinations of VAT code and rate',
    ],
  ])('leaves out a document with %s and says so', (_, change, reason) => {
    const file = build(input([document(change), document({ documentNumber: 'SF0002' })]));
    expect(texts(file, 'InvoiceNo')).toEqual(['SF0002']);
    expect(file.salesInvoices).toBe(1);
    expect(file.warnings).toEqual([expect.stringContaining(`: not in the file, because ${reason}.`)]);
  });
});

describe('i.SAF totals', () => {
  it('has one total per code and rate', () => {
    const file = example('several rates');
    expect(texts(file, 'TaxCode')).toEqual(['PVM1', 'PVM3', 'PVM58']);
    expect(texts(file, 'TaxPercentage')).toEqual(['21', '5', '12']);
    expect(texts(file, 'TaxableValue')).toEqual(['100.10', '20.00', '100.00']);
    expect(texts(file, 'Amount')).toEqual(['21.02', '1.00', '12.00']);
  });

  it('adds up beyond the precision of a binary float', () => {
    const file = build(withRows({ net: '9007199254740993.01', vat: '-0.00' }, { net: '0.02', vat: '0' }));
    expect(texts(file, 'TaxableValue')).toEqual(['9007199254740993.03']);
    expect(texts(file, 'Amount')).toEqual(['0.00']);
  });

  it('writes 0 for zero-rated', () => {
    expect(texts(example('a zero-rated supply'), 'TaxPercentage')).toEqual(['0']);
  });

  it.each(['E', 'O', 'AE'])('has no rate in category %s', category => {
    const file = build(withRows({ vatCode: 'PVM5', category, ratePercent: '0', vat: '0.00' }));
    expect(nilCount(file, 'TaxPercentage')).toBe(1);
    expect(texts(file, 'Amount')).toEqual(['0.00']);
  });

  it('has no rate where the classifier has none', () => {
    const file = build(withRows({ vatCode: 'PVM19', category: 'K', ratePercent: null, vat: '0.00' }));
    expect(nilCount(file, 'TaxPercentage')).toBe(1);
  });

  it('warns about rows without a code of the classifier', () => {
    const file = example('rows without VAT code');
    expect(nilCount(file, 'TaxCode')).toBe(1);
    expect(texts(file, 'TaxableValue')).toEqual(['101.00']);
    expect(file.warnings).toEqual([
      'Document SF0001: a row has no VAT code.',
      'Document SF0001: A21 is no code of the VAT classifier, a row was written without it.',
    ]);
  });

  it('warns of a code outside its dates, by the day whose rates apply, and writes it all the same', () => {
    const reduced = { ...standardRow, vatCode: 'PVM2', ratePercent: '9', vat: '9.00' };
    const of = (ratesAsOf: string, rows: IsafRow[]) =>
      build(input([document({ ratesAsOf: date(ratesAsOf), rows })]));
    const late = of('2026-01-01', [reduced, reduced]);
    expect(late.warnings).toEqual([
      'Document SF0001: PVM2 was in force until 2025-12-31, the VAT is of 2026-01-01; check it.',
    ]);
    expect(texts(late, 'TaxCode')).toEqual(['PVM2']);
    expect(of('2025-12-31', [reduced]).warnings).toEqual([]);
    expect(of('2025-12-31', [{ ...standardRow, vatCode: 'PVM58', ratePercent: '12' }]).warnings).toEqual([
      'Document SF0001: PVM58 is in force from 2026-01-01, the VAT is of 2025-12-31; check it.',
    ]);
    expect(of('2026-01-01', [{ ...standardRow, vatCode: 'PVM58', ratePercent: '12' }]).warnings).toEqual([]);
  });

  it('writes a code that the classifier does not have, and says so', () => {
    const file = build(withRows({ vatCode: 'PVM999' }));
    expect(texts(file, 'TaxCode')).toEqual(['PVM999']);
    expect(file.warnings).toEqual([
      'Document SF0001: PVM999 is not in the VAT classifier that this version knows; check it.',
    ]);
  });

  it.each(['PVM23', 'PVM24'])('never enters %s', vatCode => {
    const file = build(withRows({ vatCode, net: '7.00' }, {}));
    expect(texts(file, 'TaxCode')).toEqual(['PVM1']);
    expect(file.warnings).toEqual([
      `Document SF0001: a row with ${vatCode} was left out, import VAT is not entered in i.SAF.`,
    ]);
  });
});

describe('i.SAF texts', () => {
  it('come back as they were', () => {
    const file = example('nasty texts');
    expect(parsedTexts(file, 'Name')).toEqual(nastyTexts);
    expect(parsedTexts(file, 'InvoiceNo')).toEqual(nastyTexts.map((text, index) => `N${index} ${text}`));
    expect(file.warnings).toEqual([]);
  });

  it('lose the characters XML cannot carry, with a warning', () => {
    const file = example('control characters');
    expect(parsedTexts(file, 'InvoiceNo')).toEqual(['SF0001']);
    expect(parsedTexts(file, 'Name')).toEqual(['Test UAB']);
    expect(file.warnings).toEqual([
      'Document SF0001: characters that XML cannot carry were removed from its texts.',
    ]);
  });
});

describe('i.SAF of received documents', () => {
  const buildReceived = (purchases: ReceivedDocument[]) => build(input([], { dataType: 'P', purchases }));
  const values = (xml: string, element: string): string[] =>
    [...xml.matchAll(new RegExp(`<${element}(?: xsi:nil="true")?(?:/>|>([^<]*)<)`, 'g'))].map(
      match => match[1] ?? '',
    );

  it('goes by the date of receipt, whatever the date of the document, and names the supplier', () => {
    const { xml, purchaseInvoices, warnings } = buildReceived([
      received({ documentDate: date('2025-11-30') }),
    ]);
    expect([purchaseInvoices, warnings]).toEqual([1, []]);
    expect(values(xml, 'InvoiceDate')).toEqual(['2025-11-30']);
    expect(values(xml, 'RegistrationAccountDate')).toEqual(['2026-01-20']);
    expect(xml).toContain('<SupplierInfo>');
    expect(xml).not.toContain('VATPointDate2');
    expect(buildReceived([received({ receivedDate: date('2026-02-01') })]).warnings).toEqual([
      'Document TIEK0007: not in the file, because its date 2026-02-01 is outside the period.',
    ]);
  });

  it('enters the VAT that the buyer accounts for under its rate', () => {
    const row = { ...standardRow, vatCode: 'PVM16', category: 'AE' };
    const { xml } = buildReceived([
      received({ rows: [row, { ...row, vatCode: 'PVM5', ratePercent: '0', vat: '0.00' }] }),
    ]);
    expect(values(xml, 'TaxPercentage')).toEqual(['21', '']);
    expect(values(xml, 'Amount')).toEqual(['21.00', '0.00']);
  });

  it('asks for no code of a Lithuanian supplier, but of any other and under reverse charge', () => {
    const uncoded = { ...standardRow, vatCode: null };
    const german = { ...buyer, vatCode: 'DE123456789' };
    expect(buildReceived([received({ rows: [uncoded] })]).warnings).toEqual([]);
    expect(buildReceived([received({ rows: [uncoded], partner: german })]).warnings).toHaveLength(1);
    expect(buildReceived([received({ rows: [{ ...uncoded, category: 'AE' }] })]).warnings).toHaveLength(1);
  });

  it.each([
    ['import VAT', [{ ...standardRow, vatCode: 'PVM23' }], 2],
    [
      'what is no VAT invoice',
      [{ ...standardRow, vatCode: null, ratePercent: '0', category: 'Z', vat: '0.00' }],
      1,
    ],
  ])('leaves out %s, and says so', (_, rows, warnings) => {
    const file = buildReceived([received({ rows })]);
    expect(file.purchaseInvoices).toBe(0);
    expect(file.xml).not.toContain('SourceDocuments');
    expect(file.warnings).toHaveLength(warnings);
    expect(file.warnings.at(-1)).toBe(
      'Document TIEK0007: not in the file, because it has no rows that i.SAF enters.',
    );
  });
});

describe('i.SAF warnings', () => {
  it('are listed to the thousandth, then counted', () => {
    const warnings = new IsafWarnings();
    for (let number = 1; number <= 1002; number++) warnings.add(`Warning ${number}`);
    const list = warnings.list();
    expect(list).toHaveLength(1001);
    expect(list.slice(-2)).toEqual(['Warning 1000', '2 more warnings are not listed.']);
  });
});
