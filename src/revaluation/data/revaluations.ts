import type { CalendarDate } from '../../shared/calendar-date';
import type { ListDefinition } from '../../platform/lists';
import type { TableRows, Tx } from '../../platform/database';
import type { StoredRevaluation } from '../domain/stored-revaluation';

/** Revaluations of a company follow each other; uq_revaluations__one_live is the judge. */
export async function lockRevaluations(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('revaluations' || $1::text, 0))`, [
    tx.companyId,
  ]);
}

/** The latest day on which each of the currencies is revalued, and by what, where it is at all. */
export async function latestRevaluations(
  tx: Tx,
  currencies: string[],
): Promise<{ id: string; currency: string; date: CalendarDate }[]> {
  return tx.query(
    `SELECT DISTINCT ON (currency) revaluation_id AS id, currency, revalued_on AS date FROM revaluations
      WHERE company_id = $1 AND currency = ANY ($2) AND reversed_at IS NULL ORDER BY currency, revalued_on DESC`,
    [tx.companyId, currencies],
  );
}

/** The currencies that are revalued on a day. */
export async function revaluedOn(tx: Tx, day: CalendarDate): Promise<{ currency: string }[]> {
  return tx.query(
    'SELECT currency FROM revaluations WHERE company_id = $1 AND revalued_on = $2 AND reversed_at IS NULL',
    [tx.companyId, day],
  );
}

export function revaluationRows(tx: Tx, revaluations: StoredRevaluation[]): TableRows {
  return {
    table: 'revaluations',
    rows: revaluations.map(revaluation => ({
      company_id: tx.companyId,
      revaluation_id: revaluation.id,
      currency: revaluation.currency,
      revalued_on: revaluation.date,
      rate: revaluation.rate,
      gain: revaluation.gain,
      loss: revaluation.loss,
      transaction_id: revaluation.transactionId,
      next_day_transaction_id: revaluation.nextDayTransactionId,
      bank_transaction_id: revaluation.bankTransactionId,
      created_at: revaluation.createdAt,
      reversed_at: revaluation.reversedAt,
    })),
  };
}

/** Notes that a revaluation is taken back. */
export async function markReversed(tx: Tx, id: string): Promise<void> {
  await tx.update('revaluations', ['company_id', 'revaluation_id'], {
    company_id: tx.companyId,
    revaluation_id: id,
    reversed_at: tx.now,
  });
}

const COLUMNS = `v.revaluation_id AS id, v.currency, v.revalued_on AS date, v.rate, v.gain, v.loss,
  v.transaction_id AS "transactionId", v.next_day_transaction_id AS "nextDayTransactionId",
  v.bank_transaction_id AS "bankTransactionId", v.created_at AS "createdAt", v.reversed_at AS "reversedAt"`;

export async function findRevaluation(tx: Tx, id: string): Promise<StoredRevaluation | undefined> {
  const [revaluation] = await tx.query<StoredRevaluation>(
    `SELECT ${COLUMNS} FROM revaluations v WHERE v.company_id = $1 AND v.revaluation_id = $2`,
    [tx.companyId, id],
  );
  return revaluation;
}

export const revaluationList: ListDefinition = {
  name: 'revaluations',
  from: 'revaluations v',
  select: COLUMNS,
  fields: {
    id: { column: 'v.revaluation_id', type: 'id' },
    currency: { column: 'v.currency::text', type: 'text' },
    date: { column: 'v.revalued_on', type: 'date' },
    gain: { column: 'v.gain', type: 'amount' },
    loss: { column: 'v.loss', type: 'amount' },
    createdAt: { column: 'v.created_at', type: 'instant' },
    reversedAt: { column: 'v.reversed_at', type: 'instant' },
  },
  key: { column: 'v.revaluation_id', type: 'id' },
  defaultSort: [
    { field: 'date', dir: 'desc' },
    { field: 'currency', dir: 'asc' },
  ],
};
