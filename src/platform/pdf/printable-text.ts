/** What is printed where no font has the character: seen by the reader, and told to the caller. */
const SUBSTITUTE = '?';
/** Invisible characters that steer others: text direction, joiners, variation selectors, soft hyphens. Paper needs none. */
const STEERING = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g;
const CONTROL = /[^\P{Cc}\n]/gu;

/**
 * Makes texts printable with fonts that have some characters only. Line breaks stay, tabs are spaces, other control
 * characters and everything that would change the direction of the text (U+202E) go. Whatever else has no glyph is printed
 * as `?`, one for what a reader takes for one character, and remembered.
 */
export class PrintableTexts {
  private readonly missing = new Set<string>();
  private readonly segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

  constructor(private readonly hasGlyph: (codePoint: number) => boolean) {}

  /** The characters that were not printed, in the order in which they were met. */
  get unsupported(): string[] {
    return [...this.missing];
  }

  /** Composed (NFC): "e" and a combining dot are the one letter that the font draws. */
  of(text: string): string {
    const composed = text
      .normalize('NFC')
      .replace(LINE_BREAK, '\n')
      .replaceAll('\t', ' ')
      .replace(CONTROL, '');
    if (this.isPrintable(composed)) return composed;
    return [...this.segmenter.segment(composed)].map(({ segment }) => this.character(segment)).join('');
  }

  private character(grapheme: string): string {
    const seen = grapheme.replace(STEERING, '');
    if (this.isPrintable(seen)) return seen;
    this.missing.add(grapheme);
    return SUBSTITUTE;
  }

  private isPrintable(text: string): boolean {
    for (const character of text) {
      if (character !== '\n' && (isSteering(character) || !this.hasGlyph(character.codePointAt(0)!)))
        return false;
    }
    return true;
  }
}

function isSteering(character: string): boolean {
  return character > '~' && character.replace(STEERING, '') === '';
}
