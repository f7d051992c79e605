import { Money } from '../../shared/money';
import { xmlDocument, xmlText, type XmlMembers } from '../../shared/xml';
import type { EInvoice, EInvoiceParty, EInvoiceType } from './e-invoice';
import type { PeppolId } from './peppol-id';
import { lineElement, taxCategory, textOrNone } from './ubl-lines';
import { writtenVat, type WrittenVat, type WrittenVatTotals } from './ubl-vat';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** UNTDID 1001: commercial invoice, credit note. */
const TYPE_CODES: Record<EInvoiceType, string> = { invoice: '380', credit_note: '381' };
/** UNTDID 4461: SEPA credit transfer, credit transfer. */
const SEPA_CREDIT_TRANSFER = '58';
const CREDIT_TRANSFER = '30';
/** UNTDID 4451: general information. */
const GENERAL_INFORMATION = 'AAI';

/**
 * An issued document as UBL 2.1 after Peppol BIS Billing 3.0 (EN 16931). It must be complete (`missingFrom`) and its amounts
 * writable (`unwritableAmounts`); whatever can go wrong with its figures is asked there.
 */
export function ublDocument(invoice: EInvoice): string {
  const root = invoice.type === 'invoice' ? 'Invoice' : 'CreditNote';
  const namespaces = {
    xmlns: `${UBL}${root}-2`,
    'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
    'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
  };
  const vat = writtenVat(invoice);
  return xmlDocument(root, namespaces, {
    ...headElements(invoice),
    ...referenceElements(invoice),
    'cac:AccountingSupplierParty': { 'cac:Party': partyElement(invoice.seller, sellerTaxScheme(invoice)) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyElement(invoice.buyer, buyerTaxScheme(invoice)) },
    ...deliveryElements(invoice),
    ...paymentElements(invoice),
    'cac:TaxTotal': taxTotals(invoice, vat),
    'cac:LegalMonetaryTotal': monetaryTotal(invoice, vat),
    [`cac:${root}Line`]: invoice.lines.map((line, index) =>
      lineElement(line, index, invoice.type === 'credit_note'),
    ),
  });
}

/** In the order of their schemas, which differs. */
function headElements(invoice: EInvoice): XmlMembers {
  const taxPoint = {
    'cbc:TaxPointDate': invoice.taxPointOn === invoice.issuedOn ? undefined : invoice.taxPointOn,
  };
  const note = { 'cbc:Note': noteOf(invoice.notes) };
  const typed =
    invoice.type === 'invoice'
      ? { 'cbc:DueDate': invoice.dueOn, 'cbc:InvoiceTypeCode': TYPE_CODES.invoice, ...note, ...taxPoint }
      : { ...taxPoint, 'cbc:CreditNoteTypeCode': TYPE_CODES.credit_note, ...note };
  return {
    'cbc:CustomizationID': CUSTOMIZATION,
    'cbc:ProfileID': PROFILE,
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issuedOn,
    ...typed,
    'cbc:DocumentCurrencyCode': invoice.currency.code,
    'cbc:TaxCurrencyCode': isForeign(invoice) ? invoice.baseVat.currency.code : undefined,
  };
}

/** Three characters between the first hash marks are read as the code of what a note is about (BR-CL-08): then ours names one. */
function noteOf(notes: string[]): string | undefined {
  const text = textOrNone(notes.join('\n'));
  const isReadAsCode = text !== undefined && /^[^#]*#[^#]{3}#/u.test(xmlText(text));
  return isReadAsCode ? `#${GENERAL_INFORMATION}#${text}` : text;
}

/** Peppol wants a reference of the buyer's or an order number (R003): for want of both the document's own number. */
function referenceElements({ orderNumber, buyerReference, preceding, number }: EInvoice): XmlMembers {
  const order = textOrNone(orderNumber);
  const reference = textOrNone(buyerReference);
  return {
    'cbc:BuyerReference': reference ?? (order === undefined ? number : undefined),
    'cac:OrderReference': order === undefined ? undefined : { 'cbc:ID': order },
    'cac:BillingReference':
      preceding === null
        ? undefined
        : {
            'cac:InvoiceDocumentReference': {
              'cbc:ID': preceding.number,
              'cbc:IssueDate': preceding.issuedOn ?? undefined,
            },
          },
  };
}

function partyElement(party: EInvoiceParty, taxScheme: XmlMembers | undefined): XmlMembers {
  const contact = {
    'cbc:Name': textOrNone(party.contactName),
    'cbc:Telephone': textOrNone(party.phone),
    'cbc:ElectronicMail': textOrNone(party.email),
  };
  return {
    'cbc:EndpointID': endpoint(party.endpoint),
    'cac:PostalAddress': {
      'cbc:StreetName': textOrNone(party.street),
      'cbc:CityName': textOrNone(party.city),
      'cbc:PostalZone': textOrNone(party.postalCode),
      'cbc:CountrySubentity': textOrNone(party.county),
      'cac:Country': countryElement(party.countryCode),
    },
    'cac:PartyTaxScheme': taxScheme,
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': party.name,
      'cbc:CompanyID': party.isPerson ? undefined : textOrNone(party.code),
    },
    'cac:Contact': Object.values(contact).some(text => text !== undefined) ? contact : undefined,
  };
}

