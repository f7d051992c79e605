import { PrintableTexts } from '../../../src/platform/pdf/printable-text';
import { wrapText } from '../../../src/platform/pdf/wrap-text';
import { fonts } from '../../../src/platform/pdf/fonts';

describe('a printable text', () => {
  let texts: PrintableTexts;
  beforeEach(() => (texts = new PrintableTexts(fonts().hasGlyph)));

  it.each([
    ['ąčęėįšųūž ĄČĘĖĮŠŲŪŽ', 'ąčęėįšųūž ĄČĘĖĮŠŲŪŽ'],
    ['Съешь ещё, Ђорђе, Їжак; Ξεσκεπάζω, łódź ß ő ț', 'Съешь ещё, Ђорђе, Їжак; Ξεσκεπάζω, łódź ß ő ț'],
    ['e\u0307 is NFD', 'ė is NFD'],
    [']]> & <b> „a“ – € § №', ']]> & <b> „a“ – € § №'],
    ['a\tb\r\nc\u2028d', 'a b\nc\nd'],
    ['Test\u0002Product\u000b\u0000', 'TestProduct'],
    ['abc\u202edef\u202c\u200f soft\u00adhyphen', 'abcdef softhyphen'],
  ])('%j is %j', (text, printed) => {
    expect(texts.of(text)).toBe(printed);
    expect(texts.unsupported).toEqual([]);
  });

  it('says which characters the fonts do not have, each once', () => {
    expect(texts.of('Ą 你你 ☕ 👩‍👩‍👧 שלום')).toBe('Ą ?? ? ? ????');
    expect(texts.unsupported).toEqual(['你', '☕', '👩‍👩‍👧', 'ש', 'ל', 'ו', 'ם']);
  });

  it('takes a lone surrogate for what it is', () => {
    expect(texts.of('a\ud800b')).toBe('a?b');
  });
});

describe('wrapping', () => {
  /** Every character is 1 wide. */
  const wrap = (text: string, width: number): string[] => wrapText(text, width, ({ length }) => length);

  it.each([
    ['', 5, ['']],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    ['one\n\ntwo', 9, ['one', '', 'two']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['a bcdefg h', 3, ['a', 'bcd', 'efg', 'h']],
    ['aa bb cc', 5, ['aa bb', 'cc']],
    ['  two  spaces ', 20, ['two spaces']],
  ])('%j in %d', (text, width, lines) => expect(wrap(text, width)).toEqual(lines));

  it('breaks 450 characters without a space, and loses none', () => {
    const word = 'ž'.repeat(450);
    expect(wrap(word, 40).join('')).toBe(word);
    expect(wrap(word, 40)).toHaveLength(12);
  });
});
