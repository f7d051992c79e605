import type { Currency } from '../../shared/currency';
import { decimalPlaces } from '../../shared/decimal';
import { refuse, refuseField } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { PartnerValues } from '../domain/partner';
import { partnerKeys, type PartnerKeys } from '../domain/partner-keys';
import { unknownCountries, type Rival } from '../data/partners.repository';

/**
 * The keys of a partner whose values are sound.
 * @throws DomainError `invalid_request` for a country, a code or an amount that cannot be one
 */
export async function identify(tx: Tx, values: PartnerValues): Promise<PartnerKeys> {
  refuseTooPreciseLimit(values.creditLimit, tx.company.baseCurrency);
  await refuseUnknownCountries(tx, values);
  const { type, code, vatCode, address } = values;
  return partnerKeys(
    { type, code, vatCode, addressCountryCode: address?.countryCode ?? null },
    tx.company.countryCode,
  );
}

/** A credit limit is an amount in base currency. */
function refuseTooPreciseLimit(limit: string | null, currency: Currency): void {
  if (limit !== null && decimalPlaces(limit) > currency.minorUnits) {
    refuseField('creditLimit', `must have at most the ${currency.minorUnits} decimals of ${currency.code}`);
  }
}

async function refuseUnknownCountries(tx: Tx, values: PartnerValues): Promise<void> {
  const members = (['address', 'correspondenceAddress'] as const).filter(
    member => values[member]?.countryCode !== undefined,
  );
  const unknown = await unknownCountries(
    tx,
    members.map(member => values[member]?.countryCode ?? ''),
  );
  const wrong = members.find(member => unknown.includes(values[member]?.countryCode ?? ''));
  if (wrong) refuseField(`${wrong}.countryCode`, 'is not a country; see reference/countries/list');
}

/** @throws DomainError `duplicate` naming the partner that is there */
export function refuseRival(values: PartnerValues, rival: Rival): never {
  const what = rival.member === 'vatCode' ? `VAT code ${values.vatCode}` : `code ${values.code}`;
  refuse('duplicate', `Another partner has the ${what}; use that partner or correct the code.`, {
    existingId: rival.id,
    fieldErrors: { [rival.member]: ['another partner has it'] },
  });
}
