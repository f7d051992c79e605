import { fingerprint, type Command } from '../../../src/idempotency/domain/fingerprint';
import { canonicalJson } from '../../../src/platform/http/canonical-json';
import { parseJsonBody } from '../../../src/platform/http/json-body';

const command: Command = { method: 'POST', route: 'a/b', actorId: 'actor', canonicalBody: '{}' };
const ofBody = (body: string): string =>
  fingerprint({ ...command, canonicalBody: canonicalJson(parseJsonBody(Buffer.from(body, 'utf8'))) });

describe('the fingerprint of a command', () => {
  it('is stable from one version to the next', () => {
    expect(fingerprint(command)).toBe('50b3353bcfd8283a48a4010c802dc57a265e49438eef07423b37cc1ebafb57a8');
  });

  it.each<[keyof Command, string]>([
    ['method', 'PUT'],
    ['route', 'a/c'],
    ['actorId', 'other'],
    ['canonicalBody', '{"a":1}'],
  ])('changes with its %s', (field, value) => {
    expect(fingerprint({ ...command, [field]: value })).not.toBe(fingerprint(command));
  });

  it('cannot be imitated by moving a border between two fields', () => {
    const moved = [
      { route: 'ab', actorId: 'c' },
      { route: 'a', actorId: 'bc' },
      { route: 'a1:b', actorId: 'c' },
      { route: 'a', actorId: '1:bc' },
    ];
    expect(new Set(moved.map(fields => fingerprint({ ...command, ...fields }))).size).toBe(4);
  });

  it('counts the length in bytes', () => {
    expect(fingerprint({ ...command, route: 'é' })).not.toBe(fingerprint({ ...command, route: 'e\u0301' }));
  });

  it.each([
    ['order of members and white space', '{"a":1,"b":[1,2]}', ' { "b" : [ 1 , 2 ],\n"a":1 } '],
    ['no body and an empty one', '', '{}'],
    ['escaped and raw text', '{"a":"\\u00e9\\u0041\\/"}', '{"a":"éA/"}'],
    ['escaped and raw astral text', '{"a":"\\ud83d\\ude00"}', '{"a":"😀"}'],
    ['1 and 1.0', '{"a":1}', '{"a":1.0}'],
    ['1 and 1e0', '{"a":1}', '{"a":1e0}'],
    ['150 and 1.5E+2', '{"a":150}', '{"a":1.5E+2}'],
    ['0 and -0', '{"a":0}', '{"a":-0}'],
    ['0 and -0.00', '{"a":0}', '{"a":-0.00}'],
    ['0.5 and 5e-1', '{"a":0.5}', '{"a":5e-1}'],
    ['-1.50 and -1.5', '{"a":-1.50}', '{"a":-1.5}'],
  ])('is the same for two spellings: %s', (_, one, other) => {
    expect(ofBody(one)).toBe(ofBody(other));
  });

  it.each([
    ['order of elements', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['number and text', '{"a":1}', '{"a":"1"}'],
    ['fraction and text', '{"a":1.5}', '{"a":"1.5"}'],
    ['fraction and an object that looks like our form of it', '{"a":1.5}', '{"a":{"number":"15e-1"}}'],
    ['decimal strings as sent', '{"a":"1.0"}', '{"a":"1.00"}'],
    ['null and absent', '{"a":null}', '{}'],
    ['sign', '{"a":1.5}', '{"a":-1.5}'],
    ['fractions that a binary float would merge', '{"a":0.1}', '{"a":0.1000000000000000055511151231257827}'],
    ['beyond 2^53 with a fraction', '{"a":9007199254740993.5}', '{"a":9007199254740992.5}'],
    ['beyond 2^53 by an exponent', '{"a":9007199254740993e0}', '{"a":9007199254740992e0}'],
    ['no normalisation of Unicode', '{"a":"é"}', '{"a":"e\u0301"}'],
    ['member name and value', '{"a":"b"}', '{"b":"a"}'],
    ['nesting', '{"a":{"b":1}}', '{"a":1,"b":{}}'],
  ])('differs: %s', (_, one, other) => {
    expect(ofBody(one)).not.toBe(ofBody(other));
  });
});
