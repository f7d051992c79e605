import { CalendarDate, lastDayOfMonth, Period } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { isafFile, xmlText, type XmlContent } from './isaf-xml';

/** F: both registers, S: issued documents (sales), P: received documents (purchases). */
export type IsafDataType = 'F' | 'S' | 'P';

export interface IsafInput {
  company: { name: string; code: string | null; vatCode: string | null };
  period: Period;
  dataType: IsafDataType;
  /** ISO 8601 instant, e.g. 2026-02-10T08:00:00Z. */
  createdAt: string;
  softwareVersion: string;
  /** Names this part of the month's data; a correcting file repeats the part number of the file it corrects. */
  partNumber: string;
  /** Issued documents **dated** in the period, whatever the period of their tax point. */
  sales: readonly IsafDocument[];
  /** Received documents **received** in the period, whatever their date. */
  purchases: readonly ReceivedDocument[];
  /** Registrations of earlier months that were voided in the period: their files are to be made anew. */
  voided?: readonly VoidedDocument[];
}

/** A received document; `partner` is the supplier. Self-assessed VAT stands in `vat` like charged VAT. */
export interface ReceivedDocument extends IsafDocument {
  receivedDate: CalendarDate;
}

export interface VoidedDocument {
  documentNumber: string;
  receivedDate: CalendarDate;
}

/** A document as the VAT register has it: amounts in EUR, credit notes negative. */
export interface IsafDocument {
  documentNumber: string;
  documentDate: CalendarDate;
  kind: 'invoice' | 'credit_note';
  taxPointDate: CalendarDate;
  partner: IsafPartner;
  /** The documents a credit note corrects. */
  references: readonly { number: string; date: CalendarDate }[];
  rows: readonly IsafRow[];
  /** VAT falls due on payment (PVMĮ art. 14(9)). */
  cashAccounting?: boolean;
}

export interface IsafPartner {
  /** As printed on the document; null when it is not printed there. */
  name: string | null;
  countryCode: string | null;
  /** With its country prefix, as printed on the document. */
  vatCode: string | null;
  companyCode: string | null;
  /** Consumers have no codes: their absence is no warning. */
  isPerson: boolean;
}

export interface IsafRow {
  /** Code of the VAT classifier (order VA-49), e.g. PVM1. */
  vatCode: string | null;
  /** Null where the classifier has no rate for the code. */
  ratePercent: string | null;
  /** EN 16931 VAT category: S, Z, E, AE, K, G or O. */
  category: string;
  net: string;
  vat: string;
}

export type IsafRefusal =
  'company_code_required' | 'period_not_supported' | 'part_number_invalid' | 'too_many_documents';

export type IsafResult =
  | {
      kind: 'file';
      fileName: string;
      periodStart: string;
      periodEnd: string;
      /** Documents written; those left out are named in the warnings. */
      salesInvoices: number;
      purchaseInvoices: number;
      warnings: string[];
      xml: string;
    }
  | { kind: 'refused'; reason: IsafRefusal; message: string };

type Warn = (message: string) => void;

/** What the two registers write differently. */
interface Register {
  partnerElement: 'CustomerInfo' | 'SupplierInfo';
  isReceived: boolean;
}
const ISSUED: Register = { partnerElement: 'CustomerInfo', isReceived: false };
const RECEIVED: Register = { partnerElement: 'SupplierInfo', isReceived: true };

interface Month {
  periodStart: string;
  periodEnd: string;
}

interface TaxTotal {
  code: string | null;
  percent: string | null;
  net: Decimal;
  vat: Decimal;
}

const NO_DATA = 'ND';

/** VAT number prefixes of the Union: Greece writes EL (GR is met too), XI is Northern Ireland. */
const EU_VAT_PREFIXES = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** Exempt, outside the scope, reverse charge: no rate of Lithuanian VAT stands on the issued document. */
const CATEGORIES_WITHOUT_RATE = new Set(['E', 'O', 'AE']);

/** Import VAT is declared through customs and never entered in the invoice registers. */
const IMPORT_VAT_CODES = new Set(['PVM23', 'PVM24']);

const EARLIEST_DATE = '2016-07-01';
const EARLIEST_REFERENCE_DATE = '1990-01-01';
const LATEST_DATE = '2100-01-01';

const MAX_DOCUMENTS = 500_000;
const MAX_NUMBER_LENGTH = 70;
const MAX_CODE_LENGTH = 35;
const MAX_NAME_LENGTH = 256;
const MAX_VERSION_LENGTH = 24;
const MAX_REFERENCES = 1000;
const MAX_TOTALS = 100;

/** `isaf_305555553_2026-01_S.xml` */
export function isafFileName(companyCode: string, period: Period, dataType: IsafDataType): string {
  return `isaf_${companyCode}_${yearAndMonth(period)}_${dataType}.xml`;
}

