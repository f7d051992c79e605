import type { CalendarDate } from '../../shared/calendar-date';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import type { ListDefinition } from '../../platform/lists';
import type { Tx } from '../../platform/database';
import type { BankAccount } from '../domain/bank-account';
import {
  type BankTransaction,
  type NewBankTransaction,
  MATCHED_DOCUMENT_TYPES,
} from '../domain/bank-transaction';

export type BankTransactionRow = Omit<BankTransaction, 'currency'> & { currency: string; minorUnits: number };

const TABLES = `bank_transactions t
  JOIN currencies y ON y.code = t.currency
  LEFT JOIN bank_matches m ON m.company_id = t.company_id AND m.transaction_id = t.transaction_id AND m.reversal_transaction_id IS NULL
  LEFT JOIN settlement_deposits d ON d.company_id = t.company_id AND d.bank_transaction_id = t.transaction_id
  LEFT JOIN settlement_postings p ON p.company_id = d.company_id AND p.settlement_id = d.settlement_id AND p.reversal_transaction_id IS NULL
  LEFT JOIN bank_transaction_closings c ON c.company_id = t.company_id AND c.bank_transaction_id = t.transaction_id`;
const JOURNAL =
  'coalesce(m.journal_transaction_id, d.journal_transaction_id, p.journal_transaction_id, c.journal_transaction_id)';
const STATUS = `CASE WHEN m.match_id IS NULL AND d.settlement_id IS NULL AND c.bank_transaction_id IS NULL THEN 'new' ELSE 'matched' END`;
const DOCUMENT_TYPE = `CASE WHEN d.settlement_id IS NOT NULL THEN 'settlement'
  WHEN c.journal_transaction_id IS NOT NULL THEN 'journal_transaction' ELSE m.document_type END`;
const DOCUMENT_ID = 'coalesce(m.document_id, d.settlement_id, c.journal_transaction_id)';
const EXTERNAL_ID = 'coalesce(t.external_id, t.bank_reference)';
const COLUMNS = `t.transaction_id AS id, t.bank_account_id AS "bankAccountId", t.booked_on AS date, t.value_on AS "valueDate",
  t.amount, t.currency, y.minor_units AS "minorUnits", t.counterparty_name AS "counterpartyName",
  t.counterparty_iban AS "counterpartyIban", t.description, ${EXTERNAL_ID} AS "externalId", ${STATUS} AS status,
  m.match_id AS "matchId", ${DOCUMENT_TYPE} AS "matchedDocumentType", ${DOCUMENT_ID} AS "matchedDocumentId",
  c.bank_transaction_id IS NOT NULL AS "isClosed", c.reason AS "setAsideReason", d.settlement_id AS "settlementId", ${JOURNAL} AS "journalTransactionId", t.created_at AS "createdAt"`;

export function toBankTransaction({ currency, minorUnits, ...row }: BankTransactionRow): BankTransaction {
  return { ...row, currency: { code: currency, minorUnits } };
}

/** @throws DomainError `not_found` naming the member `transactionId` */
export async function findBankTransaction(tx: Tx, id: string): Promise<BankTransaction> {
  const [row] = await tx.query<BankTransactionRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE t.company_id = $1 AND t.transaction_id = $2`,
    [tx.companyId, id],
  );
  return row ? toBankTransaction(row) : refuseUnknown('transactionId', `Bank transaction ${id}`);
}

/** How many transactions up to a day wait to be matched, and the ids of the oldest, at most as many as wanted. */
export async function unmatchedTransactions(
  tx: Tx,
  day: CalendarDate,
  most: number,
): Promise<{ count: number; found: string[] }> {
  const rows = await tx.query<{ id: string; count: number }>(
    `SELECT t.transaction_id AS id, (count(*) OVER ())::int AS count FROM ${TABLES}
      WHERE t.company_id = $1 AND t.booked_on <= $2 AND ${STATUS} = 'new' ORDER BY t.booked_on, t.transaction_id LIMIT $3`,
    [tx.companyId, day, most],
  );
  return { count: rows[0]?.count ?? 0, found: rows.map(({ id }) => id) };
}

/**
 * Matches of one transaction follow each other, so that a later one finds the first. The row itself cannot be locked:
 * nobody may update it. uq_bank_matches__one_live is the judge.
 */
export async function lockBankTransaction(tx: Tx, id: string): Promise<BankTransaction> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('bank-transaction' || $1::text || $2::text, 0))`,
    [tx.companyId, id],
  );
  return findBankTransaction(tx, id);
}

/**
 * The transaction to be explained by something, locked.
 * @throws DomainError `already_matched`
 */
