import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { lockBankTransaction } from '../../data/bank-transactions';
import { clearDeposits, depositRows, type Deposit, type Posting } from '../data/settlement-deposits';
import { lockSettlements } from '../data/settlements';

/** Notes the arrival of posted payouts on a bank account where it is clear; their money is posted already. */
export async function linkClearDeposits(tx: Tx, bankAccountId: string): Promise<void> {
  await linkDeposits(tx, await lockClearDeposits(tx, bankAccountId));
}

/**
 * Arrivals that are clear, with their payouts and bank transactions locked.
 * @param posting of a payout that this transaction is going to post: it counts as posted
 */
export async function lockClearDeposits(
  tx: Tx,
  bankAccountId: string,
  posting?: Posting,
): Promise<Deposit[]> {
  const clear: Deposit[] = [];
  for (const deposit of await depositsOfLocked(tx, bankAccountId, posting)) {
    const { status } = await lockBankTransaction(tx, deposit.transactionId);
    if (status === 'new') clear.push(deposit);
  }
  return clear;
}

/** Notes these arrivals of posted payouts. */
export async function linkDeposits(tx: Tx, linked: Deposit[]): Promise<void> {
  if (linked.length === 0) return;
  await tx.insert(
    depositRows(
      tx,
      linked.map(deposit => ({ ...deposit, journalTransactionId: null })),
    ),
    auditRows(
      tx,
      ...linked.map(({ settlementId, transactionId }) => ({
        action: 'settlement.arrived',
        entity: 'settlement',
        entityId: settlementId,
        diff: { bankTransactionId: transactionId },
      })),
    ),
  );
}

/**
 * What is clear once the payouts are locked: until then one may be reversed, or linked by hand. All of them first, then the
 * bank transactions, as `LinkDeposit` does.
 */
async function depositsOfLocked(tx: Tx, bankAccountId: string, posting?: Posting): Promise<Deposit[]> {
  const found = await clearDeposits(tx, bankAccountId, posting);
  if (found.length === 0) return [];
  const ids = new Set(found.map(({ settlementId }) => settlementId));
  await lockSettlements(tx, [...ids]);
  return (await clearDeposits(tx, bankAccountId, posting)).filter(({ settlementId }) =>
    ids.has(settlementId),
  );
}
