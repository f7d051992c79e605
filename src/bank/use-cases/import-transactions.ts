import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { refuseField } from '../../shared/domain-error';
import { givenMoney } from '../../shared/given-money';
import { parseIban } from '../../shared/iban';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { findBankAccount } from '../data/bank-accounts';
import { insertNewTransactions, refuseOtherUnderExternalId } from '../data/bank-transactions';
import { refuseInactive, type BankAccount } from '../domain/bank-account';
import type { NewBankTransaction } from '../domain/bank-transaction';
import { dedupeKeys } from '../domain/dedupe-keys';
import { linkClearDeposits } from '../settlements/steps/link-clear-deposits';

interface GivenTransaction {
  date: CalendarDate;
  /** Decimal string, positive for money in. */
  amount: string;
  currency?: string;
  counterpartyName?: string;
  counterpartyIban?: string;
  description?: string;
  externalId?: string;
}

interface ImportResult {
  imported: number;
  skipped: number;
}

/**
 * Stores movements that are not there yet. One with an `externalId` is told by it; one without as a line of a statement is.
 * @throws DomainError `duplicate` for an `externalId` that is there with another day or amount
 */
@Injectable()
export class ImportTransactions {
  async execute(tx: Tx, bankAccountId: string, given: GivenTransaction[]): Promise<ImportResult> {
    const account = await findBankAccount(tx, bankAccountId, 'bankAccountId');
    refuseInactive(account);
    const transactions = withDedupeKeys(
      given.map((transaction, index) => transactionOf(account, transaction, `transactions.${index}`)),
    );
    const imported = await insertNewTransactions(tx, account, transactions);
    await refuseOtherUnderExternalId(tx, account, transactions);
    await linkClearDeposits(tx, account.id);
    const result = { imported, skipped: given.length - imported };
    await tx.insert(
      auditRows(tx, {
        action: 'bank_transactions.imported',
        entity: 'bank_account',
        entityId: bankAccountId,
        diff: result,
      }),
    );
    return result;
  }
}

function transactionOf(
  account: BankAccount,
  given: GivenTransaction,
  member: string,
): Omit<NewBankTransaction, 'dedupeKey'> {
  const { currency } = account;
  if (given.currency !== undefined && given.currency !== currency.code) {
    refuseField(`${member}.currency`, `must be ${currency.code}, the currency of the bank account`);
  }
  const amount = givenMoney(given.amount, `${member}.amount`, currency);
  if (amount.isZero()) refuseField(`${member}.amount`, 'must not be zero');
  const iban = given.counterpartyIban;
  return {
    id: newId(),
    bankAccountId: account.id,
    date: given.date,
    valueDate: null,
    amount: amount.toString(),
    counterpartyName: given.counterpartyName ?? null,
    // Accounts elsewhere in the world have no IBAN; what is none stays as it is.
    counterpartyIban: iban === undefined ? null : (parseIban(iban) ?? iban),
    description: given.description ?? null,
    externalId: given.externalId ?? null,
    bankReference: null,
  };
}

function withDedupeKeys(transactions: Omit<NewBankTransaction, 'dedupeKey'>[]): NewBankTransaction[] {
  const keys = dedupeKeys(
    transactions.map(({ date, externalId, ...transaction }) => ({
      ...transaction,
      bookedOn: date,
      // Named ones do not count among the equal ones of a day.
      reference: externalId,
    })),
  );
  return transactions.map((transaction, index) => ({
    ...transaction,
    dedupeKey: transaction.externalId === null ? keys[index]! : `external ${transaction.externalId}`,
  }));
}
