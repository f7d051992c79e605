import { Injectable } from '@nestjs/common';
import { Decimal } from '../../shared/decimal';
import { DomainError, refuse } from '../../shared/domain-error';
import { isMemberState } from '../../shared/eu-vat-area';
import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import { exchangeRateOn } from '../../reference';
import { euVatRates, type EuVatRate } from '../../vat';
import { ossMovements } from '../data/oss-movements';
import { ossReturnOf, type OssReturn } from '../domain/oss';
import { daysOfQuarter, type DayRange } from '../domain/vat-return/return-period';

export interface ComputedOss extends OssReturn {
  days: DayRange;
  memberStateOfIdentification: string;
  /** EUR, unless the books are in another currency and no rate is known. */
  currency: string;
}

/** The OSS return of the Union scheme for a quarter, from the VAT register alone. */
@Injectable()
export class ComputeOss {
  async execute(tx: Tx, year: number, quarter: number): Promise<ComputedOss> {
    const { countryCode: home, name } = tx.company;
    if (!isMemberState(home))
      refuse(
        'export_impossible',
        `${name} is registered in ${home}, which is no member state; the Union scheme is not computed for it.`,
      );
    const days = daysOfQuarter(year, quarter);
    const [movements, euro, rates] = await Promise.all([
      ossMovements(tx, days),
      euroRate(tx, days.to),
      euVatRates(tx, {}),
    ]);
    const toEuro = (amount: Decimal): Decimal => amount.times(euro.rate).toDecimalPlaces(2);
    const result = ossReturnOf(movements, home, standardRatesOf(rates, days), toEuro);
    return {
      ...result,
      warnings: [...euro.warnings, ...result.warnings],
      days,
      memberStateOfIdentification: home,
      currency: euro.currency,
    };
  }
}

/** `DE 19`: the standard rates that were in force on any of the days. */
function standardRatesOf(rates: readonly EuVatRate[], { from, to }: DayRange): ReadonlySet<string> {
  const inForce = rates.filter(
    ({ category, validFrom, validTo }) =>
      category === 'standard' &&
      (validFrom === null || compareCalendarDates(validFrom, to) <= 0) &&
      (validTo === null || compareCalendarDates(validTo, from) >= 0),
  );
  return new Set(inForce.map(({ countryCode, ratePercent }) => `${countryCode} ${ratePercent.toFixed()}`));
}

/** Union law takes the rate of the European Central Bank of the last day (Directive 2006/112/EC, art. 369h). */
async function euroRate(
  tx: Tx,
  day: CalendarDate,
): Promise<{ rate: Decimal; currency: string; warnings: string[] }> {
  const base = tx.company.baseCurrency.code;
  if (base === 'EUR') return { rate: new Decimal(1), currency: 'EUR', warnings: [] };
  try {
    const rate = await exchangeRateOn(tx, 'EUR', day);
    return {
      rate,
      currency: 'EUR',
      warnings: [
        `Amounts are converted from ${base} at ${rate.toString()}, the company's rate for ${day}; the return takes the rate of the European Central Bank of that day.`,
      ],
    };
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'exchange_rate_missing') throw error;
    return {
      rate: new Decimal(1),
      currency: base,
      warnings: [
        `Amounts are in ${base}: there is no exchange rate of EUR for ${day}. The return is in EUR; set the rate first.`,
      ],
    };
  }
}
