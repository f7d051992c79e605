const FIRST_ROUND_9 = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Whether a Lithuanian VAT number may exist: LT and 9 or 12 digits, the last but one 1, the last a check digit of the others
 * (modulo 11, weights 1 to 9 repeated, a second round from 3; form FR0600).
 */
export function isLithuanianVatNumber(text: string): boolean {
  const digits = /^LT((?:\d{9}|\d{12}))$/.exec(text)?.[1];
  return digits !== undefined && digits.at(-2) === '1' && hasCheckDigit(digits);
}

/** Whether a Lithuanian company code may exist: 9 digits, the last a check digit of the others. */
export function isLithuanianCompanyCode(text: string): boolean {
  return /^\d{9}$/.test(text) && hasCheckDigit(text);
}

function hasCheckDigit(text: string): boolean {
  const digits = [...text].map(Number);
  const checked = digits.slice(0, -1);
  const remainder = (firstWeight: number): number =>
    checked.reduce((sum, digit, index) => sum + digit * FIRST_ROUND_9[(index + firstWeight - 1) % 9]!, 0) %
    11;
  const first = remainder(1);
  const second = first === 10 ? remainder(3) % 10 : first;
  return digits.at(-1) === second;
}