function endpoint(id: PeppolId | null): XmlMembers | undefined {
  return id === null ? undefined : { '@schemeID': id.scheme, '#text': id.identifier };
}

function countryElement(code: string | null): XmlMembers | undefined {
  return code === null ? undefined : { 'cbc:IdentificationCode': code };
}

/** BT-31; for a seller without a VAT number its taxpayer's code (BT-32). What is outside the scope of VAT names neither (BR-O-02). */
function sellerTaxScheme(invoice: EInvoice): XmlMembers | undefined {
  const { vatNumber, code } = invoice.seller;
  if (isOutsideScope(invoice)) return undefined;
  if (vatNumber !== null) return taxSchemeElement(vatNumber, 'VAT');
  return code === null ? undefined : taxSchemeElement(code, 'TAX');
}

function buyerTaxScheme(invoice: EInvoice): XmlMembers | undefined {
  const { vatNumber } = invoice.buyer;
  return vatNumber === null || isOutsideScope(invoice) ? undefined : taxSchemeElement(vatNumber, 'VAT');
}

function taxSchemeElement(number: string, scheme: string): XmlMembers {
  return { 'cbc:CompanyID': number, 'cac:TaxScheme': { 'cbc:ID': scheme } };
}

/** An intra-EU supply tells when and in which country it was delivered (BR-IC-11, BR-IC-12): at its tax point, to the buyer's. */
function deliveryElements(invoice: EInvoice): XmlMembers {
  if (!invoice.vatTotals.some(({ vatCategory }) => vatCategory === 'K')) return {};
  return {
    'cac:Delivery': {
      'cbc:ActualDeliveryDate': invoice.taxPointOn,
      'cac:DeliveryLocation': { 'cac:Address': { 'cac:Country': countryElement(invoice.buyer.countryCode) } },
    },
  };
}

/** How an invoice is paid; a credit note says what it is set off against. */
function paymentElements({ type, account, number, currency, preceding }: EInvoice): XmlMembers {
  if (type === 'credit_note')
    return { 'cac:PaymentTerms': { 'cbc:Note': `Credit of invoice ${preceding?.number ?? ''}`.trim() } };
  if (account === null) return {};
  return {
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode':
        currency.code === 'EUR' && account.isIban ? SEPA_CREDIT_TRANSFER : CREDIT_TRANSFER,
      'cbc:PaymentID': number,
      'cac:PayeeFinancialAccount': { 'cbc:ID': account.number },
    },
  };
}

/** The breakdown; in a foreign currency also the total in the currency that VAT is accounted for in (BT-111). */
function taxTotals(invoice: EInvoice, vat: WrittenVatTotals): XmlMembers[] {
  const breakdown = {
    'cbc:TaxAmount': money(vat.vat),
    'cac:TaxSubtotal': vat.breakdown.map(subtotal),
  };
  return isForeign(invoice) ? [breakdown, { 'cbc:TaxAmount': money(invoice.baseVat) }] : [breakdown];
}

function subtotal({ category, ratePercent, taxable, vat, exemption }: WrittenVat): XmlMembers {
  return {
    'cbc:TaxableAmount': money(taxable),
    'cbc:TaxAmount': money(vat),
    'cac:TaxCategory': taxCategory(category, ratePercent, exemption),
  };
}

function monetaryTotal(invoice: EInvoice, vat: WrittenVatTotals): XmlMembers {
  const lines = Money.sum(
    invoice.lines.map(({ net }) => net),
    invoice.currency,
  );
  const optional = (amount: Money) => (amount.isZero() ? undefined : money(amount));
  return {
    'cbc:LineExtensionAmount': money(lines),
    'cbc:TaxExclusiveAmount': money(invoice.net),
    'cbc:TaxInclusiveAmount': money(invoice.net.plus(vat.vat)),
    'cbc:PrepaidAmount': optional(invoice.prepaid),
    'cbc:PayableRoundingAmount': optional(vat.rounding),
    'cbc:PayableAmount': money(invoice.gross.minus(invoice.prepaid)),
  };
}

function money({ amount, currency }: Money): XmlMembers {
  return { '@currencyID': currency.code, '#text': amount.toFixed(2) };
}

function isForeign({ currency, baseVat }: EInvoice): boolean {
  return currency.code !== baseVat.currency.code;
}

function isOutsideScope({ vatTotals }: EInvoice): boolean {
  return vatTotals.some(({ vatCategory }) => vatCategory === 'O');
}