/**
 * Builds the i.SAF 1.2 file (VMI order VA-55, schema `isaf_1_2.xsd`) of one company and month: the registers of issued
 * and of received documents. A month without documents is a file with a header only.
 *
 * What the schema cannot hold is never written: a name is cut, an unusable value becomes nil, a document that cannot
 * be entered is left out, and each time a warning says so, naming the document. A file that could not be submitted at
 * all is refused with a reason.
 */
export function buildIsaf(input: IsafInput): IsafResult {
  const companyCode = input.company.code ?? '';
  const refusal = findRefusal(input, companyCode);
  if (refusal) return { kind: 'refused', ...refusal };

  const periodStart = `${yearAndMonth(input.period)}-01`;
  const periodEnd = lastDayOfMonth(input.period.year, input.period.month);

  const warnings = [...companyWarnings(input), ...voidWarnings(input)];
  const written = (register: Register, documents: readonly IsafDocument[]): XmlContent[] =>
    documents.flatMap(
      document => invoiceElement(document, register, { periodStart, periodEnd }, warnings) ?? [],
    );
  const purchases = input.dataType === 'S' ? [] : written(RECEIVED, input.purchases);
  const sales = input.dataType === 'P' ? [] : written(ISSUED, input.sales);

  const documents = {
    ...(purchases.length > 0 && { PurchaseInvoices: { Invoice: purchases } }),
    ...(sales.length > 0 && { SalesInvoices: { Invoice: sales } }),
  };
  const xml = isafFile({
    Header: { FileDescription: fileDescription(input, companyCode, periodStart, periodEnd) },
    ...(Object.keys(documents).length > 0 && { SourceDocuments: documents }),
  });
  return {
    kind: 'file',
    fileName: isafFileName(companyCode, input.period, input.dataType),
    periodStart,
    periodEnd,
    salesInvoices: sales.length,
    purchaseInvoices: purchases.length,
    warnings,
    xml,
  };
}

function findRefusal(
  { company, partNumber, period, sales, purchases }: IsafInput,
  companyCode: string,
): { reason: IsafRefusal; message: string } | null {
  if (!/^(?!0+$)[0-9]{1,11}$/.test(companyCode)) {
    const message = `i.SAF names the taxpayer by its company code: give ${company.name} a code of 1 to 11 digits`;
    return { reason: 'company_code_required', message };
  }
  if (period.year < 2016 || (period.year === 2016 && period.month < 10) || period.year > 2099) {
    const message = `i.SAF takes months from 2016-10 to 2099-12, not ${yearAndMonth(period)}`;
    return { reason: 'period_not_supported', message };
  }
  if (!/^[A-Z0-9_]{1,20}$/.test(partNumber)) {
    const message = 'A part number has 1 to 20 characters: A-Z, 0-9 and _';
    return { reason: 'part_number_invalid', message };
  }
  const tooMany = [sales, purchases].find(({ length }) => length > MAX_DOCUMENTS);
  if (tooMany) {
    const message = `One i.SAF file holds at most ${MAX_DOCUMENTS} documents of a register; the month has ${tooMany.length}`;
    return { reason: 'too_many_documents', message };
  }
  return null;
}

function companyWarnings({ company }: IsafInput): string[] {
  return company.vatCode ? [] : [`${company.name} has no VAT code: only VAT payers file i.SAF.`];
}

/** A void in a later month changes the month of the receipt: its file, made anew, replaces the one that was filed. */
function voidWarnings({ voided = [] }: IsafInput): string[] {
  return voided.map(
    ({ documentNumber, receivedDate }) =>
      `Document ${xmlText(documentNumber)}: received ${receivedDate} and voided in this month; make the file of ${receivedDate.slice(0, 7)} anew, it replaces the one filed.`,
  );
}

function fileDescription(
  input: IsafInput,
  companyCode: string,
  periodStart: string,
  periodEnd: string,
): XmlContent {
  return {
    FileVersion: 'iSAF1.2',
    FileDateCreated: input.createdAt,
    DataType: input.dataType,
    SoftwareCompanyName: 'Gapless',
    SoftwareName: 'Gapless',
    SoftwareVersion: cut(input.softwareVersion, MAX_VERSION_LENGTH),
    RegistrationNumber: companyCode,
    NumberOfParts: '1',
    PartNumber: input.partNumber,
    SelectionCriteria: { SelectionStartDate: periodStart, SelectionEndDate: periodEnd },
  };
}

