import type { CalendarDate } from '../../shared/calendar-date';
import { refuseField } from '../../shared/domain-error';
import { refuseFuture } from '../../shared/refuse-future';
import { postingAccounts } from '../../ledger';
import { currencyOf, exchangeRateOn } from '../../reference';
import type { Tx } from '../../platform/database';
import { foreignPositions, type CurrencyPositions } from '../data/foreign-positions';
import { revaluedOn } from '../data/revaluations';
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
  const held = await heldPositions(tx, date, currency);
  if (held.length === 0 && currency !== undefined)
    held.push({ currency: await currencyOf(tx, currency, 'currency'), positions: [] });
  const revaluations: CurrencyRevaluation[] = [];
  for (const { currency: of, positions } of held) {
    const rate = await exchangeRateOn(tx, of.code, date);
    revaluations.push(revalue(positions, { currency: of, date, rate }, base));
  }
  return revaluations;
}

/** The foreign currencies in which something is held at the end of a day, and that are not revalued on it. */
export async function currenciesNotRevalued(tx: Tx, day: CalendarDate): Promise<string[]> {
  const held = (await heldPositions(tx, day, undefined)).map(({ currency }) => currency.code);
  const revalued = new Set((await revaluedOn(tx, day)).map(({ currency }) => currency));
  return held.filter(code => !revalued.has(code));
}

async function heldPositions(
  tx: Tx,
  day: CalendarDate,
  currency: string | undefined,
): Promise<CurrencyPositions[]> {
  const { 'sales.advancesReceived': advances } = await postingAccounts(tx, ['sales.advancesReceived']);
  return foreignPositions(tx, day, currency, advances.accountId);
}
