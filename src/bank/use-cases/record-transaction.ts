import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { refuseField } from '../../shared/domain-error';
import { givenMoney } from '../../shared/given-money';
import { newId } from '../../shared/ids';
import type { Tx } from '../../platform/database';
import { findBankAccount } from '../data/bank-accounts';
import { bankTransactionRow, findBankTransaction } from '../data/bank-transactions';
import { refuseInactive } from '../domain/bank-account';
import type { BankTransaction, PaidDocumentType } from '../domain/bank-transaction';
import { chargeIdIn } from '../settlements/domain/settlement';
import { payDocuments } from '../steps/pay-documents';

interface RecordOrder {
  bankAccountId: string;
  date: CalendarDate;
  /** Decimal string, positive for money in. */
  amount: string;
  description?: string;
  documentType: PaidDocumentType;
  documentId: string;
}

/** Records a movement that no statement brings and pays a document with it. */
@Injectable()
export class RecordTransaction {
  async execute(tx: Tx, order: RecordOrder): Promise<BankTransaction> {
    const account = await findBankAccount(tx, order.bankAccountId, 'bankAccountId');
    refuseInactive(account);
    const amount = givenMoney(order.amount, 'amount', account.currency);
    if (amount.isZero()) refuseField('amount', 'must not be zero');
    const id = newId();
    const facts = await payDocuments(
      tx,
      {
        id,
        date: order.date,
        amount,
        account,
        name: `Payment of ${order.date}`,
        chargeId: chargeIdIn(amount, order.description),
      },
      {
        allocations: [{ documentType: order.documentType, documentId: order.documentId }],
        memberOf: () => 'documentId',
      },
    );
    const row = bankTransactionRow(tx, account, {
      id,
      bankAccountId: account.id,
      date: order.date,
      valueDate: null,
      amount: amount.toString(),
      counterpartyName: null,
      counterpartyIban: null,
      description: order.description ?? null,
      externalId: null,
      bankReference: null,
      dedupeKey: `recorded ${id}`,
    });
    await tx.insert({ table: 'bank_transactions', rows: [row] }, ...facts);
    return findBankTransaction(tx, id);
  }
}
