import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { vatCountryOf } from '../../../shared/eu-vat-area';
import type { Tx } from '../../../platform/database';
import { euVatRates } from '../data/eu-vat-rates';
import type { EuVatRate } from '../domain/eu-vat-rate';

/** The VAT rates that hold for the company: of one state or of all, on a day or ever. */
@Injectable()
export class ListEuVatRates {
  execute(tx: Tx, narrowed: { countryCode?: string; on?: CalendarDate }): Promise<EuVatRate[]> {
    const { countryCode, on } = narrowed;
    return euVatRates(tx, {
      countryCode: countryCode === undefined ? null : vatCountryOf(countryCode),
      on: on ?? null,
    });
  }
}
