import fc from 'fast-check';
import {
  ISSUED,
  RECEIVED,
  type CodeValidity,
  type IsafDataType,
  type IsafDocument,
  type IsafPartner,
  type IsafRow,
  type ReceivedDocument,
} from '../../../src/declarations/domain/isaf/isaf-document';
import {
  isafFileName,
  isafRefusal,
  monthOfIsaf,
  type IsafHeader,
} from '../../../src/declarations/domain/isaf/isaf-header';
import { IsafWarnings } from '../../../src/declarations/domain/isaf/isaf-warnings';
import { IsafWriter } from '../../../src/declarations/domain/isaf/isaf-writer';
import { parseCalendarDate, type CalendarDate, type Period } from '../../../src/shared/calendar-date';
import { describeWithSchemas, selectTexts, validateAgainstSchema } from '../../support/xml-schema';

const SCHEMA = 'isaf/isaf_1_2.xsd';

const date = (text: string): CalendarDate => parseCalendarDate(text)!;

interface IsafInput {
  header: IsafHeader;
  period: Period;
  dataType: IsafDataType;
  sales: IsafDocument[];
  purchases: ReceivedDocument[];
}

interface IsafFile {
  fileName: string;
  periodStart: string;
  periodEnd: string;
  salesInvoices: number;
  purchaseInvoices: number;
  warnings: string[];
  xml: string;
}

const always: CodeValidity = { validFrom: null, validTo: null };
/** What the examples call the classifier. */
const CODES = new Map<string, CodeValidity>([
  ...['PVM1', 'PVM3', 'PVM5', 'PVM13', 'PVM16', 'PVM19', 'PVM23', 'PVM24', 'PVM100'].map(
    code => [code, always] as const,
  ),
  ...Array.from({ length: 101 }, (_, index) => [`PVM${index + 200}`, always] as const),
  ['PVM2', { validFrom: null, validTo: date('2025-12-31') }],
  ['PVM58', { validFrom: date('2026-01-01'), validTo: null }],
]);

/** The whole file, as those who write it piece by piece put it together. */
function build({ header, period, dataType, sales, purchases }: IsafInput): IsafFile {
  const warnings = new IsafWarnings();
  const writer = new IsafWriter({ header, period, dataType }, CODES, warnings);
  const xml = [
    writer.begin(),
    ...purchases.map(document => writer.document(RECEIVED, document)),
    ...sales.map(document => writer.document(ISSUED, document)),
    writer.end(),
  ].join('');
  return {
    fileName: isafFileName(header, period, dataType),
    ...monthOfIsaf(period),
    salesInvoices: writer.written.SalesInvoices,
    purchaseInvoices: writer.written.PurchaseInvoices,
    warnings: warnings.list(),
    xml,
  };
}

const buyer: IsafPartner = {
  name: 'UAB Pirkėjas',
  countryCode: 'LT',
  vatCode: 'LT100001234510',
  companyCode: '301234567',
  isPerson: false,
};
const person: IsafPartner = {
  name: null,
  countryCode: 'LT',
  vatCode: null,
  companyCode: null,
  isPerson: true,
};
const standardRow: IsafRow = {
  vatCode: 'PVM1',
  ratePercent: '21',
  category: 'S',
  net: '100.00',
  vat: '21.00',
};

const document = (change: Partial<IsafDocument> = {}): IsafDocument => ({
  documentNumber: 'SF0001',
  documentDate: date('2026-01-15'),
  kind: 'invoice',
  taxPointDate: date('2026-01-15'),
  ratesAsOf: date('2026-01-15'),
  partner: buyer,
  references: [],
  rows: [standardRow],
  ...change,
});

const header: IsafHeader = {
  createdAt: '2026-02-10T08:00:00.000Z',
  softwareCompanyName: 'Gapless',
  softwareName: 'Gapless',
  softwareVersion: '0.1.0',
  registrationNumber: '305555553',
  numberOfParts: 1,
  partNumber: '1',
};

const input = (sales: IsafDocument[], change: Partial<IsafInput> = {}): IsafInput => ({
  header,
  period: { year: 2026, month: 1 },
  dataType: 'S',
  sales,
  purchases: [],
  ...change,
});

