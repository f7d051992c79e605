import { Decimal } from '../../../shared/decimal';
import type { XmlMembers } from '../../../shared/xml';
import { shortNumber } from './saft-ledger';
import { taxRegistration } from './saft-parties';
import {
  amountStructure,
  monetary,
  otherSide,
  saftDate,
  shortId,
  type SaftSide,
  type Texts,
} from './saft-values';

export type DocumentSide = 'sales' | 'purchases';

/** An issued or registered document. Its amounts and those of its lines are positive for a credit note, too. */
export interface SaftInvoice {
  id: string;
  number: string;
  type: 'invoice' | 'credit_note';
  /** Whether it is a document with VAT: a VAT payer made it. */
  isVatInvoice: boolean;
  documentDate: string;
  postedOn: string;
  taxPointDate: string;
  transactionId: string;
  /** Account of what is owed for it. */
  debtAccountCode: string;
  /** The other accounts of its posting but those of VAT, in the order of the entries. */
  postedCodes: string[];
  partnerId: string;
  partnerVatCode: string | null;
  partnerCode: string | null;
  partnerCountryCode: string | null;
  creditedNumber: string | null;
  creditReason: string | null;
  orderNumber: string | null;
  currency: string;
  baseNet: string;
  baseGross: string;
  lineCount: number;
}

export interface SaftInvoiceLine {
  invoiceId: string;
  lineNo: number;
  /** What the line itself names. */
  accountCode: string | null;
  /** Where the posting rule leads now; it may have been another account when the document was posted. */
  ruleCode: string | null;
  description: string;
  unit: string;
  quantity: string;
  itemType: 'product' | 'service' | null;
  net: string;
  baseNet: string;
  /** Charged and self-assessed VAT. */
  vat: string;
  baseVat: string;
  vatRate: string;
  vatCode: string;
  vatExemptionBasis: string | null;
}

/** One rate, category and VAT code of a document. */
export interface SaftTaxTotal {
  invoiceId: string;
  vatRate: string;
  vatCode: string;
  net: string;
  baseNet: string;
  vat: string;
  baseVat: string;
}

const UNIT_PRICE_DECIMALS = 6;

export function invoiceElement(
  side: DocumentSide,
  invoice: SaftInvoice,
  lines: readonly SaftInvoiceLine[],
  totals: readonly SaftTaxTotal[],
  baseCurrency: string,
  texts: Texts,
): XmlMembers {
  const named = new Set(lines.flatMap(({ accountCode }) => accountCode ?? []));
  return {
    InvoiceNo: texts.of('name', invoice.number),
    ...partyInfo(side, invoice, texts),
    AccountID: texts.of('name', invoice.debtAccountCode),
    InvoiceDate: saftDate(invoice.documentDate),
    InvoiceType: invoiceType(invoice),
    GLPostingDate: saftDate(invoice.postedOn) ?? undefined,
    TransactionID: invoice.transactionId,
    Line: lines.map(line => ({
      LineNumber: String(line.lineNo),
      AccountID: texts.of('name', lineAccount(line, invoice.postedCodes, named)),
      ...lineMembers(side, invoice, line, baseCurrency, texts),
    })),
    References: references(invoice, texts),
    DocumentTotals: {
      TaxInformationTotals: totals.map(total => taxInformation(total, invoice.currency, baseCurrency, texts)),
      NetTotal: monetary(invoice.baseNet),
      GrossTotal: monetary(invoice.baseGross),
    },
    GLTransactionID: invoice.transactionId,
  };
}

function partyInfo(side: DocumentSide, invoice: SaftInvoice, texts: Texts): XmlMembers {
  const { partnerId, partnerVatCode: vatCode, partnerCode: code, partnerCountryCode } = invoice;
  const rest = { ...taxRegistration({ vatCode, code }, texts), Country: partnerCountryCode ?? '' };
  return side === 'sales'
    ? { CustomerInfo: { CustomerID: shortId(partnerId), ...rest } }
    : { SupplierInfo: { SupplierID: shortId(partnerId), ...rest } };
}

