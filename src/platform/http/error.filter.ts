import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../shared/domain-error';
import { translateDatabaseError } from '../database';
import { Log } from '../logging';
import { renderError } from './render-error';

/** Renders what no interceptor has rendered: refusals that are not stored, and faults. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { requestId } = request.context;
    const error = this.refusalOf(thrown, request);
    // In the middle of a file nothing can be answered any more: the connection is broken instead.
    if (response.headersSent) return void response.destroy();
    const reply = renderError(error, requestId);
    response.status(reply.status).set(reply.headers).type('application/json').send(reply.body);
  }

  private refusalOf(thrown: unknown, request: Request): DomainError {
    const error = translateDatabaseError(thrown);
    if (error instanceof DomainError) {
      if (error.definition.status >= 500)
        this.log.warn({ err: thrown, requestId: request.context.requestId }, 'request not served');
      return error;
    }
    if (error instanceof HttpException && error.getStatus() < 500) {
      return new DomainError('route_not_found', `There is no route ${request.method} ${request.path}.`);
    }
    this.log.error({ err: error, requestId: request.context.requestId }, 'request failed');
    return new DomainError(
      'internal_error',
      'The server failed; nothing was stored. Retry with the same Idempotency-Key.',
    );
  }
}
