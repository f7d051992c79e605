import { Decimal } from '../../src/shared/decimal';
import codes from './ubl-codes.json';
import {
  filled, inList, quantityOf, round2, taxNumber, twoDecimals, type Rules, type UblDocument,
} from './ubl-rule'; // prettier-ignore
import type { XmlNode } from './xml-tree';

const root = ({ root: node }: UblDocument) => [node];
const seller = (document: UblDocument) => [document.seller];
const buyer = (document: UblDocument) => [document.buyer];
const totals = (document: UblDocument) => [document.totals];
const lines = (document: UblDocument) => document.lines;
const breakdown = (document: UblDocument) => document.breakdown;
const allowances = (document: UblDocument) => document.allowances(false);
const charges = (document: UblDocument) => document.allowances(true);
const lineAllowances = (document: UblDocument) => document.lineAllowances(false);
const lineCharges = (document: UblDocument) => document.lineAllowances(true);
const paymentMeans = ({ root: node }: UblDocument) => node.all('cac:PaymentMeans');
const hasReason = (node: XmlNode) =>
  node.has('cbc:AllowanceChargeReason') || node.has('cbc:AllowanceChargeReasonCode');

const CATEGORIES = 'AE E S Z G O K L M B';
/** Countries as VAT numbers begin: Greece has another code there. */
const VAT_COUNTRIES = `${codes.countries} EL`;
/** Currencies without decimals of their own. */
const WHOLE_CURRENCIES = ['JPY', 'KRW', 'CLP', 'ISK'];