/** SF and KS are VAT invoices and VAT credit notes, S and K those without VAT. */
function invoiceType({ type, isVatInvoice }: SaftInvoice): string {
  if (type === 'credit_note') return isVatInvoice ? 'KS' : 'K';
  return isVatInvoice ? 'SF' : 'S';
}

/**
 * The side of the journal on which a line's net stands: revenue on the credit side, cost on the debit side, a credit note
 * and a negative line (a discount) the other way round.
 */
export function lineSide(
  side: DocumentSide,
  type: SaftInvoice['type'],
  { baseNet, baseVat }: { baseNet: string; baseVat: string },
): SaftSide {
  const ordinary: SaftSide = side === 'sales' ? 'K' : 'D';
  const net = new Decimal(baseNet);
  const isNegative = net.isZero() ? new Decimal(baseVat).isNegative() : net.isNegative();
  return (type === 'credit_note') === isNegative ? ordinary : otherSide(ordinary);
}

/**
 * The account of a line: the one it names; else that of the posting rule if the document was posted there; else, the rule
 * having been changed since, what the document was posted to and no line names.
 */
export function lineAccount(
  { accountCode, ruleCode }: Pick<SaftInvoiceLine, 'accountCode' | 'ruleCode'>,
  postedCodes: readonly string[],
  named: ReadonlySet<string>,
): string {
  if (accountCode !== null) return accountCode;
  if (ruleCode !== null && postedCodes.includes(ruleCode)) return ruleCode;
  return postedCodes.find(code => !named.has(code)) ?? postedCodes[0] ?? ruleCode ?? '';
}

function lineMembers(
  side: DocumentSide,
  invoice: SaftInvoice,
  line: SaftInvoiceLine,
  baseCurrency: string,
  texts: Texts,
): XmlMembers {
  const order = side === 'sales' ? invoice.orderNumber : null;
  return {
    OrderReferences: order === null ? undefined : { OriginatingON: texts.of('name', order) },
    GoodsServicesID: line.itemType === null ? undefined : line.itemType === 'product' ? 'PR' : 'PS',
    Quantity: new Decimal(line.quantity).abs().toFixed(),
    InvoiceUOM: texts.of('code', line.unit),
    UnitPrice: unitPrice(line),
    TaxPointDate: saftDate(invoice.taxPointDate),
    Description: texts.of('long', line.description),
    InvoiceLineAmount: amountStructure(
      line.baseNet,
      { currency: invoice.currency, amount: line.net },
      baseCurrency,
    ),
    DebitCreditIndicator: lineSide(side, invoice.type, line),
    TaxInformation: {
      ...taxInformation(line, invoice.currency, baseCurrency, texts),
      ...(line.vatExemptionBasis !== null && {
        TaxExemptionReason: texts.of('name', line.vatExemptionBasis),
      }),
    },
  };
}

/** What one unit came to in base currency, without VAT and after discount; nil where there is no quantity. */
function unitPrice({ baseNet, quantity }: SaftInvoiceLine): string | null {
  const units = new Decimal(quantity);
  if (units.isZero()) return null;
  return new Decimal(baseNet).div(units).abs().toDecimalPlaces(UNIT_PRICE_DECIMALS).toFixed();
}

/** The base keeps its sign, which the schema allows nowhere else: a rate may be negative in a document that is not. */
function taxInformation(
  total: Omit<SaftTaxTotal, 'invoiceId'>,
  currency: string,
  baseCurrency: string,
  texts: Texts,
): XmlMembers {
  return {
    TaxType: 'PVM',
    TaxCode: total.vatCode === '' ? undefined : texts.of('name', total.vatCode),
    TaxPercentage: new Decimal(total.vatRate).toFixed(),
    TaxBase: new Decimal(total.baseNet).toFixed(2),
    TaxAmount: amountStructure(total.baseVat, { currency, amount: total.vat }, baseCurrency),
  };
}

function references({ creditedNumber, creditReason }: SaftInvoice, texts: Texts): XmlMembers | undefined {
  if (creditedNumber === null && creditReason === null) return undefined;
  return {
    CreditNote: {
      Reference: shortNumber(creditedNumber),
      Reason: creditReason === null ? undefined : texts.of('long', creditReason),
    },
  };
}
