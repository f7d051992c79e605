import { addDays, compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import type { ListDefinition } from '../../platform/lists';
import type { Tx } from '../../platform/database';

/** A rate that the company has set; `rate` in units of the currency per one unit of base currency, a decimal string. */
export interface ExchangeRate {
  currencyCode: string;
  date: CalendarDate;
  rate: string;
}

/** Rates are not set on weekends and holidays; one that is older than this was forgotten. */
const OLDEST_RATE_DAYS = 14;

/**
 * The exchange rate of a currency for what happens on a day: units of the currency per one unit of the company's base
 * currency (1 for the base currency itself). It is the latest rate set for that day or before it, but not one that was
 * set for a day more than 14 days earlier.
 * @param currency code of ISO 4217
 * @throws DomainError `exchange_rate_missing` naming currency, day and the newest rate there is
 */
export async function exchangeRateOn(tx: Tx, currency: string, day: CalendarDate): Promise<Decimal> {
  const base = tx.company.baseCurrency.code;
  if (currency === base) return new Decimal(1);
  const [latest] = await tx.query<{ rate: string; rate_on: CalendarDate }>(
    `SELECT rate, rate_on FROM company_exchange_rates
      WHERE company_id = $1 AND currency = $2 AND rate_on <= $3 ORDER BY rate_on DESC LIMIT 1`,
    [tx.companyId, currency, day],
  );
  if (latest && compareCalendarDates(latest.rate_on, addDays(day, -OLDEST_RATE_DAYS)) >= 0)
    return new Decimal(latest.rate);
  const newest = latest
    ? `the newest before it is of ${latest.rate_on}, more than ${OLDEST_RATE_DAYS} days earlier`
    : 'there is none before it';
  return refuse(
    'exchange_rate_missing',
    `There is no exchange rate of ${currency} to ${base} for ${day}: ${newest}. Set it by reference/exchange-rates/set.`,
    { fieldErrors: { currency: [`has no exchange rate for ${day}`] } },
  );
}

/** Sets the rate of a day, in place of one that is there; returns the rate that was there. */
export async function setExchangeRate(
  tx: Tx,
  { currencyCode, date, rate }: ExchangeRate,
): Promise<string | null> {
  const [before] = await tx.query<{ rate: string | null }>(
    `WITH before AS (SELECT rate FROM company_exchange_rates WHERE company_id = $1 AND currency = $2 AND rate_on = $3)
     INSERT INTO company_exchange_rates (company_id, currency, rate_on, rate) VALUES ($1, $2, $3, $4)
     ON CONFLICT (company_id, currency, rate_on) DO UPDATE SET rate = excluded.rate
     RETURNING (SELECT rate FROM before) AS rate`,
    [tx.companyId, currencyCode, date, rate],
  );
  return before?.rate ?? null;
}

export const exchangeRateList: ListDefinition = {
  name: 'exchange-rates',
  from: 'company_exchange_rates r',
  select: 'r.currency AS "currencyCode", r.rate_on AS date, r.rate',
  fields: {
    currencyCode: { column: 'r.currency::text', type: 'text' },
    date: { column: 'r.rate_on', type: 'date' },
    rate: { column: 'r.rate', type: 'decimal' },
  },
  key: { column: `(r.rate_on::text || r.currency)`, type: 'text' },
  defaultSort: [
    { field: 'date', dir: 'desc' },
    { field: 'currencyCode', dir: 'asc' },
  ],
};
