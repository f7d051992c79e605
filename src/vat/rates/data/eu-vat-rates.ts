import type { CalendarDate } from '../../../shared/calendar-date';
import { Decimal } from '../../../shared/decimal';
import type { Tx } from '../../../platform/database';
import type { EuVatRate, VatRateCategory } from '../domain/eu-vat-rate';

/** Rates of a state that the company states itself, in place of the shared ones. */
export interface OwnVatRate {
  category: VatRateCategory;
  ratePercent: string;
  validFrom: CalendarDate | null;
  validTo: CalendarDate | null;
}

/**
 * VAT rates of the member states as they hold for the company: its own where it has any of a state, else the shared ones.
 * The standard rate comes first. `countryCode` and `on` narrow it to a state and to what is in force on a day.
 */
export async function euVatRates(
  tx: Tx,
  { countryCode = null, on = null }: { countryCode?: string | null; on?: CalendarDate | null },
): Promise<EuVatRate[]> {
  const rows = await tx.query<Omit<EuVatRate, 'ratePercent'> & { ratePercent: string }>(
    `SELECT country_code AS "countryCode", category, trim_scale(rate_percent) AS "ratePercent", valid_from AS "validFrom",
            valid_to AS "validTo", source, is_confirmed AS "isConfirmed"
       FROM (SELECT d.country_code, d.category, d.rate_percent, d.valid_from, d.valid_to, 'default' AS source,
                    d.certainty = 'reported' AS is_confirmed
               FROM eu_vat_rates d
              WHERE NOT EXISTS (SELECT 1 FROM company_eu_vat_rates c WHERE c.company_id = $1 AND c.country_code = d.country_code)
             UNION ALL
             SELECT c.country_code, c.category, c.rate_percent, c.valid_from, c.valid_to, 'company', true
               FROM company_eu_vat_rates c WHERE c.company_id = $1) r
      WHERE ($2::text IS NULL OR country_code = $2)
        AND ($3::date IS NULL OR (coalesce(valid_from <= $3, true) AND coalesce(valid_to >= $3, true)))
      ORDER BY country_code, array_position('{standard,reduced,super_reduced,parking}'::text[], category), rate_percent DESC, valid_from`,
    [tx.companyId, countryCode, on],
  );
  return rows.map(row => ({ ...row, ratePercent: new Decimal(row.ratePercent) }));
}

/** The rates of a state that the company has stated itself. */
export async function ownVatRates(tx: Tx, countryCode: string): Promise<OwnVatRate[]> {
  return tx.query<OwnVatRate>(
    `SELECT category, trim_scale(rate_percent) AS "ratePercent", valid_from AS "validFrom", valid_to AS "validTo"
       FROM company_eu_vat_rates WHERE company_id = $1 AND country_code = $2 ORDER BY rate_no`,
    [tx.companyId, countryCode],
  );
}

/**
 * Sets all rates of a state; none gives the shared ones back. Whoever sets them at the same time waits for the first row, and
 * the later one wins whole.
 */
export async function setOwnVatRates(tx: Tx, countryCode: string, rates: OwnVatRate[]): Promise<void> {
  await tx.execute(
    `INSERT INTO company_eu_vat_rates (company_id, country_code, rate_no, category, rate_percent, valid_from, valid_to)
     SELECT $1, $2, r.place, r.rate->>'category', (r.rate->>'ratePercent')::numeric, (r.rate->>'validFrom')::date, (r.rate->>'validTo')::date
       FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS r (rate, place) ORDER BY r.place
     ON CONFLICT (company_id, country_code, rate_no) DO UPDATE SET category = excluded.category,
        rate_percent = excluded.rate_percent, valid_from = excluded.valid_from, valid_to = excluded.valid_to`,
    [tx.companyId, countryCode, JSON.stringify(rates)],
  );
  await tx.execute(
    'DELETE FROM company_eu_vat_rates WHERE company_id = $1 AND country_code = $2 AND rate_no > $3',
    [tx.companyId, countryCode, rates.length],
  );
}
