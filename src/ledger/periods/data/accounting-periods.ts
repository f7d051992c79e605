import { monthOf, periodOf, yearOf, type CalendarDate, type Period } from '../../../shared/calendar-date';
import { newId } from '../../../shared/ids';
import { softwareVersion } from '../../../shared/software-version';
import { asKept, headerToKeep, type FileHeader, type KeptHeader } from '../../../account';
import type { Tx } from '../../../platform/database';
import { shareFiscalYears } from '../../fiscal-years/data/fiscal-years';
import type { AccountingPeriod } from '../domain/accounting-period';
import { monthsBetween, periodsOf, refuseLocked, type LockedPeriod } from '../domain/locked-periods';

/**
 * Makes the months that are missing. Those that are there are left out beforehand: the trigger that guards the making of
 * months (tr_accounting_periods__year_open) runs before a conflict is found. $1 is the company, $2 the months.
 */
const MAKE_MISSING = `INSERT INTO accounting_periods (company_id, year, month, period_id, status)
  SELECT $1, w.year, w.month, w.id, 'open' FROM jsonb_to_recordset($2::jsonb) AS w(year smallint, month smallint, id uuid)
   WHERE NOT EXISTS (SELECT 1 FROM accounting_periods p WHERE p.company_id = $1 AND (p.year, p.month) = (w.year, w.month))
   ORDER BY w.year, w.month ON CONFLICT DO NOTHING`;

/** The months that are locked, of those wanted and later ones. Those wanted are made where missing, and shared. */
const SHARE_WANTED = `
  WITH wanted AS (SELECT year, month FROM jsonb_to_recordset($2::jsonb) AS w(year smallint, month smallint)),
       made AS (${MAKE_MISSING} RETURNING 1),
       shared AS (SELECT p.year, p.month, p.status, p.locked_at FROM accounting_periods p
                   WHERE (SELECT count(*) FROM made) >= 0
                     AND p.company_id = $1 AND (p.year, p.month) IN (SELECT year, month FROM wanted)
                   ORDER BY p.year, p.month FOR KEY SHARE OF p)
  SELECT year, month, locked_at AS "lockedAt" FROM shared WHERE status = 'locked'
  UNION ALL
  SELECT year, month, locked_at FROM accounting_periods
   WHERE company_id = $1 AND status = 'locked' AND (year, month) > (SELECT year, month FROM wanted ORDER BY year, month LIMIT 1)
     AND (year, month) NOT IN (SELECT year, month FROM wanted)`;

/**
 * Makes the periods of the dates where they are missing, shares those that are there until this transaction ends, and
 * refuses a locked one. It waits here for whoever locks or closes, before the posting holds anything that they need; what
 * it then finds is the status after the wait. The wait is at the gate of the fiscal years, which serves in turn: at the rows
 * alone, posting after posting would pass a lock that waits for them. So documents are locked before, not after.
 * The trigger on the journal is the judge (@invariant INV-09); this is earlier, and says more.
 * @throws DomainError `period_locked`
 */
export async function openPeriods(tx: Tx, dates: CalendarDate[]): Promise<void> {
  const wanted = periodsOf(dates);
  if (wanted.length === 0) return;
  // Two statements in one round trip: the second sees what the first waited for.
  const [, locked] = await Promise.all([
    shareFiscalYears(tx),
    tx.query<LockedPeriod>(SHARE_WANTED, [tx.companyId, withIds(wanted)]),
  ]);
  refuseLocked(wanted, locked);
}

function withIds(periods: Period[]): string {
  return JSON.stringify(periods.map(period => ({ ...period, id: newId() })));
}

/** The periods that are locked from the month of a day on, in order. */
export async function lockedPeriods(tx: Tx, from: CalendarDate): Promise<Period[]> {
  const { year, month } = periodOf(from);
  return tx.query<Period>(
    `SELECT year, month FROM accounting_periods
      WHERE company_id = $1 AND (year, month) >= ($2::smallint, $3::smallint) AND status = 'locked' ORDER BY year, month`,
    [tx.companyId, year, month],
  );
}

const COLUMNS = 'period_id AS id, year, month, status';

/**
 * Locks an open month, made if it is missing; undefined when it is locked already. What files of a locked month say of their
 * making and of the taxpayer is kept with it, until it is unlocked.
 * The change of status waits for every posting in flight (uq_accounting_periods__status), and so does the time of it.
 */
