import type { CalendarDate } from '../../../shared/calendar-date';
import { Money } from '../../../shared/money';
import type { Tx } from '../../../platform/database';
import type { Settled } from '../domain/open-item';
import { lockOpenItems } from './open-items';

/** A write-off as stored, its item locked. */
export interface StoredWriteOff {
  date: CalendarDate;
  transactionId: string;
  documentNumber: string;
  partnerId: string;
  settled: Settled;
  /** The transaction that has taken it back. */
  reversedById: string | null;
}

/** The document type of an open item, to tell what it cannot be written off for. */
export async function documentTypeOf(tx: Tx, openItemId: string): Promise<string> {
  const [row] = await tx.query<{ documentType: string }>(
    'SELECT document_type AS "documentType" FROM open_items WHERE company_id = $1 AND open_item_id = $2',
    [tx.companyId, openItemId],
  );
  return row!.documentType;
}

/** Locks the item of a write-off and then reads whether it was taken back: two reversals at once follow each other. */
export async function lockWriteOff(tx: Tx, allocationId: string): Promise<StoredWriteOff | undefined> {
  const [row] = await tx.query<{
    openItemId: string;
    date: CalendarDate;
    amount: string;
    baseAmount: string;
    transactionId: string;
  }>(
    `SELECT open_item_id AS "openItemId", allocated_on AS date, amount, base_amount AS "baseAmount",
            transaction_id AS "transactionId" FROM open_item_allocations
      WHERE company_id = $1 AND allocation_id = $2 AND kind = 'debt_write_off'`,
    [tx.companyId, allocationId],
  );
  if (!row) return undefined;
  const item = (await lockOpenItems(tx, [row.openItemId])).get(row.openItemId)!;
  const [reversal] = await tx.query<{ id: string }>(
    'SELECT transaction_id AS id FROM journal_transactions WHERE company_id = $1 AND reverses_id = $2',
    [tx.companyId, row.transactionId],
  );
  return {
    date: row.date,
    transactionId: row.transactionId,
    documentNumber: item.documentNumber,
    partnerId: item.partnerId,
    settled: {
      openItemId: row.openItemId,
      amount: Money.of(row.amount, item.amount.currency),
      baseAmount: Money.of(row.baseAmount, item.baseAmount.currency),
    },
    reversedById: reversal?.id ?? null,
  };
}
