import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { refuse } from '../../shared/domain-error';
import { Config } from '../config';
import { Database, type Tx } from '../database';
import { AfterReading } from './after-reading';
import { kindOf, readBody } from './receive-request';
import { ROUTE, type RouteDeclaration } from './route';
import { sendFile, StreamedFile } from './streamed-file';
import { txContextOf } from './tx-context';

/**
 * Gives routes that read a read-only transaction: all they answer is of one moment. An Idempotency-Key is ignored. What
 * needs no database (`AfterReading`) is made when the transaction is over. A file that is made while it is sent is sent
 * here, inside the transaction that it reads from.
 */
@Injectable()
export class ReadTransactionInterceptor implements NestInterceptor {
  private downloads = 0;

  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = this.reflector.get<RouteDeclaration | undefined>(ROUTE, context.getHandler());
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!route || kindOf(request, route) !== 'read') return next.handle();
    return from(route.streams ? this.download(request, response, next) : this.answer(request, next));
  }

  private async answer(request: Request, next: CallHandler): Promise<unknown> {
    const answer = await this.read(request, 'read', () => answerOf(next));
    return answer instanceof AfterReading
      ? answer.make(work => this.inTransaction(request, 'read', work))
      : answer;
  }

  /** A slow reader keeps a connection to the database; downloads never take the last of them. */
  private async download(request: Request, response: Response, next: CallHandler): Promise<unknown> {
    if (this.downloads >= Math.max(1, Math.floor(this.config.databasePoolSize / 2))) {
      refuse(
        'temporarily_unavailable',
        'Too many files are being downloaded; retry when one of them is done.',
        {
          retryAfterSeconds: 10,
        },
      );
    }
    this.downloads++;
    try {
      return await this.read(request, 'stream', async () => {
        const answer = await answerOf(next);
        if (answer instanceof StreamedFile) await sendFile(answer, response);
        return answer;
      });
    } finally {
      this.downloads--;
    }
  }

  private async read(
    request: Request,
    mode: 'read' | 'stream',
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    request.body = readBody(request);
    return this.inTransaction(request, mode, tx => {
      request.context.tx = tx;
      return work();
    });
  }

  private async inTransaction<T>(
    request: Request,
    mode: 'read' | 'stream',
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const txContext = txContextOf(request.context);
    const session = await this.database.session();
    try {
      await session.begin(txContext.companyId, mode);
      return await work(session.transaction(txContext));
    } finally {
      await session.release();
    }
  }
}

function answerOf(next: CallHandler): Promise<unknown> {
  return lastValueFrom<unknown>(next.handle());
}
