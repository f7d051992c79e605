import { randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import { insertStatement } from '../src/platform/database/write-statements';

/**
 * The floor: the very rows of an issued invoice, its key and its stored answer, written by prepared SQL on the same
 * database under the same role, without HTTP, reading, checking or computing anything.
 */
export class Floor {
  private readonly pool: Pool;

  constructor(url: string, connections: number) {
    this.pool = new Pool({ connectionString: url, max: connections });
  }

  /** Writes one invoice of the company whose issued invoice is the template. */
  async write(template: Template): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query(`BEGIN; SET LOCAL app.company_id = '${template.companyId}'`);
      const number = await nextOf(client, 'number', NEXT_NUMBER, [template.seriesId]);
      const sequence = await nextOf(client, 'sequence', NEXT_SEQUENCE, []);
      const rows = renewed(template, number, sequence);
      await client.query({ name: 'rows', text: template.sql, values: rows });
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** The rows of one issued invoice, ready to be written again under other ids and numbers. */
export interface Template {
  companyId: string;
  seriesId: string;
  sql: string;
  tables: Record<string, unknown>[][];
  /** Ids that every copy has anew. */
  ids: string[];
}

const NEXT_NUMBER =
  'UPDATE document_series_years SET last_number = last_number + 1 WHERE series_id = $1 RETURNING last_number AS value';
const NEXT_SEQUENCE =
  'UPDATE event_counters SET last_sequence = last_sequence + 1 RETURNING last_sequence AS value';

async function nextOf(
  client: { query: Client['query'] },
  name: string,
  text: string,
  values: unknown[],
): Promise<number> {
  const result = await client.query<{ value: string }>({ name, text, values });
  return Number(result.rows[0]!.value);
}

/** Reads the rows that issuing the invoice wrote. */
export async function readTemplate(url: string, companyId: string, invoiceId: string): Promise<Template> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.company_id = '${companyId}'`);
    const tables: { table: string; rows: Record<string, unknown>[] }[] = [];
    for (const [table, condition, omitted] of SOURCES) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${condition}`,
        [invoiceId],
      );
      const plain = rows.map(({ row }) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !omitted.includes(column))),
      );
      tables.push({ table, rows: plain });
    }
    const invoice = tables[0]!.rows[0]!;
    const ids = ['invoice_id', 'line_id', 'transaction_id', 'entry_id', 'open_item_id', 'event_id'].flatMap(
      name =>
        tables.flatMap(({ rows }) => rows.flatMap(row => (typeof row[name] === 'string' ? [row[name]] : []))),
    );
    return {
      companyId,
      seriesId: invoice.series_id as string,
      sql: insertStatement(tables).sql,
      tables: tables.map(({ rows }) => rows),
      ids: [...new Set(ids)],
    };
  } finally {
    await client.end();
  }
}

const SOURCES: [table: string, condition: string, omitted: string[]][] = [
  ['sale_invoices', 'invoice_id = $1', []],
  ['sale_invoice_lines', 'invoice_id = $1', []],
  ['sale_invoice_vat_totals', 'invoice_id = $1', []],
  ['sale_invoice_credit_limits', 'invoice_id = $1', []],
  ['journal_transactions', 'document_id = $1', []],
  [
    'journal_entries',
    'transaction_id = (SELECT transaction_id FROM journal_transactions WHERE document_id = $1)',
    [],
  ],
  ['open_items', 'document_id = $1', []],
  [
    'vat_register_rows',
    'sale_invoice_id = $1',
    [
      'sale_invoice_id',
      'purchase_invoice_id',
      'document_net',
      'document_vat',
      'document_base_net',
      'document_base_vat',
      'document_deductible_vat',
      'document_self_assessed_vat',
      'document_undeducted_pro_rata',
      'counted_on',
    ],
  ],
  ['audit_log', 'entity_id = $1', ['audit_id']],
  ['events', 'entity_id = $1', []],
  ['idempotency_keys', 'resource_id = $1', []],
];

function renewed(template: Template, number: number, sequence: number): string[] {
  const fresh = new Map(template.ids.map(id => [id, randomUUID()]));
  const keyHash = `\\x${randomUUID().replaceAll('-', '')}${randomUUID().replaceAll('-', '')}`;
  return template.tables.map(rows => {
    const numbered = rows.map(row => ({
      ...row,
      ...('number' in row && {
        number,
        previous_number: number - 1,
        full_number: `B${number}-${template.companyId}`,
      }),
      ...('sequence' in row && { sequence, previous_sequence: sequence - 1 }),
      ...('event_sequence' in row && { event_sequence: sequence }),
      ...('key_hash' in row && { key_hash: keyHash }),
      ...('request_key_hash' in row && { request_key_hash: keyHash }),
    }));
    return JSON.stringify(numbered).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, id => fresh.get(id) ?? id);
  });
}
