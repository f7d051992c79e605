import { Decimal } from '../../src/shared/decimal';
import { taxNumber, type Rule, type Rules, type UblDocument } from './ubl-rule';
import type { XmlNode } from './xml-tree';

/** A VAT category and what its rules are named by: an intra-EU supply is K, its rules BR-IC. */
interface Category {
  code: string;
  name: string;
}

const ON_LINE = 'cac:Item/cac:ClassifiedTaxCategory';
const EXEMPT: Category[] = [
  { code: 'E', name: 'E' },
  { code: 'AE', name: 'AE' },
  { code: 'K', name: 'IC' },
  { code: 'G', name: 'G' },
  { code: 'O', name: 'O' },
];

const linesOf = (document: UblDocument, code: string) =>
  document.lines.filter(line => line.value(`${ON_LINE}/cbc:ID`) === code);
const rowsOf = (document: UblDocument, code: string) =>
  document.breakdown.filter(row => row.value('cac:TaxCategory/cbc:ID') === code);
const allowancesOf = (document: UblDocument, code: string, isCharge: boolean) =>
  document.allowances(isCharge).filter(node => node.value('cac:TaxCategory/cbc:ID') === code);

/** The rules of each VAT category: BR-S-nn, BR-Z-nn, BR-E-nn, BR-AE-nn, BR-IC-nn, BR-G-nn, BR-O-nn. */
export const VAT_RULES: Rules = {
  ...commonRules({ code: 'S', name: 'S' }),
  'BR-S-01': document => isUsed(document, 'S') === rowsOf(document, 'S').length > 0,
  'BR-S-05': document => linesOf(document, 'S').every(line => rate(line, ON_LINE).greaterThan(0)),
  'BR-S-06': document => allowancesOf(document, 'S', false).every(isTaxed),
  'BR-S-07': document => allowancesOf(document, 'S', true).every(isTaxed),
  'BR-S-08': document =>
    rowsOf(document, 'S').every(row => isTaxableSum(document, row, rate(row, 'cac:TaxCategory'))),
  'BR-S-09': document => rowsOf(document, 'S').every(isNearlyRateTimesNet),
  'BR-S-10': document => rowsOf(document, 'S').every(row => !hasExemption(row)),

  ...commonRules({ code: 'Z', name: 'Z' }),
  ...untaxedRules({ code: 'Z', name: 'Z' }),
  'BR-Z-10': document => rowsOf(document, 'Z').every(row => !hasExemption(row)),

  ...(Object.assign({}, ...EXEMPT.map(exemptRules)) as Rules),
  'BR-IC-11': document =>
    rowsOf(document, 'K').length === 0 ||
    document.root.has('cac:Delivery/cbc:ActualDeliveryDate') ||
    document.root.has('cac:InvoicePeriod/*'),
  'BR-IC-12': document =>
    rowsOf(document, 'K').length === 0 ||
    document.root.has('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode'),
  'BR-O-11': alone(document => document.breakdown.map(row => row.value('cac:TaxCategory/cbc:ID'))),
  'BR-O-12': alone(document => document.lines.map(line => line.value(`${ON_LINE}/cbc:ID`))),
  'BR-O-13': alone(document => document.allowances(false).map(node => node.value('cac:TaxCategory/cbc:ID'))),
  'BR-O-14': alone(document => document.allowances(true).map(node => node.value('cac:TaxCategory/cbc:ID'))),
};

/** 02 to 04: whose tax numbers a line, an allowance or a charge of the category calls for. */
function commonRules({ code, name }: Category): Rules {
  const named =
    (uses: (document: UblDocument) => XmlNode[]): Rule =>
    document =>
      uses(document).length === 0 || hasTaxNumbers(document, code);
  return {
    [`BR-${name}-02`]: named(document => linesOf(document, code)),
    [`BR-${name}-03`]: named(document => allowancesOf(document, code, false)),
    [`BR-${name}-04`]: named(document => allowancesOf(document, code, true)),
  };
}

