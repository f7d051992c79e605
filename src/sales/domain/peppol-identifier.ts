import { stdnum } from 'stdnum';
import { invariant } from '../../shared/invariant';
import codes from './peppol-codes.json';

/**
 * Whether an identifier is one that its scheme of electronic addresses can have: Peppol refuses documents with another (rules
 * PEPPOL-COMMON-R040 to R053). Schemes without such a rule take anything.
 */
export function isIdentifierOf(scheme: string, identifier: string): boolean {
  const form = codes.identifierForms.find(entry => entry.scheme === scheme);
  if (form === undefined) return true;
  return new RegExp(form.pattern).test(identifier) && isChecked(identifier, form.validator);
}

function isChecked(identifier: string, validator: string | string[] | null): boolean {
  if (validator === null) return true;
  if (typeof validator === 'string') return hasGs1CheckDigit(identifier);
  const [country = '', number = ''] = validator;
  const known = stdnum[country]?.[number];
  invariant(known, `the library knows ${number} of ${country}`);
  return known.validate(identifier).isValid;
}

/** GS1 General Specifications, 7.9: digits weigh 1, 3, 1, 3 and so on from the last, and sum up to a multiple of ten. */
function hasGs1CheckDigit(digits: string): boolean {
  const zero = '0'.charCodeAt(0);
  const sum = [...digits]
    .reverse()
    .reduce((of, digit, index) => of + (digit.charCodeAt(0) - zero) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
