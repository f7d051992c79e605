import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { DomainError, refuse } from '../shared/domain-error';
import {
  Database,
  translateDatabaseError,
  UnitOfWork,
  type Session,
  type TxContext,
} from '../platform/database';
import {
  canonicalJson,
  EncodedReply,
  kindOf,
  OutsideAnswers,
  OutsideQuestion,
  readBody,
  renderError,
  Reply,
  ROUTE,
  txContextOf,
  type RouteDeclaration,
} from '../platform/http';
import { Metrics } from '../platform/metrics';
import { LeaseLost } from '../work';
import {
  beginStatement,
  CLAIM_RESULT,
  claimStatements,
  SAVEPOINT,
  storeStatement,
  type Claim,
} from './data/idempotency-keys';
import { fingerprint } from './domain/fingerprint';
import { Gate } from './domain/gate';
import { parseIdempotencyKey, type IdempotencyKey } from './domain/idempotency-key';
import { Begun, type PhasedOperation } from './phased-operation';
import { answerOf, storedAnswer } from './replay';

/** One call of a writing route. */
interface Call {
  request: Request;
  route: RouteDeclaration;
  next: CallHandler;
  tx: TxContext;
}

/**
 * One operation, one effect (@invariant INV-04). Key, work and answer are one transaction:
 *
 *   begin, open the company's scope, claim the key, savepoint   -> one round trip
 *   validation pipe, controller, use case, repositories          -> with the transaction as a value
 *   store the answer's bytes, commit                             -> one round trip; only then the answer goes out
 *
 * A final refusal undoes the work back to the savepoint and is stored as the answer. Any other failure undoes the claim
 * too, so the key stays free. A deadlock runs the whole of it again.
 *
 * A phased route only begins in that transaction: it commits with the key unfinished, and its operation carries on with
 * nothing open. The operation stores the answer with its result; until then a retry carries on where it stands.
 *
 * A handler may also answer with a question to a server elsewhere: the transaction is undone, key and all, the question is
 * asked with nothing open, and the whole of it runs again with the answer, for who may still do it: the caller is admitted anew.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  readonly gate = new Gate();

  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
    private readonly modules: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = this.reflector.get<RouteDeclaration | undefined>(ROUTE, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    if (!route || !WRITING_KINDS.has(kindOf(request, route))) return next.handle();
    return from(this.write({ request, route, next }));
  }

  private async write(arrived: Omit<Call, 'tx'>): Promise<EncodedReply> {
    const { request } = arrived;
    const call = { ...arrived, tx: txContextOf(request.context) };
    const key = parseIdempotencyKey(request.headersDistinct['idempotency-key'] ?? []);
    if (!key && (call.route.movesMoney || call.tx.company?.idempotencyKeyPolicy !== 'optional')) {
      refuse(
        'idempotency_key_required',
        'This call changes something: send an Idempotency-Key, and the same one on every retry.',
      );
    }
    request.body = readBody(request);
    if (!key) {
      this.metrics.idempotencyOutcomes.inc({ outcome: 'unkeyed' });
      const done = await this.informed(call, session => this.withoutKey(session, call));
      return done instanceof Begun ? ((await this.carryOn(call, done)) ?? this.busy()) : done;
    }
    const command = {
      method: request.method,
      route: call.route.path,
      actorId: call.tx.actor.id,
      canonicalBody: canonicalJson(request.body),
    };
    const print = fingerprint(command);
    return this.gate.pass(
      `${call.tx.companyId}:${key.hash}`,
      async claimed => {
        const done = await this.informed(call, session => this.withKey(session, call, key, print, claimed));
        if (!(done instanceof Begun)) return done;
        const reply = await this.carryOn(call, done);
        const stored = await this.inSession(session => this.stored(session, call, key, print));
        return stored ?? reply ?? this.busy();
      },
      () => this.busy(),
    );
  }

  /** Runs the work, again each time a question of its own was answered; no connection is held while it is asked. */
  private async informed(
    call: Call,
    work: (session: Session) => Promise<EncodedReply | Begun | OutsideQuestion<unknown>>,
  ): Promise<EncodedReply | Begun> {
    for (;;) {
      const done = await this.unitOfWork.retrying(() => this.inSession(work));
      if (!(done instanceof OutsideQuestion)) return done;
      const { context } = call.request;
      const answers = (context.outside ??= new OutsideAnswers());
      if (answers.count === MOST_QUESTIONS)
        refuse('temporarily_unavailable', 'What is asked about keeps changing; retry.', {
          retryAfterSeconds: 1,
        });
      await answers.ask(done);
      await context.readmit?.();
      call.tx = txContextOf(context);
    }
  }

  /** No connection is held here: the outside may take its time. Undefined when somebody else has taken the operation over. */
  private async carryOn({ route, tx }: Call, { id }: Begun): Promise<EncodedReply | undefined> {
    const operation = this.modules.get<PhasedOperation>(route.operation!, { strict: false });
    try {
      const progress = await operation.carryOn(tx.companyId, id, tx.requestId);
      return progress.state === 'held' ? this.busy(progress.seconds) : progress.reply;
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      throw error;
    }
  }

  /** The answer as it stands under the key, whoever finished the operation; undefined while nobody has. */
  private async stored(
    session: Session,
    { tx, route }: Call,
    key: IdempotencyKey,
    print: string,
  ): Promise<EncodedReply | undefined> {
    const claim = await this.claim(
      session,
      tx.companyId,
      'write',
      claimStatements(tx.companyId, key, print, tx.actor.id, route.path),
    );
    return claim.outcome === 'replay' && claim.response_body !== null ? storedAnswer(claim) : undefined;
  }

  private async withKey(
    session: Session,
    call: Call,
    key: IdempotencyKey,
    print: string,
    claimed: () => void,
  ): Promise<EncodedReply | Begun | OutsideQuestion<unknown>> {
    const { companyId, actor } = call.tx;
    const claim = await this.claim(
      session,
      companyId,
      modeOf(call.route),
      claimStatements(companyId, key, print, actor.id, call.route.path),
    );
    if (claim.outcome !== 'claimed') {
      if (claim.outcome === 'busy') return this.busy();
      if (claim.outcome === 'unfinished') {
        claimed();
        return new Begun(claim.resource_id!);
      }
      const { outcome, reply } = answerOf(claim);
      this.metrics.idempotencyOutcomes.inc({ outcome });
      return reply();
    }
    claimed();
    const reply = await this.settle(session, call, key);
    if (reply instanceof OutsideQuestion) return reply;
    this.metrics.idempotencyOutcomes.inc({ outcome: 'executed' });
    return reply;
  }

  /** Commits the work with its answer, or the final refusal with the work undone. */
  private async settle(
    session: Session,
    call: Call,
    key: IdempotencyKey,
  ): Promise<EncodedReply | Begun | OutsideQuestion<unknown>> {
    try {
      const reply = await this.handle(session, call);
      if (reply instanceof OutsideQuestion) return reply;
      await this.commit(session, call, key, reply);
      return reply;
    } catch (thrown) {
      const error = translateDatabaseError(thrown);
      if (!(error instanceof DomainError) || !error.definition.final) throw thrown;
      await session.rollbackTo(SAVEPOINT);
      const refusal = renderError(error, call.tx.requestId);
      await this.commit(session, call, key, refusal);
      return refusal;
    }
  }

  private async commit(
    session: Session,
    call: Call,
    key: IdempotencyKey,
    reply: EncodedReply | Begun,
  ): Promise<void> {
    if (reply instanceof Begun) return session.commit([beginStatement(call.tx.companyId, key, reply.id)]);
    const keepBody = !(call.route.answersSecret && reply.status < 400);
    await session.commit([storeStatement(call.tx.companyId, key, reply, keepBody, resourceIdOf(reply))]);
  }

  private async withoutKey(
    session: Session,
    call: Call,
  ): Promise<EncodedReply | Begun | OutsideQuestion<unknown>> {
    await session.begin(call.tx.companyId, modeOf(call.route));
    const reply = await this.handle(session, call);
    if (reply instanceof OutsideQuestion) return reply;
    await session.commit();
    return reply;
  }

  private async handle(
    session: Session,
    call: Call,
  ): Promise<EncodedReply | Begun | OutsideQuestion<unknown>> {
    call.request.context.tx = session.transaction(call.tx);
    const result = await lastValueFrom<unknown>(call.next.handle());
    if (result instanceof Begun || result instanceof OutsideQuestion) return result;
    return result instanceof Reply
      ? EncodedReply.of(result.status, result.body)
      : EncodedReply.of(call.route.status, result as object);
  }

  private async claim(
    session: Session,
    companyId: string,
    mode: 'write' | 'snapshot',
    statements: string[],
  ): Promise<Claim> {
    try {
      const results = await session.begin(companyId, mode, statements);
      return results[CLAIM_RESULT]?.[0] as Claim;
    } catch (error) {
      // Somebody holds the index entry although nobody held the advisory lock: in flight all the same.
      if ((error as { code?: string }).code === LOCK_TIMEOUT) return { outcome: 'busy' } as Claim;
      throw error;
    }
  }

  private async inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.database.session();
    try {
      return await work(session);
    } finally {
      await session.release();
    }
  }

  private busy(seconds = 1): never {
    this.metrics.idempotencyOutcomes.inc({ outcome: 'busy' });
    refuse(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still being processed, retry shortly.',
      { retryAfterSeconds: Math.min(Math.max(seconds, 1), LONGEST_RETRY_AFTER) },
    );
  }
}

const WRITING_KINDS = new Set<RouteDeclaration['kind']>(['write', 'phased']);
const LOCK_TIMEOUT = '55P03';
const LONGEST_RETRY_AFTER = 30;
const MOST_QUESTIONS = 3;

/** What a read keeps is all of one moment, as when it keeps nothing. */
function modeOf({ writesWith }: RouteDeclaration): 'write' | 'snapshot' {
  return writesWith === undefined ? 'write' : 'snapshot';
}

/** Every answer that creates something names it by `id`; the tombstone keeps that much. */
function resourceIdOf(reply: EncodedReply): string | null {
  const { id, partner } = JSON.parse(reply.body.toString('utf8')) as {
    id?: unknown;
    partner?: { id?: unknown };
  };
  const resource = id ?? partner?.id;
  return typeof resource === 'string' ? resource : null;
}
