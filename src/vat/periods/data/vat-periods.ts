import { periodOf, type CalendarDate, type Period } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { softwareVersion } from '../../../shared/software-version';
import { asKept, headerToKeep, type FileHeader, type KeptHeader } from '../../../account';
import type { Tx } from '../../../platform/database';
import { monthAfter, nameOf, type VatPeriod } from '../domain/vat-period';

/**
 * Makes the VAT period of a day on first use and refuses a closed one (@invariant INV-09; the trigger is the judge). Called
 * after `openPeriods`, which waits for whoever closes: a row made before would be waited for in turn.
 * @throws DomainError `vat_period_closed`, naming the first day that is open
 */
export async function openVatPeriod(tx: Tx, day: CalendarDate): Promise<void> {
  const wanted = periodOf(day);
  const closed = await tx.query<Period & { closedAt: string }>(
    `WITH made AS (
       INSERT INTO vat_periods (company_id, year, month, status) VALUES ($1, $2, $3, 'open') ON CONFLICT DO NOTHING
     )
     SELECT year, month, closed_at AS "closedAt" FROM vat_periods
      WHERE status = 'closed' AND (year, month) >= ($2::smallint, $3::smallint)`,
    [tx.companyId, wanted.year, wanted.month],
  );
  const byName = new Map(closed.map(period => [nameOf(period), period]));
  const hit = byName.get(nameOf(wanted));
  if (!hit) return;
  let open = wanted;
  while (byName.has(nameOf(open))) open = monthAfter(open);
  refuse(
    'vat_period_closed',
    `VAT period ${nameOf(wanted)} is closed since ${hit.closedAt.slice(0, 10)}; reopen it (vat-periods/reopen) or use a tax point and an issue date (of a purchase: a receipt) from ${nameOf(open)}-01.`,
  );
}

/** The VAT periods that are closed from the month of a day on. */
export async function closedVatPeriods(tx: Tx, from: CalendarDate): Promise<Period[]> {
  const { year, month } = periodOf(from);
  return tx.query<Period>(
    `SELECT year, month FROM vat_periods WHERE (year, month) >= ($1::smallint, $2::smallint) AND status = 'closed' ORDER BY year, month`,
    [year, month],
  );
}

const COLUMNS = 'year, month, status, closed_at AS "closedAt"';

/**
 * Closes those of the months that are open, made if they are missing, and returns them. What files of a closed month say of
 * their making and of the taxpayer is kept with it, until it is reopened.
 * The change of status waits for every row in flight (uq_vat_periods__status), and so does the time of it.
 */
export async function closeOpenVatPeriods(tx: Tx, months: Period[]): Promise<VatPeriod[]> {
  return tx.query<VatPeriod>(
    `INSERT INTO vat_periods AS p (company_id, year, month, status, closed_at, frozen_header)
     SELECT $1::uuid, year, month, 'closed', clock_timestamp(), ${headerToKeep('$1', '$3')}
       FROM jsonb_to_recordset($2::jsonb) AS w(year smallint, month smallint) ORDER BY year, month
     ON CONFLICT (company_id, year, month) DO UPDATE
        SET status = 'closed', closed_at = clock_timestamp(), frozen_header = excluded.frozen_header WHERE p.status = 'open'
     RETURNING ${COLUMNS}`,
    [tx.companyId, JSON.stringify(months), softwareVersion],
  );
}

/** Reopens a closed month; undefined when it is not closed. */
export async function reopenVatPeriod(tx: Tx, { year, month }: Period): Promise<VatPeriod | undefined> {
  const [period] = await tx.query<VatPeriod>(
    `UPDATE vat_periods SET status = 'open', closed_at = NULL, frozen_header = NULL
      WHERE company_id = $1 AND year = $2 AND month = $3 AND status = 'closed' RETURNING ${COLUMNS}`,
    [tx.companyId, year, month],
  );
  return period;
}

/** The months of a year that anything counts in or that were closed. */
export async function vatPeriodsOf(tx: Tx, year: number): Promise<VatPeriod[]> {
  return tx.query<VatPeriod>(`SELECT ${COLUMNS} FROM vat_periods WHERE company_id = $1 AND year = $2`, [
    tx.companyId,
    year,
  ]);
}

/** The header of files over these months as it was kept when the last of them was closed; undefined while one is open. */
export async function closedHeader(tx: Tx, months: Period[]): Promise<FileHeader | undefined> {
  const closed = await tx.query<KeptHeader>(
    `SELECT p.closed_at AS "shutAt", p.frozen_header AS header
       FROM vat_periods p
       JOIN jsonb_to_recordset($2::jsonb) AS w(year smallint, month smallint) ON (p.year, p.month) = (w.year, w.month)
      WHERE p.company_id = $1 AND p.status = 'closed' ORDER BY p.closed_at DESC, p.year DESC, p.month DESC`,
    [tx.companyId, JSON.stringify(months)],
  );
  const [latest] = closed;
  return latest && closed.length === months.length ? asKept(latest) : undefined;
}
