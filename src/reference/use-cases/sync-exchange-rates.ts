import { Injectable } from '@nestjs/common';
import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import { askForBankRates } from '../../account';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { OutsideQuestion, type OutsideAnswers } from '../../platform/http';
import { addEcbRates, hasEcbRates } from '../data/exchange-rates';
import type { RatesOfDay } from '../domain/ecb-rates';
import { EcbClient } from '../ecb-client';

/** The day whose rates were fetched, and how many of them were not there yet. */
export interface SyncedRates {
  date: CalendarDate;
  imported: number;
}

/**
 * Fetches the European Central Bank's reference rates of a day, for all companies: of a weekend or holiday those of the last
 * day before it. From a company's first time on they count in its books beside its own. Rates that are there stay, so it can be
 * repeated at will; nobody is asked for a day that is there.
 * @throws DomainError `future_date`, `rates_unavailable`, `exchange_rate_missing`
 */
@Injectable()
export class SyncExchangeRates {
  constructor(private readonly ecb: EcbClient) {}

  async execute(
    tx: Tx,
    answers: OutsideAnswers,
    date?: CalendarDate,
  ): Promise<SyncedRates | OutsideQuestion<RatesOfDay>> {
    const { today } = tx;
    if (date !== undefined && compareCalendarDates(date, today) > 0)
      refuse('future_date', `${date} is after today (${today}); there are no rates of it yet.`, {
        fieldErrors: { date: ['is in the future'] },
      });
    const question = new OutsideQuestion(`rates ${date}`, () => this.ecb.rates(today, date));
    const rates = answers.of(question);
    if (rates !== undefined) return record(tx, { date: rates.date, imported: await addEcbRates(tx, rates) });
    // A day is published as a whole and never again: nothing is left to ask for.
    if (date !== undefined && (await hasEcbRates(tx, date))) return record(tx, { date, imported: 0 });
    return question;
  }
}

async function record(tx: Tx, synced: SyncedRates): Promise<SyncedRates> {
  const bankRatesSince = await askForBankRates(tx);
  await tx.insert(
    auditRows(tx, {
      action: 'exchange_rates.synced',
      entity: 'exchange_rate',
      entityId: null,
      diff: { ...synced, ...(bankRatesSince !== null && { bankRatesSince }) },
    }),
  );
  return synced;
}
