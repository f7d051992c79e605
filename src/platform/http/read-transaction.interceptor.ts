import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database } from '../database';
import { readBody } from './receive-request';
import { ROUTE, type RouteDeclaration } from './route';
import { txContextOf } from './tx-context';

/** Gives routes that read a read-only transaction: all they answer is of one moment. An Idempotency-Key is ignored. */
@Injectable()
export class ReadTransactionInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = this.reflector.get<RouteDeclaration | undefined>(ROUTE, context.getHandler());
    if (route?.kind !== 'read') return next.handle();
    return from(this.read(context.switchToHttp().getRequest<Request>(), next));
  }

  private async read(request: Request, next: CallHandler): Promise<unknown> {
    request.body = readBody(request);
    const txContext = txContextOf(request.context);
    const session = await this.database.session();
    try {
      await session.begin(txContext.companyId, 'read');
      request.context.tx = session.transaction(txContext);
      return await lastValueFrom<unknown>(next.handle());
    } finally {
      await session.release();
    }
  }
}
