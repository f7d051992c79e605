import type { CalendarDate, Period } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';
import {
  ISSUED,
  RECEIVED,
  type IsafDataType,
  type IsafDocument,
  type ReceivedDocument,
  type Register,
} from '../domain/isaf/isaf-document';
import { monthOfIsaf } from '../domain/isaf/isaf-header';

/** The documents of a month that one file holds: places `first` to `last` of each register, by date and number. */
export interface IsafSelection {
  period: Period;
  dataType: IsafDataType;
  first: number;
  last: number;
}

/** A document and the register that it stands in. */
export interface EnteredDocument {
  documentId: string;
  register: Register;
  document: IsafDocument | ReceivedDocument;
}

/** How many documents and partners the registers of a month have. */
export interface IsafCounts {
  sales: number;
  purchases: number;
  customers: number;
  suppliers: number;
}

/**
 * Whether another state's VAT is on a sale: `isTaxedElsewhere` in SQL, at home in Lithuania, whose companies alone file i.SAF.
 * @param document alias of what has scheme and state, `row` of what has the category
 */
export function taxedElsewhere(document: string, row = document): string {
  return `CASE WHEN ${document}.vat_scheme IN ('oss_union', 'ioss') THEN true
               WHEN ${document}.vat_scheme = 'marketplace_deemed' THEN ${row}.vat_category = 'O' OR ${document}.vat_country_code IS DISTINCT FROM 'LT'
               ELSE coalesce(${document}.vat_country_code, 'LT') <> 'LT' END`;
}

/**
 * Register rows that count in a file of a month: issued documents _dated_ in it but for what another state taxes, received ones
 * _received_ in it but for those whose registration was voided since. $1 company, $2 and $3 first and last day, $4 data type.
 */
export const ROWS_OF_MONTH = `
  SELECT s.side, s.document_id, s.document_number, s.document_on AS entered_on, s.partner_id
    FROM vat_register_rows s
   WHERE s.company_id = $1 AND s.side = 'sales' AND $4::text <> 'P' AND s.document_on BETWEEN $2::date AND $3::date
     AND NOT ${taxedElsewhere('s')}
  UNION ALL
  SELECT r.side, r.document_id, r.document_number, r.received_on, r.partner_id
    FROM vat_register_rows r
   WHERE r.company_id = $1 AND r.side = 'purchases' AND $4::text <> 'S' AND r.received_on BETWEEN $2::date AND $3::date
     AND NOT EXISTS (SELECT 1 FROM vat_register_rows v
                      WHERE v.company_id = r.company_id AND v.side = 'purchases' AND v.document_id = r.document_id AND v.is_void)`;

/** The documents of an `IsafSelection`: $5 and $6 are its first and last place. */
const SELECTED_DOCUMENTS = `
  SELECT side, document_id, place
    FROM (SELECT side, document_id, row_number() OVER (PARTITION BY side ORDER BY entered_on, document_number, document_id) AS place
            FROM (SELECT DISTINCT side, document_id, document_number, entered_on FROM (${ROWS_OF_MONTH}) AS counting) AS documents) AS placed
   WHERE place BETWEEN $5::bigint AND $6::bigint`;

/** The parameters of `SELECTED_DOCUMENTS`. */
function selectionParameters(tx: Tx, { period, dataType, first, last }: IsafSelection): unknown[] {
  const { periodStart, periodEnd } = monthOfIsaf(period);
  return [tx.companyId, periodStart, periodEnd, dataType, first, last];
}

export async function countIsafDocuments(
  tx: Tx,
  period: Period,
  dataType: IsafDataType,
): Promise<IsafCounts> {
  const { periodStart, periodEnd } = monthOfIsaf(period);
  const rows = await tx.query<{ side: string; documents: number; partners: number }>(
    `SELECT side, count(DISTINCT document_id) AS documents, count(DISTINCT partner_id) AS partners
       FROM (${ROWS_OF_MONTH}) AS counting GROUP BY side`,
    [tx.companyId, periodStart, periodEnd, dataType],
  );
  const of = (side: string): { documents: number; partners: number } =>
    rows.find(row => row.side === side) ?? { documents: 0, partners: 0 };
  const [sales, purchases] = [of('sales'), of('purchases')];
  return {
    sales: sales.documents,
    purchases: purchases.documents,
    customers: sales.partners,
    suppliers: purchases.partners,
  };
}

