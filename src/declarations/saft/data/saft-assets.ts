import type { Tx } from '../../../platform/database';
import type { SaftAsset, SaftDepreciation, SaftReversedDisposal } from '../domain/saft-assets';
import type { SaftPeriod } from '../domain/saft-order';
import { grouped, NO_ID, pagesAfter } from './saft-pages';

/** In the books on a day of the period; what was taken back after it still stood in it. */
const IS_HELD = `a.acquired_on <= $3::date AND (a.disposed_on IS NULL OR a.disposed_on >= $2::date)
  AND NOT EXISTS (SELECT 1 FROM asset_disposal_reversals g WHERE g.company_id = a.company_id AND g.asset_id = a.asset_id
                  AND g.disposed_on < $2::date AND g.reversed_on > $3::date)`;

/** How many assets and events of theirs the period has. */
export async function assetTotals(
  tx: Tx,
  { fromDate, toDate }: SaftPeriod,
): Promise<{ assets: number; transactions: number }> {
  const [row] = await tx.query<{ assets: number; transactions: number }>(
    `SELECT count(*) AS assets, coalesce(sum(events.n), 0)::bigint AS transactions
       FROM assets a
       CROSS JOIN LATERAL (
         SELECT (a.acquired_on BETWEEN $2::date AND $3::date)::int
              + coalesce((a.disposed_on BETWEEN $2::date AND $3::date)::int, 0)
              + (SELECT coalesce(sum((b.disposed_on BETWEEN $2::date AND $3::date)::int + (b.reversed_on BETWEEN $2::date AND $3::date)::int), 0)
                   FROM asset_disposal_reversals b WHERE b.company_id = a.company_id AND b.asset_id = a.asset_id)
              + (SELECT count(*) FROM asset_modernizations m
                  WHERE m.company_id = a.company_id AND m.asset_id = a.asset_id AND m.modernized_on BETWEEN $2::date AND $3::date)
              + (SELECT count(*) FROM asset_depreciations d
                  WHERE d.company_id = a.company_id AND d.asset_id = a.asset_id AND d.amount > 0
                    AND d.posted_on BETWEEN $2::date AND $3::date)
              + (SELECT coalesce(sum((r.posted_on BETWEEN $2::date AND $3::date)::int + (r.reversed_on BETWEEN $2::date AND $3::date)::int), 0)
                   FROM asset_depreciation_reversals r
                  WHERE r.company_id = a.company_id AND r.asset_id = a.asset_id AND r.amount > 0) AS n
       ) events
      WHERE a.company_id = $1 AND ${IS_HELD}`,
    [tx.companyId, fromDate, toDate],
  );
  return row!;
}

type AssetRow = Omit<SaftAsset, 'modernizations' | 'depreciations' | 'reversedDisposals'>;
type Of<T> = T & { assetId: string };

/** The assets held in the period by id, each with all that ever happened to it. */
export async function* assets(tx: Tx, { fromDate, toDate }: SaftPeriod): AsyncGenerator<SaftAsset[]> {
  const pages = pagesAfter<AssetRow>(last =>
    tx.query(
      `SELECT a.asset_id AS id, a.code, a.name, g.name AS "groupName", cost.code AS "accountCode",
              written.code AS "depreciationAccountCode", a.acquired_on AS "acquiredOn",
              a.depreciation_starts_on AS "depreciationStartsOn", a.acquisition_cost AS "acquisitionCost",
              a.opening_depreciation AS "openingDepreciation", a.useful_life_months AS "usefulLifeMonths",
              a.disposed_on AS "disposedOn", a.disposal_reason AS "disposalReason",
              a.disposal_transaction_id AS "disposalTransactionId"
         FROM assets a
         JOIN asset_groups g ON g.company_id = a.company_id AND g.group_id = a.group_id
         JOIN accounts cost ON cost.company_id = g.company_id AND cost.account_id = g.asset_account_id
         JOIN accounts written ON written.company_id = g.company_id AND written.account_id = g.depreciation_account_id
        WHERE a.company_id = $1 AND ${IS_HELD} AND a.asset_id > $4::uuid ORDER BY a.asset_id LIMIT 50`,
      [tx.companyId, fromDate, toDate, last?.id ?? NO_ID],
    ),
  );
  for await (const page of pages) yield withEvents(tx, page);
}

async function withEvents(tx: Tx, page: AssetRow[]): Promise<SaftAsset[]> {
  const ids = page.map(({ id }) => id);
  const [modernizations, depreciations, reversedDisposals] = await Promise.all([
    tx.query<Of<SaftAsset['modernizations'][number]>>(
      `SELECT asset_id AS "assetId", modernization_id AS id, modernized_on AS date, amount, added_life_months AS "addedLifeMonths"
         FROM asset_modernizations WHERE company_id = $1 AND asset_id = ANY ($2::uuid[]) ORDER BY modernized_on, modernization_id`,
      [tx.companyId, ids],
    ),
    tx.query<Of<SaftDepreciation>>(
      `SELECT asset_id AS "assetId", run_id AS "runId", year, month, amount, posted_on AS "postedOn",
              transaction_id AS "transactionId", NULL::date AS "reversedOn", NULL::uuid AS "reversalTransactionId"
         FROM asset_depreciations WHERE company_id = $1 AND asset_id = ANY ($2::uuid[]) AND amount > 0
        UNION ALL
       SELECT asset_id, run_id, year, month, amount, posted_on, transaction_id, reversed_on, reversal_transaction_id
         FROM asset_depreciation_reversals WHERE company_id = $1 AND asset_id = ANY ($2::uuid[]) AND amount > 0
        ORDER BY year, month, "runId"`,
      [tx.companyId, ids],
    ),
    tx.query<Of<SaftReversedDisposal>>(
      `SELECT asset_id AS "assetId", disposed_on AS "disposedOn", disposal_reason AS reason, disposal_transaction_id AS "transactionId",
              reversed_on AS "reversedOn", reversal_transaction_id AS "reversalTransactionId"
         FROM asset_disposal_reversals WHERE company_id = $1 AND asset_id = ANY ($2::uuid[])
        ORDER BY disposed_on, disposal_transaction_id`,
      [tx.companyId, ids],
    ),
  ]);
  const [modernizationsOf, depreciationsOf, reversedDisposalsOf] = [
    grouped(modernizations, ({ assetId }) => assetId),
    grouped(depreciations, ({ assetId }) => assetId),
    grouped(reversedDisposals, ({ assetId }) => assetId),
  ];
  return page.map(asset => ({
    ...asset,
    modernizations: modernizationsOf.get(asset.id) ?? [],
    depreciations: depreciationsOf.get(asset.id) ?? [],
    reversedDisposals: reversedDisposalsOf.get(asset.id) ?? [],
  }));
}
