import type { Answer, TestCompany } from './test-app';
import { line, Sales, type Invoice } from './sales';
import { parseXml, type XmlNode } from './xml-tree';

type Members = Record<string, unknown>;

/** An electronic invoice as the API gave it. */
export interface EInvoiceFile {
  fileName: string;
  contentType: string;
  senderId: string;
  receiverId: string;
  warnings: string[];
  xml: string;
  root: XmlNode;
}

/** What a company needs for its documents to be complete. */
export const SELLER: Members = {
  address: { street: 'Gedimino pr. 1', city: 'Vilnius', postalCode: '01103', countryCode: 'LT' },
  email: 'books@example.lt',
  phone: '+370 600 00000',
  iban: 'LT12 1000 0111 0100 1000',
  peppolId: '0200:305555553',
};

export const BUYER: Members = {
  code: '302222222',
  vatCode: 'LT100002345611',
  address: { street: 'Laisvės al. 2', city: 'Kaunas', postalCode: '44001', countryCode: 'LT' },
};
export const GERMAN: Members = {
  name: 'Käufer GmbH',
  code: 'HRB 1234',
  vatCode: 'DE123456788',
  peppolId: '9930:DE123456788',
  address: { street: 'Hauptstraße 3', city: 'Berlin', postalCode: '10115', countryCode: 'DE' },
};
export const NORTHERN_IRISH: Members = {
  name: 'Buyer Ltd',
  code: 'NI012345',
  vatCode: 'XI980780684',
  peppolId: '9932:GB123456789',
  address: { street: 'Royal Avenue 1', city: 'Belfast', postalCode: 'BT1 1DA', countryCode: 'GB' },
};
export const GREEK: Members = {
  name: 'Αγοραστής ΑΕ',
  code: '000123456789',
  vatCode: 'EL094259216',
  peppolId: '9933:EL094259216',
  address: { street: 'Ερμού 1', city: 'Αθήνα', postalCode: '105 63', countryCode: 'GR' },
};
export const AMERICAN: Members = {
  name: 'Buyer Inc.',
  code: '12-3456789',
  peppolId: '9959:123456789',
  address: { street: '1 Main St', city: 'Boston', postalCode: '02101', county: 'MA', countryCode: 'US' },
};

export function tryPeppolXml(company: TestCompany, id: string): Promise<Answer> {
  return company.post('sales/invoices/peppol-xml', { id });
}

export async function peppolXml(company: TestCompany, id: string): Promise<EInvoiceFile> {
  const { data, ...file } = (await company.ok('sales/invoices/peppol-xml', { id })) as EInvoiceFile & {
    data: string;
  };
  const xml = Buffer.from(data, 'base64').toString('utf8');
  return { ...file, xml, root: parseXml(xml) };
}

const coded = (vatClassifierCode: string, price = '100.00', members: Members = {}): Members =>
  line(price, { vatRatePercent: undefined, vatClassifierCode, ...members });
const at = (vatRatePercent: string, price: string, members: Members = {}): Members =>
  line(price, { vatRatePercent, ...members });
const withVat = (unitPriceInclVat: string, members: Members = {}): Members =>
  line('', { unitPriceExclVat: undefined, unitPriceInclVat, ...members });
const times = (count: number, members: Members): Members[] => Array.from({ length: count }, () => members);

/** Texts that tend to break files, and one that is long. */
export const TEXTS = [
  ']]> & <b>"quoted"</b> \'s',
  'ąčęėįšųūž ĄČĘĖĮŠŲŪŽ',
  '你好 مرحبا שלום',
  '👩‍👩‍👧 ☕',
  'e\u0307 ė \u202Eabc',
  'two\nlines\tand a tab',
  'x'.repeat(450),
];

/** How documents of every kind come to be issued, by a name for it. `given` has the partners. */
export interface Given {
  lt: Sales;
  de: Sales;
  us: Sales;
  /** Northern Ireland and Greece, whose VAT numbers do not begin with the codes of their countries. */
  xi: Sales;
  gr: Sales;
  /** The document of that name, issued before. */
  issued: (name: string) => Invoice;
}
export type Making = (given: Given) => Promise<Invoice>;

