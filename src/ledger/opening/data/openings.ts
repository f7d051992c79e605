import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';
import { postingAccounts } from '../../posting-rules/data/posting-rules';
import type { Opening } from '../domain/opening';
import type { OpeningItem } from '../domain/opening-items';

/** A posted opening; `reversalTransactionId` when it was taken back. */
export type PostedOpening = Omit<Opening, 'clearing'>;

/** What opens the books follows each other; the unique indexes are the judge. */
export async function lockOpenings(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('openings' || $1::text, 0))`, [tx.companyId]);
}

/** The currencies of ISO 4217 among the codes, by code. */
export async function currenciesByCode(tx: Tx, codes: string[]): Promise<Map<string, Currency>> {
  const rows = await tx.query<Currency>(
    'SELECT code, minor_units AS "minorUnits" FROM currencies WHERE code = ANY ($1)',
    [[...new Set(codes)]],
  );
  return new Map(rows.map(currency => [currency.code, currency]));
}

/** Those of the ids that are partners. */
export async function partnersAmong(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    'SELECT partner_id AS id FROM partners WHERE company_id = $1 AND partner_id = ANY ($2)',
    [tx.companyId, [...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}

const BALANCE = `opening_id AS id, opened_on AS date, transaction_id AS "transactionId",
  reversal_transaction_id AS "reversalTransactionId"`;

/** The opening balance that stands. */
export async function liveOpeningBalance(tx: Tx): Promise<PostedOpening | undefined> {
  const [opening] = await tx.query<PostedOpening>(
    `SELECT ${BALANCE} FROM opening_balances WHERE company_id = $1 AND reversal_transaction_id IS NULL`,
    [tx.companyId],
  );
  return opening;
}

export async function findOpeningBalance(tx: Tx, id: string): Promise<PostedOpening | undefined> {
  const [opening] = await tx.query<PostedOpening>(
    `SELECT ${BALANCE} FROM opening_balances WHERE company_id = $1 AND opening_id = $2`,
    [tx.companyId, id],
  );
  return opening;
}

export function openingBalanceRows(tx: Tx, { id, date, transactionId }: PostedOpening): TableRows {
  return {
    table: 'opening_balances',
    rows: [
      {
        company_id: tx.companyId,
        opening_id: id,
        opened_on: date,
        transaction_id: transactionId,
        created_at: tx.now,
        reversal_transaction_id: null,
      },
    ],
  };
}

/** The first of the items whose partner, side and number is in the books already: its place among them, and its id. */
export async function firstOpenedAlready(
  tx: Tx,
  items: OpeningItem[],
): Promise<{ index: number; existingId: string } | undefined> {
  const [found] = await tx.query<{ index: number; existingId: string }>(
    `SELECT g.index, o.item_id AS "existingId"
       FROM jsonb_to_recordset($2::jsonb) AS g(index integer, "partnerId" uuid, side text, "documentNumber" text)
       JOIN opening_items o ON o.company_id = $1 AND o.partner_id = g."partnerId" AND o.side = g.side
        AND o.document_number = g."documentNumber" AND o.reversal_transaction_id IS NULL
      ORDER BY g.index LIMIT 1`,
    [
      tx.companyId,
      JSON.stringify(
        items.map(({ partnerId, side, documentNumber }, index) => ({
          index,
          partnerId,
          side,
          documentNumber,
        })),
      ),
    ],
  );
  return found;
}

export function openingItemRows(
  tx: Tx,
  { id, transactionId }: { id: string; transactionId: string },
  items: OpeningItem[],
): TableRows {
  return {
    table: 'opening_items',
    rows: items.map(({ openItemId, side, partnerId, documentNumber, documentOn }) => ({
      company_id: tx.companyId,
      item_id: openItemId,
      opening_id: id,
      side,
      partner_id: partnerId,
      document_number: documentNumber,
      document_on: documentOn,
      transaction_id: transactionId,
      reversal_transaction_id: null,
    })),
  };
}

/** Items that were opened together, and the ids of theirs; undefined when there are none of this id. */
export async function findOpeningItems(
  tx: Tx,
  id: string,
): Promise<(PostedOpening & { itemIds: string[] }) | undefined> {
  const [opening] = await tx.query<PostedOpening & { itemIds: string[] }>(
    `SELECT o.opening_id AS id, t.posted_on AS date, o.transaction_id AS "transactionId",
            o.reversal_transaction_id AS "reversalTransactionId", jsonb_agg(o.item_id ORDER BY o.item_id) AS "itemIds"
       FROM opening_items o JOIN journal_transactions t ON t.company_id = o.company_id AND t.transaction_id = o.transaction_id
      WHERE o.company_id = $1 AND o.opening_id = $2 GROUP BY 1, 2, 3, 4`,
    [tx.companyId, id],
  );
  return opening;
}

/** Notes what took an opening back, after that is posted. */
export async function markOpeningReversed(
  tx: Tx,
  table: 'opening_balances' | 'opening_items',
  id: string,
  reversalTransactionId: string,
): Promise<void> {
  await tx.execute(
    `UPDATE ${table} SET reversal_transaction_id = $3
      WHERE company_id = $1 AND opening_id = $2 AND reversal_transaction_id IS NULL`,
    [tx.companyId, id, reversalTransactionId],
  );
}

/** An opening with what is on the clearing account now, debit positive. */
export async function withClearing(tx: Tx, opening: PostedOpening): Promise<Opening> {
  const { 'ledger.openingBalances': clearing } = await postingAccounts(tx, ['ledger.openingBalances']);
  const [row] = await tx.query<{ balance: string }>(
    `SELECT coalesce(sum(debit), 0) - coalesce(sum(credit), 0) AS balance FROM journal_entries
      WHERE company_id = $1 AND account_id = $2`,
    [tx.companyId, clearing.accountId],
  );
  const balance = Money.of(row!.balance, tx.company.baseCurrency);
  return { ...opening, clearing: { accountCode: clearing.code, balance } };
}
