import type { Row } from './ubl-core-mutations';
import { add, all, mark, remove, set } from './ubl-mutation';

const LINE = 'cac:InvoiceLine';
const ALLOWANCE = 'cac:AllowanceCharge';
const PRICE_ALLOWANCE = `${LINE}/cac:Price/cac:AllowanceCharge`;
const REASON = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReasonCode';
/** Of the document foreign: VAT in its own currency, and in the one it is accounted for in. */
const VAT = 'cac:TaxTotal/cbc:TaxAmount';

/** Mutations for what Peppol BIS Billing 3.0 adds; each name follows PEPPOL-EN16931-. */
const ROWS: Row[] = [
  ['R001', 'S', remove('cbc:ProfileID'), 'R007'],
  ['R002', 'S', add('', '<cbc:Note>Another</cbc:Note>')],
  ['R003', 'S', remove('cac:OrderReference')],
  ['R004', 'S', set('cbc:CustomizationID', 'urn:cen.eu:en16931:2017')],
  ['R005', 'foreign', all(set('cbc:TaxCurrencyCode', 'USD'), root => { root.all(VAT)[1]!.attributes.currencyID = 'USD'; }), 'BR-CO-15'],
  ['R007', 'S', set('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:1:1.0')],
  ['R008', 'S', set('cac:OrderReference/cbc:ID', ' ')],
  ['R010', 'S', remove('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID')],
  ['R020', 'S', remove('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID')],
  ['R040', 'full S', set(`${ALLOWANCE}/cbc:MultiplierFactorNumeric`, '11')],
  ['R040', 'full S', set(`${LINE}/${ALLOWANCE}/cbc:BaseAmount`, '10.30')],
  ['R041', 'full S', remove(`${ALLOWANCE}/cbc:BaseAmount`)],
  ['R042', 'full S', remove(`${LINE}/${ALLOWANCE}/cbc:MultiplierFactorNumeric`)],
  ['R043', 'S', set(`${LINE}/${ALLOWANCE}/cbc:ChargeIndicator`, '0')],
  ['R044', 'full S', set(`${PRICE_ALLOWANCE}/cbc:ChargeIndicator`, 'true')],
  ['R046', 'full S', set(`${PRICE_ALLOWANCE}/cbc:Amount`, '4')],
  ['R051', 'S', mark(`${LINE}/cbc:LineExtensionAmount`, 'currencyID', 'USD')],
  ['R053', 'foreign', root => { root.children.push(root.one('cac:TaxTotal')!); }, 'BR-CO-15'],
  ['R054', 'foreign', remove('cbc:TaxCurrencyCode')],
  ['R055', 'foreign', root => { root.all(VAT)[1]!.text = '-0.01'; }],
  ['R120', 'S', set(`${LINE}/cac:Price/cbc:PriceAmount`, '100.02')],
  ['R120', 'credit', set('cac:CreditNoteLine/cbc:CreditedQuantity', '3')],
  ['R121', 'full S', set(`${LINE}/cac:Price/cbc:BaseQuantity`, '-1'), 'R120'],
  ['R130', 'full S', mark(`${LINE}/cac:Price/cbc:BaseQuantity`, 'unitCode', 'KGM')],
  ['P0100', 'S', set('cbc:InvoiceTypeCode', '325')],
  ['P0101', 'credit', set('cbc:CreditNoteTypeCode', '261')],
  ['P0104', 'AE', set(REASON, 'VATEX-EU-G')],
  ['P0105', 'AE', set(REASON, 'VATEX-EU-O')],
  ['P0106', 'AE', set(REASON, 'VATEX-EU-IC')],
  ['P0107', 'G', set(REASON, 'VATEX-EU-AE')],
  ['F001', 'S', set('cbc:DueDate', '2026-11-31')],
  ['F001', 'S', set('cbc:TaxPointDate', '2026-10-03Z')],
  ['CL002', 'S', set(`${LINE}/${ALLOWANCE}/cbc:AllowanceChargeReasonCode`, 'ZZZ'), 'BR-CL-19'],
  ['CL007', 'S', mark('cac:LegalMonetaryTotal/cbc:PayableAmount', 'currencyID', 'LTL'), 'BR-CL-03', 'R051'],
  ['CL008', 'S', mark('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID', 'schemeID', '0154')],
]; // prettier-ignore

const named = (rule: string): string => (rule.startsWith('BR-') ? rule : `PEPPOL-EN16931-${rule}`);

export const PEPPOL_MUTATIONS: Row[] = ROWS.map(([rule, of, change, ...also]) => [
  named(rule),
  of,
  change,
  ...also.map(named),
]);
