import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import { lockForReversal } from '../../ledger';
import type { Tx } from '../../platform/database';
import { findBankAccount } from '../data/bank-accounts';
import { closingRows, entriesOfAmount, findBooking } from '../data/bank-closings';
import { findBankTransaction, lockUnmatched } from '../data/bank-transactions';
import { refuseUnbookable } from '../domain/booking';
import type { BankTransaction } from '../domain/bank-transaction';

/**
 * Says which manual journal transaction has booked a bank transaction: VAT paid, salaries, charges. It has an entry on the
 * ledger account of the bank with the same amount, at most `MOST_DAYS_APART` (`domain/booking.ts`) apart, that no other bank transaction has.
 * Nothing is posted.
 * @throws DomainError `already_matched`, `match_refused`, `not_found`
 */
@Injectable()
export class MatchJournal {
  async execute(tx: Tx, transactionId: string, journalTransactionId: string): Promise<BankTransaction> {
    const transaction = await lockUnmatched(tx, transactionId);
    await lockForReversal(tx, journalTransactionId);
    const booking =
      (await findBooking(tx, journalTransactionId)) ??
      refuseUnknown('journalTransactionId', `Journal transaction ${journalTransactionId}`);
    refuseUnbookable(transaction, booking);
    const { accountId, accountCode } = await findBankAccount(tx, transaction.bankAccountId, 'transactionId');
    const entries = await entriesOfAmount(tx, journalTransactionId, accountId, transaction);
    const free = entries.find(({ takenById }) => takenById === null);
    if (!free) {
      const [taken] = entries;
      if (taken) {
        refuse('already_matched', `The entry is that of another bank transaction; unmatch that one first.`, {
          existingId: taken.takenById ?? undefined,
        });
      }
      refuse(
        'match_refused',
        `Journal transaction ${journalTransactionId} has no entry of ${transaction.amount} ${transaction.currency.code} on account ${accountCode}, that of the bank account.${inForeignCurrency(tx, transaction)}`,
      );
    }
    await tx.insert(
      closingRows(tx, transactionId, { journalTransactionId, entryNo: free.entryNo }),
      auditRows(tx, {
        action: 'bank_transaction.matched',
        entity: 'bank_transaction',
        entityId: transactionId,
        diff: { journalTransactionId, entryNo: free.entryNo },
      }),
    );
    return findBankTransaction(tx, transactionId);
  }
}

function inForeignCurrency(tx: Tx, { currency: { code } }: BankTransaction): string {
  const base = tx.company.baseCurrency.code;
  if (code === base) return '';
  return ` A manual one is in ${base}, so that it never has: record what ${code} paid as a document and match that, or match on account.`;
}

/**
 * Sets a bank transaction aside that is none: mistyped, or reported twice. It stays as it is, with the reason.
 * @throws DomainError `already_matched`
 */
@Injectable()
export class SetTransactionAside {
  async execute(tx: Tx, transactionId: string, reason: string): Promise<BankTransaction> {
    await lockUnmatched(tx, transactionId);
    await tx.insert(
      closingRows(tx, transactionId, { reason }),
      auditRows(tx, {
        action: 'bank_transaction.set_aside',
        entity: 'bank_transaction',
        entityId: transactionId,
        diff: { reason },
      }),
    );
    return findBankTransaction(tx, transactionId);
  }
}
