import { stdnum } from 'stdnum';
import { EU_VAT_PREFIXES, vatPrefixOf, type EuVatPrefix } from '../../shared/eu-vat-area';
import { invariant } from '../../shared/invariant';
import { codeKey } from './partner-keys';

/** A VAT number as VIES names it: Greece is EL, Northern Ireland XI. */
export interface EuVatNumber {
  countryCode: EuVatPrefix;
  /** Without the prefix. */
  vatNumber: string;
}

/** Which validator of the library knows the form and the check digits of a state's VAT numbers. */
const VALIDATORS: Readonly<Record<EuVatPrefix, [country: string, number: string]>> = {
  AT: ['AT', 'uid'],
  BE: ['BE', 'vat'],
  BG: ['BG', 'vat'],
  CY: ['CY', 'vat'],
  CZ: ['CZ', 'dic'],
  DE: ['DE', 'vat'],
  DK: ['DK', 'cvr'],
  EE: ['EE', 'kmkr'],
  EL: ['GR', 'vat'],
  ES: ['ES', 'nif'],
  FI: ['FI', 'alv'],
  FR: ['FR', 'tva'],
  HR: ['HR', 'oib'],
  HU: ['HU', 'anum'],
  IE: ['IE', 'vat'],
  IT: ['IT', 'iva'],
  LT: ['LT', 'pvm'],
  LU: ['LU', 'tva'],
  LV: ['LV', 'pvn'],
  MT: ['MT', 'vat'],
  NL: ['NL', 'btw'],
  PL: ['PL', 'nip'],
  PT: ['PT', 'nif'],
  RO: ['RO', 'cif'],
  SE: ['SE', 'vat'],
  SI: ['SI', 'ddv'],
  SK: ['SK', 'dph'],
  XI: ['GB', 'vat'],
};

/** Latvian personal codes given since 2017: no date of birth and no published check digit, which the library looks for. */
const LATVIAN_CODE_WITHOUT_DATE = /^32\d{9}$/;

/** Reads a VAT number with its prefix, however it is spaced; GR counts as EL. Null: the prefix is none that VIES knows. */
export function parseEuVatNumber(text: string): EuVatNumber | null {
  const key = codeKey(text);
  const prefix = vatPrefixOf(key.slice(0, 2));
  const countryCode = EU_VAT_PREFIXES.find(known => known === prefix);
  return countryCode === undefined ? null : { countryCode, vatNumber: key.slice(2) };
}

/** Whether a VAT number could be one: form and check digits of its state; one of a state that VIES does not know could. */
export function canBeVatNumber(text: string): boolean {
  const number = parseEuVatNumber(text);
  return number === null || isWellFormed(number);
}

/** Whether form and check digits are those of the state. A number that is well-formed need not exist. */
export function isWellFormed({ countryCode, vatNumber }: EuVatNumber): boolean {
  const [country, number] = VALIDATORS[countryCode];
  const validator = stdnum[country]?.[number];
  invariant(validator, `the library knows the VAT numbers of ${countryCode}`);
  if (countryCode === 'LV' && LATVIAN_CODE_WITHOUT_DATE.test(vatNumber)) return true;
  return /^[A-Z0-9+*]{2,12}$/.test(vatNumber) && validator.validate(vatNumber).isValid;
}
