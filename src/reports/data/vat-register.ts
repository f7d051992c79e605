import type { Tx } from '../../platform/database';
import type { DateRange } from '../domain/date-range';
import type {
  PurchaseOriginSums,
  VatCountrySums,
  VatDocumentSums,
  VatRateSums,
  VatSide,
} from '../domain/vat-register';

/** VAT charged, or owed by the buyer. */
const VAT = 'base_vat + coalesce(self_assessed_vat, 0)';
const ON_DAYS = 'company_id = $1 AND counted_on BETWEEN $2::date AND $3::date';

/** A side of the register by rate, the highest first. */
export async function vatByRate(
  tx: Tx,
  { fromDate, toDate }: DateRange,
  side: VatSide,
): Promise<VatRateSums[]> {
  return tx.query<VatRateSums>(
    `SELECT trim_scale(vat_rate) AS "vatRatePercent", sum(base_net) AS net, sum(${VAT}) AS vat,
            count(DISTINCT document_id) FILTER (WHERE NOT is_void) AS documents,
            coalesce(sum(base_net) FILTER (WHERE document_type = 'credit_note'), 0) AS "creditNet",
            coalesce(sum(${VAT}) FILTER (WHERE document_type = 'credit_note'), 0) AS "creditVat"
       FROM vat_register_rows WHERE ${ON_DAYS} AND side = $4
      GROUP BY vat_rate ORDER BY vat_rate DESC`,
    [tx.companyId, fromDate, toDate, side],
  );
}

/** A side of the register by document and rate, by date; a void stands apart from what it takes back. */
export async function vatByDocument(
  tx: Tx,
  { fromDate, toDate }: DateRange,
  side: VatSide,
  limit: number,
): Promise<VatDocumentSums[]> {
  return tx.query<VatDocumentSums>(
    `SELECT document_id AS "documentId", document_number AS "documentNumber", counted_on AS date, partner_name AS "partnerName",
            trim_scale(vat_rate) AS "vatRatePercent", sum(base_net) AS net, sum(${VAT}) AS vat
       FROM vat_register_rows WHERE ${ON_DAYS} AND side = $4
      GROUP BY counted_on, document_number, document_id, is_void, partner_name, vat_rate
      ORDER BY counted_on, document_number, document_id, is_void, vat_rate DESC LIMIT $5`,
    [tx.companyId, fromDate, toDate, side, limit],
  );
}

/** Sales under the Union scheme by the state whose VAT it is; '' where documents name none. */
export async function ossByCountry(tx: Tx, { fromDate, toDate }: DateRange): Promise<VatCountrySums[]> {
  return tx.query<VatCountrySums>(
    `SELECT coalesce(vat_country_code, '') AS "countryCode", trim_scale(vat_rate) AS "vatRatePercent", sum(base_net) AS net,
            sum(base_vat) AS vat, count(DISTINCT document_id) AS documents
       FROM vat_register_rows WHERE ${ON_DAYS} AND side = 'sales' AND vat_scheme = 'oss_union'
      GROUP BY 1, vat_rate ORDER BY 1, vat_rate DESC`,
    [tx.companyId, fromDate, toDate],
  );
}

/** Purchases by what says where the supplier is and by rate, the highest first; VAT with what the buyer owes. */
export async function purchasesByOrigin(
  tx: Tx,
  { fromDate, toDate }: DateRange,
): Promise<PurchaseOriginSums[]> {
  return tx.query<PurchaseOriginSums>(
    `SELECT substring(partner_vat_code from '^[A-Z]{2}') AS "vatPrefix", partner_country_code AS "addressCountryCode",
            trim_scale(vat_rate) AS "vatRatePercent", sum(base_net) AS net, sum(${VAT}) AS vat,
            count(DISTINCT document_id) FILTER (WHERE NOT is_void) AS documents
       FROM vat_register_rows WHERE ${ON_DAYS} AND side = 'purchases'
      GROUP BY 1, 2, vat_rate ORDER BY vat_rate DESC`,
    [tx.companyId, fromDate, toDate],
  );
}
