import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUIDv7 (RFC 9562): ids made later sort after those made earlier by this process. */
export function newId(): string {
  return v7();
}

/** Whether the text can be looked up in a uuid column: hyphenated hexadecimal, any version, either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
