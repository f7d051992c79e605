import { randomUUID } from 'node:crypto';
import { parse } from 'lossless-json';
import { refuse } from '../../shared/domain-error';

/**
 * A JSON number that a JS number might not carry exactly: a fraction, an exponent, minus zero. Keeps its digits.
 * Whole numbers within 2^53 arrive as JS numbers; beyond that they are refused.
 */
export class JsonNumber {
  constructor(readonly digits: string) {}

  /** For the canonical form only: one form for equal values, and the form of nothing else. */
  toJSON(): number | string {
    return canonicalNumber(this.digits);
  }

  /** Its value where that is a whole number within 2^53, however it is written: 30.0, 3e1. */
  whole(): number | undefined {
    const value = canonicalNumber(this.digits);
    return typeof value === 'number' ? value : undefined;
  }
}

/**
 * Reads a request body: JSON object in UTF-8, digits kept (@invariant INV-11), members named once.
 * @throws DomainError `malformed_json`
 */
export function parseJsonBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD') && !Buffer.from(text, 'utf8').equals(bytes))
    malformed('the body is not valid UTF-8');
  let value: unknown;
  try {
    value = parseLosslessly(text);
  } catch (error) {
    if (error instanceof SyntaxError) malformed(error.message);
    if (error instanceof RangeError) malformed('the body is nested too deeply');
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    malformed('the body must be a JSON object');
  refuseUnstorable(value, 0);
  if (membersOf(value) !== membersWritten(text)) malformed('a member is there twice');
  return value as Record<string, unknown>;
}

/** From here on a text is a file (a bank statement, say) rather than a name or a note. */
const LONG_TEXT = 4096;
const PLACEHOLDER = randomUUID();

/**
 * The lossless parser takes texts letter by letter, some forty bytes of memory each; a long one is read by JSON.parse
 * and only put in its place afterwards. The placeholder cannot be guessed.
 */
function parseLosslessly(text: string): unknown {
  const longTexts = new Map<string, string>();
  const shortened =
    text.length < LONG_TEXT
      ? text
      : text.replaceAll(TEXT, (literal, offset: number) => {
          if (!literal.endsWith('"') || literal.length === 1) malformed('a text has no end');
          if (literal.length < LONG_TEXT || isName(text, offset + literal.length)) return literal;
          const placeholder = `${PLACEHOLDER} ${longTexts.size}`;
          longTexts.set(placeholder, JSON.parse(literal) as string);
          return JSON.stringify(placeholder);
        });
  const putBack = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? (longTexts.get(value) ?? value) : value;
  return parse(shortened, longTexts.size === 0 ? null : putBack, {
    parseNumber,
    onDuplicateKey: ({ key }) => malformed(`member "${key}" is there twice`),
  });
}

/** Whether the literal that ends here is the name of a member. */
function isName(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}

const COLON = /[ \t\r\n]*:/y;
const DEEPEST_NESTING = 32;
const WHOLE_NUMBER = /^(0|-?[1-9]\d*)$/;
const LONG_EXPONENT = /[eE][+-]?\d{4,}$/;
/** One that has no end takes the rest: else it would be looked for again from each of its quotes. */
const TEXT = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)/g;

function parseNumber(digits: string): number | JsonNumber {
  if (!WHOLE_NUMBER.test(digits)) {
    if (digits.length > 60 || LONG_EXPONENT.test(digits))
      malformed(`number ${digits.slice(0, 20)}... has too many digits`);
    return new JsonNumber(digits);
  }
  const value = +digits;
  if (!Number.isSafeInteger(value))
    malformed(`number ${digits} is too large for a JSON number; send it as a string`);
  return value;
}

/** Text that PostgreSQL cannot hold and members that would reach into JavaScript's objects. */
function refuseUnstorable(value: unknown, depth: number): void {
  if (depth > DEEPEST_NESTING) malformed('the body is nested too deeply');
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      malformed('a text holds U+0000 or half of a surrogate pair');
  } else if (typeof value === 'object' && value !== null && !(value instanceof JsonNumber)) {
    for (const [name, member] of Object.entries(value)) {
      // No request has such members, and the libraries behind would take them for JavaScript's own and drop them.
      if (name in Object.prototype || name === 'prototype') malformed(`a member is named "${name}"`);
      refuseUnstorable(name, depth);
      refuseUnstorable(member, depth + 1);
    }
  }
}

/** The parser reports a member that is there twice only when the two values differ; the colons tell of the others. */
function membersWritten(text: string): number {
  return text.replaceAll(TEXT, '').split(':').length - 1;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return 0;
  const members = Object.values(value).reduce<number>((sum, member) => sum + membersOf(member), 0);
  return Array.isArray(value) ? members : members + Object.keys(value).length;
}

/** 1.50, 15e-1 and 1.5 are one value; 1.0 is the whole number 1. U+0000 stands in no text of a body. */
function canonicalNumber(digits: string): number | string {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits) ?? [];
  const significant = `${whole ?? ''}${fraction}`.replace(/^0+/, '');
  if (significant === '') return 0;
  const trimmed = significant.replace(/0+$/, '');
  const power = +exponent - fraction.length + (significant.length - trimmed.length);
  const canonical = `${sign ?? ''}${trimmed}e${power}`;
  return power >= 0 && Number.isSafeInteger(+canonical) ? +canonical : `\0${canonical}`;
}

function malformed(message: string): never {
  refuse('malformed_json', `The request body cannot be read: ${message}.`);
}
