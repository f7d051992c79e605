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
  const latest = new WeakMap<object, Exchange>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    latest.set(request.socket, { request, response }),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isBeingAnswered(latest.get(socket)))
      return void socket.destroy();
    const requestId = randomUUID();
    log.info({ requestId, code: error.code }, 'request not readable');
    socket.end(answerTo(error.code, requestId));
  });
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** An error in between would be taken for the answer to the request before, whose outcome it does not know. */
function isBeingAnswered(exchange: Exchange | undefined): boolean {
  if (exchange === undefined || exchange.response.writableFinished) return false;
  return exchange.request.complete || exchange.response.headersSent;
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
