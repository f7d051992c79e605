import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../../shared/domain-error';
import type { Log } from '../logging';
import { renderError } from './render-error';

/**
 * What cannot be read as HTTP never becomes a request. It is refused here, on the bare connection, in the shape of every
 * other error; then the connection is closed, for nobody knows where the next request would begin.
 */
export function refuseBrokenRequests(server: Server, log: Log): void {
  const unfinished = new WeakMap<object, Set<Exchange>>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const ofSocket = unfinished.get(request.socket) ?? new Set();
    const exchange = { request, response };
    unfinished.set(request.socket, ofSocket.add(exchange));
    response.once('close', () => ofSocket.delete(exchange));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isOwedAnAnswer(unfinished.get(socket)))
      return void socket.destroy();
    const requestId = randomUUID();
    log.info({ requestId, code: error.code }, 'request not readable');
    socket.end(answerTo(error.code, requestId));
    setTimeout(() => socket.destroy(), TO_READ_IT_MS).unref();
  });
}

/** What a client has time for that does not close the connection from its side. */
const TO_READ_IT_MS = 1_000;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * A refusal in between would be taken for the answer to a request before, whose outcome it does not know. Only what arrives as the
 * one request of the connection can be refused: it is not whole, so nothing was done.
 */
function isOwedAnAnswer(exchanges: Set<Exchange> = new Set()): boolean {
  return (
    exchanges.size > 1 ||
    [...exchanges].some(({ request, response }) => request.complete || response.headersSent)
  );
}

function answerTo(code: string | undefined, requestId: string): Buffer {
  const { status, body } = renderError(refusalOf(code), requestId);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${requestId}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function refusalOf(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new DomainError('header_too_large', 'The headers of the request are larger than 16 KiB together.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new DomainError('request_timeout', 'The request did not arrive in time; nothing was done.');
  return new DomainError('malformed_http', 'The request cannot be read as HTTP.');
}
