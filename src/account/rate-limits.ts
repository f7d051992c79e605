import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse } from '../shared/domain-error';
import { Config } from '../platform/config';

/** Headers of every answer to a caller who is known, in whole seconds and calls. */
export const RATE_LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** What is left of somebody's minute. */
export interface Allowance {
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** This call is one too many. */
  isSpent: boolean;
}

const SECONDS = 60;
/** So many mistakes are somebody's configuration; more are somebody's attempt. */
const FAILURES_PER_MINUTE = 60;

/** Counts calls by the minute, in this process alone. Without a limit in the configuration nothing is counted. */
@Injectable()
export class RateLimits {
  private readonly calls: RateLimiterMemory | undefined;
  private readonly failures: RateLimiterMemory | undefined;

  constructor({ rateLimitPerMinute }: Config) {
    if (rateLimitPerMinute === 0) return;
    this.calls = new RateLimiterMemory({ points: rateLimitPerMinute, duration: SECONDS });
    this.failures = new RateLimiterMemory({ points: FAILURES_PER_MINUTE, duration: SECONDS });
  }

  /** @param caller whose call it is: a key's lineage, a webhook endpoint */
  async spend(caller: string): Promise<Allowance | undefined> {
    return this.calls && spend(this.calls, caller);
  }

  /**
   * Notes a call from an address that was not who it said. Who is recognised is not held up by the failures of others
   * behind the same address.
   * @throws DomainError `rate_limited`
   */
  async noteFailure(address: string): Promise<void> {
    if (this.failures) refuseSpent(await spend(this.failures, address));
  }
}

/** @throws DomainError `rate_limited` */
export function refuseSpent(allowance: Allowance | undefined): void {
  if (!allowance?.isSpent) return;
  const { limit, resetSeconds } = allowance;
  refuse('rate_limited', `More than ${limit} a minute; come again in ${resetSeconds} seconds.`, {
    retryAfterSeconds: resetSeconds,
  });
}

export function addressOf(request: Request): string {
  return request.socket.remoteAddress ?? 'gone';
}

async function spend(limiter: RateLimiterMemory, key: string): Promise<Allowance> {
  const { consumedPoints, remainingPoints, msBeforeNext } = await limiter
    .consume(key)
    .catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
  return {
    limit: limiter.points,
    remaining: remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    isSpent: consumedPoints > limiter.points,
  };
}
