/** Letters that Unicode does not take apart, and signs that have a usual stand-in. */
const STAND_INS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ĸ: 'k', // prettier-ignore
  '&': '+',
  _: '-',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '„': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '’': "'",
  '‘': "'",
  '`': "'", // prettier-ignore
  '€': 'EUR',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  ';': ',',
  '\\': '/', // prettier-ignore
};

/** Cyrillic as passports write it (ICAO 9303), lower case. */
const CYRILLIC =
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ:ie ы:y ь: э:e ю:iu я:ia є:ie і:i ї:i ґ:g ў:u';
/** Greek (ELOT 743), lower case. */
const GREEK =
  'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o';

const LATIN = new Map([
  ...Object.entries(STAND_INS),
  ...`${CYRILLIC} ${GREEK}`.split(' ').map(pair => pair.split(':') as [string, string]),
]);

/**
 * The text in the characters that every bank of the SEPA takes (EPC217-08: a-z A-Z 0-9 / - ? : ( ) . , ' + and space),
 * other letters transliterated, what has no stand-in left out; cut to `longest`. May be empty.
 */
export function sepaText(text: string, longest: number): string {
  return [...text.normalize('NFC')]
    .map(inLatin)
    .join('')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trim();
}

/** A reference: as text, but a slash neither begins nor ends it and none follows another (EPC217-08). */
export function sepaReference(text: string, longest: number): string {
  return sepaText(text.replaceAll(/\/{2,}/g, '/').replaceAll(/^[/\s]+/g, ''), longest).replace(/[/ ]+$/, '');
}

function inLatin(character: string): string {
  const lower = character.toLowerCase();
  const plain = lower.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  // й and ї are letters of their own: looked up before their marks are taken off.
  const latin = LATIN.get(lower) ?? [...plain].map(letter => LATIN.get(letter) ?? letter).join('');
  return character === lower ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}
