import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OPERATOR_SCOPE } from '../platform/scope';
import { RATE_LIMIT_HEADERS, RateLimits, refuseSpent } from './rate-limits';

/**
 * Counts the calls of a key's lineage, so that a rotated key brings no second minute. Runs once it is known who calls, and
 * before the Idempotency-Key is looked at: a call that is one too many leaves its key as it was.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { actor, company } = http.getRequest<Request>().context;
    if (!actor) return true;
    const allowance = await this.limits.spend(`${company?.companyId ?? OPERATOR_SCOPE} ${actor.id}`);
    if (!allowance) return true;
    const { limit, remaining, resetSeconds } = allowance;
    const response = http.getResponse<Response>();
    [limit, remaining, resetSeconds].forEach((value, index) =>
      response.set(RATE_LIMIT_HEADERS[index]!, String(value)),
    );
    refuseSpent(allowance);
    return true;
  }
}
