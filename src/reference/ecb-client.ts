import { Injectable } from '@nestjs/common';
import { addDays, compareCalendarDates, type CalendarDate } from '../shared/calendar-date';
import { refuse } from '../shared/domain-error';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config';
import { callOutside, OutsideFailure } from '../platform/outside';
import { latestRates, readEcbRates, UnreadableRates, type RatesOfDay } from './domain/ecb-rates';

const TIMEOUT_MS = 20_000;
/** The file since 1999 had 7 MB in 2026. */
const MOST_BYTES = 32 * 1024 * 1024;
/** The file of 90 days has the day itself and one before it surely, if it is not older than this. */
const RECENT_DAYS = 75;
const RETRY_AFTER_SECONDS = 60;
/** Whoever asks within this time gets the file that was read for somebody else. */
const KEPT_MS = 60_000;

interface KeptFile {
  readAt: number;
  days: Promise<RatesOfDay[]>;
}

/**
 * The reference rates of the European Central Bank. Never called with a transaction open. A file is downloaded once for all
 * who ask at the time and a minute after: however many ask, the bank is asked for each of its three files once a minute.
 */
@Injectable()
export class EcbClient {
  private readonly folder: string;
  private readonly files = new Map<string, KeptFile>();

  constructor(
    { ecbRatesUrl }: Config,
    private readonly clock: Clock,
  ) {
    this.folder = ecbRatesUrl.replace(/\/$/, '');
  }

  /**
   * The latest rates; with `until` those of that day or, where it has none, of the last one before it.
   * @throws DomainError `rates_unavailable`, `exchange_rate_missing` for a day before 1999
   */
  async rates(today: CalendarDate, until?: CalendarDate): Promise<RatesOfDay> {
    const file = fileFor(today, until);
    const found = latestRates(await this.daysOf(file), until);
    if (found === undefined)
      refuse(
        'exchange_rate_missing',
        `The European Central Bank published no rates on ${until} or before it.`,
        {
          fieldErrors: { date: ['is before the first published rates'] },
        },
      );
    // A day is published when it is over in some places and not yet in others.
    if (compareCalendarDates(found.date, addDays(today, 1)) > 0) {
      this.files.delete(file);
      unavailable(file, `it has rates of ${found.date}, which is still to come`);
    }
    return found;
  }

  private daysOf(file: string): Promise<RatesOfDay[]> {
    const now = this.clock.now().getTime();
    const kept = this.files.get(file);
    if (kept && kept.readAt <= now && now - kept.readAt < KEPT_MS) return kept.days;
    const fresh: KeptFile = { readAt: now, days: this.read(file) };
    this.files.set(file, fresh);
    const forget = (): void => {
      if (this.files.get(file) === fresh) this.files.delete(file);
    };
    // What could not be read is asked for anew; what was read takes no memory for longer than it is good for.
    fresh.days.then(() => setTimeout(forget, KEPT_MS).unref(), forget);
    return fresh.days;
  }

  private async read(file: string): Promise<RatesOfDay[]> {
    try {
      const url = `${this.folder}/${file}`;
      const reply = await callOutside({ url, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES });
      if (reply.status === 200) return await readEcbRates(reply.text);
      await reply.hangUp();
      return unavailable(file, `it was answered with status ${reply.status}`);
    } catch (error) {
      if (error instanceof OutsideFailure || error instanceof UnreadableRates)
        return unavailable(file, error.message);
      throw error;
    }
  }
}

function fileFor(today: CalendarDate, until: CalendarDate | undefined): string {
  if (until === undefined) return 'eurofxref-daily.xml';
  const isRecent = compareCalendarDates(until, addDays(today, -RECENT_DAYS)) >= 0;
  return isRecent ? 'eurofxref-hist-90d.xml' : 'eurofxref-hist.xml';
}

function unavailable(file: string, why: string): never {
  refuse(
    'rates_unavailable',
    `The rates of the European Central Bank (${file}) could not be read: ${why}. The rates that are there stay; retry, or set rates by reference/exchange-rates/set.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
