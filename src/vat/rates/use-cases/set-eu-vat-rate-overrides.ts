import { Injectable } from '@nestjs/common';
import { compareCalendarDates } from '../../../shared/calendar-date';
import { refuseField } from '../../../shared/domain-error';
import { isMemberState, vatCountryOf } from '../../../shared/eu-vat-area';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { euVatRates, ownVatRates, setOwnVatRates, type OwnVatRate } from '../data/eu-vat-rates';
import { secondStandardRate, type EuVatRate } from '../domain/eu-vat-rate';

/**
 * States the VAT rates of a member state for this company alone, in place of all shared ones; none gives those back. What is
 * issued keeps what was known when it was issued.
 * @throws DomainError `invalid_request` for a country outside the EU VAT area, days out of order, two standard rates on one day
 */
@Injectable()
export class SetEuVatRateOverrides {
  /** @returns the rates that hold now */
  async execute(tx: Tx, country: string, rates: OwnVatRate[]): Promise<EuVatRate[]> {
    const countryCode = vatCountryOf(country);
    if (!isMemberState(countryCode))
      refuseField('countryCode', 'is no member state of the EU (nor XI, Northern Ireland)');
    const unordered = rates.findIndex(
      ({ validFrom, validTo }) =>
        validFrom !== null && validTo !== null && compareCalendarDates(validTo, validFrom) < 0,
    );
    if (unordered >= 0) refuseField(`rates.${unordered}.validTo`, 'must not be before validFrom');
    const second = secondStandardRate(rates);
    if (second !== undefined)
      refuseField(`rates.${second}.category`, 'is a second standard rate on the same day');
    const before = await ownVatRates(tx, countryCode);
    await setOwnVatRates(tx, countryCode, rates);
    await tx.insert(
      auditRows(tx, {
        action: 'eu_vat_rates.set',
        entity: 'eu_vat_rates',
        entityId: null,
        diff: { countryCode, before: { rates: before }, after: { rates } },
      }),
    );
    return euVatRates(tx, { countryCode });
  }
}
