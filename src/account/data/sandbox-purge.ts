import { Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config';

/**
 * Takes deleted sandbox companies out of the database, whole. The only way in which posted facts ever go (@invariant INV-02), open
 * only to the owner of the schema and only for such companies: the triggers of the tables check both again.
 */
@Injectable()
export class SandboxPurge {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Purges what is due, each company in a transaction of its own. Does nothing in a process without the owner's URL. */
  async run(): Promise<void> {
    if (this.config.databaseOwnerUrl === undefined) return;
    const owner = new Client({ connectionString: this.config.databaseOwnerUrl });
    await owner.connect();
    try {
      const due = await owner.query<{ id: string }>(
        `SELECT company_id AS id FROM company_directory WHERE status = 'deleted' AND next_due_at <= $1`,
        [this.clock.now()],
      );
      for (const { id } of due.rows) await inTransaction(owner, () => purge(owner, id));
    } finally {
      await owner.end();
    }
  }
}

async function purge(owner: Client, companyId: string): Promise<void> {
  await owner.query(`SET LOCAL app.company_id = ${owner.escapeLiteral(companyId)}`);
  // Locked: nothing can refer to the company any more. Held by another, who purges it or still writes: the next run's.
  const sandbox = await owner.query(
    `SELECT 1 FROM companies WHERE company_id = $1 AND is_sandbox AND status = 'deleted' FOR UPDATE SKIP LOCKED`,
    [companyId],
  );
  if (sandbox.rowCount === 0) return;
  // One statement for all of them: foreign keys look at its end, so the order of the tables does not matter.
  const deletions = (await tablesOfCompanies(owner)).map(
    table => `purged_${table} AS (DELETE FROM ${table} WHERE company_id = $1)`,
  );
  await owner.query(`WITH ${deletions.join(',\n')} SELECT 1`, [companyId]);
  await owner.query('DELETE FROM companies WHERE company_id = $1', [companyId]);
  // Stays, so that the id is never given again.
  await owner.query(
    `UPDATE company_directory SET status = 'purged', next_due_at = NULL WHERE company_id = $1`,
    [companyId],
  );
}

/** Every table with rows of companies, except `companies` itself: new tables are found without being told. */
async function tablesOfCompanies(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname NOT IN ('companies', 'company_directory')
      ORDER BY 1`,
  );
  return rows.map(row => row.name);
}

async function inTransaction(owner: Client, work: () => Promise<void>): Promise<void> {
  await owner.query('BEGIN');
  try {
    await work();
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
}
