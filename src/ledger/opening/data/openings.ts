import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';
import { postingAccounts } from '../../posting-rules/data/posting-rules';
import type { Opening } from '../domain/opening';
import type { OpeningItem } from '../domain/opening-items';

/** A posted opening; `reversalTransactionId` when it was taken back. */
export type PostedOpening = Omit<Opening, 'clearing'>;

/** What opens the books follows each other, and no supplier's document is entered meanwhile; the database is the judge. */
export async function lockOpenings(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(openings_gate($1))', [tx.companyId]);
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

/**
 * The opening item of a supplier's document that stands (@invariant INV-06), as a document of the same number is to be entered.
 * @param key.yearKey 0 where a number is unique for ever, else the year of the document
 */
export async function openedPayable(
  tx: Tx,
  key: { partnerId: string; numberKey: string; yearKey: number },
): Promise<string | undefined> {
  const [item] = await tx.query<{ id: string }>(
    `SELECT item_id AS id FROM opening_items
      WHERE company_id = $1 AND partner_id = $2 AND side = 'payable' AND number_key = $3
        AND reversal_transaction_id IS NULL AND $4::integer IN (0, extract(year FROM document_on))`,
    [tx.companyId, key.partnerId, key.numberKey, key.yearKey],
  );
  return item?.id;
}

/** An item whose document is in the books already: its place among them, and the id of what is there. */
export interface OpenedAlready {
  index: number;
  existingId: string;
  /** Entered as a supplier's document, not opened. */
  isRegistered: boolean;
}

/** The first of the items whose partner, side and number is in the books already. */
export async function firstOpenedAlready(tx: Tx, items: OpeningItem[]): Promise<OpenedAlready | undefined> {
  const [found] = await tx.query<OpenedAlready>(
    `SELECT g.index, coalesce(o.item_id, s.id) AS "existingId", o.item_id IS NULL AS "isRegistered"
       FROM jsonb_to_recordset($2::jsonb)
            AS g(index integer, "partnerId" uuid, side text, "numberKey" text, "documentOn" date)
       LEFT JOIN opening_items o ON o.company_id = $1 AND o.partner_id = g."partnerId" AND o.side = g.side
        AND o.number_key = g."numberKey" AND o.reversal_transaction_id IS NULL
       LEFT JOIN LATERAL (SELECT supplier_document_of($1, g."partnerId", g."numberKey", g."documentOn") AS id
                           WHERE g.side = 'payable') s ON true
      WHERE o.item_id IS NOT NULL OR s.id IS NOT NULL
      ORDER BY g.index LIMIT 1`,
    [
      tx.companyId,
      JSON.stringify(
        items.map(({ partnerId, side, numberKey, documentOn }, index) => ({
          index,
          partnerId,
          side,
          numberKey,
          documentOn,
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
    rows: items.map(({ openItemId, side, partnerId, documentNumber, numberKey, documentOn }) => ({
      company_id: tx.companyId,
      item_id: openItemId,
      opening_id: id,
      side,
      partner_id: partnerId,
      document_number: documentNumber,
      number_key: numberKey,
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