const received = (change: Partial<ReceivedDocument> = {}): ReceivedDocument => ({
  ...document({ documentNumber: 'TIEK0007' }),
  receivedDate: date('2026-01-20'),
  ...change,
});

const withPartner = (partner: Partial<IsafPartner>) =>
  input([document({ partner: { ...buyer, ...partner } })]);
const withRows = (...rows: Partial<IsafRow>[]) =>
  input([document({ rows: rows.map(row => ({ ...standardRow, ...row })) })]);

const creditNote = document({
  documentNumber: 'KS0001',
  kind: 'credit_note',
  references: [{ number: 'SF0001', date: date('2025-12-15') }],
  rows: [{ ...standardRow, net: '-50.00', vat: '-10.50' }],
});

/** Case texts that have broken XML exports elsewhere; XML can carry every one of them. */
const nastyTexts = [
  ']]> & <b>',
  'A & B',
  'R&D; Ltd &amp; &lt;Co&gt; &#65;',
  'ąčęėįšųūž ĄČĘĖĮŠŲŪŽ „UAB“',
  '你好 مرحبا שלום',
  '👩‍👩‍👧 ☕',
  '\u0117 e\u0307',
  'left\u202Eright',
  'tab\tand\nline\r\nbreak\rend',
  '  spaced  ',
  'ND -- ?> <!-- %s {{x}} "\'',
];

const examples: Record<string, IsafInput> = {
  'an ordinary month': input([
    document(),
    document({ documentNumber: 'SF0002', partner: person }),
    creditNote,
  ]),
  'an empty month': input([]),
  'a credit note': input([creditNote]),
  'a credit note without reference': input([{ ...creditNote, references: [] }]),
  'a private person': input([document({ partner: person })]),
  'an EU buyer': withPartner({ vatCode: 'PL1234567890', countryCode: 'PL', name: 'Klient Sp. z o.o.' }),
  'a buyer outside the EU without VAT number': withPartner({
    vatCode: null,
    countryCode: 'US',
    companyCode: '88-1',
  }),
  'a buyer outside the EU with VAT number': withPartner({
    vatCode: 'GB123456789',
    countryCode: 'GB',
    companyCode: '88',
  }),
  'an exempt supply': withRows({ vatCode: 'PVM5', ratePercent: '0', category: 'E', vat: '0.00' }),
  'a zero-rated supply': withRows({ vatCode: 'PVM13', ratePercent: '0.00', category: 'K', vat: '0.00' }),
  'several rates': withRows(
    {},
    { vatCode: 'PVM3', ratePercent: '5.00', net: '20.00', vat: '1.00' },
    { ratePercent: '21.00', net: '0.10', vat: '0.02' },
    { vatCode: 'PVM58', ratePercent: '12', net: '100.00', vat: '12.00' },
  ),
  'another tax point': input([document({ taxPointDate: date('2025-12-31') })]),
  'cash accounting': input([document({ cashAccounting: true })]),
  'nasty texts': input(
    nastyTexts.map((text, index) =>
      document({ documentNumber: `N${index} ${text}`, partner: { ...buyer, name: text } }),
    ),
  ),
  'control characters': input([
    document({
      documentNumber: 'SF\u00020001',
      partner: { ...buyer, name: '\u0000Te\u0002st\u000B\uD800 \uFFFFUAB' },
    }),
  ]),
  'a name of 300 emoji': withPartner({ name: '☕👩'.repeat(150) }),
  'rows without VAT code': withRows({ vatCode: null }, { vatCode: 'A21', net: '1.00', vat: '0.21' }),
  'both registers': input([document()], { dataType: 'F', purchases: [received()] }),
  'the received register': input([], {
    dataType: 'P',
    purchases: [
      received({ documentDate: date('2025-12-30'), taxPointDate: date('2025-12-20') }),
      received(creditNote),
    ],
  }),
};

const example = (name: string): IsafFile => build(examples[name]!);

