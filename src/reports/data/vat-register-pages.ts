import type { Tx } from '../../platform/database';
import type { DateRange } from '../domain/date-range';
import type { RegisterCsvRow } from '../domain/vat-register-csv';
import type { VatSide } from '../domain/vat-register';

const PAGE_ROWS = 2_000;

const REGISTER = `side, counted_on, document_type, document_number, document_on, tax_point_on, received_on, is_void, corrected_number,
  corrected_on, partner_name, partner_country_code, partner_vat_code, partner_code, vat_scheme, vat_country_code, vat_code,
  vat_category, vat_rate, currency, net, vat, base_net, base_vat, deductible_vat, self_assessed_vat, document_id`;

/** A row with its place in the order of the register. */
type PagedRow = RegisterCsvRow & { countedOn: string; documentId: string };

/** Where the next page begins: behind this document of this day. */
interface Position {
  countedOn: string;
  documentId: string;
}

/** One side of the register, by day and document, read page by page by key: no page is held longer than it is asked for. */
export async function* vatRegisterPages(
  tx: Tx,
  range: DateRange,
  side: VatSide,
): AsyncGenerator<RegisterCsvRow[]> {
  let after: Position = { countedOn: range.fromDate, documentId: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const page = await pageOf(tx, range, side, after);
    if (page.length === 0) return;
    yield page;
    const { countedOn, documentId } = page.at(-1)!;
    after = { countedOn, documentId };
  }
}

/** Whole documents: as many rows as a page has, and the rest of the last document. Amounts with the decimals of their currency. */
async function pageOf(tx: Tx, range: DateRange, side: VatSide, after: Position): Promise<PagedRow[]> {
  return tx.query<PagedRow>(
    `SELECT r.side, r.counted_on AS "countedOn", r.document_type AS "documentType", r.document_number AS "documentNumber",
            r.document_on AS "documentDate", r.tax_point_on AS "taxPointDate", r.received_on AS "receivedDate", r.is_void AS "isVoid",
            r.corrected_number AS "correctedNumber", r.corrected_on AS "correctedDate", r.partner_name AS "partnerName",
            r.partner_country_code AS "partnerCountryCode", r.partner_vat_code AS "partnerVatCode", r.partner_code AS "partnerCode",
            r.vat_scheme AS "vatScheme", r.vat_country_code AS "vatCountryCode", nullif(r.vat_code, '') AS "vatCode",
            r.vat_category AS "vatCategory", trim_scale(r.vat_rate) AS "vatRatePercent", r.currency,
            round(r.net, c.minor_units) AS net, round(r.vat, c.minor_units) AS vat, round(r.base_net, $6) AS "baseNet",
            round(r.base_vat, $6) AS "baseVat", round(r.deductible_vat, $6) AS "deductibleVat",
            round(r.self_assessed_vat, $6) AS "selfAssessedVat", r.document_id AS "documentId"
       FROM (SELECT ${REGISTER} FROM vat_register_rows
              WHERE company_id = $1 AND side = $2 AND counted_on <= $3::date AND (counted_on, document_id) > ($4::date, $5::uuid)
              ORDER BY counted_on, document_id FETCH FIRST ${PAGE_ROWS} ROWS WITH TIES) r
       JOIN currencies c ON c.code = r.currency
      ORDER BY r.counted_on, r.document_id, r.is_void, r.vat_rate DESC, r.vat_category, r.vat_code`,
    [tx.companyId, side, range.toDate, after.countedOn, after.documentId, tx.company.baseCurrency.minorUnits],
  );
}
