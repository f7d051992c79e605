import type { CallHandler, ExecutionContext, INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { IdempotencyInterceptor } from '../../src/idempotency';
import { parseIdempotencyKey } from '../../src/idempotency/domain/idempotency-key';
import { Database, UnitOfWork } from '../../src/platform/database';
import { EncodedReply, readBody, ROUTE, txContextOf, type RouteDeclaration } from '../../src/platform/http';

/**
 * The negative control: idempotency as it is usually written. Look the key up, do the work and commit it, then store the
 * key with the answer. The fault tests must find it guilty, else they prove nothing.
 */
export function replaceIdempotency(app: INestApplication): void {
  const [database, unitOfWork] = [app.get(Database), app.get(UnitOfWork)];
  const write = async (request: Request, next: CallHandler): Promise<EncodedReply> => {
    const context = txContextOf(request.context);
    const hash = parseIdempotencyKey(request.headersDistinct['idempotency-key'] ?? [])?.hash ?? '';
    request.body = readBody(request);
    const [stored] = await unitOfWork.run(context.companyId, 'read', tx =>
      tx.query<{ status: number; body: Buffer }>(
        `SELECT response_status AS status, response_body AS body FROM idempotency_keys WHERE key_hash = decode($1, 'hex')`,
        [hash],
      ),
    );
    if (stored) return new EncodedReply(stored.status, stored.body, { 'Idempotent-Replayed': 'true' });

    const session = await database.session();
    let reply: EncodedReply;
    try {
      await session.begin(context.companyId, 'write');
      request.context.tx = session.transaction(context);
      reply = EncodedReply.of(201, (await lastValueFrom<unknown>(next.handle())) as object);
      await session.commit();
    } finally {
      await session.release();
    }

    await unitOfWork.run(context.companyId, 'write', tx =>
      tx.execute(
        `INSERT INTO idempotency_keys (company_id, key_hash, key_text, fingerprint_version, fingerprint, actor_id, route,
                                       response_status, response_body)
         VALUES ($1, decode($2, 'hex'), '', 1, '', '', '', $3, $4) ON CONFLICT DO NOTHING`,
        [context.companyId, hash, reply.status, reply.body],
      ),
    );
    return reply;
  };
  const product = app.get(IdempotencyInterceptor);
  const reflector = app.get(Reflector);
  product.intercept = (context: ExecutionContext, next: CallHandler): Observable<unknown> => {
    const route = reflector.get<RouteDeclaration | undefined>(ROUTE, context.getHandler());
    return route?.kind === 'write'
      ? from(write(context.switchToHttp().getRequest<Request>(), next))
      : next.handle();
  };
}
