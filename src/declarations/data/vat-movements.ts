import { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { CASH_STANDINGS, dueBetween, type StandingColumns } from '../../vat';
import type { DayRange } from '../domain/vat-return/return-period';
import type { RegisteredVat, VatMovement } from '../domain/vat-return/vat-movement';

const AMOUNTS = ['net', 'vat', 'deductibleVat', 'selfAssessedVat', 'undeductedProRata'] as const;
type Amounts = (typeof AMOUNTS)[number];
type Stored<T extends VatMovement> = Omit<T, Amounts> & Record<Amounts, string>;

/** What movements are alike by. */
const KIND = `side, nullif(vat_code, '') AS "taxCode", trim_scale(vat_rate) AS "ratePercent", vat_category AS category,
  vat_scheme AS scheme, vat_country_code AS "vatCountryCode", partner_country_code AS "partnerCountryCode",
  substring(partner_vat_code from '^[A-Z]{2}') AS "partnerVatPrefix", document_type = 'credit_note' AS "isCreditNote",
  due_on_payment_of IS NOT NULL AS "isDueOnPayment"`;

/** A register row and its document. */
const ROW = `${KIND}, base_net AS net, base_vat AS vat, coalesce(deductible_vat, 0) AS "deductibleVat",
  coalesce(self_assessed_vat, 0) AS "selfAssessedVat", undeducted_pro_rata AS "undeductedProRata", document_id AS "documentId",
  document_number AS "documentNumber", document_on AS "documentDate", tax_point_on AS "taxPointDate", counted_on AS "countedOn",
  is_void AS "isVoid", partner_id AS "partnerId", partner_name AS "partnerName", partner_vat_code AS "partnerVatCode",
  corrected_number AS "correctedNumber"`;
const ORDER = 'counted_on, document_number, document_id, is_void, vat_rate DESC, vat_category, vat_code';

/** An answer is made in memory. */
const MOST_ROWS = 50_000;

/**
 * What falls due on these days, in base currency, by everything a return tells apart: sums of the register rows that count
 * then, and of rows under cash accounting what was paid.
 */
export async function vatMovements(tx: Tx, days: DayRange): Promise<VatMovement[]> {
  const [rows, paid] = await Promise.all([
    tx.query<Stored<VatMovement>>(
      `SELECT ${KIND}, sum(base_net) AS net, sum(base_vat) AS vat, coalesce(sum(deductible_vat), 0) AS "deductibleVat",
              coalesce(sum(self_assessed_vat), 0) AS "selfAssessedVat", sum(undeducted_pro_rata) AS "undeductedProRata"
         FROM vat_register_rows
        WHERE company_id = $1 AND counted_on BETWEEN $2::date AND $3::date AND due_on_payment_of IS NULL
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY 1 DESC, 2 NULLS LAST, 3 DESC, 4, 5, 6, 7, 8, 9`,
      [tx.companyId, days.from, days.to],
    ),
    paidVat(tx, days),
  ]);
  return [...rows.map(withAmounts<VatMovement>), ...paid];
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
 * The register rows behind these days, document by document in the order of their days and numbers; last those under cash
 * accounting, with the part that falls due on these days.
 * @throws DomainError `report_too_large`
 */
export async function registeredVat(tx: Tx, days: DayRange): Promise<RegisteredVat[]> {
  const [rows, paid] = await Promise.all([
    tx.query<Stored<RegisteredVat>>(
      `SELECT ${ROW} FROM vat_register_rows
        WHERE company_id = $1 AND counted_on BETWEEN $2::date AND $3::date AND due_on_payment_of IS NULL
        ORDER BY ${ORDER} LIMIT ${MOST_ROWS + 1}`,
      [tx.companyId, days.from, days.to],
    ),
    paidVat(tx, days),
  ]);
  refuseTooMany(rows.length + paid.length);
  return [...rows.map(withAmounts<RegisteredVat>), ...paid];
}

/** Rows under cash accounting of which something falls due on these days, with that part of their amounts. */
export async function paidVat(tx: Tx, { from, to }: DayRange): Promise<RegisteredVat[]> {
  const rows = await tx.query<Stored<RegisteredVat> & StandingColumns>(
    `SELECT ${ROW}, counted_on < $2::date AS was_there, gross_before, gross_after, paid_before, paid_after
       FROM (${CASH_STANDINGS}) AS s JOIN vat_register_rows r ON r.company_id = $1 AND r.due_on_payment_of = s.paid_invoice_id
      WHERE counted_on <= $3::date ORDER BY ${ORDER} LIMIT ${MOST_ROWS + 1}`,
    [tx.companyId, from, to],
  );
  refuseTooMany(rows.length);
  const { minorUnits } = tx.company.baseCurrency;
  return rows
    .map(({ gross_before, gross_after, paid_before, paid_after, was_there, ...stored }) => {
      const standing = { gross_before, gross_after, paid_before, paid_after, was_there };
      const row = withAmounts<RegisteredVat>(stored);
      const due = AMOUNTS.map(name => [name, dueBetween(row[name], standing, minorUnits)] as const);
      return { ...row, ...(Object.fromEntries(due) as Record<Amounts, Decimal>) };
    })
    .filter(row => AMOUNTS.some(name => !row[name].isZero()));
}

function refuseTooMany(rows: number): void {
  if (rows > MOST_ROWS)
    refuse(
      'report_too_large',
      `The period has more than ${MOST_ROWS} rows in the VAT register; take fewer months.`,
    );
}

function withAmounts<T extends VatMovement>(row: Stored<T>): T {
  const amounts = AMOUNTS.map(name => [name, new Decimal(row[name])] as const);
  return { ...row, ...Object.fromEntries(amounts) } as unknown as T;
}