/** Texts of the leaf elements of a name, as written. */
function texts(file: IsafFile, name: string): string[] {
  const leaves = file.xml.matchAll(new RegExp(`<${name}(?:/>|>([^<]*)</${name}>)`, 'g'));
  return [...leaves].map(([, text]) => text ?? '');
}

function nilCount(file: IsafFile, name: string): number {
  return file.xml.split(`<${name} xsi:nil="true"/>`).length - 1;
}

/** Texts as a parser independent of the writer reads them. */
function parsedTexts(file: IsafFile, name: string): string[] {
  return selectTexts(file.xml, `//*[local-name()="${name}"]`);
}

describeWithSchemas('i.SAF against the published schema', () => {
  it.each(Object.keys(examples))('%s is valid', name => {
    expect(validateAgainstSchema(example(name).xml, SCHEMA)).toEqual({ valid: true, errors: [] });
  });

  it('finds a broken file invalid', () => {
    const { xml } = example('an ordinary month');
    const broken = [
      xml.replace('<References/>', ''),
      xml.replace('<InvoiceType>SF<', '<InvoiceType>KT<'),
      xml.replace('iSAF1.2<', 'iSAF1.2.1<'),
      xml.replace('</iSAFFile>', ''),
    ];
    for (const file of broken) {
      const { valid, errors } = validateAgainstSchema(file, SCHEMA);
      expect(valid).toBe(false);
      expect(errors).not.toEqual([]);
    }
  });

  it('stays valid whatever the documents contain', () => {
    const text = (maxLength: number) =>
      fc.string({
        unit: fc.oneof(fc.constantFrom('&', ';', '\r', '<', '\u0001', '\uD800', '☕'), fc.string()),
        maxLength,
      });
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    const day = fc.constantFrom(
      '1989-12-31',
      '2016-06-30',
      '2016-07-01',
      '2026-01-01',
      '2026-01-31',
      '2026-02-01',
      '2100-01-02',
    );
    const amount = fc.constantFrom(
      '0',
      '-0.00',
      '12.34',
      '-5.1',
      '1.005',
      '9999999999999999.99',
      '10000000000000000',
      '-1e3',
    );
    const anyDocument: fc.Arbitrary<IsafDocument> = fc.record({
      documentNumber: text(80),
      documentDate: fc.constantFrom(date('2026-01-01'), date('2026-01-31'), date('2025-12-31')),
      kind: fc.constantFrom('invoice' as const, 'credit_note' as const),
      taxPointDate: day.map(date),
      ratesAsOf: day.map(date),
      partner: fc.record({
        name: maybe(text(300)),
        countryCode: maybe(fc.constantFrom('LT', 'lt', 'LTU', '', 'É1')),
        vatCode: maybe(fc.oneof(text(40), fc.constantFrom('LT1', 'GB1', ''))),
        companyCode: maybe(text(40)),
        isPerson: fc.boolean(),
      }),
      references: fc.array(fc.record({ number: text(80), date: day.map(date) }), { maxLength: 3 }),
      rows: fc.array(
        fc.record({
          vatCode: maybe(fc.constantFrom('PVM1', 'PVM23', 'PVM100', 'PVM1000', 'PVM', 'x', '')),
          ratePercent: maybe(fc.constantFrom('21', '0', '5.50', '7.625', '1000', '0.0000000001', '-1')),
          category: fc.constantFrom('S', 'Z', 'E', 'AE', 'K', 'G', 'O'),
          net: amount,
          vat: amount,
        }),
        { maxLength: 4 },
      ),
      cashAccounting: fc.boolean(),
    });
    const documents = fc.sample(anyDocument, { numRuns: 2000, seed: 20260131 });
    const file = build(input(documents));
    expect(validateAgainstSchema(file.xml, SCHEMA)).toEqual({ valid: true, errors: [] });
    expect(file.salesInvoices).toBeGreaterThan(100);
    expect(file.salesInvoices).toBe(texts(file, 'InvoiceNo').length);
    const leftOut = documents
      .flatMap(one => build(input([one])).warnings)
      .filter(warning => warning.includes('not in the file')).length;
    expect(file.salesInvoices + leftOut).toBe(documents.length);
  });
});

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
