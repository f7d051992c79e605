import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Socket } from 'node:net';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { invariant } from '../../shared/invariant';
import { Config } from '../config';
import { columnTypes } from './column-types';
import { preparedName } from './prepared-statements';
import { openScope, Tx, type TxContext } from './tx';

/** The pool of connections of the application role. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly source: DataSource;

  constructor(private readonly config: Config) {
    this.source = new DataSource({
      type: 'postgres',
      url: config.databaseUrl,
      applicationName: 'gapless',
      logging: false,
      // A statement that waits for a place longer than this answers "retry" instead of hanging.
      connectTimeoutMS: 5_000,
      extra: {
        max: config.databasePoolSize,
        types: columnTypes,
        statement_timeout: 60_000,
        // Statements that do not wait for each other (Promise.all) travel together and cost one round trip.
        pipeline: true,
      },
    });
  }

  async connect(): Promise<void> {
    await this.source.initialize();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }

  /** A connection of its own; the caller releases it. */
  async session(): Promise<Session> {
    const runner = this.source.createQueryRunner();
    return new Session(runner, (await runner.connect()) as PoolClient, this.config.preparesStatements);
  }

  /** One query in a read-only transaction of its own, all in one round trip. */
  async readOnce<Row extends object>(companyId: string, sql: string, parameters: unknown[]): Promise<Row[]> {
    return this.once(session => session.readOnce<Row>(companyId, sql, parameters));
  }

  /** One statement in a transaction of its own. Returns the rows of its RETURNING clause. */
  async writeOnce<Row extends object>(companyId: string, sql: string, parameters: unknown[]): Promise<Row[]> {
    return this.once(session => session.writeOnce<Row>(companyId, sql, parameters));
  }

  private async once<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.session();
    try {
      return await work(session);
    } finally {
      await session.release();
    }
  }

  /** Connections of the pool: in use, idle, and callers waiting for one. */
  poolState(): { total: number; idle: number; waiting: number } {
    const pool = (this.source.driver as unknown as { master: Pool }).master;
    return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
  }
}

/** What begins and ends a transaction, in as few round trips as there can be. */
export class Session {
  /** Until a COMMIT is acknowledged: only its success tells for certain how the transaction stands. */
  private isOpen = false;
  /** A branch of the work that still runs would write into what is settled, or into somebody else's transaction. */
  private isOver = false;
  /** Statements that were sent and whose success shows at the commit. */
  private unanswered: Promise<unknown>[] = [];

  constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly preparesStatements: boolean,
  ) {}

  /**
   * Begins in one round trip, together with the caller's own statements (which therefore take no parameters). `stream`
   * reads for somebody who may take his time between two statements; `snapshot` writes what it reads of one moment.
   * @returns the rows of each of the caller's statements
   */
  async begin(
    companyId: string,
    mode: 'read' | 'stream' | 'write' | 'snapshot',
    statements: string[] = [],
  ): Promise<unknown[][]> {
    const opening =
      mode === 'read' || mode === 'stream'
        ? [
            'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
            openScope(companyId),
            ...(mode === 'stream'
              ? [`SET LOCAL idle_in_transaction_session_timeout = '${STREAM_IDLE_TIMEOUT}'`]
              : []),
          ]
        : [
            `BEGIN ISOLATION LEVEL ${mode === 'snapshot' ? 'REPEATABLE READ' : 'READ COMMITTED'}`,
            openScope(companyId),
            `SET LOCAL lock_timeout = '${BUSINESS_LOCK_TIMEOUT}'`,
          ];
    this.isOpen = true;
    const results = await this.batch([...opening, ...statements]);
    return results.slice(opening.length).map(result => result.rows);
  }

  /** One query in a read-only transaction of its own, all in one round trip. */
  async readOnce<Row extends object>(companyId: string, sql: string, parameters: unknown[]): Promise<Row[]> {
    const [, result] = await Promise.all([
      this.begin(companyId, 'read'),
      this.query<Row>(sql, parameters),
      this.end(['COMMIT']),
    ]);
    return result.rows;
  }

  /** One statement in a transaction of its own. */
  async writeOnce<Row extends object>(companyId: string, sql: string, parameters: unknown[]): Promise<Row[]> {
    await this.begin(companyId, 'write');
    const result = await this.query<Row>(sql, parameters);
    await this.commit();
    return result.rows;
  }

  transaction(context: TxContext): Tx {
    return new Tx(
      {
        query: <Row extends object>(sql: string, parameters?: unknown[]) => {
          invariant(!this.isOver, 'a transaction that is over takes no more statements');
          return this.query<Row>(sql, parameters);
        },
        send: (sql, parameters) => {
          invariant(!this.isOver, 'a transaction that is over takes no more statements');
          const answer = this.query(sql, parameters);
          answer.catch(() => undefined); // looked at by the commit
          this.unanswered.push(answer);
        },
      },
      context,
    );
  }

  /**
   * Commits in one round trip, after the caller's last statements.
   * PostgreSQL answers the COMMIT of an aborted transaction with the tag ROLLBACK and no error: that is no commit.
   */
  async commit(statements: string[] = []): Promise<void> {
    const sent = Promise.all(this.unanswered);
    this.unanswered = [];
    // Deferred checks fire here, while an error can still be answered as what it is.
    const ended = this.end(['SET CONSTRAINTS ALL IMMEDIATE', ...statements, 'COMMIT']);
    // What failed before the commit is the cause; the commit of an aborted transaction only says that it is one.
    await Promise.allSettled([sent, ended]);
    await sent;
    await ended;
  }

  private async end(statements: string[]): Promise<void> {
    this.isOver = true;
    const results = await this.batch(statements);
    const tag = results.at(-1)?.command;
    if (tag !== 'COMMIT') throw new Error(`the transaction ended with ${tag ?? 'nothing'} instead of COMMIT`);
    this.isOpen = false;
  }

  /** Undoes the work since the savepoint; what stood before it (the claim of a key) stays. */
  async rollbackTo(savepoint: string): Promise<void> {
    this.isOver = true;
    await this.client.query(`ROLLBACK TO SAVEPOINT ${savepoint}`);
  }

  /** Gives the connection back, without the transaction that may be open on it: the next caller must not inherit one. */
  async release(): Promise<void> {
    this.isOver = true;
    // A connection that fails here is broken, and the pool drops it.
    if (this.isOpen) await this.client.query('ROLLBACK').catch(() => undefined);
    await this.runner.release();
  }

  private query<Row extends object>(sql: string, parameters: unknown[] = []): Promise<QueryResult<Row>> {
    this.sendTogether();
    const name = this.preparesStatements ? preparedName(sql) : undefined;
    return this.client.query<Row>({ text: sql, values: parameters, ...(name !== undefined && { name }) });
  }

  private async batch(statements: string[]): Promise<{ rows: unknown[]; command: string }[]> {
    this.sendTogether();
    const results: unknown = await this.client.query(statements.join(';\n'));
    // One statement alone answers with one result.
    return (Array.isArray(results) ? results : [results]) as { rows: unknown[]; command: string }[];
  }

  /** Holds what is sent until the end of this turn of the event loop: one system call for many statements. */
  private sendTogether(): void {
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

/** How long a business statement waits for a row of another transaction. */
export const BUSINESS_LOCK_TIMEOUT = '5s';
const STREAM_IDLE_TIMEOUT = '5min';