function invoiceElement(
  original: IsafDocument,
  register: Register,
  period: Month,
  warnings: string[],
): XmlContent | null {
  const document = withXmlTexts(original);
  const warn: Warn = message =>
    warnings.push(`Document ${document.documentNumber || '(no number)'}: ${message}.`);
  if (textsOf(original).some(text => xmlText(text) !== text)) {
    warn('characters that XML cannot carry were removed from its texts');
  }

  const totals = taxTotals(document, register, warn);
  const obstacle = findObstacle(document, totals, period);
  if (obstacle) {
    warn(`not in the file, because ${obstacle}`);
    return null;
  }
  const taxPointDate = differingTaxPoint(document, warn);
  return {
    InvoiceNo: document.documentNumber,
    [register.partnerElement]: partnerInfo(document.partner, warn),
    InvoiceDate: document.documentDate,
    InvoiceType: document.kind === 'credit_note' ? 'KS' : 'SF',
    SpecialTaxation: document.cashAccounting ? 'T' : '',
    References: references(document, warn),
    VATPointDate: taxPointDate,
    ...(register.isReceived && { RegistrationAccountDate: entryDate(document) }),
    DocumentTotals: {
      DocumentTotal: totals.map(total => ({
        ...documentTotal(total),
        ...(!register.isReceived && { VATPointDate2: taxPointDate }),
      })),
    },
  };
}

/** Why a document cannot be entered; none of these may be repaired by shortening without changing what it says. */
function findObstacle(
  document: IsafDocument,
  totals: TaxTotal[],
  { periodStart, periodEnd }: Month,
): string | null {
  const { documentNumber, partner, references } = document;
  const enteredOn = entryDate(document);
  if (documentNumber.trim() === '') return 'it has no number';
  if (lengthOf(documentNumber) > MAX_NUMBER_LENGTH) {
    return `its number has over ${MAX_NUMBER_LENGTH} characters`;
  }
  if (enteredOn < periodStart || enteredOn > periodEnd) {
    return `its date ${enteredOn} is outside the period`;
  }
  if (lengthOf(partner.vatCode ?? '') > MAX_CODE_LENGTH) {
    return `the partner's VAT code has over ${MAX_CODE_LENGTH} characters`;
  }
  if (lengthOf(partner.companyCode ?? '') > MAX_CODE_LENGTH) {
    return `the partner's company code has over ${MAX_CODE_LENGTH} characters`;
  }
  if (references.length > MAX_REFERENCES) return `it refers to over ${MAX_REFERENCES} documents`;
  if (totals.length === 0) return 'it has no rows that i.SAF enters';
  if (totals.length > MAX_TOTALS) return `it has over ${MAX_TOTALS} combinations of VAT code and rate`;
  if (totals.some(({ percent }) => percent !== null && !/^\d{1,3}(\.\d{1,2})?$/.test(percent))) {
    return 'a VAT rate has more digits than the file can hold';
  }
  if (!totals.every(({ net, vat }) => isMonetary(net) && isMonetary(vat))) {
    return 'an amount has more digits than the file can hold';
  }
  return null;
}

/** The date by which a document is entered: its own, or of a received one that of its receipt. */
function entryDate(document: IsafDocument | ReceivedDocument): CalendarDate {
  return 'receivedDate' in document ? document.receivedDate : document.documentDate;
}

/** One total per VAT code and rate, in the order of the rows. Received documents without VAT and code are no VAT invoices. */
function taxTotals({ rows, partner }: IsafDocument, { isReceived }: Register, warn: Warn): TaxTotal[] {
  const totals = new Map<string, TaxTotal>();
  if (isReceived && rows.every(({ vatCode, vat }) => vatCode === null && new Decimal(vat).isZero()))
    return [];
  for (const row of rows) {
    if (row.vatCode !== null && IMPORT_VAT_CODES.has(row.vatCode)) {
      warn(`a row with ${row.vatCode} was left out, import VAT is not entered in i.SAF`);
      continue;
    }
    // A Lithuanian VAT payer's own code is not asked of the buyer who owes no VAT himself (annotation of TaxCode).
    const needsNoCode = isReceived && partner.vatCode?.startsWith('LT') === true && row.category !== 'AE';
    const code = classifierCode(row, needsNoCode ? () => undefined : warn);
    const percent = taxPercentage(row, isReceived);
    const key = `${code} ${percent}`;
    const total = totals.get(key) ?? { code, percent, net: new Decimal(0), vat: new Decimal(0) };
    totals.set(key, { ...total, net: total.net.plus(row.net), vat: total.vat.plus(row.vat) });
  }
  return [...totals.values()];
}

function classifierCode({ vatCode }: IsafRow, warn: Warn): string | null {
  if (vatCode !== null && /^PVM\d{1,3}$/.test(vatCode)) return vatCode;
  warn(
    vatCode
      ? `${vatCode} is no code of the VAT classifier, a row was written without it`
      : 'a row has no VAT code',
  );
  return null;
}

