import type { CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import type { Submission } from '../domain/submission';
import { monthOfIsaf } from '../domain/isaf/isaf-header';
import { ROWS_OF_MONTH } from './isaf-documents';

/** A document that came, went or was corrected since a submission was made. Amounts in base currency, credits negative. */
export interface SubmissionChange {
  /**
   * `added`: it counts in the month now and is not in the file. `voided`: it is in the file and its registration was voided
   * since. `credited`: a credit note of another month that corrects a document of the file; the file itself stays right.
   */
  change: 'added' | 'voided' | 'credited';
  side: 'sales' | 'purchases';
  documentId: string;
  documentType: 'invoice' | 'credit_note';
  documentNumber: string;
  documentDate: CalendarDate;
  correctedNumber: string | null;
  partnerName: string;
  net: string;
  vat: string;
}

/** Changes of the whole lot, of which `rows` are the first. */
export interface SubmissionChanges {
  total: number;
  rows: SubmissionChange[];
}

/** $1 company, $2 and $3 the month, $4 variant, $5 submission, $6 the last event that it knows of, $7 most rows. */
const CHANGES = `
WITH of_month AS (
  SELECT side, document_id, is_in_file FROM declaration_submission_documents WHERE company_id = $1 AND submission_id = $5
), of_file AS (
  SELECT side, document_id FROM of_month WHERE is_in_file
), in_other_parts AS (
  SELECT d.side, d.document_id
    FROM declaration_submissions t
    JOIN declaration_submissions s ON s.company_id = t.company_id AND s.obligation = t.obligation AND s.period_year = t.period_year
     AND s.period_month = t.period_month AND s.variant = t.variant AND s.part <> t.part
     AND s.status <> 'rejected' AND s.discarded_at IS NULL
    JOIN declaration_submission_documents d ON d.company_id = s.company_id AND d.submission_id = s.submission_id
   WHERE t.company_id = $1 AND t.submission_id = $5
), added AS (
  SELECT side, document_id FROM (${ROWS_OF_MONTH}) AS counting
  EXCEPT SELECT side, document_id FROM of_month
  EXCEPT SELECT side, document_id FROM in_other_parts
), credits AS (
  SELECT DISTINCT r.side, r.document_id, r.corrected_number, r.partner_id
    FROM events e JOIN vat_register_rows r ON r.company_id = e.company_id AND r.document_id = e.entity_id
   WHERE e.company_id = $1 AND e.sequence > $6 AND e.type IN ('sale_invoice.issued', 'purchase_invoice.registered')
     AND r.document_type = 'credit_note' AND NOT r.is_void
), changed AS (
  SELECT 'added' AS change, side, document_id, false AS is_void FROM added
  UNION ALL
  SELECT 'voided', f.side, f.document_id, true FROM of_file f
   WHERE EXISTS (SELECT 1 FROM vat_register_rows v
                  WHERE v.company_id = $1 AND v.side = f.side AND v.document_id = f.document_id AND v.is_void)
  UNION ALL
  SELECT 'credited', c.side, c.document_id, false FROM credits c
   WHERE (c.side, c.document_id) NOT IN (SELECT side, document_id FROM added UNION ALL SELECT side, document_id FROM of_month)
     AND EXISTS (SELECT 1 FROM of_file f
                   JOIN vat_register_rows o ON o.company_id = $1 AND o.side = f.side AND o.document_id = f.document_id
                  WHERE f.side = c.side AND o.document_number = c.corrected_number AND o.partner_id = c.partner_id)
)`;

/** What changed of the month of a submission since it was made, by what changed and number. */
export async function changesSince(
  tx: Tx,
  { id, periodYear, periodMonth, variant }: Submission,
  mostRows: number,
): Promise<SubmissionChanges> {
  const { periodStart, periodEnd } = monthOfIsaf({ year: periodYear, month: periodMonth });
  const rows = await tx.query<SubmissionChange & { total: number }>(
    `${CHANGES}
     SELECT c.change, c.side, c.document_id AS "documentId", r.document_type AS "documentType", r.document_number AS "documentNumber",
            r.document_on AS "documentDate", r.corrected_number AS "correctedNumber", r.partner_name AS "partnerName",
            sum(r.base_net)::numeric(28, 2) AS net, sum(r.base_vat + coalesce(r.self_assessed_vat, 0))::numeric(28, 2) AS vat,
            count(*) OVER () AS total
       FROM changed c
       JOIN vat_register_rows r ON r.company_id = $1 AND r.side = c.side AND r.document_id = c.document_id AND r.is_void = c.is_void
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 5, 3 LIMIT $7`,
    [tx.companyId, periodStart, periodEnd, variant, id, await knownSequence(tx, id), mostRows],
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}

async function knownSequence(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.query<{ sequence: number }>(
    'SELECT known_sequence AS sequence FROM declaration_submissions WHERE company_id = $1 AND submission_id = $2',
    [tx.companyId, id],
  );
  return row!.sequence;
}
