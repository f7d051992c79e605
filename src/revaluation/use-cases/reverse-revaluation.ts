import { Injectable } from '@nestjs/common';
import { addDays } from '../../shared/calendar-date';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import { journalRows, openPeriods, reversedEntries, type JournalTransaction } from '../../ledger';
import type { Tx } from '../../platform/database';
import { findRevaluation, latestRevaluations, lockRevaluations, markReversed } from '../data/revaluations';
import type { StoredRevaluation } from '../domain/stored-revaluation';

/**
 * Takes the latest revaluation of a currency back: each of its transactions on the day of that, so that it can be made anew.
 * @throws DomainError `already_reversed`, `revaluation_not_latest`, `period_locked`
 */
@Injectable()
export class ReverseRevaluation {
  async execute(tx: Tx, id: string): Promise<StoredRevaluation> {
    await lockRevaluations(tx);
    const revaluation = await findRevaluation(tx, id);
    if (!revaluation) refuseUnknown('id', `Revaluation ${id}`);
    const { currency, date } = revaluation;
    if (revaluation.reversedAt !== null)
      refuse('already_reversed', `The revaluation of ${currency} on ${date} is taken back already.`);
    const [latest] = await latestRevaluations(tx, [currency]);
    if (latest && latest.id !== id) {
      refuse(
        'revaluation_not_latest',
        `${currency} is revalued on ${latest.date} too; take that back first.`,
        {
          existingId: latest.id,
        },
      );
    }
    await openPeriods(tx, [date, addDays(date, 1)]);
    const transactions = await reversals(tx, revaluation);
    await tx.insert(
      ...(transactions.length === 0 ? [] : journalRows(tx, transactions)),
      auditRows(tx, {
        action: 'revaluation.reversed',
        entity: 'revaluation',
        entityId: id,
        diff: { currency, date, journalTransactionIds: transactions.map(transaction => transaction.id) },
      }),
    );
    await markReversed(tx, id);
    return { ...revaluation, reversedAt: tx.now.toISOString() };
  }
}

/** That of the items is reversed by that of the next day already, so only the latter names what it takes back. */
async function reversals(tx: Tx, revaluation: StoredRevaluation): Promise<JournalTransaction[]> {
  const { id, date, transactionId, nextDayTransactionId, bankTransactionId } = revaluation;
  const wanted = [
    { of: transactionId, on: date, documentType: 'revaluation_void', names: false },
    {
      of: nextDayTransactionId,
      on: addDays(date, 1),
      documentType: 'revaluation_reversal_void',
      names: true,
    },
    { of: bankTransactionId, on: date, documentType: 'bank_revaluation_void', names: true },
  ];
  const transactions: JournalTransaction[] = [];
  for (const { of, on, documentType, names } of wanted) {
    if (of === null) continue;
    transactions.push({
      id: newId(),
      date: on,
      description: `Revaluation in ${revaluation.currency} of ${date} taken back`,
      documentType,
      documentId: id,
      partnerId: null,
      reversesId: names ? of : null,
      entries: await reversedEntries(tx, of),
    });
  }
  return transactions;
}
