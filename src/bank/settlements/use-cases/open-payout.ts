import { Injectable } from '@nestjs/common';
import type { Currency } from '../../../shared/currency';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { ignored, PROCESSED, type EventOutcome, type InboundEvent } from '../../../webhooks';
import { activeAccountsIn, findBankAccount } from '../../data/bank-accounts';
import { refuseInactive, type BankAccount } from '../../domain/bank-account';
import { currenciesByCode } from '../data/currencies';
import { insertNewSettlements } from '../data/settlements';
import { announcedPayout } from '../domain/announced-payout';
import { factsOf, settlementEvents } from '../steps/settlement-facts';

/**
 * Opens a payout that the provider says it has paid (`payout.paid`): its amount, none of its lines yet, so all of it is a
 * difference. The payout file completes it. One that is in the books already, from a file or an event, stays as it is
 * (@invariant INV-05).
 * @throws DomainError `bank_account_inactive`
 */
@Injectable()
export class OpenPayout {
  async execute(tx: Tx, event: InboundEvent): Promise<EventOutcome> {
    const payout = announcedPayout(event.object, await currenciesByCode(tx));
    if (typeof payout === 'string') return ignored(payout);
    const account = await arrivalAccount(tx, event.bankAccountId, payout.amount.currency);
    if (typeof account === 'string') return ignored(account);
    const facts = factsOf(account, 'stripe', { ...payout, lines: [] });
    const fresh = await insertNewSettlements(tx, [facts]);
    if (fresh.size === 0) return ignored(`Payout ${payout.payoutId} is in the books already.`);
    await tx.insert(
      auditRows(tx, {
        action: 'settlement.opened',
        entity: 'settlement',
        entityId: facts.id,
        diff: { payoutId: payout.payoutId, bankAccountId: account.id, netTotal: facts.netTotal },
      }),
      await settlementEvents(tx, [facts], []),
    );
    return PROCESSED;
  }
}

/** The account that the payout is paid to; or why that is not known, which a payout file will say. */
async function arrivalAccount(
  tx: Tx,
  given: string | null,
  currency: Currency,
): Promise<BankAccount | string> {
  if (given === null) {
    const accounts = await activeAccountsIn(tx, currency);
    const atBanks = accounts.filter(({ type }) => type === 'bank');
    const [account, ...others] = atBanks.length > 0 ? atBanks : accounts;
    if (account && others.length === 0) return account;
    return `The company has ${others.length === 0 ? 'no' : 'several'} bank accounts in ${currency.code}: name one as bankAccountId of the webhook endpoint, or import the payout file.`;
  }
  const account = await findBankAccount(tx, given, 'bankAccountId');
  refuseInactive(account);
  if (account.currency.code === currency.code) return account;
  return `The payout is in ${currency.code}, bank account ${account.name} of the webhook endpoint in ${account.currency.code}.`;
}
