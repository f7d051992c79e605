import type { CalendarDate, Period } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import type { TableRows, Tx } from '../../platform/database';
import type { MonthlyDepreciation } from '../domain/depreciation-schedule';
import { periodAt } from '../domain/month-index';

/** Months of assets that are posted together. */
export interface DepreciationRun {
  runId: string;
  postedOn: CalendarDate;
  /** `null` when there is nothing but 0.00 to post. */
  transactionId: string | null;
  rows: ({ assetId: string } & MonthlyDepreciation)[];
}

export function depreciationRows(tx: Tx, run: DepreciationRun): TableRows {
  return {
    table: 'asset_depreciations',
    rows: run.rows.map(({ assetId, month, amount }) => ({
      company_id: tx.companyId,
      asset_id: assetId,
      ...periodAt(month),
      run_id: run.runId,
      amount: amount.toString(),
      posted_on: run.postedOn,
      transaction_id: amount.isZero() ? null : run.transactionId,
    })),
  };
}

/** Depreciation of an asset that is posted for a month. */
interface PostedDepreciation {
  assetId: string;
  code: string;
  name: string;
  groupId: string;
  isDisposed: boolean;
  amount: Money;
  postedOn: CalendarDate;
}

/** What is posted for a month, by asset code. */
export async function postedDepreciation(tx: Tx, { year, month }: Period): Promise<PostedDepreciation[]> {
  const rows = await tx.query<Omit<PostedDepreciation, 'amount'> & { amount: string }>(
    `SELECT d.asset_id AS "assetId", a.code, a.name, a.group_id AS "groupId", a.disposed_on IS NOT NULL AS "isDisposed",
            d.amount, d.posted_on AS "postedOn"
       FROM asset_depreciations d JOIN assets a ON a.company_id = d.company_id AND a.asset_id = d.asset_id
      WHERE d.year = $1 AND d.month = $2 ORDER BY a.code`,
    [year, month],
  );
  return rows.map(row => ({ ...row, amount: Money.of(row.amount, tx.company.baseCurrency) }));
}

/** Index of the latest month posted for assets that are still there; null when there is none. */
export async function latestDepreciatedMonth(tx: Tx): Promise<number | null> {
  const [latest] = await tx.query<{ month: number | null }>(
    `SELECT max(d.year * 12 + d.month - 1) AS month
       FROM asset_depreciations d JOIN assets a ON a.company_id = d.company_id AND a.asset_id = d.asset_id
      WHERE a.disposed_on IS NULL`,
  );
  return latest?.month ?? null;
}

/** What takes a month's depreciation of assets back. */
interface DepreciationReversal {
  reversalId: string;
  date: CalendarDate;
  transactionId: string | null;
  period: Period;
  assetIds: string[];
}

/** Moves the rows to the reversals, which frees their keys (@invariant INV-07). Their assets are locked. */
export async function moveToReversals(tx: Tx, reversal: DepreciationReversal): Promise<void> {
  const { period, assetIds } = reversal;
  const moved = await tx.execute(
    `WITH freed AS (
       DELETE FROM asset_depreciations WHERE year = $1 AND month = $2 AND asset_id = ANY ($3)
       RETURNING company_id, run_id, asset_id, year, month, amount, posted_on, transaction_id)
     INSERT INTO asset_depreciation_reversals
       (company_id, run_id, asset_id, year, month, amount, posted_on, transaction_id, reversal_id, reversed_on, reversal_transaction_id)
     SELECT company_id, run_id, asset_id, year, month, amount, posted_on, transaction_id, $4::uuid, $5::date,
            CASE WHEN amount = 0 THEN NULL ELSE $6::uuid END
       FROM freed`,
    [period.year, period.month, assetIds, reversal.reversalId, reversal.date, reversal.transactionId],
  );
  invariant(moved === assetIds.length, 'what is reversed is posted, and nobody else takes it');
}
