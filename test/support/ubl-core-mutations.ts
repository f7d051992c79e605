import { add, all, lengthen, mark, remove, set, type Change } from './ubl-mutation';

/** Rule, document, what is changed, and the other rules that the same fault breaks. */
export type Row = [rule: string, of: string, change: Change, ...also: string[]];

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';
const TOTALS = 'cac:LegalMonetaryTotal';
const LINE = 'cac:InvoiceLine';
const ROW = 'cac:TaxTotal/cac:TaxSubtotal';
const MEANS = 'cac:PaymentMeans';
const CATEGORY = 'cac:Item/cac:ClassifiedTaxCategory';
/** In a `full` document: an allowance and a charge of the document, and of its first line. */
const ALLOWANCE = 'cac:AllowanceCharge';
const LINE_ALLOWANCE = `${LINE}/cac:AllowanceCharge`;

/** The first allowance becomes a charge with it, so that a charge comes first and an allowance second. */
const chargeFirst =
  (path: string): Change =>
  root => {
    const [first, second] = root.all(`${path}/cbc:ChargeIndicator`);
    first!.text = 'true';
    second!.text = 'false';
  };
const onCharge = (path: string, change: Change): Change => all(chargeFirst(path), change);

/** Every amount of a document rises, so that only the sum of some is wrong. */
const raise = (amounts: Record<string, string>): Change =>
  all(...Object.entries(amounts).map(([path, text]) => set(path, text)));

