import { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { DayRange } from '../domain/vat-return/return-period';
import type { RegisteredVat, VatMovement } from '../domain/vat-return/vat-movement';

type Amounts = 'net' | 'vat' | 'deductibleVat' | 'selfAssessedVat';
type Stored<T extends VatMovement> = Omit<T, Amounts> & Record<Amounts, string>;

/** What movements are alike by. */
const KIND = `side, nullif(vat_code, '') AS "taxCode", trim_scale(vat_rate) AS "ratePercent", vat_category AS category,
  vat_scheme AS scheme, vat_country_code AS "vatCountryCode", partner_country_code AS "partnerCountryCode",
  substring(partner_vat_code from '^[A-Z]{2}') AS "partnerVatPrefix", document_type = 'credit_note' AS "isCreditNote"`;

/** An answer is made in memory. */
const MOST_ROWS = 50_000;

/** Sums of the register rows that count on these days, in base currency, by everything a return tells apart. */
export async function vatMovements(tx: Tx, { from, to }: DayRange): Promise<VatMovement[]> {
  const rows = await tx.query<Stored<VatMovement>>(
    `SELECT ${KIND}, sum(base_net) AS net, sum(base_vat) AS vat, coalesce(sum(deductible_vat), 0) AS "deductibleVat",
            coalesce(sum(self_assessed_vat), 0) AS "selfAssessedVat"
       FROM vat_register_rows WHERE company_id = $1 AND counted_on BETWEEN $2::date AND $3::date
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1 DESC, 2 NULLS LAST, 3 DESC, 4, 5, 6, 7, 8, 9`,
    [tx.companyId, from, to],
  );
  return rows.map(withAmounts);
}

/** Different documents of the days, by side; a void is no document. */
export async function documentCounts(
  tx: Tx,
  { from, to }: DayRange,
): Promise<{ salesInvoices: number; purchaseInvoices: number }> {
  const [counts] = await tx.query<{ salesInvoices: number; purchaseInvoices: number }>(
    `SELECT count(DISTINCT document_id) FILTER (WHERE side = 'sales') AS "salesInvoices",
            count(DISTINCT document_id) FILTER (WHERE side = 'purchases' AND NOT is_void) AS "purchaseInvoices"
       FROM vat_register_rows WHERE company_id = $1 AND counted_on BETWEEN $2::date AND $3::date`,
    [tx.companyId, from, to],
  );
  return counts!;
}

/**
 * The register rows that count on these days, document by document in the order of their days and numbers.
 * @throws DomainError `report_too_large`
 */
export async function registeredVat(tx: Tx, { from, to }: DayRange): Promise<RegisteredVat[]> {
  const rows = await tx.query<Stored<RegisteredVat>>(
    `SELECT ${KIND}, base_net AS net, base_vat AS vat, coalesce(deductible_vat, 0) AS "deductibleVat",
            coalesce(self_assessed_vat, 0) AS "selfAssessedVat", document_id AS "documentId", document_number AS "documentNumber",
            document_on AS "documentDate", tax_point_on AS "taxPointDate", counted_on AS "countedOn", is_void AS "isVoid",
            partner_id AS "partnerId", partner_name AS "partnerName", partner_vat_code AS "partnerVatCode",
            corrected_number AS "correctedNumber"
       FROM vat_register_rows WHERE company_id = $1 AND counted_on BETWEEN $2::date AND $3::date
      ORDER BY counted_on, document_number, document_id, is_void, vat_rate DESC, vat_category, vat_code LIMIT ${MOST_ROWS + 1}`,
    [tx.companyId, from, to],
  );
  if (rows.length > MOST_ROWS)
    refuse(
      'report_too_large',
      `The period has more than ${MOST_ROWS} rows in the VAT register; take fewer months.`,
    );
  return rows.map(withAmounts);
}

function withAmounts<T extends VatMovement>(row: Stored<T>): T {
  return {
    ...row,
    net: new Decimal(row.net),
    vat: new Decimal(row.vat),
    deductibleVat: new Decimal(row.deductibleVat),
    selfAssessedVat: new Decimal(row.selfAssessedVat),
  } as unknown as T;
}