export const DOCUMENTS: Record<string, Making> = {
  ordinary: ({ lt }) =>
    lt.issued({
      orderNumber: 'PO-7',
      notes: 'Thank you',
      issuedByName: 'Ona',
      receivedByName: 'Jonas',
      lines: [line('100.00', { quantity: '2', unit: 'val' })],
    }),
  'two rates': ({ lt }) =>
    lt.issued({ lines: [line('100.00'), coded('PVM3', '50.00'), coded('PVM58', '10.00')] }),
  'two codes of one rate': ({ lt }) =>
    lt.issued({ lines: [coded('PVM1', '0.33'), coded('PVM6', '0.34'), line('0.36')] }),
  'VAT per total, 50 x 241.67 at 20 %': ({ lt }) => lt.issued({ lines: times(50, at('20', '241.67')) }),
  '16 x 348.35 at 22 %, 4 % off': ({ lt }) =>
    lt.issued({ lines: [at('22', '348.35', { quantity: '16', discountPercent: '4' })] }),
  '10 x 3.60 at 5.5 % on one line': ({ lt }) => lt.issued({ lines: [at('5.5', '3.60', { quantity: '10' })] }),
  '10 lines of 3.60 at 5.5 %': ({ lt }) => lt.issued({ lines: times(10, at('5.5', '3.60')) }),
  '4 x 348.11 at 25 % on two lines': ({ lt }) =>
    lt.issued({ lines: times(2, at('25', '348.11', { quantity: '2' })) }),
  'a negative price': ({ lt }) => lt.issued({ lines: [line('100.00'), line('-20.00')] }),
  'a negative quantity': ({ lt }) =>
    lt.issued({ lines: [line('100.00'), line('20.00', { quantity: '-1' })] }),
  'negative line with a discount': ({ lt }) =>
    lt.issued({ discountPercent: '10', lines: [line('100.00'), line('20.00', { quantity: '-1' })] }),
  'both discounts': ({ lt }) =>
    lt.issued({
      discountPercent: '7.5',
      lines: [line('33.33', { quantity: '3', discountPercent: '12.5' }), line('0.99')],
    }),
  'all given away but one': ({ lt }) =>
    lt.issued({ lines: [line('10.00'), line('5.00', { discountPercent: '100' })] }),
  exempt: ({ lt }) => lt.issued({ lines: [coded('PVM5')] }),
  'exempt by a basis of its own, and taxed': ({ lt }) =>
    lt.issued({ lines: [at('0', '80.00', { vatExemptionBasis: 'PVM įstatymo 21 str.' }), line('20.00')] }),
  'domestic reverse charge': ({ lt }) => lt.issued({ lines: [coded('PVM25')] }),
  'intra-EU supply': ({ de }) => de.issued({ taxPointDate: '2026-10-03', lines: [coded('PVM13')] }),
  'services to an EU business': ({ de }) => de.issued({ vatScheme: 'intra_eu_b2b', lines: [coded('PVM15')] }),
  export: ({ us }) => us.issued({ lines: [coded('PVM12', '250.00')] }),
  'outside the scope': ({ us }) => us.issued({ lines: [coded('PVM34'), coded('PVM100', '5.00')] }),
  'zero rate': ({ lt }) => lt.issued({ lines: [coded('PVM14'), line('1.00')] }),
  yen: ({ lt }) =>
    lt.issued({
      currency: 'JPY',
      lines: [...times(3, at('10', '105')), at('10', '35.5', { quantity: '3' })],
    }),
  dollars: ({ us }) => us.issued({ currency: 'USD', lines: [coded('PVM12', '99.99')] }),
  'dollars at home': ({ lt }) => lt.issued({ currency: 'USD', lines: [line('99.99', { quantity: '7' })] }),
  dinars: ({ lt }) => lt.issued({ currency: 'KWD', lines: [line('10.00')] }),
  'priced with VAT': ({ lt }) => lt.issued({ lines: [withVat('121.00')] }),
  'priced with VAT, a cent too much': ({ lt }) => lt.issued({ lines: [withVat('0.03')] }),
  'priced with VAT, a cent too little': ({ lt }) => lt.issued({ lines: [withVat('0.14')] }),
  'priced with VAT, by the thousand': ({ lt }) =>
    lt.issued({
      discountPercent: '3',
      lines: [withVat('0.07', { quantity: '123456' }), withVat('9.99', { quantity: '3' }), line('1.11')],
    }),
  'texts of all kinds': ({ lt }) =>
    lt.issued({
      notes: TEXTS.join('\n'),
      lines: [
        ...TEXTS.map(description => line('1.00', { description })),
        line('1.00', { description: '\uFFFE' }),
      ],
    }),
  '300 lines': ({ lt }) =>
    lt.issued({
      lines: Array.from({ length: 300 }, (_, index) => line(`${index}.37`, { description: `Line ${index}` })),
    }),
  'units of all kinds': ({ lt }) =>
    lt.issued({
      lines: ['vnt', 'Vnt.', 'kg', 'HUR', 'bala', 'tūkst', 'MWh', 'ha', 'a'].map(unit =>
        line('1.00', { unit }),
      ),
    }),
  'hash marks in the notes': ({ lt }) => lt.issued({ notes: 'Orders #12 #13' }),
  'to Northern Ireland': ({ xi }) => xi.issued({ lines: [coded('PVM13')] }),
  'to Greece': ({ gr }) => gr.issued({ vatScheme: 'intra_eu_b2b', lines: [coded('PVM15')] }),
  'another tax point': ({ lt }) => lt.issued({ taxPointDate: '2026-09-30', dueDate: '2026-11-01' }),
  'credit of one line': ({ lt, issued }) => {
    const { id, lines } = issued('both discounts');
    return lt.credited(id, {
      creditReason: 'Returned',
      lines: [{ creditedLineId: lines[0]!.id, quantity: '1' }],
    });
  },
  'credit of all that is left': ({ lt, issued }) => lt.credited(issued('both discounts').id),
  'credit of an invoice priced with VAT': ({ lt, issued }) =>
    lt.credited(issued('priced with VAT, a cent too much').id),
  'credit of a supply to the EU': ({ de, issued }) => de.credited(issued('intra-EU supply').id),
  'credit in yen': ({ lt, issued }) => lt.credited(issued('yen').id),
  'credit of an invoice from elsewhere': ({ lt }) =>
    lt.issued({
      type: 'credit_note',
      creditedInvoiceReference: 'OLD-1',
      creditedInvoiceDate: '2026-09-01',
      lines: [line('5.00')],
    }),
};
