import type { Tx } from '../database';
import type { Actor, CompanyProfile } from '../scope';
import type { OutsideAnswers } from './outside-answers';

/** What is known of a request; grows as it passes the guards. */
export interface RequestContext {
  requestId: string;
  receivedAt: Date;
  /** Set by the authentication guard. */
  actor?: Actor;
  /** Set by the authentication guard; missing for the operator. */
  company?: CompanyProfile;
  /** Set by the authentication guard: checks the caller anew, who may have lost his key or rights since. */
  readmit?: () => Promise<void>;
  /** Set by the unit of work. */
  tx?: Tx;
  /** Of a route that asks servers elsewhere. */
  outside?: OutsideAnswers;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
    /** The bytes as they came, or why they could not be read. */
    rawBody?: Buffer;
    rawBodyError?: Error;
  }
}
