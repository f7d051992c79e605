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
} from '../../src/declarations/domain/isaf/isaf-document';
import { isafFileName, monthOfIsaf, type IsafHeader } from '../../src/declarations/domain/isaf/isaf-header';
import { IsafWarnings } from '../../src/declarations/domain/isaf/isaf-warnings';
import { IsafWriter } from '../../src/declarations/domain/isaf/isaf-writer';
import { parseCalendarDate, type CalendarDate, type Period } from '../../src/shared/calendar-date';
import { describeWithSchemas, selectTexts, validateAgainstSchema } from './xml-schema';

export const SCHEMA = 'isaf/isaf_1_2.xsd';

export const date = (text: string): CalendarDate => parseCalendarDate(text)!;

export interface IsafInput {
  header: IsafHeader;
  period: Period;
  dataType: IsafDataType;
  sales: IsafDocument[];
  purchases: ReceivedDocument[];
}

export interface IsafFile {
  fileName: string;
  periodStart: string;
  periodEnd: string;
  salesInvoices: number;
  purchaseInvoices: number;
  warnings: string[];
  xml: string;
}

export const always: CodeValidity = { validFrom: null, validTo: null };
/** What the examples call the classifier. */
export const CODES = new Map<string, CodeValidity>([
  ...['PVM1', 'PVM3', 'PVM5', 'PVM13', 'PVM16', 'PVM19', 'PVM23', 'PVM24', 'PVM100'].map(
    code => [code, always] as const,
  ),
  ...Array.from({ length: 101 }, (_, index) => [`PVM${index + 200}`, always] as const),
  ['PVM2', { validFrom: null, validTo: date('2025-12-31') }],
  ['PVM58', { validFrom: date('2026-01-01'), validTo: null }],
]);

/** The whole file, as those who write it piece by piece put it together. */
export function build({ header, period, dataType, sales, purchases }: IsafInput): IsafFile {
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

export const buyer: IsafPartner = {
  name: 'UAB Pirkėjas',
  countryCode: 'LT',
  vatCode: 'LT100001234510',
  companyCode: '301234567',
  isPerson: false,
};
export const person: IsafPartner = {
  name: null,
  countryCode: 'LT',
  vatCode: null,
  companyCode: null,
  isPerson: true,
};
export const standardRow: IsafRow = {
  vatCode: 'PVM1',
  ratePercent: '21',
  category: 'S',
  net: '100.00',
  vat: '21.00',
};

export const document = (change: Partial<IsafDocument> = {}): IsafDocument => ({
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

export const header: IsafHeader = {
  createdAt: '2026-02-10T08:00:00.000Z',
  softwareCompanyName: 'Gapless',
  softwareName: 'Gapless',
  softwareVersion: '0.1.0',
  registrationNumber: '305555553',
  numberOfParts: 1,
  partNumber: '1',
};

export const input = (sales: IsafDocument[], change: Partial<IsafInput> = {}): IsafInput => ({
  header,
  period: { year: 2026, month: 1 },
  dataType: 'S',
  sales,
  purchases: [],
  ...change,
});

export const received = (change: Partial<ReceivedDocument> = {}): ReceivedDocument => ({
  ...document({ documentNumber: 'TIEK0007' }),
  receivedDate: date('2026-01-20'),
  ...change,
});

export const withPartner = (partner: Partial<IsafPartner>) =>
  input([document({ partner: { ...buyer, ...partner } })]);
export const withRows = (...rows: Partial<IsafRow>[]) =>
  input([document({ rows: rows.map(row => ({ ...standardRow, ...row })) })]);

export const creditNote = document({
  documentNumber: 'KS0001',
  kind: 'credit_note',
  references: [{ number: 'SF0001', date: date('2025-12-15') }],
  rows: [{ ...standardRow, net: '-50.00', vat: '-10.50' }],
});

/** Case texts that have broken XML exports elsewhere; XML can carry every one of them. */
export const nastyTexts = [
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

export const examples: Record<string, IsafInput> = {
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

export const example = (name: string): IsafFile => build(examples[name]!);

/** Texts of the leaf elements of a name, as written. */
export function texts(file: IsafFile, name: string): string[] {
  const leaves = file.xml.matchAll(new RegExp(`<${name}(?:/>|>([^<]*)</${name}>)`, 'g'));
  return [...leaves].map(([, text]) => text ?? '');
}

export function nilCount(file: IsafFile, name: string): number {
  return file.xml.split(`<${name} xsi:nil="true"/>`).length - 1;
}

/** Texts as a parser independent of the writer reads them. */
export function parsedTexts(file: IsafFile, name: string): string[] {
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
