import type { CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { xmlText, type XmlContent } from '../../../shared/xml';
import {
  EARLIEST_DATE,
  EARLIEST_REFERENCE_DATE,
  LATEST_DATE,
  lengthOf,
  type CodeValidity,
  type IsafDocument,
  type ReceivedDocument,
  type Register,
  type Warn,
} from './isaf-document';
import type { Month } from './isaf-header';
import { partnerInfo } from './isaf-partner';
import { documentTotal, taxTotals, type TaxTotal } from './isaf-totals';

const MAX_NUMBER_LENGTH = 70;
const MAX_CODE_LENGTH = 35;
const MAX_REFERENCES = 1000;
const MAX_TOTALS = 100;

/**
 * The Invoice element of a document. What the schema cannot hold is never written: a name is cut, an unusable value becomes
 * nil, a document that cannot be entered is left out (null), and each time a warning says so, naming the document.
 */
export function invoiceElement(
  original: IsafDocument,
  register: Register,
  month: Month,
  codes: ReadonlyMap<string, CodeValidity>,
  addWarning: Warn,
): XmlContent | null {
  const document = withXmlTexts(original);
  const warn: Warn = message =>
    addWarning(`Document ${document.documentNumber || '(no number)'}: ${message}.`);
  if (textsOf(original).some(text => xmlText(text) !== text)) {
    warn('characters that XML cannot carry were removed from its texts');
  }

  const totals = taxTotals(document, register, codes, warn);
  const obstacle = findObstacle(document, totals, month);
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

/** The tax point is entered only where it differs from the document date. */
function differingTaxPoint({ documentDate, taxPointDate }: IsafDocument, warn: Warn): string | null {
  if (taxPointDate === documentDate) return null;
  if (taxPointDate >= EARLIEST_DATE && taxPointDate <= LATEST_DATE) return taxPointDate;
  warn(`the tax point ${taxPointDate} was left out, i.SAF takes dates from ${EARLIEST_DATE}`);
  return null;
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
