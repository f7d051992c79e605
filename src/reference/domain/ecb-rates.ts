import { SaxesParser } from 'saxes';
import { compareCalendarDates, parseCalendarDate, type CalendarDate } from '../../shared/calendar-date';
import { parseDecimal } from '../../shared/decimal';

/** Reference rates of one day: by currency of ISO 4217, in units of it per one euro. */
export interface RatesOfDay {
  date: CalendarDate;
  rates: Map<string, string>;
}

/** The file is not what the European Central Bank publishes; the message says why. */
export class UnreadableRates extends Error {}

const NAMESPACE = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';
const MOST_CURRENCIES = 200;
const RATE = /^\d{1,11}(\.\d{1,8})?$/;

/**
 * Reads a file of reference rates (eurofxref-daily.xml, eurofxref-hist-90d.xml, eurofxref-hist.xml) piece by piece. A file
 * that is anything else, in whatever part, is refused whole. A document type declaration is refused, so no entity is ever expanded.
 * @throws UnreadableRates
 */
export async function readEcbRates(pieces: AsyncIterable<string>): Promise<RatesOfDay[]> {
  const reader = new RatesReader();
  for await (const piece of pieces) reader.write(piece);
  return reader.end();
}

/** The latest day that is not after `until`; without it, the latest of all. Undefined when there is none that early. */
export function latestRates(days: readonly RatesOfDay[], until?: CalendarDate): RatesOfDay | undefined {
  let best: RatesOfDay | undefined;
  for (const day of days) {
    if (until !== undefined && compareCalendarDates(day.date, until) > 0) continue;
    if (best === undefined || compareCalendarDates(day.date, best.date) > 0) best = day;
  }
  return best;
}

class RatesReader {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly days = new Map<CalendarDate, RatesOfDay>();
  private day: RatesOfDay | undefined;
  private depth = 0;

  constructor() {
    this.parser.on('error', ({ message }) => unreadable(`it is not well-formed XML: ${message}`));
    this.parser.on('doctype', () => unreadable('it has a document type declaration'));
    this.parser.on('opentag', ({ local, uri, attributes }) => {
      if (this.depth === 0 && local !== 'Envelope') unreadable(`its root is ${local}`);
      this.depth++;
      if (local !== 'Cube' || uri !== NAMESPACE) return;
      const { time, currency, rate } = attributes as Record<string, { value: string } | undefined>;
      if (time) this.begin(time.value);
      else if (currency || rate) this.add(currency?.value ?? '', rate?.value ?? '');
    });
    this.parser.on('closetag', () => {
      this.depth--;
      // Envelope and the outer Cube are around a day.
      if (this.depth === 2) this.finish();
    });
  }

  write(piece: string): void {
    this.parser.write(piece);
  }

  end(): RatesOfDay[] {
    this.parser.close();
    if (this.days.size === 0) unreadable('it has no rates');
    return [...this.days.values()];
  }

  private begin(time: string): void {
    const date = parseCalendarDate(time);
    if (date === null || this.depth !== 3) return unreadable(`"${time.slice(0, 20)}" is no day of it`);
    if (this.days.has(date)) unreadable(`it has ${date} twice`);
    this.day = { date, rates: new Map() };
    this.days.set(date, this.day);
  }

  private add(currency: string, rate: string): void {
    if (this.day === undefined) return unreadable('a rate belongs to no day');
    const { date, rates } = this.day;
    if (!/^[A-Z]{3}$/.test(currency)) unreadable(`${date} has a rate of no currency`);
    if (!RATE.test(rate) || !parseDecimal(rate)!.isPositive() || parseDecimal(rate)!.isZero())
      unreadable(`the rate of ${currency} on ${date} is no rate`);
    if (rates.has(currency)) unreadable(`${date} has ${currency} twice`);
    if (rates.size === MOST_CURRENCIES) unreadable(`${date} has too many rates`);
    rates.set(currency, rate);
  }

  private finish(): void {
    const { day } = this;
    this.day = undefined;
    if (day?.rates.size === 0) unreadable(`${day.date} has no rates`);
  }
}

function unreadable(why: string): never {
  throw new UnreadableRates(why);
}
