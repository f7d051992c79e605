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
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customProps: (request, response) => {
      const { context, method, path } = request as unknown as LoggedRequest;
      const isReplay = response.hasHeader('Idempotent-Replayed');
      const { requestId, company } = context ?? {};
      return {
        requestId,
        companyId: company?.companyId,
        method,
        path,
        status: response.statusCode,
        ...(isReplay && { isReplay }),
      };
    },
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
