import { refuse } from '../../shared/domain-error';
import { sha256 } from '../../shared/sha256';

/** The key a caller sent, and the form it is looked up by. */
export interface IdempotencyKey {
  text: string;
  /** SHA-256, hex. */
  hash: string;
}

const LONGEST_KEY = 255;
const BARE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
/** What an intermediary makes of two lines. A key that holds it can be sent quoted. */
const JOINED_LINES = ', ';
/** RFC 9651 sf-string without parameters. */
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * Reads the `Idempotency-Key` header: bare or as a quoted structured-field string, both naming the same key.
 * @param lines every value of the header that came; Node would join two lines, so they are given apart
 * @returns undefined when there is no header
 * @throws DomainError `idempotency_key_invalid`
 */
export function parseIdempotencyKey(lines: string[]): IdempotencyKey | undefined {
  if (lines.length === 0) return undefined;
  if (lines.length > 1) invalid('the header was sent more than once');
  const text = unquoted(lines[0] ?? '');
  if (text.length === 0) invalid('it is empty');
  if (text.length > LONGEST_KEY) invalid(`it has more than ${LONGEST_KEY} characters`);
  return { text, hash: sha256(text) };
}

function unquoted(value: string): string {
  if (value.startsWith('"')) {
    const quoted = QUOTED.exec(value)?.[1];
    if (quoted === undefined) invalid('it is not a well-formed quoted string');
    const text = quoted.replace(/\\(["\\])/g, '$1');
    if (text.trim() === '') invalid('it is empty');
    return text;
  }
  if (value === '') invalid('it is empty');
  if (!BARE.test(value)) invalid('it holds characters other than visible ASCII and inner spaces');
  if (value.includes(JOINED_LINES))
    invalid('it looks like two lines joined by a comma; put it in quotes if it is one key');
  return value;
}

function invalid(why: string): never {
  refuse(
    'idempotency_key_invalid',
    `The Idempotency-Key cannot be used: ${why}. Send one line of 1 to 255 visible ASCII characters.`,
  );
}
