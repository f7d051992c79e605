import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { lockBankTransaction } from '../../data/bank-transactions';
import { clearDeposits, depositRows, type Deposit } from '../data/settlement-deposits';
import { lockSettlements } from '../data/settlements';

/** Notes the arrival of posted payouts on a bank account where it is clear; their money is posted already. */
export async function linkClearDeposits(tx: Tx, bankAccountId: string): Promise<void> {
  const linked: Deposit[] = [];
  for (const deposit of await lockedDeposits(tx, bankAccountId)) {
    const { status } = await lockBankTransaction(tx, deposit.transactionId);
    if (status === 'new') linked.push(deposit);
  }
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
async function lockedDeposits(tx: Tx, bankAccountId: string): Promise<Deposit[]> {
  const found = await clearDeposits(tx, bankAccountId);
  if (found.length === 0) return [];
  const ids = new Set(found.map(({ settlementId }) => settlementId));
  await lockSettlements(tx, [...ids]);
  return (await clearDeposits(tx, bankAccountId)).filter(({ settlementId }) => ids.has(settlementId));
}
