import type { Tx } from '../../platform/database';

/** A table of companies with the column that its rows are known by; names from our own code. */
export interface KeyedTable {
  table: string;
  key: string;
}

export async function rowExists(tx: Tx, { table, key }: KeyedTable, id: string): Promise<boolean> {
  return (
    (await tx.execute(`SELECT 1 FROM ${table} WHERE company_id = $1 AND ${key} = $2`, [tx.companyId, id])) > 0
  );
}