/** Mutations for the rules of EN 16931 that are not about one VAT category. The document S: 180.00 - 20.00, VAT 33.60. */
export const CORE_MUTATIONS: Row[] = [
  ['BR-01', 'S', remove('cbc:CustomizationID'), 'PEPPOL-EN16931-R004'],
  ['BR-02', 'S', remove('cbc:ID')],
  ['BR-03', 'S', remove('cbc:IssueDate')],
  ['BR-04', 'S', remove('cbc:InvoiceTypeCode')],
  ['BR-04', 'credit', remove('cbc:CreditNoteTypeCode')],
  ['BR-05', 'S', remove('cbc:DocumentCurrencyCode'), 'BR-CO-15', 'PEPPOL-EN16931-R051'],
  ['BR-06', 'S', remove(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`)],
  ['BR-07', 'S', remove(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`)],
  ['BR-08', 'S', remove(`${SELLER}/cac:PostalAddress`)],
  ['BR-09', 'S', remove(`${SELLER}/cac:PostalAddress/cac:Country`)],
  ['BR-10', 'S', remove(`${BUYER}/cac:PostalAddress`)],
  ['BR-11', 'S', remove(`${BUYER}/cac:PostalAddress/cac:Country`)],
  ['BR-12', 'S', remove(`${TOTALS}/cbc:LineExtensionAmount`), 'BR-CO-10', 'BR-CO-13'],
  ['BR-13', 'S', remove(`${TOTALS}/cbc:TaxExclusiveAmount`), 'BR-CO-13', 'BR-CO-15'],
  ['BR-14', 'S', remove(`${TOTALS}/cbc:TaxInclusiveAmount`), 'BR-CO-15', 'BR-CO-16'],
  ['BR-15', 'S', remove(`${TOTALS}/cbc:PayableAmount`), 'BR-CO-16'],
  ['BR-16', 'S', remove(LINE, LINE), 'BR-CO-10', 'BR-S-01', 'BR-S-08'],
  ['BR-21', 'S', remove(`${LINE}/cbc:ID`)],
  ['BR-22', 'S', remove(`${LINE}/cbc:InvoicedQuantity`), 'BR-23', 'PEPPOL-EN16931-R120'],
  ['BR-23', 'S', mark(`${LINE}/cbc:InvoicedQuantity`, 'unitCode')],
  ['BR-24', 'S', remove(`${LINE}/cbc:LineExtensionAmount`), 'BR-CO-10', 'BR-S-08', 'PEPPOL-EN16931-R120'],
  ['BR-25', 'S', remove(`${LINE}/cac:Item/cbc:Name`)],
  ['BR-26', 'S', remove(`${LINE}/cac:Price/cbc:PriceAmount`), 'PEPPOL-EN16931-R008', 'PEPPOL-EN16931-R120'],
  ['BR-27', 'S', all(set(`${LINE}/cac:Price/cbc:PriceAmount`, '-100'), set(`${LINE}/cbc:InvoicedQuantity`, '-2'))],
  ['BR-28', 'full S', set(`${LINE}/cac:Price/cac:AllowanceCharge/cbc:BaseAmount`, '-1'), 'PEPPOL-EN16931-R046'],
  ['BR-31', 'full S', remove(`${ALLOWANCE}/cbc:Amount`), 'BR-CO-11', 'BR-S-08', 'PEPPOL-EN16931-R040'],
  ['BR-32', 'full S', remove(`${ALLOWANCE}/cac:TaxCategory`), 'BR-S-08'],
  ['BR-33', 'full S', remove(`${ALLOWANCE}/cbc:AllowanceChargeReason`), 'BR-CO-21'],
  ['BR-36', 'full S', onCharge(ALLOWANCE, remove(`${ALLOWANCE}/cbc:Amount`)), 'BR-CO-12', 'BR-S-08', 'PEPPOL-EN16931-R040'],
  ['BR-37', 'full S', onCharge(ALLOWANCE, remove(`${ALLOWANCE}/cac:TaxCategory`)), 'BR-S-08'],
  ['BR-38', 'full S', onCharge(ALLOWANCE, remove(`${ALLOWANCE}/cbc:AllowanceChargeReason`)), 'BR-CO-22'],
  ['BR-41', 'S', remove(`${LINE_ALLOWANCE}/cbc:Amount`), 'PEPPOL-EN16931-R120'],
  ['BR-42', 'S', remove(`${LINE_ALLOWANCE}/cbc:AllowanceChargeReason`, `${LINE_ALLOWANCE}/cbc:AllowanceChargeReasonCode`), 'BR-CO-23'],
  ['BR-43', 'full S', onCharge(LINE_ALLOWANCE, remove(`${LINE_ALLOWANCE}/cbc:Amount`)), 'PEPPOL-EN16931-R040', 'PEPPOL-EN16931-R120'],
  ['BR-44', 'full S', onCharge(LINE_ALLOWANCE, remove(`${LINE_ALLOWANCE}/cbc:AllowanceChargeReason`)), 'BR-CO-24'],
  ['BR-45', 'S', remove(`${ROW}/cbc:TaxableAmount`), 'BR-CO-17', 'EXACT-VAT', 'BR-S-08', 'BR-S-09'],
  ['BR-46', 'Z', remove(`${ROW}/cbc:TaxAmount`)],
  ['BR-47', 'S', remove(`${ROW}/cac:TaxCategory/cbc:ID`), 'BR-S-01'],
  ['BR-48', 'S', remove(`${ROW}/cac:TaxCategory/cbc:Percent`), 'BR-CO-17', 'EXACT-VAT', 'BR-S-08', 'BR-S-09'],
  ['BR-49', 'S', remove(`${MEANS}/cbc:PaymentMeansCode`)],
  ['BR-50', 'S', set(`${MEANS}/cac:PayeeFinancialAccount/cbc:ID`, ''), 'PEPPOL-EN16931-R008'],
  ['BR-53', 'foreign', set('cbc:TaxCurrencyCode', 'SEK')],
  ['BR-55', 'credit', remove('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')],
  ['BR-57', 'K', remove('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country'), 'BR-IC-12', 'PEPPOL-EN16931-R008'],
  ['BR-61', 'S', remove(`${MEANS}/cac:PayeeFinancialAccount`)],
  ['BR-62', 'S', mark(`${SELLER}/cbc:EndpointID`, 'schemeID')],
  ['BR-63', 'S', mark(`${BUYER}/cbc:EndpointID`, 'schemeID')],

  ['BR-CO-03', 'S', add('', '<cac:InvoicePeriod><cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod>')],
  ['BR-CO-04', 'Z', remove(`${LINE}/${CATEGORY}`), 'BR-Z-08'],
  ['BR-CO-09', 'S', set(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, '100001234510')],
  ['BR-CO-09', 'S', set(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'UK100001234')],
  ['BR-CO-10', 'S', raise({ [`${TOTALS}/cbc:LineExtensionAmount`]: '161.00' }), 'BR-CO-13'],
  ['BR-CO-11', 'full S', raise({ [`${TOTALS}/cbc:AllowanceTotalAmount`]: '11.00' }), 'BR-CO-13'],
  ['BR-CO-12', 'full S', raise({ [`${TOTALS}/cbc:ChargeTotalAmount`]: '11.00' }), 'BR-CO-13'],
  ['BR-CO-11', 'full S', remove(`${TOTALS}/cbc:AllowanceTotalAmount`), 'BR-CO-13'],
  ['BR-CO-13', 'S', raise({ [`${TOTALS}/cbc:TaxExclusiveAmount`]: '160.01', [`${TOTALS}/cbc:TaxInclusiveAmount`]: '193.61', [`${TOTALS}/cbc:PayableAmount`]: '193.61' })],
  ['BR-CO-14', 'S', raise({ 'cac:TaxTotal/cbc:TaxAmount': '33.61', [`${TOTALS}/cbc:TaxInclusiveAmount`]: '193.61', [`${TOTALS}/cbc:PayableAmount`]: '193.61' })],
  ['BR-CO-15', 'S', raise({ [`${TOTALS}/cbc:TaxInclusiveAmount`]: '193.61', [`${TOTALS}/cbc:PayableAmount`]: '193.61' })],
  ['BR-CO-16', 'S', raise({ [`${TOTALS}/cbc:PayableAmount`]: '193.59' })],
  ['BR-CO-16', 'foreign', remove(`${TOTALS}/cbc:PrepaidAmount`)],
  ['BR-CO-16', 'foreign', remove(`${TOTALS}/cbc:PayableRoundingAmount`)],
  ['BR-CO-17', 'S', raise({ [`${ROW}/cbc:TaxAmount`]: '34.60', 'cac:TaxTotal/cbc:TaxAmount': '34.60', [`${TOTALS}/cbc:TaxInclusiveAmount`]: '194.60', [`${TOTALS}/cbc:PayableAmount`]: '194.60' }), 'EXACT-VAT', 'BR-S-09'],
  ['EXACT-VAT', 'S', raise({ [`${ROW}/cbc:TaxAmount`]: '33.61', 'cac:TaxTotal/cbc:TaxAmount': '33.61', [`${TOTALS}/cbc:TaxInclusiveAmount`]: '193.61', [`${TOTALS}/cbc:PayableAmount`]: '193.61' })],
  ['BR-CO-18', 'Z', remove(ROW), 'BR-Z-01', 'PEPPOL-EN16931-R053', 'PEPPOL-EN16931-R054'],
  ['BR-CO-21', 'full Z', remove(`${ALLOWANCE}/cbc:AllowanceChargeReason`), 'BR-33'],
  ['BR-CO-22', 'full Z', onCharge(ALLOWANCE, remove(`${ALLOWANCE}/cbc:AllowanceChargeReason`)), 'BR-38'],
  ['BR-CO-23', 'Z', remove(`${LINE_ALLOWANCE}/cbc:AllowanceChargeReason`, `${LINE_ALLOWANCE}/cbc:AllowanceChargeReasonCode`), 'BR-42'],
  ['BR-CO-24', 'full Z', onCharge(LINE_ALLOWANCE, remove(`${LINE_ALLOWANCE}/cbc:AllowanceChargeReason`)), 'BR-44'],
  ['BR-CO-25', 'S', remove('cbc:DueDate')],
  ['BR-CO-25', 'credit', remove('cac:PaymentTerms')],
  ['BR-CO-26', 'O', remove(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`)],

  ['BR-DEC-01', 'full S', lengthen(`${ALLOWANCE}/cbc:Amount`)],
  ['BR-DEC-02', 'full S', lengthen(`${ALLOWANCE}/cbc:BaseAmount`)],
  ['BR-DEC-05', 'full S', onCharge(ALLOWANCE, lengthen(`${ALLOWANCE}/cbc:Amount`))],
  ['BR-DEC-06', 'full S', onCharge(ALLOWANCE, lengthen(`${ALLOWANCE}/cbc:BaseAmount`))],
  ['BR-DEC-09', 'S', lengthen(`${TOTALS}/cbc:LineExtensionAmount`)],
  ['BR-DEC-10', 'full S', lengthen(`${TOTALS}/cbc:AllowanceTotalAmount`)],
  ['BR-DEC-11', 'full S', lengthen(`${TOTALS}/cbc:ChargeTotalAmount`)],
  ['BR-DEC-12', 'S', lengthen(`${TOTALS}/cbc:TaxExclusiveAmount`)],
  ['BR-DEC-13', 'foreign', lengthen('cac:TaxTotal/cbc:TaxAmount')],
  ['BR-DEC-14', 'S', lengthen(`${TOTALS}/cbc:TaxInclusiveAmount`)],
  ['BR-DEC-15', 'foreign', root => { root.all('cac:TaxTotal/cbc:TaxAmount')[1]!.text += '0'; }],
  ['BR-DEC-16', 'foreign', lengthen(`${TOTALS}/cbc:PrepaidAmount`)],
  ['BR-DEC-17', 'foreign', lengthen(`${TOTALS}/cbc:PayableRoundingAmount`)],
  ['BR-DEC-18', 'S', lengthen(`${TOTALS}/cbc:PayableAmount`)],
  ['BR-DEC-19', 'S', lengthen(`${ROW}/cbc:TaxableAmount`)],
  ['BR-DEC-20', 'S', lengthen(`${ROW}/cbc:TaxAmount`)],
  ['BR-DEC-23', 'S', lengthen(`${LINE}/cbc:LineExtensionAmount`)],
  ['BR-DEC-23', 'credit', lengthen('cac:CreditNoteLine/cbc:LineExtensionAmount')],
  ['BR-DEC-24', 'S', lengthen(`${LINE_ALLOWANCE}/cbc:Amount`)],
  ['BR-DEC-25', 'full S', lengthen(`${LINE_ALLOWANCE}/cbc:BaseAmount`)],
  ['BR-DEC-27', 'full S', onCharge(LINE_ALLOWANCE, lengthen(`${LINE_ALLOWANCE}/cbc:Amount`))],
  ['BR-DEC-28', 'full S', onCharge(LINE_ALLOWANCE, lengthen(`${LINE_ALLOWANCE}/cbc:BaseAmount`))],

  ['BR-CL-01', 'S', set('cbc:InvoiceTypeCode', '381'), 'PEPPOL-EN16931-P0100'],
  ['BR-CL-01', 'credit', set('cbc:CreditNoteTypeCode', '380'), 'PEPPOL-EN16931-P0101'],
  ['BR-CL-03', 'S', mark(`${LINE}/cac:Price/cbc:PriceAmount`, 'currencyID', 'LTL'), 'PEPPOL-EN16931-R051', 'PEPPOL-EN16931-CL007'],
  ['BR-CL-04', 'S', set('cbc:DocumentCurrencyCode', 'STN'), 'BR-CO-15', 'PEPPOL-EN16931-R051'],
  ['BR-CL-05', 'foreign', set('cbc:TaxCurrencyCode', 'LTL'), 'BR-53'],
  ['BR-CL-08', 'S', set('cbc:Note', 'Orders #12 #13')],
  ['BR-CL-14', 'S', set(`${SELLER}/${COUNTRY}`, 'EL')],
  ['BR-CL-16', 'S', set(`${MEANS}/cbc:PaymentMeansCode`, '71')],
  ['BR-CL-17', 'S', set(`${ROW}/cac:TaxCategory/cbc:ID`, 'A'), 'BR-S-01'],
  ['BR-CL-18', 'Z', set(`${LINE}/${CATEGORY}/cbc:ID`, 'A'), 'BR-Z-08'],
  ['BR-CL-19', 'S', set(`${LINE_ALLOWANCE}/cbc:AllowanceChargeReasonCode`, '96'), 'PEPPOL-EN16931-CL002'],
  ['BR-CL-22', 'AE', set(`${ROW}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, 'VATEX-EU-XX')],
  ['BR-CL-23', 'S', mark(`${LINE}/cbc:InvoicedQuantity`, 'unitCode', 'HAR')],
  ['BR-CL-25', 'S', mark(`${SELLER}/cbc:EndpointID`, 'schemeID', '0001'), 'PEPPOL-EN16931-CL008'],
]; // prettier-ignore
