import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invariant } from '../../shared/invariant';
import { refuse } from '../../shared/domain-error';
import { Config } from '../config';

/** Where a page ended: the sort values and id of its last row. */
export type CursorPosition = (string | null)[];

/** Makes and checks cursors. Signed with what they belong to, so a foreign or altered one says nothing and reads nothing. */
@Injectable()
export class ListCursors {
  constructor(private readonly config: Config) {}

  /** @param belongsTo list, company, sort and filter */
  encode(belongsTo: string, position: CursorPosition): string {
    const payload = Buffer.from(JSON.stringify(position), 'utf8').toString('base64url');
    return `${payload}.${this.signature(belongsTo, payload)}`;
  }

  /** @throws DomainError `cursor_invalid` */
  decode(belongsTo: string, cursor: string): CursorPosition {
    const [payload = '', signature = ''] = cursor.split('.');
    const expected = Buffer.from(this.signature(belongsTo, payload));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      refuse(
        'cursor_invalid',
        'The cursor does not belong to this list, company, sort and filter; start again without it.',
      );
    }
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as CursorPosition;
  }

  private signature(belongsTo: string, payload: string): string {
    invariant(this.config.secretsKey, 'the start made a secrets key');
    return createHmac('sha256', this.config.secretsKey)
      .update(`${belongsTo}\n${payload}`)
      .digest('base64url');
  }
}
