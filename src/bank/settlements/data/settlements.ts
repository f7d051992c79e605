import type { Currency } from '../../../shared/currency';
import { refuseUnknown } from '../../../shared/domain-error';
import type { ListDefinition } from '../../../platform/lists';
import type { Tx } from '../../../platform/database';
import { BOOKED_CHARGE, WAITING_TRANSACTION } from './charge-joins';
import { categoriesOf, type Provider, type Settlement, PROVIDERS } from '../domain/settlement';

type OfLines =
  'lineCount' | 'matchedCount' | 'unmatchedCount' | 'clearedNet' | 'clearingDifference' | 'clearingOpenCount';

export type SettlementRow = Omit<Settlement, 'currency' | OfLines> & {
  currency: string;
  minorUnits: number;
  ofLines: Pick<Settlement, OfLines>;
};

const CUSTOMER_CATEGORIES = categoriesOf('customer')
  .map(category => `'${category}'`)
  .join(', ');

const TABLES = `settlements s
  JOIN currencies y ON y.code = s.currency
  LEFT JOIN settlement_postings p ON p.company_id = s.company_id AND p.settlement_id = s.settlement_id AND p.reversal_transaction_id IS NULL
  LEFT JOIN settlement_deposits d ON d.company_id = s.company_id AND d.settlement_id = s.settlement_id`;
/** Counts and sums of the lines; made for the rows that are shown only. Amounts as texts: JSON numbers would lose digits. */
const OF_LINES = `(
  SELECT jsonb_build_object(
           'lineCount', count(*),
           'matchedCount', count(*) FILTER (WHERE l.match_status <> 'unmatched'),
           'unmatchedCount', count(*) FILTER (WHERE l.match_status = 'unmatched' AND c.charge_id IS NULL AND l.category IN (${CUSTOMER_CATEGORIES})),
           'clearedNet', (sum(l.net) FILTER (WHERE c.charge_id IS NOT NULL))::text,
           'clearingDifference', (sum(l.gross - c.amount) FILTER (WHERE c.currency = l.currency))::text,
           'clearingOpenCount', count(*) FILTER (WHERE c.charge_id IS NULL AND ${WAITING_TRANSACTION}))
    FROM settlement_lines l ${BOOKED_CHARGE} WHERE l.company_id = s.company_id AND l.settlement_id = s.settlement_id)`;
const STATUS = `CASE WHEN p.posting_id IS NULL THEN 'imported' ELSE 'posted' END`;
const COLUMNS = `s.settlement_id AS id, s.bank_account_id AS "bankAccountId", s.provider, s.payout_id AS "payoutId",
  s.paid_on AS "payoutDate", s.currency, y.minor_units AS "minorUnits", s.gross_total AS "grossTotal", s.fee_total AS "feeTotal",
  s.net_total AS "netTotal", s.difference, s.content_hash AS "contentHash", s.created_at AS "createdAt", s.updated_at AS "updatedAt",
  p.posting_id AS "postingId", p.posted_on AS "postedOn", p.fx_rate AS "fxRate", p.journal_transaction_id AS "journalTransactionId",
  d.bank_transaction_id AS "bankTransactionId", ${OF_LINES} AS "ofLines"`;

export function toSettlement({ currency, minorUnits, ofLines, ...row }: SettlementRow): Settlement {
  return { ...row, ...ofLines, currency: { code: currency, minorUnits } };
}

/** @throws DomainError `not_found` naming the member `id` */
export async function findSettlement(tx: Tx, id: string): Promise<Settlement> {
  const [settlement] = await settlementsById(tx, [id]);
  return settlement ?? refuseUnknown('id', `Payout ${id}`);
}