/**
 * `0` says zero-rated; nil says that no Lithuanian rate applies (annotation of TaxPercentage in the schema). On a received
 * document the buyer's own rate stands where he accounts for the VAT.
 */
function taxPercentage({ category, ratePercent }: IsafRow, isReceived: boolean): string | null {
  if (ratePercent === null) return null;
  const rate = new Decimal(ratePercent);
  const hasNone = CATEGORIES_WITHOUT_RATE.has(category) && !(isReceived && !rate.isZero());
  return hasNone ? null : rate.toString();
}

function documentTotal(total: TaxTotal): Record<string, string | null> {
  return {
    TaxableValue: total.net.toFixed(2),
    TaxCode: total.code,
    TaxPercentage: total.percent,
    Amount: total.vat.toFixed(2),
  };
}

/** The tax point is entered only where it differs from the document date. */
function differingTaxPoint({ documentDate, taxPointDate }: IsafDocument, warn: Warn): string | null {
  if (taxPointDate === documentDate) return null;
  if (taxPointDate >= EARLIEST_DATE && taxPointDate <= LATEST_DATE) return taxPointDate;
  warn(`the tax point ${taxPointDate} was left out, i.SAF takes dates from ${EARLIEST_DATE}`);
  return null;
}

/**
 * The other party in full, without master files. A VAT number of the Union identifies by itself; otherwise the registration
 * number follows, and with it its country (annotations of CustomerInfo and SupplierInfo in the schema).
 */
function partnerInfo(partner: IsafPartner, warn: Warn): XmlContent {
  const { vatCode, companyCode, isPerson } = partner;
  if (!vatCode && !companyCode && !isPerson) warn('the partner has neither a VAT code nor a company code');
  const registrationNumber = isEuVatCode(vatCode) ? null : companyCode || (vatCode ? null : NO_DATA);
  return {
    VATRegistrationNumber: vatCode || NO_DATA,
    ...(registrationNumber !== null && { RegistrationNumber: registrationNumber }),
    Country: registrationNumber === null ? null : countryOf(partner, warn),
    Name: partnerName(partner, warn),
  };
}

function isEuVatCode(vatCode: string | null): boolean {
  return vatCode !== null && EU_VAT_PREFIXES.has(vatCode.slice(0, 2));
}

function countryOf({ countryCode }: IsafPartner, warn: Warn): XmlContent {
  if (countryCode !== null && /^[A-Z]{2}$/.test(countryCode)) return countryCode;
  warn('the country of the partner is missing or is no two-letter code');
  return null;
}

function partnerName({ name }: IsafPartner, warn: Warn): string {
  if (name === null || name.trim() === '') return NO_DATA;
  if (lengthOf(name) > MAX_NAME_LENGTH) {
    warn(`the name of the partner was cut to ${MAX_NAME_LENGTH} characters`);
  }
  return cut(name, MAX_NAME_LENGTH);
}

/** Only corrections refer to other documents; elsewhere the element stays empty. */
function references({ kind, references }: IsafDocument, warn: Warn): XmlContent {
  if (kind !== 'credit_note') return '';
  const writable = references.filter(({ number, date }) => {
    const fits = number.trim() !== '' && lengthOf(number) <= MAX_NUMBER_LENGTH;
    const dated = date >= EARLIEST_REFERENCE_DATE && date <= LATEST_DATE;
    if (!fits || !dated) {
      warn(`its reference to ${number || 'a document without number'} of ${date} was left out`);
    }
    return fits && dated;
  });
  if (writable.length === 0) return '';
  return { Reference: writable.map(({ number, date }) => ({ ReferenceNo: number, ReferenceDate: date })) };
}

function withXmlTexts(document: IsafDocument): IsafDocument {
  const { partner } = document;
  return {
    ...document,
    documentNumber: xmlText(document.documentNumber),
    partner: {
      ...partner,
      name: partner.name && xmlText(partner.name),
      countryCode: partner.countryCode && xmlText(partner.countryCode),
      vatCode: partner.vatCode && xmlText(partner.vatCode),
      companyCode: partner.companyCode && xmlText(partner.companyCode),
    },
    references: document.references.map(reference => ({ ...reference, number: xmlText(reference.number) })),
  };
}

function textsOf({ documentNumber, partner, references }: IsafDocument): string[] {
  const { name, countryCode, vatCode, companyCode } = partner;
  const ofPartner = [name, countryCode, vatCode, companyCode].map(text => text ?? '');
  return [documentNumber, ...ofPartner, ...references.map(({ number }) => number)];
}

/** The schema's money: 18 digits, 2 of them decimals. */
function isMonetary(amount: Decimal): boolean {
  return amount.decimalPlaces() <= 2 && amount.abs().lessThan('1e16');
}

/** The schema counts characters, not UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length;
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}

function yearAndMonth({ year, month }: Period): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
