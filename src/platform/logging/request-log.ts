import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Metrics } from '../metrics';
import type { Log } from './log';

/** One line and one observation per request: method, route, status, duration, request id, company. Nothing it carried. */
export function logRequests(log: Log, metrics: Metrics): RequestHandler {
  const logger = pinoHttp({
    logger: log.pino,
    serializers: { req: () => undefined, res: () => undefined },
    quietReqLogger: true,
    // Instead of a counter of the library's own.
    genReqId: request => (request as unknown as LoggedRequest).context?.requestId ?? '',
    customAttributeKeys: { reqId: 'requestId' },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customSuccessObject: (request, response, { responseTime }: Timed) => ({
      ...factsOf(request as unknown as LoggedRequest, response),
      responseTime,
    }),
    customErrorObject: (request, response, _error, { responseTime }: Timed) => ({
      ...factsOf(request as unknown as LoggedRequest, response),
      responseTime,
    }),
  });
  return (request, response, next) => {
    const stop = metrics.requests.startTimer();
    response.on('finish', () =>
      stop({ route: routeLabel(request.route), status: String(response.statusCode) }),
    );
    logger(request, response);
    next();
  };
}

function factsOf({ context, method, path }: LoggedRequest, response: ServerResponse): object {
  const isReplay = response.hasHeader('Idempotent-Replayed');
  return {
    companyId: context?.company?.companyId,
    method,
    path,
    status: response.statusCode,
    ...(isReplay && { isReplay }),
  };
}

/** What the library would have logged. */
interface Timed {
  /** Milliseconds. */
  responseTime: number;
}

interface LoggedRequest {
  context?: { requestId: string; company?: { companyId: string } };
  method: string;
  path: string;
}

/** Only the template of a known route becomes a label: a scan of unknown paths must not make a million of them. */
function routeLabel(route: unknown): string {
  const path = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : 'unknown';
}
