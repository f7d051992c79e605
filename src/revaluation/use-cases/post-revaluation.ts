import { Injectable } from '@nestjs/common';
import { addDays } from '../../shared/calendar-date';
import { newId } from '../../shared/ids';
import { refuseFuture } from '../../shared/refuse-future';
import { auditRows } from '../../audit';
import { journalRows, openPeriods, postingAccounts } from '../../ledger';
import type { Tx } from '../../platform/database';
import { latestRevaluations, lockRevaluations, revaluationRows } from '../data/revaluations';
import type { CurrencyRevaluation } from '../domain/revaluation';
import { revaluationPosting, type RevaluationPosting } from '../domain/revaluation-posting';
import { refuseUnlessLater, type StoredRevaluation } from '../domain/stored-revaluation';
import { computeRevaluation, type RevaluationOrder } from '../steps/compute-revaluation';

export interface PostedRevaluation {
  stored: StoredRevaluation;
  revaluation: CurrencyRevaluation;
}

/**
 * Posts what is held in foreign currency at the rate of a day: for each currency once, on days that follow each other.
 * @throws DomainError `future_date`, `revaluation_exists`, `revaluation_not_latest`, `exchange_rate_missing`, `period_locked`
 */
@Injectable()
export class PostRevaluation {
  async execute(tx: Tx, order: RevaluationOrder): Promise<PostedRevaluation[]> {
    refuseFuture(tx, 'date', order.date);
    await lockRevaluations(tx);
    await openPeriods(tx, [order.date, addDays(order.date, 1)]);
    const revaluations = await computeRevaluation(tx, order);
    const codes = revaluations.map(({ currency }) => currency.code);
    refuseUnlessLater(order.date, await latestRevaluations(tx, codes));
    const rules = await postingAccounts(tx, [
      'revaluation.receivables',
      'revaluation.payables',
      'revaluation.gain',
      'revaluation.loss',
    ]);
    const accounts = {
      receivables: rules['revaluation.receivables'].accountId,
      payables: rules['revaluation.payables'].accountId,
      gain: rules['revaluation.gain'].accountId,
      loss: rules['revaluation.loss'].accountId,
    };
    const posted = revaluations.map(revaluation => {
      const id = newId();
      const posting = revaluationPosting(id, revaluation, accounts, tx.company.baseCurrency);
      return { revaluation, posting, stored: storedRevaluation(tx, id, revaluation, posting) };
    });
    const transactions = posted.flatMap(({ posting: { items, nextDay, bank } }) =>
      [items, nextDay, bank].filter(transaction => transaction !== null),
    );
    await tx.insert(
      ...(transactions.length === 0 ? [] : journalRows(tx, transactions)),
      revaluationRows(
        tx,
        posted.map(({ stored }) => stored),
      ),
      auditRows(tx, {
        action: 'revaluation.posted',
        entity: 'revaluation',
        entityId: posted[0]?.stored.id ?? null,
        diff: {
          date: order.date,
          revaluations: posted.map(({ stored: { id, currency, rate, gain, loss } }) => ({
            id,
            currency,
            rate,
            gain,
            loss,
          })),
        },
      }),
    );
    return posted;
  }
}

function storedRevaluation(
  tx: Tx,
  id: string,
  { currency, date, rate, gain, loss }: CurrencyRevaluation,
  { items, nextDay, bank }: RevaluationPosting,
): StoredRevaluation {
  return {
    id,
    currency: currency.code,
    date,
    rate: rate.toString(),
    gain: gain.toString(),
    loss: loss.toString(),
    transactionId: items?.id ?? null,
    nextDayTransactionId: nextDay?.id ?? null,
    bankTransactionId: bank?.id ?? null,
    createdAt: tx.now.toISOString(),
    reversedAt: null,
  };
}
