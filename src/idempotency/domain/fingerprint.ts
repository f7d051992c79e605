import { createHash } from 'node:crypto';

/** Raised when the fields or their form change; a stored key of another version is replayed without comparing. */
export const FINGERPRINT_VERSION = 1;

/** What makes two requests the same command. Nothing that moves by itself: no clock, no generated id, no looked-up rate. */
export interface Command {
  method: string;
  route: string;
  actorId: string;
  /** The body as sent, in canonical JSON. */
  canonicalBody: string;
}

/** SHA-256 (hex) over the length-prefixed fields: lengths, unlike delimiters, cannot be imitated by content. */
export function fingerprint(command: Command): string {
  const hash = createHash('sha256');
  for (const field of [command.method.toUpperCase(), command.route, command.actorId, command.canonicalBody]) {
    const bytes = Buffer.from(field, 'utf8');
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}
