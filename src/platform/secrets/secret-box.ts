import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invariant } from '../../shared/invariant';
import { Config } from '../config';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Keeps secrets that we must use again (signing, gateways) encrypted in the database, with AES-256-GCM under SECRETS_KEY. */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(config: Config) {
    invariant(config.secretsKey, 'the start made a secrets key');
    this.key = Buffer.from(hkdfSync('sha256', config.secretsKey, '', 'gapless:stored-secrets', 32));
  }

  /** @param belongsTo what the secret is of, e.g. a company's and a row's id: elsewhere it does not open */
  seal(secret: string, belongsTo: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(belongsTo));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** @throws Error when it was sealed with another SECRETS_KEY, belongs to something else, or was changed */
  open(sealed: string, belongsTo: string): string {
    const [version, text] = sealed.split('.');
    invariant(version === VERSION && text, 'a sealed secret says its version');
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  }
}