/**
 * The documents of a selection as the register has them, received ones first, each register by date and number: in base
 * currency, credits negative. They come from a cursor, so they are of one moment and never all in memory.
 */
export function isafDocuments(tx: Tx, selection: IsafSelection): AsyncGenerator<EnteredDocument> {
  return readDocuments(tx, selectionParameters(tx, selection));
}

/** A row of the VAT register with the document it belongs to. */
interface RegisterRow {
  side: 'sales' | 'purchases';
  documentId: string;
  kind: IsafDocument['kind'];
  documentNumber: string;
  documentDate: CalendarDate;
  taxPointDate: CalendarDate;
  ratesAsOf: CalendarDate;
  receivedDate: CalendarDate | null;
  correctedNumber: string | null;
  correctedDate: CalendarDate | null;
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
  cashAccounting: boolean;
}

const COLUMNS = `r.side, r.document_id AS "documentId", r.document_type AS kind, r.document_number AS "documentNumber",
  r.document_on AS "documentDate", r.tax_point_on AS "taxPointDate", r.received_on AS "receivedDate",
  coalesce(r.corrected_tax_point_on, r.corrected_on, r.tax_point_on) AS "ratesAsOf",
  r.corrected_number AS "correctedNumber", r.corrected_on AS "correctedDate",
  r.partner_name AS "partnerName", r.partner_country_code AS "partnerCountryCode",
  r.partner_vat_code AS "partnerVatCode", r.partner_code AS "partnerCompanyCode",
  r.partner_is_person AS "partnerIsPerson", r.due_on_payment_of IS NOT NULL AS "cashAccounting",
  nullif(r.vat_code, '') AS "vatCode", r.vat_rate AS "ratePercent", r.vat_category AS category,
  r.base_net AS net, r.base_vat + coalesce(r.self_assessed_vat, 0) AS vat`;

/** How many rows are in memory at a time. */
const ROWS_PER_FETCH = 500;

async function* readDocuments(tx: Tx, parameters: unknown[]): AsyncGenerator<EnteredDocument> {
  await tx.execute(
    `DECLARE isaf_documents NO SCROLL CURSOR FOR
     SELECT ${COLUMNS} FROM (${SELECTED_DOCUMENTS}) AS d JOIN vat_register_rows r ON r.side = d.side AND r.document_id = d.document_id
      WHERE r.company_id = $1 AND NOT r.is_void AND NOT ${taxedElsewhere('r')}
      ORDER BY r.side, coalesce(r.received_on, r.document_on), r.document_number, r.document_id, r.vat_rate DESC, r.vat_category, r.vat_code`,
    parameters,
  );
  let current: RegisterRow[] = [];
  for (;;) {
    const rows = await tx.query<RegisterRow>(`FETCH ${ROWS_PER_FETCH} FROM isaf_documents`);
    for (const row of rows) {
      if (current.length > 0 && current[0]!.documentId !== row.documentId) {
        yield documentOf(current);
        current = [];
      }
      current.push(row);
    }
    if (rows.length < ROWS_PER_FETCH) break;
  }
  if (current.length > 0) yield documentOf(current);
  await tx.execute('CLOSE isaf_documents');
}

function documentOf(rows: RegisterRow[]): EnteredDocument {
  const row = rows[0]!;
  const { kind, documentNumber, documentDate, taxPointDate, ratesAsOf, correctedNumber, correctedDate } = row;
  const document: IsafDocument = {
    kind,
    documentNumber,
    documentDate,
    taxPointDate,
    ratesAsOf,
    cashAccounting: row.cashAccounting,
    references:
      correctedNumber !== null && correctedDate !== null
        ? [{ number: correctedNumber, date: correctedDate }]
        : [],
    partner: {
      name: row.partnerName,
      countryCode: row.partnerCountryCode,
      vatCode: row.partnerVatCode,
      companyCode: row.partnerCompanyCode,
      isPerson: row.partnerIsPerson,
    },
    rows: rows.map(({ vatCode, ratePercent, category, net, vat }) => ({
      vatCode,
      ratePercent,
      category,
      net,
      vat,
    })),
  };
  const { documentId } = row;
  if (row.side === 'sales') return { register: ISSUED, documentId, document };
  invariant(row.receivedDate, 'a received document has a date of receipt');
  return { register: RECEIVED, documentId, document: { ...document, receivedDate: row.receivedDate } };
}
