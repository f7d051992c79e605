import codes from '../../src/sales/domain/peppol-codes.json';
import { parseCalendarDate } from '../../src/shared/calendar-date';
import { Decimal } from '../../src/shared/decimal';
import uncl from './ubl-codes.json';
import { inList, quantityOf, type Rule, type Rules, type UblDocument } from './ubl-rule';
import type { XmlNode } from './xml-tree';

const INVOICE_TYPES =
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'.split(
    ' ',
  );
const CREDIT_NOTE_TYPES = '381 396 81 83 532'.split(' ');
const DATES = [
  'cbc:IssueDate',
  'cbc:DueDate',
  'cbc:TaxPointDate',
  'cbc:StartDate',
  'cbc:EndDate',
  'cbc:ActualDeliveryDate',
];
const SLACK = new Decimal('0.02');

const allowanceCharges = (document: UblDocument) => [
  ...document.root.all('cac:AllowanceCharge'),
  ...document.lines.flatMap(line => line.all('cac:AllowanceCharge')),
];
const named = (document: UblDocument, name: string) => document.everything.filter(node => node.name === name);
const isWithin = (a: Decimal, b: Decimal) => a.minus(b).abs().lessThanOrEqualTo(SLACK);

/** What Peppol BIS Billing 3.0 adds to EN 16931; each name follows PEPPOL-EN16931-. */
export const PEPPOL_RULES: Rules = {
  R001: ({ root }) => root.value('cbc:ProfileID') !== '',
  R002: ({ root }) => root.all('cbc:Note').length <= 1,
  R003: ({ root }) => root.has('cbc:BuyerReference') || root.has('cac:OrderReference/cbc:ID'),
  R004: ({ root }) =>
    root
      .value('cbc:CustomizationID')
      .startsWith('urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
  R005: document => document.root.values('cbc:TaxCurrencyCode').every(code => code !== document.currency),
  R007: ({ root }) => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d{2}:1\.0$/.test(root.value('cbc:ProfileID')),
  R008: ({ everything }) =>
    everything.every(({ children, text }) => children.length > 0 || text.trim() !== ''),
  R010: document => document.buyer?.has('cbc:EndpointID') === true,
  R020: document => document.seller?.has('cbc:EndpointID') === true,
  R040: document =>
    allowanceCharges(document).every(
      node =>
        !(node.has('cbc:MultiplierFactorNumeric') && node.has('cbc:BaseAmount')) ||
        isWithin(
          node.number('cbc:Amount'),
          node.number('cbc:BaseAmount').times(node.number('cbc:MultiplierFactorNumeric')).div(100),
        ),
    ),
  R041: document =>
    allowanceCharges(document).every(
      node => !node.has('cbc:MultiplierFactorNumeric') || node.has('cbc:BaseAmount'),
    ),
  R042: document =>
    allowanceCharges(document).every(
      node => !node.has('cbc:BaseAmount') || node.has('cbc:MultiplierFactorNumeric'),
    ),
  R043: document =>
    allowanceCharges(document).every(node => ['true', 'false'].includes(node.value('cbc:ChargeIndicator'))),
  R044: document => priceAllowances(document).every(node => node.value('cbc:ChargeIndicator') === 'false'),
  R046: document =>
    priceAllowances(document).every(
      node =>
        !node.has('cbc:BaseAmount') ||
        node
          .number('cbc:BaseAmount')
          .minus(node.number('cbc:Amount'))
          .equals(node.parent!.number('cbc:PriceAmount')),
    ),
  R051: document =>
    document.everything.every(
      node =>
        node.attributes.currencyID === undefined ||
        node.attributes.currencyID === document.currency ||
        isInTaxCurrency(node),
    ),
  R053: ({ root }) => root.all('cac:TaxTotal').filter(node => node.has('cac:TaxSubtotal')).length === 1,
  R054: ({ root }) =>
    root.all('cac:TaxTotal').filter(node => !node.has('cac:TaxSubtotal')).length ===
    (root.has('cbc:TaxCurrencyCode') ? 1 : 0),
  R055: ({ root }) => {
    const amounts = root.all('cac:TaxTotal').map(node => node.number('cbc:TaxAmount'));
    return amounts.every(amount => !amount.isNegative()) || amounts.every(amount => !amount.greaterThan(0));
  },
  R120: document => document.lines.every(isQuantityTimesPrice),
  R121: document =>
    document.lines.every(
      line =>
        !line.has('cac:Price/cbc:BaseQuantity') || line.number('cac:Price/cbc:BaseQuantity').greaterThan(0),
    ),
  R130: document =>
    document.lines.every(line =>
      line
        .all('cac:Price/cbc:BaseQuantity')
        .every(
          ({ attributes: { unitCode } }) =>
            unitCode === undefined || unitCode === quantityOf(line)?.attributes.unitCode,
        ),
    ),
  P0100: ({ root }) => root.values('cbc:InvoiceTypeCode').every(code => INVOICE_TYPES.includes(code)),
  P0101: ({ root }) => root.values('cbc:CreditNoteTypeCode').every(code => CREDIT_NOTE_TYPES.includes(code)),
  P0104: reasonOf('VATEX-EU-G', 'G'),
  P0105: reasonOf('VATEX-EU-O', 'O'),
  P0106: reasonOf('VATEX-EU-IC', 'K'),
  P0107: reasonOf('VATEX-EU-AE', 'AE'),
  F001: document =>
    DATES.flatMap(name => named(document, name)).every(({ text }) => parseCalendarDate(text) !== null),
  CL002: document =>
    inList(
      uncl.allowanceReasons,
      ...allowanceCharges(document)
        .filter(node => node.value('cbc:ChargeIndicator') === 'false')
        .flatMap(node => node.values('cbc:AllowanceChargeReasonCode')),
    ),
  CL007: ({ everything }) =>
    inList(uncl.currencies, ...everything.flatMap(({ attributes }) => attributes.currencyID ?? [])),
  CL008: document =>
    named(document, 'cbc:EndpointID').every(
      ({ attributes: { schemeID } }) =>
        schemeID === undefined || codes.endpointSchemes.allowed.includes(schemeID),
    ),
};

function priceAllowances(document: UblDocument): XmlNode[] {
  return document.lines.flatMap(line => line.all('cac:Price/cac:AllowanceCharge'));
}

/** The one amount that may be in another currency: the total of VAT in the currency it is accounted for in (BT-111). */
function isInTaxCurrency({ name, parent }: XmlNode): boolean {
  return name === 'cbc:TaxAmount' && parent?.name === 'cac:TaxTotal' && !parent.has('cac:TaxSubtotal');
}

function isQuantityTimesPrice(line: XmlNode): boolean {
  const allowances = line.all('cac:AllowanceCharge').map(node => {
    const amount = node.number('cbc:Amount');
    return node.value('cbc:ChargeIndicator') === 'true' ? amount : amount.negated();
  });
  const base = line.has('cac:Price/cbc:BaseQuantity')
    ? line.number('cac:Price/cbc:BaseQuantity')
    : new Decimal(1);
  const product = new Decimal(quantityOf(line)?.text.trim() ?? '1')
    .times(line.number('cac:Price/cbc:PriceAmount'))
    .div(base);
  return isWithin(
    allowances.reduce((sum, amount) => sum.plus(amount), product),
    line.number('cbc:LineExtensionAmount'),
  );
}

function reasonOf(code: string, category: string): Rule {
  return document =>
    document.breakdown
      .map(row => row.one('cac:TaxCategory'))
      .every(node => node?.value('cbc:TaxExemptionReasonCode') !== code || node.value('cbc:ID') === category);
}
