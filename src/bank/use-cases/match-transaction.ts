import { Injectable } from '@nestjs/common';
import { Money } from '../../shared/money';
import type { Tx } from '../../platform/database';
import { findBankAccount } from '../data/bank-accounts';
import { findBankTransaction, lockUnmatched } from '../data/bank-transactions';
import type { BankTransaction } from '../domain/bank-transaction';
import { chargeIdIn } from '../settlements/domain/settlement';
import { payDocuments, type PaymentOrder } from '../steps/pay-documents';

/** Pays documents with a bank transaction. Of twenty calls at once one does, the others learn that it is matched. */
@Injectable()
export class MatchTransaction {
  async execute(tx: Tx, transactionId: string, order: PaymentOrder): Promise<BankTransaction> {
    const transaction = await lockUnmatched(tx, transactionId);
    const { date, amount, currency, externalId, description } = transaction;
    const account = await findBankAccount(tx, transaction.bankAccountId, 'bankAccountId');
    const facts = await payDocuments(
      tx,
      {
        id: transactionId,
        date,
        amount: Money.of(amount, currency),
        account,
        name: externalId ?? `Payment of ${date}`,
        chargeId: chargeIdIn(Money.of(amount, currency), externalId, description),
      },
      order,
    );
    await tx.insert(...facts);
    return findBankTransaction(tx, transactionId);
  }
}