/** What EN 16931 demands of every document: presence (BR-nn), sums (BR-CO-nn), decimals (BR-DEC-nn) and codes (BR-CL-nn). */
export const CORE_RULES: Rules = {
  'BR-01': filled(root, 'cbc:CustomizationID'),
  'BR-02': filled(root, 'cbc:ID'),
  'BR-03': filled(root, 'cbc:IssueDate'),
  'BR-04': ({ root: node, isCredit }) =>
    node.value(isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode') !== '',
  'BR-05': filled(root, 'cbc:DocumentCurrencyCode'),
  'BR-06': document => (document.seller?.value('cac:PartyLegalEntity/cbc:RegistrationName') ?? '') !== '',
  'BR-07': document => (document.buyer?.value('cac:PartyLegalEntity/cbc:RegistrationName') ?? '') !== '',
  'BR-08': document => document.seller?.has('cac:PostalAddress') === true,
  'BR-09': filled(addressOf(seller), 'cac:Country/cbc:IdentificationCode'),
  'BR-10': document => document.buyer?.has('cac:PostalAddress') === true,
  'BR-11': filled(addressOf(buyer), 'cac:Country/cbc:IdentificationCode'),
  'BR-12': filled(totals, 'cbc:LineExtensionAmount'),
  'BR-13': filled(totals, 'cbc:TaxExclusiveAmount'),
  'BR-14': filled(totals, 'cbc:TaxInclusiveAmount'),
  'BR-15': filled(totals, 'cbc:PayableAmount'),
  'BR-16': document => document.lines.length > 0,
  'BR-21': filled(lines, 'cbc:ID'),
  'BR-22': document => document.lines.every(line => quantityOf(line) !== undefined),
  'BR-23': document => document.lines.every(line => (quantityOf(line)?.attributes.unitCode ?? '') !== ''),
  'BR-24': filled(lines, 'cbc:LineExtensionAmount'),
  'BR-25': filled(lines, 'cac:Item/cbc:Name'),
  'BR-26': filled(lines, 'cac:Price/cbc:PriceAmount'),
  'BR-27': document => document.lines.every(line => !line.number('cac:Price/cbc:PriceAmount').isNegative()),
  'BR-28': document =>
    document.lines.every(line => !line.number('cac:Price/cac:AllowanceCharge/cbc:BaseAmount').isNegative()),
  'BR-31': filled(allowances, 'cbc:Amount'),
  'BR-32': filled(allowances, 'cac:TaxCategory/cbc:ID'),
  'BR-33': document => allowances(document).every(hasReason),
  'BR-36': filled(charges, 'cbc:Amount'),
  'BR-37': filled(charges, 'cac:TaxCategory/cbc:ID'),
  'BR-38': document => charges(document).every(hasReason),
  'BR-41': filled(lineAllowances, 'cbc:Amount'),
  'BR-42': document => lineAllowances(document).every(hasReason),
  'BR-43': filled(lineCharges, 'cbc:Amount'),
  'BR-44': document => lineCharges(document).every(hasReason),
  'BR-45': filled(breakdown, 'cbc:TaxableAmount'),
  'BR-46': filled(breakdown, 'cbc:TaxAmount'),
  'BR-47': filled(breakdown, 'cac:TaxCategory/cbc:ID'),
  'BR-48': document =>
    document.breakdown.every(
      row => row.value('cac:TaxCategory/cbc:Percent') !== '' || row.value('cac:TaxCategory/cbc:ID') === 'O',
    ),
  'BR-49': filled(paymentMeans, 'cbc:PaymentMeansCode'),
  'BR-50': filled(
    document => paymentMeans(document).flatMap(node => node.all('cac:PayeeFinancialAccount')),
    'cbc:ID',
  ),
  'BR-53': ({ root: node }) =>
    node
      .values('cbc:TaxCurrencyCode')
      .every(code =>
        node.all('cac:TaxTotal/cbc:TaxAmount').some(({ attributes }) => attributes.currencyID === code),
      ),
  'BR-55': filled(
    ({ root: node }) => node.all('cac:BillingReference'),
    'cac:InvoiceDocumentReference/cbc:ID',
  ),
  'BR-57': filled(
    ({ root: node }) => node.all('cac:Delivery/cac:DeliveryLocation/cac:Address'),
    'cac:Country/cbc:IdentificationCode',
  ),
  'BR-61': document =>
    paymentMeans(document).every(
      node =>
        !['30', '58'].includes(node.value('cbc:PaymentMeansCode')) ||
        node.has('cac:PayeeFinancialAccount/cbc:ID'),
    ),
  'BR-62': document => isNamedByScheme(document.seller),
  'BR-63': document => isNamedByScheme(document.buyer),

  'BR-CO-03': ({ root: node }) =>
    !(node.has('cbc:TaxPointDate') && node.has('cac:InvoicePeriod/cbc:DescriptionCode')),
  'BR-CO-04': filled(lines, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
  'BR-CO-09': document =>
    [document.seller, document.buyer].every(party => {
      const number = taxNumber(party, true);
      return number === '' || inList(VAT_COUNTRIES, number.slice(0, 2));
    }),
  'BR-CO-10': document => {
    const sum = document.lines.reduce(
      (of, line) => of.plus(line.number('cbc:LineExtensionAmount')),
      new Decimal(0),
    );
    return document.totals.number('cbc:LineExtensionAmount').equals(sum);
  },
  'BR-CO-11': document => isSumOf(document.totals, 'cbc:AllowanceTotalAmount', allowances(document)),
  'BR-CO-12': document => isSumOf(document.totals, 'cbc:ChargeTotalAmount', charges(document)),
  'BR-CO-13': ({ totals: node }) =>
    node
      .number('cbc:LineExtensionAmount')
      .minus(node.number('cbc:AllowanceTotalAmount'))
      .plus(node.number('cbc:ChargeTotalAmount'))
      .equals(node.number('cbc:TaxExclusiveAmount')),
  'BR-CO-14': ({ root: node }) =>
    node
      .all('cac:TaxTotal')
      .filter(total => total.has('cac:TaxSubtotal'))
      .every(total => total.number('cbc:TaxAmount').equals(total.sum('cac:TaxSubtotal/cbc:TaxAmount'))),
  'BR-CO-15': ({ root: node, totals: sums, currency }) => {
    const vat = node
      .all('cac:TaxTotal/cbc:TaxAmount')
      .filter(({ attributes }) => attributes.currencyID === currency);
    return (
      vat.length === 1 &&
      sums
        .number('cbc:TaxExclusiveAmount')
        .plus(vat[0]!.text.trim())
        .equals(sums.number('cbc:TaxInclusiveAmount'))
    );
  },
  'BR-CO-16': ({ totals: node }) =>
    node
      .number('cbc:TaxInclusiveAmount')
      .minus(node.number('cbc:PrepaidAmount'))
      .plus(node.number('cbc:PayableRoundingAmount'))
      .equals(node.number('cbc:PayableAmount')),
  // As published: less than one unit of difference is let through.
  'BR-CO-17': document => document.breakdown.every(row => vatDifference(row, 2).abs().lessThan(1)),
  // Ours, and what the standard's text says: no difference, in the decimals of the currency.
  'EXACT-VAT': document =>
    document.breakdown.every(row =>
      vatDifference(row, WHOLE_CURRENCIES.includes(document.currency) ? 0 : 2).isZero(),
    ),
  'BR-CO-18': document => document.breakdown.length > 0,
  'BR-CO-21': document => allowances(document).every(hasReason),
  'BR-CO-22': document => charges(document).every(hasReason),
  'BR-CO-23': document => lineAllowances(document).every(hasReason),
  'BR-CO-24': document => lineCharges(document).every(hasReason),
  'BR-CO-25': ({ root: node, totals: sums }) =>
    !sums.number('cbc:PayableAmount').greaterThan(0) ||
    node.has('cbc:DueDate') ||
    node.has('cac:PaymentMeans/cbc:PaymentDueDate') ||
    node.has('cac:PaymentTerms/cbc:Note'),
  'BR-CO-26': document =>
    taxNumber(document.seller, true) !== '' ||
    document.seller?.has('cac:PartyIdentification/cbc:ID') === true ||
    document.seller?.has('cac:PartyLegalEntity/cbc:CompanyID') === true,

  'BR-DEC-01': twoDecimals(allowances, 'cbc:Amount'),
  'BR-DEC-02': twoDecimals(allowances, 'cbc:BaseAmount'),
  'BR-DEC-05': twoDecimals(charges, 'cbc:Amount'),
  'BR-DEC-06': twoDecimals(charges, 'cbc:BaseAmount'),
  'BR-DEC-09': twoDecimals(totals, 'cbc:LineExtensionAmount'),
  'BR-DEC-10': twoDecimals(totals, 'cbc:AllowanceTotalAmount'),
  'BR-DEC-11': twoDecimals(totals, 'cbc:ChargeTotalAmount'),
  'BR-DEC-12': twoDecimals(totals, 'cbc:TaxExclusiveAmount'),
  'BR-DEC-13': twoDecimals(vatIn('cbc:DocumentCurrencyCode'), ''),
  'BR-DEC-14': twoDecimals(totals, 'cbc:TaxInclusiveAmount'),
  'BR-DEC-15': twoDecimals(vatIn('cbc:TaxCurrencyCode'), ''),
  'BR-DEC-16': twoDecimals(totals, 'cbc:PrepaidAmount'),
  'BR-DEC-17': twoDecimals(totals, 'cbc:PayableRoundingAmount'),
  'BR-DEC-18': twoDecimals(totals, 'cbc:PayableAmount'),
  'BR-DEC-19': twoDecimals(breakdown, 'cbc:TaxableAmount'),
  'BR-DEC-20': twoDecimals(breakdown, 'cbc:TaxAmount'),
  'BR-DEC-23': twoDecimals(lines, 'cbc:LineExtensionAmount'),
  'BR-DEC-24': twoDecimals(lineAllowances, 'cbc:Amount'),
  'BR-DEC-25': twoDecimals(lineAllowances, 'cbc:BaseAmount'),
  'BR-DEC-27': twoDecimals(lineCharges, 'cbc:Amount'),
  'BR-DEC-28': twoDecimals(lineCharges, 'cbc:BaseAmount'),

  'BR-CL-01': ({ root: node }) =>
    inList(codes.invoiceTypes, ...node.values('cbc:InvoiceTypeCode')) &&
    inList(codes.creditNoteTypes, ...node.values('cbc:CreditNoteTypeCode')),
  'BR-CL-03': ({ everything }) =>
    inList(codes.currencies, ...everything.flatMap(({ attributes }) => attributes.currencyID ?? [])),
  'BR-CL-04': ({ root: node }) => inList(codes.currencies, ...node.values('cbc:DocumentCurrencyCode')),
  'BR-CL-05': ({ root: node }) => inList(codes.currencies, ...node.values('cbc:TaxCurrencyCode')),
  // A note that begins with a code between hash marks says what it is about.
  'BR-CL-08': ({ root: node }) =>
    node.values('cbc:Note').every(note => {
      const subject = /^[^#]*#([^#]{3})#/.exec(note)?.[1];
      return subject === undefined || inList(codes.noteSubjects, subject);
    }),
  'BR-CL-14': ({ everything }) =>
    everything
      .filter(({ name }) => name === 'cac:Country')
      .every(country => inList(codes.countries, country.value('cbc:IdentificationCode'))),
  'BR-CL-16': document =>
    inList(codes.paymentMeans, ...valuesOf(paymentMeans(document), 'cbc:PaymentMeansCode')),
  'BR-CL-17': document => inList(CATEGORIES, ...valuesOf(document.breakdown, 'cac:TaxCategory/cbc:ID')),
  'BR-CL-18': document =>
    inList(CATEGORIES, ...valuesOf(document.lines, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID')),
  'BR-CL-19': document =>
    inList(
      codes.allowanceReasons,
      ...valuesOf([...allowances(document), ...lineAllowances(document)], 'cbc:AllowanceChargeReasonCode'),
    ),
  'BR-CL-22': document =>
    inList(
      codes.exemptionReasons,
      ...valuesOf(document.breakdown, 'cac:TaxCategory/cbc:TaxExemptionReasonCode'),
    ),
  'BR-CL-23': document =>
    inList(codes.units, ...document.lines.flatMap(line => quantityOf(line)?.attributes.unitCode ?? [])),
  'BR-CL-25': document =>
    [document.seller, document.buyer].every(party =>
      inList(
        codes.endpointSchemes,
        ...(party?.all('cbc:EndpointID') ?? []).flatMap(({ attributes }) => attributes.schemeID ?? []),
      ),
    ),
};

function valuesOf(nodes: XmlNode[], path: string): string[] {
  return nodes.flatMap(node => node.values(path));
}

function addressOf(party: (document: UblDocument) => (XmlNode | undefined)[]) {
  return (document: UblDocument): XmlNode[] =>
    party(document).flatMap(node => node?.all('cac:PostalAddress') ?? []);
}

/** Totals of VAT in the currency that an element names. */
function vatIn(currency: string): (document: UblDocument) => XmlNode[] {
  return ({ root: node }) =>
    node
      .all('cac:TaxTotal/cbc:TaxAmount')
      .filter(({ attributes }) => attributes.currencyID === node.value(currency));
}

function isNamedByScheme(party: XmlNode | undefined): boolean {
  return party?.all('cbc:EndpointID').every(({ attributes }) => attributes.schemeID !== undefined) === true;
}

function isSumOf(totalsNode: XmlNode, path: string, parts: XmlNode[]): boolean {
  if (!totalsNode.has(path)) return parts.length === 0;
  const sum = parts.reduce((of, part) => of.plus(part.number('cbc:Amount')), new Decimal(0));
  return totalsNode.number(path).equals(sum);
}

/** VAT less net x rate rounded to so many decimals. */
function vatDifference(row: XmlNode, decimals: number): Decimal {
  const exact = row.number('cbc:TaxableAmount').times(row.number('cac:TaxCategory/cbc:Percent')).div(100);
  return round2(row.number('cbc:TaxAmount')).minus(exact.toDecimalPlaces(decimals));
}
