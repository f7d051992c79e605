import { createHash } from 'node:crypto';
import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { eventRows, takeEventSequences } from '../../../outbox';
import type { TableRows, Tx } from '../../../platform/database';
import type { BankAccount } from '../../domain/bank-account';
import type { SettlementFacts } from '../data/settlements';
import { totalsOf } from '../domain/payout-worth';
import type { Payout, Provider } from '../domain/settlement';

/**
 * What is stored of a payout that is paid to the account.
 * @throws DomainError `settlement_refused`
 */
export function factsOf(account: BankAccount, provider: Provider, payout: Payout): SettlementFacts {
  const totals = totalsOf(payout.payoutId, payout.lines, payout.amount);
  if (totals.currency.code !== account.currency.code) {
    refuse(
      'settlement_refused',
      `Payout ${payout.payoutId} is in ${totals.currency.code}, bank account ${account.name} in ${account.currency.code}; import it to the account that it is paid to, with a file of that currency alone.`,
    );
  }
  return {
    id: newId(),
    bankAccountId: account.id,
    provider,
    payoutId: payout.payoutId,
    payoutDate: payout.paidOn,
    currency: totals.currency,
    grossTotal: totals.gross.toString(),
    feeTotal: totals.fee.toString(),
    netTotal: totals.net.toString(),
    difference: totals.difference.toString(),
    contentHash: hashOf(account, payout),
  };
}

/** What makes a payout the same again: where it goes, what it comes to, and its lines in whatever order. */
function hashOf(account: BankAccount, { paidOn, amount, lines }: Payout): string {
  const texts = lines.map(({ gross, fee, customerAmount, ...line }) =>
    JSON.stringify([
      ...Object.values(line),
      gross.currency.code,
      ...[gross, fee, customerAmount].map(money => money?.toString()),
      customerAmount?.currency.code,
    ]),
  );
  const hash = createHash('sha256').update(JSON.stringify([account.id, paidOn, amount?.toString() ?? null]));
  for (const text of texts.sort()) hash.update(text);
  return hash.digest('hex');
}

/** The events of payouts that are new in the books, and of those that changed. */
export async function settlementEvents(
  tx: Tx,
  imported: SettlementFacts[],
  updated: SettlementFacts[],
): Promise<TableRows> {
  const facts = [
    ...imported.map(settlement => ({ settlement, type: 'settlement.imported' as const })),
    ...updated.map(settlement => ({ settlement, type: 'settlement.updated' as const })),
  ];
  const sequences = await takeEventSequences(tx, facts.length);
  return eventRows(
    tx,
    facts.map(({ settlement: { id, payoutId, provider, currency, netTotal }, type }, index) => ({
      sequence: sequences[index]!,
      type,
      entityId: id,
      payload: { id, provider, payoutId, currency: currency.code, netTotal, status: 'imported' },
    })),
  );
}
