import { DomainError } from '../../../src/shared/domain-error';
import { JsonNumber, parseJsonBody } from '../../../src/platform/http/json-body';

const parse = (text: string): Record<string, unknown> => parseJsonBody(Buffer.from(text, 'utf8'));

describe('the body of a request', () => {
  it('is an empty object when there is none', () => {
    expect(parseJsonBody(Buffer.alloc(0))).toEqual({});
  });

  it('keeps the digits of what a JS number might not carry', () => {
    expect(parse('{"a":1.10,"b":1e2,"c":-0,"d":7,"e":9007199254740991}')).toEqual({
      a: new JsonNumber('1.10'),
      b: new JsonNumber('1e2'),
      c: new JsonNumber('-0'),
      d: 7,
      e: 9007199254740991,
    });
  });

  it('takes colons and quotes inside texts and names for what they are', () => {
    expect(parse(String.raw`{"a:b":"c:\"d\":\\","e":{"a:b":":"}}`)).toEqual({
      'a:b': 'c:"d":\\',
      e: { 'a:b': ':' },
    });
  });

  const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  it('may be nested 32 deep', () => {
    expect(() => parse(deep(32))).not.toThrow();
  });

  it.each([
    ['not JSON', 'a=1'],
    ['cut short', '{"a":1'],
    ['trailing comma', '{"a":1,}'],
    ['two values', '{} {}'],
    ['a list', '[]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['byte order mark', '\uFEFF{}'],
    ['leading zero', '{"a":01}'],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '{"a":Infinity}'],
    ['a member twice', '{"a":1,"a":2}'],
    ['a member twice with the same value', '{"a":1,"a":1}'],
    ['a member twice, once escaped', '{"a":1,"\\u0061":1}'],
    ['a member twice, deep down', '{"a":[{"b":[],"b":[]}]}'],
    ['"__proto__"', '{"__proto__":{"admin":true}}'],
    ['"__proto__" deep down', '{"a":[{"__proto__":null}]}'],
    ['"toString"', '{"toString":1}'],
    ['"constructor" deep down', '{"a":{"constructor":{"prototype":3}}}'],
    ['"prototype"', '{"prototype":{}}'],
    ['"__proto__" escaped', '{"\\u005f_proto__":1}'],
    ['a whole number beyond 2^53', '{"a":9007199254740993}'],
    ['a negative whole number beyond 2^53', '{"a":-9007199254740993}'],
    ['a number of very many digits', `{"a":0.${'1'.repeat(60)}}`],
    ['an exponent that no amount needs', '{"a":1e99999}'],
    ['a negative exponent that no amount needs', '{"a":1e-99999}'],
    ['half a surrogate pair', '{"a":"\\ud83d"}'],
    ['half a surrogate pair in a name', '{"\\ude00":1}'],
    ['surrogates in the wrong order', '{"a":"\\ude00\\ud83d"}'],
    ['U+0000', '{"a":"\\u0000"}'],
    ['U+0000 in a name', '{"\\u0000":1}'],
    ['a raw control character', '{"a":"\n"}'],
    ['33 levels', deep(33)],
    ['half a million levels', deep(500_000)],
  ])('is refused: %s', (_, text) => {
    expect(() => parse(text)).toThrow(DomainError);
    expect(() => parse(text)).toThrow(expect.objectContaining({ reason: 'malformed_json' }) as Error);
  });

  describe('with texts as long as files', () => {
    const long = `line "1"\r\n\t\\ ąž 😀 : {}`.repeat(1000);

    it('gives them back to the letter, wherever they stand, beside exact numbers', () => {
      const body = JSON.stringify({ a: [{ content: long }], b: long, c: 'short', [long]: 1 });
      expect(parse(body.replace('"short"', '1.10'))).toEqual({
        a: [{ content: long }],
        b: long,
        c: new JsonNumber('1.10'),
        [long]: 1,
      });
    });

    it.each([
      ['a wrong escape', JSON.stringify({ a: long }).replace('\\t', '\\x')],
      ['a raw control character', JSON.stringify({ a: long }).replace('\\t', '\t')],
      ['U+0000', JSON.stringify({ a: `${long}\0` })],
      ['half a surrogate pair', JSON.stringify({ a: long }).replace('\\t', '\\ude00')],
      ['no end', JSON.stringify({ a: long }).slice(0, -2)],
      ['a member twice', `{"a":${JSON.stringify(long)},"a":${JSON.stringify(long)}}`],
    ])('refuses %s in them', (_, text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ reason: 'malformed_json' }) as Error);
    });
  });

  it('is refused when it is not UTF-8', () => {
    const latin1 = Buffer.from('{"a":"é"}', 'latin1');
    expect(() => parseJsonBody(latin1)).toThrow(
      expect.objectContaining({ reason: 'malformed_json' }) as Error,
    );
    expect(parse('{"a":"\uFFFD"}')).toEqual({ a: '\uFFFD' });
  });
});
