const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** The IBAN without spaces and in upper case; null when it is none by form or check digits (ISO 13616, modulo 97). */
export function parseIban(text: string): string | null {
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  return IBAN.test(iban) && remainderOf97(iban) === 1 ? iban : null;
}

/** The BIC in upper case; null when it has not the form of ISO 9362. */
export function parseBic(text: string): string | null {
  const bic = text.trim().toUpperCase();
  return BIC.test(bic) ? bic : null;
}

/** The number that the IBAN spells (country and check digits last, A = 10 .. Z = 35), modulo 97. */
function remainderOf97(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const character of moved) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
