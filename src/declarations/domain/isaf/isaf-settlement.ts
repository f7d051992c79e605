import type { CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { xmlText, type XmlContent } from '../../../shared/xml';
import { cut, EARLIEST_DATE, LATEST_DATE, lengthOf, type IsafPartner, type Warn } from './isaf-document';
import { partnerInfo } from './isaf-partner';

/** A payment of a document under cash accounting; amounts in EUR, negative where an earlier one is taken back. */
export interface IsafSettlement {
  isReceived: boolean;
  /** Of the payment document, null when it is not known. */
  reference: string | null;
  /** The day on which it counts for VAT. */
  date: CalendarDate;
  /** The day of the payment; earlier than `date` where its VAT period was closed. */
  paidOn: CalendarDate;
  partner: IsafPartner;
  invoiceNumber: string;
  invoiceDate: CalendarDate;
  net: Decimal;
  vat: Decimal;
}

const MAX_NUMBER_LENGTH = 70;

/**
 * The SettlementAndPayment element, with the net and VAT that the payment made due. null where the file cannot hold it, which a
 * warning says. The schema wants a date within the month: a payment of a closed month is dated on the day it counts.
 */
export function settlementElement(settlement: IsafSettlement, addWarning: Warn): XmlContent | null {
  const { isReceived, date, paidOn, invoiceDate, net, vat } = settlement;
  const invoiceNumber = xmlText(settlement.invoiceNumber);
  const warn: Warn = message => addWarning(`Payment of ${invoiceNumber} of ${paidOn}: ${message}.`);
  if (invoiceNumber.trim() === '' || lengthOf(invoiceNumber) > MAX_NUMBER_LENGTH) {
    warn(`not in the file, because the document number has not 1 to ${MAX_NUMBER_LENGTH} characters`);
    return null;
  }
  if (date < EARLIEST_DATE || date > LATEST_DATE) {
    warn(`not in the file, because i.SAF takes dates from ${EARLIEST_DATE}`);
    return null;
  }
  if (paidOn !== date) warn(`it is dated ${date}, as the VAT period of its day was closed`);
  return {
    SettlementType: isReceived ? 'G' : 'V',
    SettlementRefNo: cut(xmlText(settlement.reference ?? ''), MAX_NUMBER_LENGTH) || 'ND',
    SettlementDate: date,
    Payment: partnerInfo(withXmlTexts(settlement.partner), warn),
    ReferencesToInvoice: {
      ReferenceToInvoice: {
        InvoiceNo: invoiceNumber,
        InvoiceDate: invoiceDate,
        Amount: net.toFixed(2),
        VATAmount: vat.toFixed(2),
      },
    },
  };
}

function withXmlTexts(partner: IsafPartner): IsafPartner {
  return {
    ...partner,
    name: partner.name && xmlText(partner.name),
    vatCode: partner.vatCode && xmlText(partner.vatCode),
    companyCode: partner.companyCode && xmlText(partner.companyCode),
  };
}
