/** Dashes and hyphens of Unicode, and the minus sign. */
const HYPHENS = /[\p{Pd}\u2212]/gu;
/** What cannot be seen: soft hyphens, zero-width spaces, direction marks. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * A document number as it is compared: NFKC, without case, outer space and invisible characters, every hyphen a "-".
 * Leading zeros, dots and inner spaces count: "AB-001" and "AB-0001" are two numbers. Empty for a number of nothing.
 */
export function numberKey(number: string): string {
  const folded = number.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replace(INVISIBLE, '').replace(HYPHENS, '-').trim();
}
