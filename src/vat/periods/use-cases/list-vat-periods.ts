import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { vatPeriodsOf } from '../data/vat-periods';
import { monthsOf, nameOf, type VatPeriod } from '../domain/vat-period';

/** The twelve VAT periods of a year. */
@Injectable()
export class ListVatPeriods {
  async execute(tx: Tx, year: number): Promise<VatPeriod[]> {
    const known = new Map((await vatPeriodsOf(tx, year)).map(period => [nameOf(period), period]));
    return monthsOf({ year, month: 1 }, 12).map(
      period => known.get(nameOf(period)) ?? { ...period, status: 'open', closedAt: null },
    );
  }
}