/** In the order of the payouts' ids. */
export async function settlementsById(tx: Tx, ids: string[]): Promise<Settlement[]> {
  const rows = await tx.query<SettlementRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE s.company_id = $1 AND s.settlement_id = ANY ($2) ORDER BY s.payout_id`,
    [tx.companyId, ids],
  );
  return rows.map(toSettlement);
}

/**
 * Whatever is done to one payout follows each other.
 * @throws DomainError `not_found` naming the member `id`
 */
export async function lockSettlement(tx: Tx, id: string): Promise<Settlement> {
  await tx.query('SELECT 1 FROM settlements WHERE company_id = $1 AND settlement_id = $2 FOR UPDATE', [
    tx.companyId,
    id,
  ]);
  return findSettlement(tx, id);
}

/** What is stored of a payout itself. Amounts are decimal strings. */
export interface SettlementFacts {
  id: string;
  bankAccountId: string;
  provider: Provider;
  payoutId: string;
  payoutDate: string | null;
  currency: Currency;
  grossTotal: string;
  feeTotal: string;
  netTotal: string;
  difference: string;
  contentHash: string;
}

/** Stores payouts that are not there yet, and returns their ids; waits for imports of the same ones. */
export async function insertNewSettlements(tx: Tx, settlements: SettlementFacts[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO settlements (${STORED})
     SELECT ${STORED} FROM jsonb_populate_recordset(NULL::settlements, $1::jsonb) ORDER BY payout_id
     ON CONFLICT (company_id, provider, payout_id) DO NOTHING RETURNING settlement_id AS id`,
    [JSON.stringify(settlements.map(settlement => rowOf(tx, settlement)))],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks payouts, in the order of their ids. */
export async function lockSettlements(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(
    'SELECT 1 FROM settlements WHERE company_id = $1 AND settlement_id = ANY ($2) ORDER BY payout_id FOR UPDATE',
    [tx.companyId, ids],
  );
}

/** Locks the stored payouts of these ids of the provider, in their order. */
export async function lockByPayout(tx: Tx, provider: Provider, payoutIds: string[]): Promise<StoredPayout[]> {
  const locked = await tx.query<{ id: string }>(
    `SELECT settlement_id AS id FROM settlements WHERE company_id = $1 AND provider = $2 AND payout_id = ANY ($3)
      ORDER BY payout_id FOR UPDATE`,
    [tx.companyId, provider, payoutIds],
  );
  return tx.query<StoredPayout>(
    `SELECT s.settlement_id AS id, s.payout_id AS "payoutId", s.content_hash AS "contentHash", p.posting_id IS NOT NULL AS "isPosted",
            s.bank_account_id AS "bankAccountId", s.net_total AS "netTotal", d.bank_transaction_id AS "movedBy"
       FROM settlements s
       LEFT JOIN settlement_postings p ON p.company_id = s.company_id AND p.settlement_id = s.settlement_id AND p.reversal_transaction_id IS NULL
       LEFT JOIN settlement_deposits d ON d.company_id = s.company_id AND d.settlement_id = s.settlement_id AND d.journal_transaction_id IS NOT NULL
      WHERE s.company_id = $1 AND s.settlement_id = ANY ($2) ORDER BY s.payout_id`,
    [tx.companyId, locked.map(({ id }) => id)],
  );
}

export interface StoredPayout {
  id: string;
  payoutId: string;
  contentHash: string;
  isPosted: boolean;
  bankAccountId: string;
  netTotal: string;
  /** The bank transaction of its arrival, where that moved the money from the provider's account to the bank. */
  movedBy: string | null;
}

export async function updateSettlements(tx: Tx, settlements: SettlementFacts[]): Promise<void> {
  await tx.execute(
    `UPDATE settlements s
        SET bank_account_id = c.bank_account_id, paid_on = c.paid_on, currency = c.currency, gross_total = c.gross_total,
            fee_total = c.fee_total, net_total = c.net_total, difference = c.difference, content_hash = c.content_hash,
            updated_at = c.updated_at
       FROM jsonb_populate_recordset(NULL::settlements, $1::jsonb) c
      WHERE s.company_id = c.company_id AND s.settlement_id = c.settlement_id`,
    [JSON.stringify(settlements.map(settlement => rowOf(tx, settlement)))],
  );
}

const STORED = `company_id, settlement_id, bank_account_id, provider, payout_id, paid_on, currency, gross_total, fee_total,
  net_total, difference, content_hash, created_at, updated_at`;

function rowOf(tx: Tx, settlement: SettlementFacts): Record<string, unknown> {
  return {
    company_id: tx.companyId,
    settlement_id: settlement.id,
    bank_account_id: settlement.bankAccountId,
    provider: settlement.provider,
    payout_id: settlement.payoutId,
    paid_on: settlement.payoutDate,
    currency: settlement.currency.code,
    gross_total: settlement.grossTotal,
    fee_total: settlement.feeTotal,
    net_total: settlement.netTotal,
    difference: settlement.difference,
    content_hash: settlement.contentHash,
    created_at: tx.now,
    updated_at: tx.now,
  };
}

export const settlementList: ListDefinition = {
  name: 'settlements',
  from: TABLES,
  select: COLUMNS,
  fields: {
    id: { column: 's.settlement_id', type: 'id' },
    bankAccountId: { column: 's.bank_account_id', type: 'id' },
    provider: { column: 's.provider', type: 'text', values: PROVIDERS },
    payoutId: { column: 's.payout_id', type: 'text' },
    payoutDate: { column: 's.paid_on', type: 'date' },
    currency: { column: 's.currency', type: 'text' },
    grossTotal: { column: 's.gross_total', type: 'amount' },
    feeTotal: { column: 's.fee_total', type: 'amount' },
    netTotal: { column: 's.net_total', type: 'amount' },
    difference: { column: 's.difference', type: 'amount' },
    status: { column: STATUS, type: 'text', values: ['imported', 'posted'] },
    journalTransactionId: { column: 'p.journal_transaction_id', type: 'id' },
    bankTransactionId: { column: 'd.bank_transaction_id', type: 'id' },
    createdAt: { column: 's.created_at', type: 'instant' },
    updatedAt: { column: 's.updated_at', type: 'instant' },
  },
  key: { column: 's.settlement_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'desc' }],
  currency: { code: 's.currency', minorUnits: 'y.minor_units' },
};
