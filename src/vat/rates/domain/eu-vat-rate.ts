import { compareCalendarDates, type CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';

export const VAT_RATE_CATEGORIES = ['standard', 'reduced', 'super_reduced', 'parking'] as const;
export type VatRateCategory = (typeof VAT_RATE_CATEGORIES)[number];

/** A VAT rate of a state: ISO 3166-1, or XI for Northern Ireland. */
export interface EuVatRate {
  countryCode: string;
  category: VatRateCategory;
  ratePercent: Decimal;
  validFrom: CalendarDate | null;
  validTo: CalendarDate | null;
  /** `company`: the company has stated the rates of this state itself. */
  source: 'default' | 'company';
  /** Whether somebody vouches for it: a source that is named, or the company. */
  isConfirmed: boolean;
}

export const RATES_NOTICE =
  'Rates of Lithuania, the Czech Republic and Slovakia are from named reports; those of the other states are not ' +
  'checked against an official source. The table begins on 2020-01-01 and leaves out the zero rate and special ' +
  "territories (islands, border regions). A company's own rates (reference/eu-vat-rates/set-overrides) stand in place of all " +
  'rates of that state.';

/** What to say of rates that an answer rests on. */
export function ratesNotes(rates: readonly EuVatRate[], countryCode: string, day: CalendarDate): string[] {
  if (rates.length === 0) return [`No VAT rates of ${countryCode} are known for ${day}.`];
  return rates.every(({ isConfirmed }) => isConfirmed)
    ? []
    : [`The rates of ${countryCode} are not checked against an official source.`];
}

/** Of two standard rates of one state on one day, the place of the later in the list; undefined where there are none. */
export function secondStandardRate(
  rates: readonly {
    category: VatRateCategory;
    validFrom: CalendarDate | null;
    validTo: CalendarDate | null;
  }[],
): number | undefined {
  const found = rates.findIndex(
    (rate, index) =>
      rate.category === 'standard' &&
      rates.slice(0, index).some(other => other.category === 'standard' && overlap(rate, other)),
  );
  return found < 0 ? undefined : found;
}

type Days = { validFrom: CalendarDate | null; validTo: CalendarDate | null };

function overlap(a: Days, b: Days): boolean {
  return !endsBefore(a, b) && !endsBefore(b, a);
}

function endsBefore({ validTo }: Days, { validFrom }: Days): boolean {
  return validTo !== null && validFrom !== null && compareCalendarDates(validTo, validFrom) < 0;
}
