import { Decimal } from '../../shared/decimal';
import type { Tx } from '../../platform/database';
import type { OssMovement } from '../domain/oss';
import type { DayRange } from '../domain/vat-return/return-period';

/**
 * Sales under the Union scheme that count on these days, by state and rate, with those of a platform that is taken to be the
 * seller to consumers of another state (what is sold _to_ a platform has category O). Credit notes of what was supplied before them
 * stand apart, by the quarter of that supply and whatever the rate.
 */
export async function ossMovements(tx: Tx, { from, to }: DayRange): Promise<OssMovement[]> {
  const rows = await tx.query<Omit<OssMovement, 'net' | 'vat'> & { net: string; vat: string }>(
    `SELECT "countryCode", "ratePercent", "correctedQuarter", sum(base_net) AS net, sum(base_vat) AS vat,
            count(DISTINCT document_id) AS documents,
            count(DISTINCT document_id) FILTER (WHERE vat_scheme = 'marketplace_deemed') AS "deemedDocuments"
       FROM (SELECT vat_country_code AS "countryCode", CASE WHEN is_correction THEN 0 ELSE trim_scale(vat_rate) END AS "ratePercent",
                    CASE WHEN is_correction THEN date_trunc('quarter', corrected)::date END AS "correctedQuarter",
                    base_net, base_vat, document_id, vat_scheme
               FROM (SELECT vat_country_code, vat_rate, base_net, base_vat, document_id, vat_scheme,
                            coalesce(corrected_tax_point_on, corrected_on) AS corrected,
                            document_type = 'credit_note' AND coalesce(corrected_tax_point_on, corrected_on, $2::date) < $2::date AS is_correction
                       FROM vat_register_rows
                      WHERE company_id = $1 AND side = 'sales'
                        AND (vat_scheme = 'oss_union'
                             OR (vat_scheme = 'marketplace_deemed' AND vat_category <> 'O' AND vat_country_code <> $4))
                        AND counted_on BETWEEN $2::date AND $3::date) registered) placed
      GROUP BY 1, 2, 3 ORDER BY 1 NULLS LAST, 3 NULLS FIRST, "ratePercent" DESC`,
    [tx.companyId, from, to, tx.company.countryCode],
  );
  return rows.map(row => ({ ...row, net: new Decimal(row.net), vat: new Decimal(row.vat) }));
}
