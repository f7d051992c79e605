import { Injectable } from '@nestjs/common';
import { invariant } from '../../shared/invariant';
import { Config } from '../../platform/config';
import { Database, type Tx } from '../../platform/database';
import { WorkQueue, type WorkItem } from '../../work';
import { beginSending, endSending, findEmail, type Email } from '../data/emails';
import { retryInSeconds, type Delivery } from '../domain/delivery';
import { deliver } from '../smtp';

/** The kind of work that an e-mail is. */
export const EMAIL_WORK = 'email';
export const EMAIL_LEASE_SECONDS = 120;
/** Well within the lease: nobody takes over while the dialogue may go on. */
const DIALOGUE_MS = 90_000;

/** What came of an attempt, and when the next one is due if there is one. */
export interface Attempt extends Delivery {
  retryInSeconds: number;
}

/**
 * Sends a queued e-mail once at most. Three steps, each committed before the next:
 *
 *   queued -> sending      before the dialogue, by a conditional update: of two who try, one goes on
 *   the SMTP dialogue      nothing is open
 *   sending -> sent | failed | unknown | queued      fenced by the lease
 */
@Injectable()
export class SendEmail {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly queue: WorkQueue,
  ) {}

  find(companyId: string, id: string): Promise<Email> {
    return findEmail(this.database, companyId, id);
  }

  /** The first two steps. Call it with the lease of the work and no transaction open. */
  async attempt({ companyId, subjectId }: WorkItem): Promise<Attempt> {
    const { smtpUrl } = this.config;
    invariant(smtpUrl, 'an e-mail is sent where e-mail is configured');
    const email = await beginSending(this.database, companyId, subjectId);
    if (!email) {
      // Somebody was at it and did not come back; what he handed over, nobody knows.
      return { status: 'unknown', response: 'The process that sent it ended on the way.', retryInSeconds: 0 };
    }
    const delivery = await deliver(email, smtpUrl, DIALOGUE_MS);
    return {
      ...delivery,
      status: delivery.status === 'queued' && email.isLastAttempt ? 'failed' : delivery.status,
      retryInSeconds: retryInSeconds(email.attempts),
    };
  }

  /**
   * The last step; call it first in the transaction of the result.
   * @throws LeaseLost
   */
  async record(tx: Tx, item: WorkItem, attempt: Attempt): Promise<Email> {
    if (attempt.status === 'queued') await this.queue.again(tx, item, attempt.retryInSeconds);
    else await this.queue.done(tx, item);
    return endSending(tx, item.subjectId, attempt);
  }
}