/** 01 and 05 to 09 of the categories without VAT: one row of the breakdown, rate and VAT zero (none at all outside the scope). */
function untaxedRules({ code, name }: Category): Rules {
  const isUntaxed = (node: XmlNode, path: string) =>
    code === 'O'
      ? !node.has(`${path}/cbc:Percent`)
      : node.has(`${path}/cbc:Percent`) && rate(node, path).isZero();
  return {
    [`BR-${name}-01`]: document => {
      const { length } = rowsOf(document, code);
      return length === 1 || (length === 0 && !isUsed(document, code));
    },
    [`BR-${name}-05`]: document => linesOf(document, code).every(line => isUntaxed(line, ON_LINE)),
    [`BR-${name}-06`]: document =>
      allowancesOf(document, code, false).every(node => isUntaxed(node, 'cac:TaxCategory')),
    [`BR-${name}-07`]: document =>
      allowancesOf(document, code, true).every(node => isUntaxed(node, 'cac:TaxCategory')),
    [`BR-${name}-08`]: document => rowsOf(document, code).every(row => isTaxableSum(document, row, null)),
    [`BR-${name}-09`]: document => rowsOf(document, code).every(row => row.number('cbc:TaxAmount').isZero()),
  };
}

function exemptRules(category: Category): Rules {
  return {
    ...commonRules(category),
    ...untaxedRules(category),
    [`BR-${category.name}-10`]: document => rowsOf(document, category.code).every(hasExemption),
  };
}

function hasTaxNumbers({ seller, buyer }: UblDocument, code: string): boolean {
  const sellerVat = taxNumber(seller, true) !== '';
  const buyerVat = taxNumber(buyer, true) !== '';
  switch (code) {
    case 'O':
      return !sellerVat && !buyerVat;
    case 'K':
      return sellerVat && buyerVat;
    case 'G':
      return sellerVat;
    case 'AE':
      return (
        (sellerVat || taxNumber(seller, false) !== '') &&
        (buyerVat || buyer?.has('cac:PartyLegalEntity/cbc:CompanyID') === true)
      );
    default:
      return sellerVat || taxNumber(seller, false) !== '';
  }
}

/** Whether a line, an allowance or a charge has the category. */
function isUsed(document: UblDocument, code: string): boolean {
  return (
    linesOf(document, code).length > 0 ||
    [false, true].some(isCharge => allowancesOf(document, code, isCharge).length > 0)
  );
}

/** Taxable = lines less allowances plus charges of the category and, where it has rates, the rate. */
function isTaxableSum(document: UblDocument, row: XmlNode, ratePercent: Decimal | null): boolean {
  const code = row.value('cac:TaxCategory/cbc:ID');
  const ofRate = (path: string) => (node: XmlNode) =>
    ratePercent === null || rate(node, path).equals(ratePercent);
  const sum = (nodes: XmlNode[], path: string) =>
    nodes.reduce((of, node) => of.plus(node.number(path)), new Decimal(0));
  return sum(linesOf(document, code).filter(ofRate(ON_LINE)), 'cbc:LineExtensionAmount')
    .plus(sum(allowancesOf(document, code, true).filter(ofRate('cac:TaxCategory')), 'cbc:Amount'))
    .minus(sum(allowancesOf(document, code, false).filter(ofRate('cac:TaxCategory')), 'cbc:Amount'))
    .equals(row.number('cbc:TaxableAmount'));
}

function isNearlyRateTimesNet(row: XmlNode): boolean {
  const exact = row
    .number('cbc:TaxableAmount')
    .times(rate(row, 'cac:TaxCategory'))
    .div(100)
    .toDecimalPlaces(2);
  return row.number('cbc:TaxAmount').minus(exact).abs().lessThan(1);
}

function alone(categories: (document: UblDocument) => string[]): Rule {
  return document => rowsOf(document, 'O').length === 0 || categories(document).every(code => code === 'O');
}

function rate(node: XmlNode, path: string): Decimal {
  return node.number(`${path}/cbc:Percent`);
}

function isTaxed(node: XmlNode): boolean {
  return rate(node, 'cac:TaxCategory').greaterThan(0);
}

function hasExemption(row: XmlNode): boolean {
  return (
    row.has('cac:TaxCategory/cbc:TaxExemptionReason') || row.has('cac:TaxCategory/cbc:TaxExemptionReasonCode')
  );
}