export async function lockPeriod(tx: Tx, { year, month }: Period): Promise<AccountingPeriod | undefined> {
  const [period] = await tx.query<AccountingPeriod>(
    `INSERT INTO accounting_periods AS p (company_id, year, month, period_id, status, locked_at, frozen_header)
     VALUES ($1::uuid, $2, $3, $4, 'locked', clock_timestamp(), ${headerToKeep('$1', '$5')})
     ON CONFLICT (company_id, year, month) DO UPDATE
        SET status = 'locked', locked_at = clock_timestamp(), frozen_header = excluded.frozen_header WHERE p.status = 'open'
     RETURNING ${COLUMNS}`,
    [tx.companyId, year, month, newId(), softwareVersion],
  );
  return period;
}

/** Unlocks a locked month; undefined when it is not locked. */
export async function unlockPeriod(tx: Tx, { year, month }: Period): Promise<AccountingPeriod | undefined> {
  const [period] = await tx.query<AccountingPeriod>(
    `UPDATE accounting_periods SET status = 'open', locked_at = NULL, frozen_header = NULL
      WHERE year = $1 AND month = $2 AND status = 'locked' RETURNING ${COLUMNS}`,
    [year, month],
  );
  return period;
}

/** Makes the months from one day to another where they are missing, and holds these and all earlier ones. */
export async function holdPeriods(tx: Tx, from: CalendarDate, to: CalendarDate): Promise<void> {
  await tx.execute(MAKE_MISSING, [tx.companyId, withIds(monthsBetween(periodOf(from), periodOf(to)))]);
  await holdPeriodsThrough(tx, periodOf(to));
}

/**
 * Holds a month and all earlier ones that there are until this transaction ends: postings in flight finish first, later
 * ones wait.
 */
export async function holdPeriodsThrough(tx: Tx, { year, month }: Period): Promise<void> {
  await tx.query(
    `SELECT 1 FROM accounting_periods WHERE company_id = $1 AND (year, month) <= ($2::smallint, $3::smallint)
      ORDER BY year, month FOR UPDATE`,
    [tx.companyId, year, month],
  );
}

/** Locks every month up to a day's that is open; returns them, earliest first. */
export async function lockPeriodsThrough(tx: Tx, day: CalendarDate): Promise<AccountingPeriod[]> {
  return tx.query<AccountingPeriod>(
    `WITH locked AS (
       UPDATE accounting_periods
          SET status = 'locked', locked_at = clock_timestamp(), frozen_header = ${headerToKeep('company_id', '$4')}
        WHERE company_id = $1 AND (year, month) <= ($2::smallint, $3::smallint) AND status = 'open'
       RETURNING ${COLUMNS})
     SELECT * FROM locked ORDER BY year, month`,
    [tx.companyId, yearOf(day), monthOf(day), softwareVersion],
  );
}

interface LockedHeader extends FileHeader {
  /** The instant with its microseconds, as PostgreSQL writes it: what changed within a millisecond of it is told apart. */
  lockedAt: string;
}

/**
 * The header of files over these days as it was kept when the last of their months was locked; undefined while one is open.
 * A month of a closed year that was never made is as good as locked: nothing can be posted into it.
 */
export async function lockedHeader(
  tx: Tx,
  from: CalendarDate,
  to: CalendarDate,
): Promise<LockedHeader | undefined> {
  const months = await tx.query<Partial<KeptHeader & Pick<LockedHeader, 'lockedAt'>>>(
    `SELECT p.locked_at AS "shutAt", p.locked_at::text AS "lockedAt", p.frozen_header AS header
       FROM jsonb_to_recordset($2::jsonb) AS w(year smallint, month smallint)
       LEFT JOIN accounting_periods p ON p.company_id = $1 AND (p.year, p.month) = (w.year, w.month)
      WHERE p.period_id IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM fiscal_year_closes c
         WHERE c.company_id = $1 AND c.reopened_at IS NULL AND c.ends_on >= make_date(w.year, w.month, 1))
      ORDER BY p.locked_at DESC NULLS FIRST, w.year DESC, w.month DESC`,
    [tx.companyId, JSON.stringify(monthsBetween(periodOf(from), periodOf(to)))],
  );
  const [latest] = months;
  return latest?.shutAt && latest.lockedAt && latest.header
    ? { ...asKept({ shutAt: latest.shutAt, header: latest.header }), lockedAt: latest.lockedAt }
    : undefined;
}
