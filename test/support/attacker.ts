import type { ClientBase } from 'pg';
import { withPooledClient } from './database';
import type { TestApp } from './test-app';

/** Who writes SQL by hand: the application, the owner of the schema, or one whom no policy and no grant binds. */
export type Role = 'application' | 'owner' | 'superuser';

/** Rows of a table like those that are there, except for what is changed. Values are SQL literals as JSON. */
export interface Forgery {
  table: string;
  /** Which rows are copied. */
  where: string;
  changes: Record<string, unknown>;
  /** An `ON CONFLICT` clause. */
  onConflict?: string;
}

/** Somebody with a connection and bad intentions, in the scope of one company. Nothing he does is kept. */
export class Attacker {
  constructor(
    private readonly app: TestApp,
    private readonly companyId: string | null,
    private readonly role: Role = 'application',
  ) {}

  as(role: Role): Attacker {
    return new Attacker(this.app, this.companyId, role);
  }

  /** How a statement ends: the number of rows it touched, or the constraint (else SQLSTATE) that refused it. */
  async try(statement: string, parameters: unknown[] = []): Promise<number | string> {
    return this.session(async client => (await client.query(statement, parameters)).rowCount ?? 0);
  }

  /** How inserting forged rows, all in one statement, ends. */
  async forge(...forgeries: Forgery[]): Promise<number | string> {
    return this.session(async client => {
      const parts: string[] = [];
      for (const { table, where, onConflict = '' } of forgeries) {
        const columns = (await insertableColumns(client, table)).join(', ');
        parts.push(
          `forged_${parts.length} AS (INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (
             SELECT (jsonb_populate_record(original, $${parts.length + 1}::jsonb)).* FROM ${table} original WHERE ${where}) copies ${onConflict} RETURNING 1)`,
        );
      }
      const counts = parts.map((_, index) => `(SELECT count(*) FROM forged_${index})`).join(' + ');
      const { rows } = await client.query<{ n: string }>(
        `WITH ${parts.join(',\n')} SELECT ${counts} AS n`,
        forgeries.map(({ changes }) => JSON.stringify(changes)),
      );
      return Number(rows[0]?.n);
    });
  }

  private async session(work: (client: ClientBase) => Promise<number>): Promise<number | string> {
    const url = {
      application: this.app.applicationUrl,
      owner: this.app.ownerUrl,
      superuser: this.app.superuserUrl,
    }[this.role];
    return withPooledClient(url, async client => {
      await client.query(
        this.companyId === null ? 'BEGIN' : `BEGIN; SET LOCAL app.company_id = '${this.companyId}'`,
      );
      try {
        const touched = await work(client);
        await client.query('SET CONSTRAINTS ALL IMMEDIATE');
        return touched;
      } catch (error) {
        const { constraint, code, message } = error as {
          constraint?: string;
          code?: string;
          message: string;
        };
        return constraint ?? code ?? message;
      } finally {
        await client.query('ROLLBACK');
      }
    });
  }
}

/** SQLSTATE: no such grant, or refused by row-level security. */
export const NOT_PERMITTED = '42501';

async function insertableColumns(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    [table],
  );
  return rows.map(({ name }) => name);
}
