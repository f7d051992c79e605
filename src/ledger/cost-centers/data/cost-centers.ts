import { refuse, refuseUnknown } from '../../../shared/domain-error';
import type { ListDefinition } from '../../../platform/lists';
import type { TableRows, Tx } from '../../../platform/database';
import type { CostCenter } from '../domain/cost-center';

const COLUMNS = `c.cost_center_id AS "costCenterId", c.code, c.name, c.is_active AS "isActive", c.created_at AS "createdAt"`;

export const costCenterList: ListDefinition = {
  name: 'cost-centers',
  from: 'cost_centers c',
  select: COLUMNS,
  fields: {
    id: { column: 'c.cost_center_id', type: 'id' },
    code: { column: 'c.code', type: 'text' },
    name: { column: 'c.name', type: 'text' },
    isActive: { column: 'c.is_active', type: 'boolean' },
    createdAt: { column: 'c.created_at', type: 'instant' },
  },
  key: { column: 'c.cost_center_id', type: 'id' },
  defaultSort: [{ field: 'code', dir: 'asc' }],
};

export async function costCenterByCode(tx: Tx, code: string): Promise<CostCenter | undefined> {
  const [center] = await tx.query<CostCenter>(`SELECT ${COLUMNS} FROM cost_centers c WHERE c.code = $1`, [
    code,
  ]);
  return center;
}

/** The cost center itself for update: two changes of one follow each other. */
export async function lockCostCenter(tx: Tx, id: string): Promise<CostCenter | undefined> {
  const [center] = await tx.query<CostCenter>(
    `SELECT ${COLUMNS} FROM cost_centers c WHERE c.cost_center_id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return center;
}

export function costCenterRows(tx: Tx, center: CostCenter): TableRows {
  return {
    table: 'cost_centers',
    rows: [
      {
        company_id: tx.companyId,
        cost_center_id: center.costCenterId,
        code: center.code,
        name: center.name,
        is_active: center.isActive,
        created_at: center.createdAt,
      },
    ],
  };
}

export async function updateCostCenter(tx: Tx, { costCenterId, name, isActive }: CostCenter): Promise<void> {
  await tx.update('cost_centers', ['company_id', 'cost_center_id'], {
    company_id: tx.companyId,
    cost_center_id: costCenterId,
    name,
    is_active: isActive,
  });
}

/**
 * Refuses what lines or entries name and new postings may not. Costs one statement for any number of them, none where
 * nobody names one.
 * @param ids in the order of the lines; null where a line has none
 * @param list the member that holds the lines: a refusal names `<list>.<index>.costCenterId`
 * @throws DomainError `not_found`, `cost_center_inactive`
 */
export async function refuseUnusableCostCenters(
  tx: Tx,
  ids: readonly (string | null | undefined)[],
  list: string,
): Promise<void> {
  const named = [...new Set(ids.flatMap(id => id ?? []))];
  if (named.length === 0) return;
  const found = await tx.query<CostCenter>(
    `SELECT ${COLUMNS} FROM cost_centers c WHERE c.company_id = $1 AND c.cost_center_id = ANY ($2)`,
    [tx.companyId, named],
  );
  const byId = new Map(found.map(center => [center.costCenterId, center]));
  ids.forEach((id, index) => {
    if (!id) return;
    const member = `${list}.${index}.costCenterId`;
    const center = byId.get(id);
    if (!center) refuseUnknown(member, `Cost center ${id}`);
    if (center.isActive) return;
    refuse(
      'cost_center_inactive',
      `Cost center ${center.code} is not active; activate it (ledger/cost-centers/update) or name another.`,
      { fieldErrors: { [member]: ['is not active'] } },
    );
  });
}