export async function lockUnmatched(tx: Tx, id: string): Promise<BankTransaction> {
  const transaction = await lockBankTransaction(tx, id);
  if (transaction.status === 'new') return transaction;
  const { setAsideReason, matchId, settlementId, journalTransactionId } = transaction;
  refuse(
    'already_matched',
    `Bank transaction ${id} is ${setAsideReason === null ? 'matched' : 'set aside'} already; unmatch it first.`,
    { existingId: matchId ?? settlementId ?? journalTransactionId ?? undefined },
  );
}

const INSERTED_COLUMNS = `company_id, transaction_id, bank_account_id, booked_on, value_on, amount, currency,
  counterparty_name, counterparty_iban, description, external_id, bank_reference, dedupe_key, created_at`;
const ROWS_PER_STATEMENT = 5000;

/** Stores what is not there yet; returns how many that were. In one order, so that two imports at once do not block each other. */
export async function insertNewTransactions(
  tx: Tx,
  account: BankAccount,
  transactions: NewBankTransaction[],
): Promise<number> {
  const rows = transactions.map(transaction => bankTransactionRow(tx, account, transaction));
  rows.sort((a, b) => (a.dedupe_key < b.dedupe_key ? -1 : 1));
  let inserted = 0;
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    inserted += await tx.execute(
      `INSERT INTO bank_transactions (${INSERTED_COLUMNS})
       SELECT ${INSERTED_COLUMNS} FROM jsonb_populate_recordset(NULL::bank_transactions, $1::jsonb)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT))],
    );
  }
  return inserted;
}

export function bankTransactionRow(
  tx: Tx,
  account: BankAccount,
  transaction: NewBankTransaction,
): Record<string, unknown> & { dedupe_key: string } {
  return {
    company_id: tx.companyId,
    transaction_id: transaction.id,
    bank_account_id: account.id,
    booked_on: transaction.date,
    value_on: transaction.valueDate,
    amount: transaction.amount,
    currency: account.currency.code,
    counterparty_name: transaction.counterpartyName,
    counterparty_iban: transaction.counterpartyIban,
    description: transaction.description,
    external_id: transaction.externalId,
    bank_reference: transaction.bankReference,
    dedupe_key: transaction.dedupeKey,
    created_at: tx.now,
  };
}

/**
 * One `externalId` is one movement: another day or amount under it is a mistake, not a repetition.
 * @throws DomainError `duplicate` with the id of the stored one
 */
export async function refuseOtherUnderExternalId(
  tx: Tx,
  account: BankAccount,
  transactions: NewBankTransaction[],
): Promise<void> {
  const named = transactions.filter(({ externalId }) => externalId !== null);
  const [other] = await tx.query<{ id: string; externalId: string; date: string; amount: string }>(
    `SELECT t.transaction_id AS id, t.external_id AS "externalId", t.booked_on AS date, t.amount
       FROM jsonb_to_recordset($3::jsonb) AS g("externalId" text, date date, amount numeric)
       JOIN bank_transactions t ON t.company_id = $1 AND t.bank_account_id = $2 AND t.external_id = g."externalId"
      WHERE (t.booked_on, t.amount) <> (g.date, g.amount) LIMIT 1`,
    [tx.companyId, account.id, JSON.stringify(named)],
  );
  if (!other) return;
  refuse(
    'duplicate',
    `Transaction ${other.externalId} of ${other.date} is there with another day or amount; use another externalId.`,
    { existingId: other.id },
  );
}

export const bankTransactionList: ListDefinition = {
  name: 'bank-transactions',
  from: TABLES,
  select: COLUMNS,
  fields: {
    id: { column: 't.transaction_id', type: 'id' },
    bankAccountId: { column: 't.bank_account_id', type: 'id' },
    date: { column: 't.booked_on', type: 'date' },
    valueDate: { column: 't.value_on', type: 'date' },
    amount: { column: 't.amount', type: 'amount' },
    currency: { column: 't.currency', type: 'text' },
    counterpartyName: { column: 't.counterparty_name', type: 'text' },
    counterpartyIban: { column: 't.counterparty_iban', type: 'text' },
    description: { column: 't.description', type: 'text' },
    externalId: { column: EXTERNAL_ID, type: 'text' },
    status: { column: STATUS, type: 'text', values: ['new', 'matched'] },
    matchedDocumentType: {
      column: DOCUMENT_TYPE,
      type: 'text',
      values: MATCHED_DOCUMENT_TYPES,
    },
    matchedDocumentId: { column: DOCUMENT_ID, type: 'id' },
    setAsideReason: { column: 'c.reason', type: 'text' },
    journalTransactionId: { column: JOURNAL, type: 'id' },
    createdAt: { column: 't.created_at', type: 'instant' },
  },
  key: { column: 't.transaction_id', type: 'id' },
  defaultSort: [{ field: 'date', dir: 'desc' }],
  currency: { code: 't.currency', minorUnits: 'y.minor_units' },
};
