import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { StreamedFile } from './streamed-file';

/** What a handler answers when the status is its own choice (find-or-create: 201 or 200). */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {}
}

/** An answer already serialised: these bytes are stored with the key and sent, so a replay is identical by construction. */
export class EncodedReply {
  constructor(
    readonly status: number,
    readonly body: Buffer,
    readonly headers: Record<string, string> = {},
  ) {}

  static of(status: number, body: object, headers: Record<string, string> = {}): EncodedReply {
    return new EncodedReply(status, Buffer.from(JSON.stringify(body), 'utf8'), headers);
  }
}

/** Sends encoded replies byte for byte, nothing more after a file; everything else as NestJS does. */
export class GaplessExpressAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof StreamedFile) return undefined;
    if (!(body instanceof EncodedReply)) return super.reply(response, body, statusCode) as unknown;
    response.status(body.status).set(body.headers);
    response.set('Content-Type', 'application/json; charset=utf-8');
    return response.send(body.body);
  }
}
