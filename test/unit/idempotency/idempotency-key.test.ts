import { createHash } from 'node:crypto';
import { DomainError } from '../../../src/shared/domain-error';
import { parseIdempotencyKey } from '../../../src/idempotency/domain/idempotency-key';

const textOf = (...lines: string[]): string | undefined => parseIdempotencyKey(lines)?.text;
const VISIBLE_ASCII = String.fromCharCode(...Array.from({ length: 0x7f - 0x21 }, (_, index) => 0x21 + index));

describe('the Idempotency-Key header', () => {
  it('is absent when no line came', () => {
    expect(parseIdempotencyKey([])).toBeUndefined();
  });

  it('is looked up by the SHA-256 of its text', () => {
    expect(parseIdempotencyKey(['abc'])).toEqual({
      text: 'abc',
      hash: createHash('sha256').update('abc').digest('hex'),
    });
  });

  it.each([
    ['one character', 'a', 'a'],
    ['255 characters', 'k'.repeat(255), 'k'.repeat(255)],
    ['inner spaces', 'order 1041  invoice', 'order 1041  invoice'],
    ['all visible characters but a leading quote', `a${VISIBLE_ASCII}`, `a${VISIBLE_ASCII}`],
    ['quoted', '"abc"', 'abc'],
    ['quoted, 255 characters inside', `"${'k'.repeat(255)}"`, 'k'.repeat(255)],
    ['quoted with escapes', String.raw`"a\"b\\c"`, 'a"b\\c'],
    ['quoted with a trailing space, another key than without', '"x "', 'x '],
    ['quoted with a comma', '"a, a"', 'a, a'],
    ['a comma without a space', 'a,b', 'a,b'],
  ])('may be %s', (_, line, text) => {
    expect(textOf(line)).toBe(text);
  });

  it('names the same key bare and quoted, and tells case and inner spaces apart', () => {
    expect(textOf('abc')).toBe(textOf('"abc"'));
    const hashes = ['A', 'a', 'x y', 'x  y', '"x "', 'x'].map(line => parseIdempotencyKey([line])?.hash);
    expect(new Set(hashes).size).toBe(6);
  });

  it.each([
    ['empty', ['']],
    ['quoted empty', ['""']],
    ['whitespace only', [' ']],
    ['quoted whitespace only', ['"  "']],
    ['256 characters', ['k'.repeat(256)]],
    ['300 characters', ['k'.repeat(300)]],
    ['256 characters in quotes', [`"${'k'.repeat(256)}"`]],
    ['space at the front', [' a']],
    ['space at the end', ['a ']],
    ['a tab', ['a\tb']],
    ['a control character', ['a\u0001']],
    ['DEL', ['a\u007f']],
    ['e-acute as Node hands UTF-8 over, in Latin-1', [Buffer.from('é', 'utf8').toString('latin1')]],
    ['e-acute in Latin-1', ['\u00e9']],
    ['e and a combining accent', [Buffer.from('e\u0301', 'utf8').toString('latin1')]],
    ['non-ASCII in quotes', ['"\u00e9"']],
    ['an open quote', ['"abc']],
    ['a lone quote', ['"']],
    ['parameters', ['"abc";p=1']],
    ['text after the quotes', ['"abc" x']],
    ['an unknown escape', [String.raw`"a\b"`]],
    ['a quote inside quotes', ['"a"b"']],
    ['two lines', ['a', 'b']],
    ['two equal lines', ['a', 'a']],
    ['two lines joined by an intermediary', ['a, a']],
    ['two quoted lines joined by an intermediary', ['"a", "a"']],
  ])('is refused: %s', (_, lines) => {
    const parse = (): unknown => parseIdempotencyKey(lines);
    expect(parse).toThrow(DomainError);
    expect(parse).toThrow(expect.objectContaining({ reason: 'idempotency_key_invalid' }) as Error);
  });
});
