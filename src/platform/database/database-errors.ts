import { DomainError } from '../../shared/domain-error';
import { constraintError } from './constraint-errors';

/** What node-postgres throws: SQLSTATE in `code`, the violated constraint's name where there is one. */
interface PostgresError extends Error {
  code: string;
  constraint?: string;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** The outcome is open or the server was busy: a retry with the same Idempotency-Key settles it. */
const TRANSIENT_STATES = [
  SERIALIZATION_FAILURE,
  DEADLOCK,
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read-only server (failover)
  '53300', // too many connections
  '57P01', // shutdown
  '57P02', // crash
  '57P03', // starting up
];
const CONNECTION_FAULTS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'];
const CONNECTION_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/**
 * Unique keys that hold the primary key and more, so that two rows differ in them by nothing else: violated only when two
 * transactions make the same first row at once. `ON CONFLICT` looks at the primary key before it inserts and not at these,
 * so the later one may meet them. Run again, it finds the row.
 */
const FIRST_ROWS = [
  'uq_accounting_periods__status',
  'uq_document_series_years__first',
  'uq_vat_periods__status',
];
const UNIQUE_VIOLATION = '23505';

/** Whether the whole transaction may simply be run again. */
export function isRetryable(error: unknown): boolean {
  if (!isPostgresError(error)) return false;
  const { code, constraint = '' } = error;
  if (code === UNIQUE_VIOLATION) return FIRST_ROWS.includes(withoutShardSuffix(constraint));
  return [SERIALIZATION_FAILURE, DEADLOCK].includes(code);
}

/**
 * Turns what the database said into a refusal: the constraint's name decides. What it does not know comes back as it
 * was and is a fault of ours.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const { code, constraint } = error as Partial<PostgresError>;
  const known = constraint === undefined ? undefined : constraintError(withoutShardSuffix(constraint));
  if (known) return new DomainError(known.reason, known.message);
  if (isTransient(error, code)) {
    return new DomainError(
      'temporarily_unavailable',
      'The database is busy or unreachable; retry with the same Idempotency-Key.',
      {
        retryAfterSeconds: 1,
      },
    );
  }
  return error;
}

function isTransient(error: Error, code: string | undefined): boolean {
  if (code !== undefined) {
    return TRANSIENT_STATES.includes(code) || CONNECTION_FAULTS.includes(code) || code.startsWith('08');
  }
  return CONNECTION_MESSAGES.test(error.message);
}

function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && typeof (error as Partial<PostgresError>).code === 'string';
}

/** Citus names a shard's constraint `uq_x_102150`. */
function withoutShardSuffix(constraint: string): string {
  return constraint.replace(/_\d{6,}$/, '');
}
