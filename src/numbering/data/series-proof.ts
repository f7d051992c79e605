import type { Tx } from '../../platform/database';

/** What stands in the books under one counter of a series. `year` is 0 where numbers do not restart. */
export interface SeriesYearProof {
  year: number;
  first: number | null;
  last: number | null;
  count: number;
  missing: number[];
  duplicates: number[];
}

export const MOST_MISSING = 1000;

/** Looks at the issued documents themselves, not at what the constraints promise about them; one row per counter. */
export async function proofByYear(tx: Tx, seriesId: string): Promise<SeriesYearProof[]> {
  return tx.query<SeriesYearProof>(
    `WITH issued AS (
       SELECT year_key, number FROM sale_invoices WHERE company_id = $1 AND series_id = $2 AND number IS NOT NULL)
     SELECT y.year_key AS year, run.first, run.last, run.count, missing.numbers AS missing, duplicates.numbers AS duplicates
       FROM document_series_years y
       CROSS JOIN LATERAL (
         SELECT min(number) AS first, max(number) AS last, count(*) AS count FROM issued i WHERE i.year_key = y.year_key) run
       CROSS JOIN LATERAL (
         SELECT coalesce(jsonb_agg(n ORDER BY n), '[]') AS numbers
           FROM (SELECT n FROM generate_series(y.first_number, greatest(y.last_number, run.last)) n
                 EXCEPT SELECT number FROM issued i WHERE i.year_key = y.year_key
                 ORDER BY n LIMIT ${MOST_MISSING}) gaps) missing
       CROSS JOIN LATERAL (
         SELECT coalesce(jsonb_agg(number ORDER BY number), '[]') AS numbers
           FROM (SELECT number FROM issued i WHERE i.year_key = y.year_key GROUP BY number HAVING count(*) > 1) twice) duplicates
      WHERE y.company_id = $1 AND y.series_id = $2 ORDER BY y.year_key`,
    [tx.companyId, seriesId],
  );
}

/** SHA-256 (hexadecimal) over the full numbers in order, one per line. */
export async function sha256OfFullNumbers(tx: Tx, seriesId: string): Promise<string> {
  const [row] = await tx.query<{ sha256: string }>(
    `SELECT encode(sha256(convert_to(coalesce(string_agg(full_number, E'\\n' ORDER BY year_key, number), ''), 'UTF8')), 'hex') AS sha256
       FROM sale_invoices WHERE company_id = $1 AND series_id = $2 AND number IS NOT NULL`,
    [tx.companyId, seriesId],
  );
  return row!.sha256;
}
