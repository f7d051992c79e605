import type { CalendarDate } from '../../shared/calendar-date';
import { refuseField } from '../../shared/domain-error';
import { refuseFuture } from '../../shared/refuse-future';
import { postingAccounts } from '../../ledger';
import { currencyOf, exchangeRateOn } from '../../reference';
import type { Tx } from '../../platform/database';
import { foreignPositions } from '../data/foreign-positions';
import { revalue, type CurrencyRevaluation } from '../domain/revaluation';

export interface RevaluationOrder {
  /** Not after today: mostly the last day of a month. */
  date: CalendarDate;
  /** Default: every foreign currency in which something is held. */
  currency?: string;
}

/**
 * What is held in foreign currency on a day, at the rate of that day; by currency. A currency that is named is there also
 * when nothing is held in it.
 * @throws DomainError `future_date`, `exchange_rate_missing`
 */
export async function computeRevaluation(
  tx: Tx,
  { date, currency }: RevaluationOrder,
): Promise<CurrencyRevaluation[]> {
  const base = tx.company.baseCurrency;
  refuseFuture(tx, 'date', date);
  if (currency === base.code) refuseField('currency', `must not be ${base.code}, the base currency`);
  const { 'sales.advancesReceived': advances } = await postingAccounts(tx, ['sales.advancesReceived']);
  const held = await foreignPositions(tx, date, currency, advances.accountId);
  if (held.length === 0 && currency !== undefined)
    held.push({ currency: await currencyOf(tx, currency, 'currency'), positions: [] });
  const revaluations: CurrencyRevaluation[] = [];
  for (const { currency: of, positions } of held) {
    const rate = await exchangeRateOn(tx, of.code, date);
    revaluations.push(revalue(positions, { currency: of, date, rate }, base));
  }
  return revaluations;
}
