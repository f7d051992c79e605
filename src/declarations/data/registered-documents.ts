import { lastDayOfMonth, type CalendarDate, type Period } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';
import type { IsafDocument, ReceivedDocument, VoidedDocument } from '../domain/isaf';

/** A row of the VAT register with the document it belongs to. */
interface RegisterRow {
  documentId: string;
  kind: IsafDocument['kind'];
  documentNumber: string;
  documentDate: CalendarDate;
  taxPointDate: CalendarDate;
  receivedDate: CalendarDate | null;
  correctedNumber: string | null;
  correctedDate: CalendarDate | null;
  partnerId: string;
  partnerName: string;
  partnerCountryCode: string | null;
  partnerVatCode: string | null;
  partnerCompanyCode: string | null;
  partnerIsPerson: boolean;
  vatCode: string | null;
  ratePercent: string;
  category: string;
  net: string;
  vat: string;
}

/** A document of the VAT register and whose it is. */
export type RegisteredDocument = IsafDocument & { partnerId: string };

/** A received document of the VAT register and who it came from. */
export type RegisteredReceipt = ReceivedDocument & { partnerId: string };

const COLUMNS = `document_id AS "documentId", document_type AS kind, document_number AS "documentNumber",
  document_on AS "documentDate", tax_point_on AS "taxPointDate", received_on AS "receivedDate",
  corrected_number AS "correctedNumber", corrected_on AS "correctedDate",
  partner_id AS "partnerId", partner_name AS "partnerName", partner_country_code AS "partnerCountryCode",
  partner_vat_code AS "partnerVatCode", partner_code AS "partnerCompanyCode",
  partner_is_person AS "partnerIsPerson",
  nullif(vat_code, '') AS "vatCode", vat_rate AS "ratePercent", vat_category AS category,
  base_net AS net, base_vat + coalesce(self_assessed_vat, 0) AS vat`;
const ORDER = 'document_number, document_id, vat_rate DESC, vat_category, vat_code';

/** The issued documents dated in the month, by date and number, as the VAT register has them: in base currency, credits negative. */
export async function issuedDocuments(tx: Tx, period: Period): Promise<RegisteredDocument[]> {
  const rows = await tx.query<RegisterRow>(
    `SELECT ${COLUMNS} FROM vat_register_rows
      WHERE company_id = $1 AND side = 'sales' AND document_on BETWEEN $2::date AND $3::date ORDER BY document_on, ${ORDER}`,
    [tx.companyId, ...daysOf(period)],
  );
  return documentsOf(rows);
}

/** The same of the documents received in the month, without those whose registration was voided since. */
export async function receivedDocuments(tx: Tx, period: Period): Promise<RegisteredReceipt[]> {
  const rows = await tx.query<RegisterRow>(
    `SELECT ${COLUMNS} FROM vat_register_rows r
      WHERE company_id = $1 AND side = 'purchases' AND received_on BETWEEN $2::date AND $3::date
        AND NOT EXISTS (SELECT 1 FROM vat_register_rows v
                         WHERE v.company_id = r.company_id AND v.side = 'purchases' AND v.document_id = r.document_id AND v.is_void)
      ORDER BY received_on, ${ORDER}`,
    [tx.companyId, ...daysOf(period)],
  );
  const receivedOn = new Map(rows.map(row => [row.documentId, row.receivedDate]));
  return documentsOf(rows).map(({ documentId, ...document }) => {
    const receivedDate = receivedOn.get(documentId);
    invariant(receivedDate, 'a received document has a date of receipt');
    return { ...document, receivedDate };
  });
}

/** Documents received earlier whose void counts in the month. */
export async function voidedLater(tx: Tx, { year, month }: Period): Promise<VoidedDocument[]> {
  return tx.query<VoidedDocument>(
    `SELECT DISTINCT document_number AS "documentNumber", received_on AS "receivedDate" FROM vat_register_rows
      WHERE company_id = $1 AND side = 'purchases' AND is_void AND period_year = $2 AND period_month = $3
        AND (period_year, period_month) <> (extract(year FROM received_on), extract(month FROM received_on))
      ORDER BY 2, 1`,
    [tx.companyId, year, month],
  );
}

function daysOf({ year, month }: Period): [string, string] {
  const lastDay = lastDayOfMonth(year, month);
  return [`${lastDay.slice(0, -2)}01`, lastDay];
}

function documentsOf(rows: RegisterRow[]): (RegisteredDocument & { documentId: string })[] {
  const documents = new Map<
    string,
    RegisteredDocument & { documentId: string; rows: IsafDocument['rows'][number][] }
  >();
  for (const row of rows) {
    const { documentId } = row;
    const document = documents.get(documentId) ?? { ...documentOf(row), documentId, rows: [] };
    document.rows.push(row);
    documents.set(documentId, document);
  }
  return [...documents.values()];
}

function documentOf(row: RegisterRow): Omit<RegisteredDocument, 'rows'> {
  const { kind, documentNumber, documentDate, taxPointDate, correctedNumber, correctedDate, partnerId } = row;
  return {
    kind,
    documentNumber,
    documentDate,
    taxPointDate,
    references:
      correctedNumber !== null && correctedDate !== null
        ? [{ number: correctedNumber, date: correctedDate }]
        : [],
    partnerId,
    partner: {
      name: row.partnerName,
      countryCode: row.partnerCountryCode,
      vatCode: row.partnerVatCode,
      companyCode: row.partnerCompanyCode,
      isPerson: row.partnerIsPerson,
    },
  };
}
