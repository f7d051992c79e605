import type { Type } from '@nestjs/common';
import { Field, validationPipe } from '../../../src/platform/http';
import { parseJsonBody } from '../../../src/platform/http/json-body';

class Named {
  @Field.text() name!: string;
  @Field.text({ optional: true, max: 5 }) note?: string;
  @Field.text({ optional: true, nullable: true, max: 5, trimmed: true }) key?: string | null;
}

class Counted {
  @Field.integer({ optional: true, min: 1, max: 100 }) days?: number;
}

const taken = (type: Type, body: string): Promise<object> =>
  validationPipe().transform(parseJsonBody(Buffer.from(body)), {
    type: 'body',
    metatype: type,
  }) as Promise<object>;
const named = (members: object): Promise<object> =>
  taken(Named, JSON.stringify({ name: 'Žemė', ...members }));

describe('a text', () => {
  it.each([
    ' ',
    '   ',
    '\t\n',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u200b',
    '\u2060\u200d',
    '\ufeff',
    '\u3164',
    '\u202e',
  ])('is not %j alone', async blank => {
    for (const member of ['name', 'note'])
      await expect(named({ [member]: blank })).rejects.toMatchObject({
        reason: 'invalid_request',
        extras: { fieldErrors: { [member]: ['must not consist of blanks only'] } },
      });
  });

  it.each(['.', ' a ', '\u200ba', '名', '🜚', '\u0301', '-'])('may be %j, and stays so', async text => {
    expect(await named({ name: text })).toEqual({ name: text });
  });

  it('that is compared is taken without outer white space, and must be something then', async () => {
    for (const [sent, kept] of [
      [' a b\t', 'a b'],
      ['\u00a0 abcde \n', 'abcde'],
      [null, null],
    ])
      expect(await named({ key: sent })).toMatchObject({ key: kept });
    for (const sent of ['', ' ', '\t\n', ' \u200b ', 'abcdef', 7])
      await expect(named({ key: sent })).rejects.toThrow('key:');
  });
});

describe('a whole number', () => {
  it.each(['30', '30.0', '3e1', '300e-1', '3.0E+1'])('may be written %s', async digits => {
    expect(await taken(Counted, `{"days": ${digits}}`)).toEqual({ days: 30 });
  });

  it.each(['30.5', '3e-1', '0.0', '1e3', '1e30', '"30"', 'true'])(
    'is not %s, if it is to be from 1 to 100',
    async digits => {
      await expect(taken(Counted, `{"days": ${digits}}`)).rejects.toThrow('days:');
    },
  );
});
