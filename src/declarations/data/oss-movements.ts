import { Decimal } from '../../shared/decimal';
import type { Tx } from '../../platform/database';
import type { OssMovement } from '../domain/oss';
import type { DayRange } from '../domain/vat-return/return-period';

/**
 * Sales under the Union scheme that count on these days, by state and rate. Credit notes of what was supplied before them
 * stand apart, by the quarter of that supply and whatever the rate.
 */
export async function ossMovements(tx: Tx, { from, to }: DayRange): Promise<OssMovement[]> {
  const rows = await tx.query<Omit<OssMovement, 'net' | 'vat'> & { net: string; vat: string }>(
    `SELECT "countryCode", "ratePercent", "correctedQuarter", sum(base_net) AS net, sum(base_vat) AS vat,
            count(DISTINCT document_id) AS documents
       FROM (SELECT vat_country_code AS "countryCode", CASE WHEN is_correction THEN 0 ELSE trim_scale(vat_rate) END AS "ratePercent",
                    CASE WHEN is_correction THEN date_trunc('quarter', corrected)::date END AS "correctedQuarter",
                    base_net, base_vat, document_id
               FROM (SELECT vat_country_code, vat_rate, base_net, base_vat, document_id,
                            coalesce(corrected_tax_point_on, corrected_on) AS corrected,
                            document_type = 'credit_note' AND coalesce(corrected_tax_point_on, corrected_on, $2::date) < $2::date AS is_correction
                       FROM vat_register_rows
                      WHERE company_id = $1 AND side = 'sales' AND vat_scheme = 'oss_union'
                        AND counted_on BETWEEN $2::date AND $3::date) registered) placed
      GROUP BY 1, 2, 3 ORDER BY 1 NULLS LAST, 3 NULLS FIRST, "ratePercent" DESC`,
    [tx.companyId, from, to],
  );
  return rows.map(row => ({ ...row, net: new Decimal(row.net), vat: new Decimal(row.vat) }));
}
