import { addDays, compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { HAS_ASKED_FOR_BANK_RATES } from '../../account';
import type { ListDefinition } from '../../platform/lists';
import type { Tx } from '../../platform/database';
import type { RatesOfDay } from '../domain/ecb-rates';

/** A rate for a day; `rate` in units of the currency per one unit of base currency, a decimal string. */
export interface ExchangeRate {
  currencyCode: string;
  date: CalendarDate;
  rate: string;
}

/** There are no rates for weekends and holidays; an own one that is older than this was forgotten. */
const OLDEST_OWN_RATE_DAYS = 14;
/** The bank publishes none on at most four days in a row (Easter, Christmas); the fifth begins before it publishes. */
const OLDEST_ECB_RATE_DAYS = 5;

/**
 * The European Central Bank's rates (currency, rate_on, rate) as units per one unit of a base currency. They are of the euro;
 * for another base both currencies' rates of the day make the cross rate, rounded half away from zero to 8 decimals.
 */
function ecbRates(base: string): string {
  invariant(/^[A-Z]{3}$/.test(base), 'a currency is a code of ISO 4217');
  if (base === 'EUR') return 'SELECT currency, rate_on, rate FROM ecb_exchange_rates';
  return `SELECT c.currency, c.rate_on, round(c.rate / b.rate, 8) AS rate
            FROM ecb_exchange_rates b
            JOIN (SELECT currency, rate_on, rate FROM ecb_exchange_rates
                   UNION ALL SELECT 'EUR', rate_on, 1 FROM ecb_exchange_rates WHERE currency = '${base}') c USING (rate_on)
           WHERE b.currency = '${base}' AND c.currency <> '${base}' AND round(c.rate / b.rate, 8) > 0`;
}

/**
 * SQL: whether an own rate of the company goes before the bank's rate `e` on a day. For a company that fetches the bank's
 * rates, one of the same day or a later one does; for the others every one that still holds: the bank's come for all companies
 * when anyone fetches them, and must not change how another company's books go on.
 */
function ownGoesBefore(day: string): string {
  return `EXISTS (SELECT 1 FROM company_exchange_rates o
    WHERE o.currency = e.currency AND o.rate_on <= ${day}
      AND o.rate_on >= CASE WHEN ${HAS_ASKED_FOR_BANK_RATES} THEN e.rate_on ELSE ${day} - ${OLDEST_OWN_RATE_DAYS} END)`;
}

/**
 * The exchange rate of a currency for what happens on a day: units of the currency per one unit of the company's base
 * currency (1 for the base currency itself). It is the newest of the company's own rates and the European Central Bank's for
 * that day or before it, an own one on the same day; in a company that never fetched the bank's, an own one goes before all of
 * those. Own rates hold for 14 days, the bank's for 5.
 * @param currency code of ISO 4217
 * @throws DomainError `exchange_rate_missing` naming currency, day and the newest rate there is
 */
export async function exchangeRateOn(tx: Tx, currency: string, day: CalendarDate): Promise<Decimal> {
  const base = tx.company.baseCurrency.code;
  if (currency === base) return new Decimal(1);
  const latest = await tx.query<{ rate: string; rate_on: CalendarDate; oldest: number }>(
    `(SELECT e.rate, e.rate_on, ${OLDEST_ECB_RATE_DAYS} AS oldest, 1 AS rank
        FROM (SELECT * FROM (${ecbRates(base)}) b WHERE currency = $2 AND rate_on <= $3::date ORDER BY rate_on DESC LIMIT 1) e
       WHERE NOT ${ownGoesBefore('$3::date')})
     UNION ALL
     (SELECT rate, rate_on, ${OLDEST_OWN_RATE_DAYS}, 2 FROM company_exchange_rates
       WHERE company_id = $1 AND currency = $2 AND rate_on <= $3::date ORDER BY rate_on DESC LIMIT 1)
     ORDER BY rank`,
    [tx.companyId, currency, day],
  );
  const holding = latest.find(
    ({ rate_on, oldest }) => compareCalendarDates(rate_on, addDays(day, -oldest)) >= 0,
  );
  if (holding) return new Decimal(holding.rate);
  const [newest] = latest.toSorted((a, b) => compareCalendarDates(b.rate_on, a.rate_on));
  const why = newest
    ? `the newest before it is of ${newest.rate_on}, more than ${newest.oldest} days earlier`
    : 'there is none before it';
  return refuse(
    'exchange_rate_missing',
    `There is no exchange rate of ${currency} to ${base} for ${day}: ${why}. Fetch it by reference/exchange-rates/sync, or set it by reference/exchange-rates/set.`,
    { fieldErrors: { currency: [`has no exchange rate for ${day}`] } },
  );
}

/** Sets the rate of a day, in place of one that is there; returns the rate that was there. */
export async function setExchangeRate(
  tx: Tx,
  { currencyCode, date, rate }: ExchangeRate,
): Promise<string | null> {
  // What was before is true only when whoever sets the same rate waits.
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('exchange-rate' || $1::text || $2 || $3, 0))`,
    [tx.companyId, currencyCode, date],
  );
  const [before] = await tx.query<{ rate: string | null }>(
    `WITH before AS (SELECT rate FROM company_exchange_rates WHERE company_id = $1 AND currency = $2 AND rate_on = $3)
     INSERT INTO company_exchange_rates (company_id, currency, rate_on, rate) VALUES ($1, $2, $3, $4)
     ON CONFLICT (company_id, currency, rate_on) DO UPDATE SET rate = excluded.rate
     RETURNING (SELECT rate FROM before) AS rate`,
    [tx.companyId, currencyCode, date, rate],
  );
  return before?.rate ?? null;
}

/** Deletes the company's own rate of a day; returns what it was, undefined when there was none. */
export async function deleteExchangeRate(
  tx: Tx,
  currencyCode: string,
  date: CalendarDate,
): Promise<string | undefined> {
  const [deleted] = await tx.query<{ rate: string }>(
    `DELETE FROM company_exchange_rates WHERE company_id = $1 AND currency = $2 AND rate_on = $3 RETURNING rate`,
    [tx.companyId, currencyCode, date],
  );
  return deleted?.rate;
}

/** Whether the European Central Bank's rates of this very day are there. */
export async function hasEcbRates(tx: Tx, day: CalendarDate): Promise<boolean> {
  return (await tx.execute('SELECT 1 FROM ecb_exchange_rates WHERE rate_on = $1 LIMIT 1', [day])) > 0;
}

/** Adds those rates of the European Central Bank that are not there, for all companies; returns how many. None is changed. */
export async function addEcbRates(tx: Tx, { date, rates }: RatesOfDay): Promise<number> {
  const [row] = await tx.query<{ added: number }>('SELECT add_ecb_exchange_rates($1, $2) AS added', [
    date,
    JSON.stringify(Object.fromEntries(rates)),
  ]);
  return row?.added ?? 0;
}

/**
 * The rates by day for a company with this base currency: its own, and the European Central Bank's of the days on which no own
 * one goes before them. Each is what `exchangeRateOn` says of its day.
 */
export function exchangeRateList(base: string): ListDefinition {
  return ratesList(
    'exchange-rates',
    `(SELECT currency, rate_on, rate FROM company_exchange_rates
      UNION ALL
      SELECT e.currency, e.rate_on, e.rate FROM (${ecbRates(base)}) e
       WHERE NOT ${ownGoesBefore('e.rate_on')}) r`,
  );
}

/** The rates that the company has set itself. */
export const overrideList = ratesList('exchange-rate-overrides', 'company_exchange_rates r');

function ratesList(name: string, from: string): ListDefinition {
  return {
    name,
    from,
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
}
