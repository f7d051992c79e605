import type { Row } from './ubl-core-mutations';
import { add, all, remove, set, type Change } from './ubl-mutation';

const ROW = 'cac:TaxTotal/cac:TaxSubtotal';
const ROW_CATEGORY = `${ROW}/cac:TaxCategory`;
const LINE_CATEGORY = 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory';
const TOTALS = 'cac:LegalMonetaryTotal';
const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const NUMBER = 'cac:PartyTaxScheme';
const VAT = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
const numbered = (party: string) =>
  add(party, `<${NUMBER}><cbc:CompanyID>LT100001234510</cbc:CompanyID>${VAT}</${NUMBER}>`);

/** The allowance or the charge of a `full` document. */
const first =
  (isCharge: boolean, change: Change): Change =>
  root =>
    change(
      root.all('cac:AllowanceCharge').find(node => node.value('cbc:ChargeIndicator') === String(isCharge))!,
    );
const without = (isCharge: boolean): Change =>
  first(isCharge, node => node.parent!.children.splice(node.parent!.children.indexOf(node), 1));

/** VAT of a document whose net is 160.00, in the breakdown and all totals. */
const taxed = (vat: string, gross: string): Change =>
  all(
    set(`${ROW}/cbc:TaxAmount`, vat),
    set('cac:TaxTotal/cbc:TaxAmount', vat),
    set(`${TOTALS}/cbc:TaxInclusiveAmount`, gross),
    set(`${TOTALS}/cbc:PayableAmount`, gross),
  );
const recategorized = (path: string, code: string): Change =>
  all(set(`${path}/cbc:ID`, code), add(path, '<cbc:Percent>0</cbc:Percent>'));

interface Category {
  /** Of the code list, and in the names of the rules. */
  code: string;
  name: string;
  /** What leaves it without the tax numbers it calls for (02 to 04). */
  unnumbered: Change;
  /** What gives it a rate that it must not have (05 to 07); the path is that of its category. */
  misrated: (path: string) => Change;
  /** What gives it a reason for no VAT where it must have none, or takes it away (10). */
  unreasoned: Change;
}

const anonymous = remove(`${SELLER}/${NUMBER}`);
const ratedAt21 = (path: string) => set(`${path}/cbc:Percent`, '21');
const excused = add(ROW_CATEGORY, '<cbc:TaxExemptionReason>None</cbc:TaxExemptionReason>');
const REASON = `${ROW_CATEGORY}/cbc:TaxExemptionReason`;
const exempt = { unnumbered: anonymous, misrated: ratedAt21, unreasoned: remove(REASON, `${REASON}Code`) };

const CATEGORIES: Category[] = [
  { code: 'S', name: 'S', unnumbered: anonymous, misrated: path => set(`${path}/cbc:Percent`, '0'), unreasoned: excused },
  { code: 'Z', name: 'Z', unnumbered: anonymous, misrated: ratedAt21, unreasoned: excused },
  { ...exempt, code: 'E', name: 'E', unreasoned: remove(REASON) },
  { ...exempt, code: 'AE', name: 'AE', unnumbered: remove(`${BUYER}/${NUMBER}`, `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`) },
  { ...exempt, code: 'K', name: 'IC', unnumbered: remove(`${BUYER}/${NUMBER}`) },
  { ...exempt, code: 'G', name: 'G' },
  { ...exempt, code: 'O', name: 'O', unnumbered: numbered(SELLER), misrated: path => add(path, '<cbc:Percent>0</cbc:Percent>') },
]; // prettier-ignore

/** 01 to 10 of a category: each has its line in its own document, its allowance and its charge in the full one. */
function mutationsOf({ code, name, unnumbered, misrated, unreasoned }: Category): Row[] {
  const rule = (number: string) => `BR-${name}-${number}`;
  const full = `full ${code}`;
  const sumOfRate = code === 'S' ? [rule('08')] : [];
  const [vat, gross, also] = code === 'S' ? ['34.60', '194.60', ['BR-CO-17']] : ['0.01', '160.01', []];
  return [
    [rule('01'), code, remove(ROW), 'BR-CO-18', 'PEPPOL-EN16931-R053', 'PEPPOL-EN16931-R054'],
    [rule('02'), code, unnumbered],
    [rule('03'), full, all(unnumbered, without(true)), rule('02'), 'BR-CO-12', rule('08')],
    [rule('04'), full, all(unnumbered, without(false)), rule('02'), 'BR-CO-11', rule('08')],
    [rule('05'), code, misrated(LINE_CATEGORY), ...sumOfRate],
    [rule('06'), full, first(false, misrated('cac:TaxCategory')), ...sumOfRate],
    [rule('07'), full, first(true, misrated('cac:TaxCategory')), ...sumOfRate],
    [rule('08'), code, set(`${ROW}/cbc:TaxableAmount`, '160.01')],
    [rule('09'), code, taxed(vat, gross), 'EXACT-VAT', ...also],
    [rule('10'), code, unreasoned],
  ];
}

/** A row of the breakdown with nothing in it. */
const emptyRow = (code: string, reason = ''): Change =>
  add(
    'cac:TaxTotal',
    `<cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="EUR">0.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">0.00</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>${code}</cbc:ID><cbc:Percent>0</cbc:Percent>${reason}${VAT}</cac:TaxCategory>
    </cac:TaxSubtotal>`,
  );

/** An untaxed category stands in the breakdown once. */
function standingTwice({ code, name }: Category): Row {
  const reason = code === 'Z' ? '' : '<cbc:TaxExemptionReason>None</cbc:TaxExemptionReason>';
  return [`BR-${name}-01`, code, emptyRow(code, reason), `BR-${name}-08`];
}

/** Mutations for the rules of each VAT category. */
export const VAT_MUTATIONS: Row[] = [
  ...CATEGORIES.flatMap(mutationsOf),
  ...CATEGORIES.filter(({ code }) => code !== 'S').map(standingTwice),
  ['BR-AE-02', 'AE', anonymous],
  ['BR-IC-02', 'K', anonymous],
  ['BR-O-02', 'O', numbered(BUYER)],
  ['BR-IC-11', 'K', remove('cac:Delivery/cbc:ActualDeliveryDate')],
  ['BR-IC-12', 'K', remove('cac:Delivery/cac:DeliveryLocation')],
  ['BR-O-11', 'O', emptyRow('Z')],
  ['BR-O-12', 'O', recategorized(LINE_CATEGORY, 'Z'), 'BR-O-08', 'BR-Z-01', 'BR-Z-02'],
  ['BR-O-13', 'full O', first(false, recategorized('cac:TaxCategory', 'Z')), 'BR-O-08', 'BR-Z-01', 'BR-Z-03'],
  ['BR-O-14', 'full O', first(true, recategorized('cac:TaxCategory', 'Z')), 'BR-O-08', 'BR-Z-01', 'BR-Z-04'],
]; // prettier-ignore
