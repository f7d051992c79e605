import type { CalendarDate, Period } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import type { CodeValidity, IsafDataType } from '../domain/isaf/isaf-document';
import { monthOfIsaf } from '../domain/isaf/isaf-header';
import { taxedElsewhere } from './isaf-documents';

/** The codes of the Lithuanian VAT classifier and when each was in force, whatever the company calls them. */
export async function lithuanianVatCodes(tx: Tx): Promise<Map<string, CodeValidity>> {
  const rows = await tx.query<CodeValidity & { code: string }>(
    `SELECT code, valid_from AS "validFrom", valid_to AS "validTo" FROM vat_classifiers WHERE country_code = 'LT'`,
  );
  return new Map(rows.map(({ code, validFrom, validTo }) => [code, { validFrom, validTo }]));
}

export interface VoidedDocument {
  documentNumber: string;
  receivedDate: CalendarDate;
}

/** Documents received earlier whose void counts in the month: the file of the month of receipt is to be made anew. */
export async function voidedLater(tx: Tx, period: Period): Promise<VoidedDocument[]> {
  const { periodStart, periodEnd } = monthOfIsaf(period);
  return tx.query<VoidedDocument>(
    `SELECT DISTINCT document_number AS "documentNumber", received_on AS "receivedDate" FROM vat_register_rows
      WHERE company_id = $1 AND side = 'purchases' AND is_void AND counted_on BETWEEN $2::date AND $3::date
        AND received_on < $2::date
      ORDER BY 2, 1`,
    [tx.companyId, periodStart, periodEnd],
  );
}

/** How many documents issued in the month are not of the file, since another state taxes them or they are declared elsewhere. */
export async function countTaxedElsewhere(tx: Tx, period: Period, dataType: IsafDataType): Promise<number> {
  if (dataType === 'P') return 0;
  const { periodStart, periodEnd } = monthOfIsaf(period);
  const [row] = await tx.query<{ documents: number }>(
    `SELECT count(DISTINCT r.document_id) AS documents FROM vat_register_rows r
      WHERE r.company_id = $1 AND r.side = 'sales' AND r.document_on BETWEEN $2::date AND $3::date AND ${taxedElsewhere('r')}`,
    [tx.companyId, periodStart, periodEnd],
  );
  return row!.documents;
}

const MOST_UNREGISTERED = 100;

/**
 * Numbers of documents of the month whose VAT totals are not all in the register. What is there agrees to the cent, by a
 * foreign key (@invariant INV-12); this finds what would not be there at all.
 */
export async function unregisteredDocuments(
  tx: Tx,
  period: Period,
  dataType: IsafDataType,
): Promise<string[]> {
  const { periodStart, periodEnd } = monthOfIsaf(period);
  const rows = await tx.query<{ number: string }>(
    `SELECT DISTINCT i.full_number AS number
       FROM sale_invoices i JOIN sale_invoice_vat_totals t ON t.company_id = i.company_id AND t.invoice_id = i.invoice_id
      WHERE i.company_id = $1 AND $4::text <> 'P' AND i.status = 'issued' AND i.nature IN ('sale', 'advance_tax') AND i.issued_on BETWEEN $2::date AND $3::date
        AND NOT ${taxedElsewhere('i', 't')} AND ${isMissing('sales')}
     UNION
     SELECT DISTINCT i.document_number
       FROM purchase_invoices i JOIN purchase_invoice_vat_totals t ON t.company_id = i.company_id AND t.invoice_id = i.invoice_id
      WHERE i.company_id = $1 AND $4::text <> 'S' AND i.status = 'registered' AND i.received_on BETWEEN $2::date AND $3::date
        AND ${isMissing('purchases')}
      ORDER BY 1 LIMIT ${MOST_UNREGISTERED}`,
    [tx.companyId, periodStart, periodEnd, dataType],
  );
  return rows.map(({ number }) => number);
}

function isMissing(side: string): string {
  return `NOT EXISTS (SELECT 1 FROM vat_register_rows r
            WHERE r.company_id = t.company_id AND r.side = '${side}' AND r.document_id = t.invoice_id AND NOT r.is_void
              AND r.vat_rate = t.vat_rate AND r.vat_category = t.vat_category AND r.vat_code = t.vat_code)`;
}
