import { randomUUID } from 'node:crypto';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { refuse } from '../../shared/domain-error';
import type { Clock } from '../clock';
import { parseJsonBody } from './json-body';
import { bodyLimitOf, type RouteDeclaration } from './route';

/** First of all: the request gets its context, and its id goes back in a header. */
export function openRequestContext(clock: Clock): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    request.context = { requestId: randomUUID(), receivedAt: clock.now() };
    response.set('X-Request-Id', request.context.requestId);
    next();
  };
}

/**
 * Keeps the raw bytes. A body that is too large or broken is only noted here: who asks is checked before what is asked,
 * so the refusal comes from `readBody`, behind the guards.
 */
export function keepRawBody(): RequestHandler {
  const readers = new Map<number, RequestHandler>();
  return (request: Request, response: Response, next: NextFunction) => {
    const limit = bodyLimitOf(request.path);
    const reader = readers.get(limit) ?? express.raw({ type: () => true, limit });
    readers.set(limit, reader);
    void reader(request, response, (error?: unknown) => {
      if (error instanceof Error) request.rawBodyError = error;
      request.rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      request.body = undefined;
      next();
    });
  };
}

/**
 * The bytes as they came, which a signature is about.
 * @throws DomainError `body_too_large`, `unsupported_media_type`, `malformed_json`
 */
export function rawBodyOf(request: Request): Buffer {
  if (request.rawBodyError) {
    const { status } = request.rawBodyError as { status?: number };
    if (status === 413) {
      refuse(
        'body_too_large',
        `The body is larger than ${bodyLimitOf(request.path)} bytes, the most this route accepts.`,
      );
    }
    if (status === 415) refuseEncoding(request);
    refuse('malformed_json', 'The body could not be read to its end.');
  }
  return request.rawBody ?? Buffer.alloc(0);
}

/**
 * The parsed body of an authenticated request.
 * @throws DomainError `body_too_large`, `unsupported_media_type`, `malformed_json`
 */
export function readBody(request: Request): Record<string, unknown> {
  const bytes = rawBodyOf(request);
  if (bytes.length > 0 && !isJson(request.headers['content-type'])) {
    refuse(
      'unsupported_media_type',
      'The body must be JSON in UTF-8: send "Content-Type: application/json".',
    );
  }
  return parseJsonBody(bytes);
}

/** What a request is: of its route's kind, unless it asks a read to keep what it makes. @throws DomainError those of `readBody` */
export function kindOf(request: Request, { kind, writesWith }: RouteDeclaration): RouteDeclaration['kind'] {
  return writesWith !== undefined && readBody(request)[writesWith] === true ? 'write' : kind;
}

/** Those that the reader of bodies knows. */
function refuseEncoding({ headers }: Request): never {
  refuse(
    'unsupported_media_type',
    `Content-Encoding "${headers['content-encoding']}" is not known here; send the body plainly, or as gzip, deflate or br.`,
  );
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(contentType ?? '');
}
