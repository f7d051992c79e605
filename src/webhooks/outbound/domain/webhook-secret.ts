import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const FEWEST_BYTES = 24;
const MOST_BYTES = 64;

/** A secret of the Standard Webhooks form: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Whether a text is `whsec_` and the base64 of 24 to 64 bytes, as the specification wants it. */
export function isWebhookSecret(text: string): boolean {
  if (!text.startsWith(PREFIX)) return false;
  const encoded = text.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES && bytes.toString('base64') === encoded;
}
