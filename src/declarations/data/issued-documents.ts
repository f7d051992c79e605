import { lastDayOfMonth, type CalendarDate, type Period } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import type { IsafDocument } from '../domain/isaf';

/** A row of the VAT register with the document it belongs to. */
interface RegisterRow {
  invoiceId: string;
  kind: IsafDocument['kind'];
  documentNumber: string;
  documentDate: CalendarDate;
  taxPointDate: CalendarDate;
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

/** A document of the VAT register and who it went to. */
export type RegisteredDocument = IsafDocument & { partnerId: string };

/** The issued documents dated in the month, by date and number, as the VAT register has them: in base currency, credits negative. */
export async function issuedDocuments(tx: Tx, { year, month }: Period): Promise<RegisteredDocument[]> {
  const lastDay = lastDayOfMonth(year, month);
  const rows = await tx.query<RegisterRow>(
    `SELECT sale_invoice_id AS "invoiceId", document_type AS kind, document_number AS "documentNumber",
            document_on AS "documentDate", tax_point_on AS "taxPointDate",
            corrected_number AS "correctedNumber", corrected_on AS "correctedDate",
            partner_id AS "partnerId", partner_name AS "partnerName", partner_country_code AS "partnerCountryCode",
            partner_vat_code AS "partnerVatCode", partner_code AS "partnerCompanyCode",
            partner_is_person AS "partnerIsPerson",
            nullif(vat_code, '') AS "vatCode", vat_rate AS "ratePercent", vat_category AS category,
            base_net AS net, base_vat AS vat
       FROM vat_register_rows
      WHERE side = 'sales' AND document_on BETWEEN $1::date AND $2::date
      ORDER BY document_on, document_number, sale_invoice_id, vat_rate DESC, vat_category, vat_code`,
    [`${lastDay.slice(0, -2)}01`, lastDay],
  );
  const documents = new Map<string, RegisteredDocument & { rows: IsafDocument['rows'][number][] }>();
  for (const row of rows) {
    const document = documents.get(row.invoiceId) ?? { ...documentOf(row), rows: [] };
    document.rows.push(row);
    documents.set(row.invoiceId, document);
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
