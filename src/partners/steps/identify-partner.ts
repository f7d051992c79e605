import type { Currency } from '../../shared/currency';
import { decimalPlaces } from '../../shared/decimal';
import { refuse, refuseField } from '../../shared/domain-error';
import { parseBic, parseIban } from '../../shared/iban';
import { Money } from '../../shared/money';
import type { Tx } from '../../platform/database';
import type { PartnerValues } from '../domain/partner';
import { partnerKeys, type PartnerKeys } from '../domain/partner-keys';
import { unknownCountries, type Rival } from '../data/partners.repository';

/**
 * A partner's values as they are kept, and the keys that make it this partner.
 * @throws DomainError `invalid_request` for a country, a code or an amount that cannot be one
 */
export async function identify(
  tx: Tx,
  given: PartnerValues,
): Promise<{ values: PartnerValues; keys: PartnerKeys }> {
  const values = {
    ...given,
    creditLimit: creditLimitIn(tx.company.baseCurrency, given.creditLimit),
    iban:
      given.iban === null
        ? null
        : (parseIban(given.iban) ?? refuseField('iban', 'is not an IBAN; check its digits')),
    bic: given.bic === null ? null : (parseBic(given.bic) ?? refuseField('bic', 'is not a BIC')),
  };
  await refuseUnknownCountries(tx, values);
  const { type, code, vatCode, address } = values;
  const identity = { type, code, vatCode, addressCountryCode: address?.countryCode ?? null };
  return { values, keys: partnerKeys(identity, tx.company.countryCode) };
}

/** A credit limit is an amount in base currency. */
function creditLimitIn(currency: Currency, limit: string | null): string | null {
  if (limit === null) return null;
  if (decimalPlaces(limit) > currency.minorUnits) {
    refuseField('creditLimit', `must have at most the ${currency.minorUnits} decimals of ${currency.code}`);
  }
  return Money.of(limit, currency).toString();
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
