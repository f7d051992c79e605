import { yearOf, type CalendarDate, type Period } from '../../../shared/calendar-date';
import type { Tx } from '../../../platform/database';

/** The share of input VAT deducted from a month on, until the next one or the end of the calendar year. */
export interface DeductionPercent {
  /** First day of a month. */
  validFrom: CalendarDate;
  /** 0 to 100. */
  percent: number;
  /** Instant, ISO 8601. */
  setAt: string;
}

const COLUMNS = 'valid_from AS "validFrom", percent, set_at AS "setAt"';

/** The pro rata of a day, in whole percent; null where the company has none in that calendar year. */
export async function deductionPercentOn(tx: Tx, day: CalendarDate): Promise<number | null> {
  const [row] = await tx.query<{ percent: number }>(
    `SELECT percent FROM vat_deduction_percents
      WHERE company_id = $1 AND valid_from BETWEEN $2::date AND $3::date ORDER BY valid_from DESC LIMIT 1`,
    [tx.companyId, `${yearOf(day)}-01-01`, day],
  );
  return row?.percent ?? null;
}

/** Of one calendar year, or of all. */
export async function deductionPercents(tx: Tx, year: number | null): Promise<DeductionPercent[]> {
  return tx.query<DeductionPercent>(
    `SELECT ${COLUMNS} FROM vat_deduction_percents
      WHERE company_id = $1 AND ($2::int IS NULL OR extract(year FROM valid_from) = $2::int) ORDER BY valid_from`,
    [tx.companyId, year],
  );
}

/** Changes of a company's percentages follow each other. */
export async function lockDeductionPercents(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('vat-deduction-percents' || $1::text, 0))`, [
    tx.companyId,
  ]);
}

/** Sets the percentage from a month on; the later of two calls counts. */
export async function setDeductionPercent(tx: Tx, validFrom: CalendarDate, percent: number): Promise<void> {
  await tx.execute(
    `INSERT INTO vat_deduction_percents (company_id, valid_from, percent, set_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (company_id, valid_from) DO UPDATE SET percent = excluded.percent, set_at = excluded.set_at`,
    [tx.companyId, validFrom, percent, tx.now],
  );
}

/**
 * Months from one on, until the next percentage or the end of the year, in which supplier invoices stand registered with
 * another one: lines whose author left the share to the pro rata, also where there was none yet.
 */
export async function monthsOfOtherPercents(
  tx: Tx,
  validFrom: CalendarDate,
  percent: number,
): Promise<Period[]> {
  return tx.query<Period>(
    `SELECT DISTINCT r.period_year AS year, r.period_month AS month
       FROM vat_register_rows r
       JOIN purchase_invoice_lines l ON l.company_id = r.company_id AND l.invoice_id = r.document_id
      WHERE r.company_id = $1 AND r.side = 'purchases' AND r.document_type = 'invoice' AND NOT r.is_void
        AND r.received_on >= $2::date AND r.received_on < coalesce(
              (SELECT min(p.valid_from) FROM vat_deduction_percents p
                WHERE p.company_id = $1 AND p.valid_from > $2::date AND extract(year FROM p.valid_from) = extract(year FROM $2::date)),
              (date_trunc('year', $2::date) + interval '1 year')::date)
        AND l.is_pro_rata AND l.deductible_percent <> $3 AND l.vat + l.self_assessed_vat <> 0
        AND NOT EXISTS (SELECT 1 FROM vat_register_rows v
                         WHERE v.company_id = r.company_id AND v.document_id = r.document_id AND v.is_void)
      ORDER BY 1, 2`,
    [tx.companyId, validFrom, percent],
  );
}
