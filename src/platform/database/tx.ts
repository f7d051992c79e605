import { calendarDateIn, type CalendarDate } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import type { Actor, CompanyProfile } from '../scope';
import { insertStatement, updateStatement, type TableRows } from './write-statements';

/** Who and what a transaction serves. `company` is missing in the operator's scope. */
export interface TxContext {
  companyId: string;
  company: CompanyProfile | undefined;
  actor: Actor;
  requestId: string;
  now: Date;
  today: CalendarDate;
}

/** Where a transaction sends its statements, until it is over. */
export interface Statements {
  query<Row extends object>(
    sql: string,
    parameters?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
  /** Sends a statement that travels with the commit; its failure is the commit's. */
  send(sql: string, parameters?: unknown[]): void;
}

/**
 * An open transaction, handed on as a value: whoever holds it writes inside it, and nothing else can be reached.
 * Scoped to one company by row-level security (@invariant INV-08).
 */
export class Tx {
  constructor(
    private readonly statements: Statements,
    private readonly context: TxContext,
  ) {}

  get companyId(): string {
    return this.context.companyId;
  }
  get company(): CompanyProfile {
    invariant(this.context.company, 'this route runs inside a company');
    return this.context.company;
  }
  get actor(): Actor {
    return this.context.actor;
  }
  get requestId(): string {
    return this.context.requestId;
  }
  /** The instant the request arrived; one for everything it writes. */
  get now(): Date {
    return this.context.now;
  }
  /** Today on the company's calendar. */
  get today(): CalendarDate {
    return this.context.today;
  }

  /** Rows of a statement. Names of columns are the query's; numeric and date come as strings, timestamptz as ISO 8601. */
  async query<Row extends object>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.statements.query<Row>(sql, parameters)).rows;
  }

  /** How many rows a statement changed. */
  async execute(sql: string, parameters: unknown[] = []): Promise<number> {
    return (await this.statements.query(sql, parameters)).rowCount ?? 0;
  }

  /**
   * Inserts rows of several tables in ONE statement: triggers and foreign keys look at the end of it, so a journal
   * header and its entries arrive together (INV-01), and a thousand lines cost what one costs.
   */
  async insert(...tables: TableRows[]): Promise<void> {
    const filled = tables.filter(table => table.rows.length > 0);
    if (filled.length === 0) return;
    const statement = insertStatement(filled);
    await this.statements.query(statement.sql, statement.parameters);
  }

  /**
   * Like `insert`, as the last act of an operation: travels with the commit instead of a round trip of its own, and fails
   * with it. Nothing may read these rows, or catch what their constraints say.
   */
  insertLast(...tables: TableRows[]): void {
    const filled = tables.filter(table => table.rows.length > 0);
    if (filled.length === 0) return;
    const statement = insertStatement(filled);
    this.statements.send(statement.sql, statement.parameters);
  }

  /** Updates the one row that has these values in its key columns; the other members are the new values. Returns how many there were. */
  async update(table: string, key: string[], row: Record<string, unknown>): Promise<number> {
    const statement = updateStatement(table, key, row);
    return this.execute(statement.sql, statement.parameters);
  }

  /** The same transaction, in which the server itself acts for its company. */
  serving(company: CompanyProfile, requestId: string): Tx {
    const today = calendarDateIn(this.now, company.timeZone);
    return new Tx(this.statements, { ...this.context, company, requestId, today });
  }

  /** The same transaction inside another company: only the operator, who makes companies, may switch. */
  async inCompany<T>(
    company: { companyId: string; profile?: CompanyProfile },
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    invariant(this.context.company === undefined, 'only the operator switches companies');
    await this.statements.query(openScope(company.companyId));
    const result = await work(
      new Tx(this.statements, {
        ...this.context,
        companyId: company.companyId,
        company: company.profile,
        today: calendarDateIn(this.now, company.profile?.timeZone ?? 'UTC'),
      }),
    );
    await this.statements.query(openScope(this.companyId));
    return result;
  }
}

/** `SET LOCAL` rather than set_config(): Citus hands on only the former. */
export function openScope(companyId: string): string {
  invariant(/^[0-9a-f-]{36}$/.test(companyId), 'a company id is a lower-case UUID');
  return `SET LOCAL app.company_id = '${companyId}'`;
}
