import { Injectable } from '@nestjs/common';
import { invariant } from '../../shared/invariant';
import { findFile, readWholeFile } from '../../files';
import { Config } from '../../platform/config';
import { Database, UnitOfWork, type Tx } from '../../platform/database';
import { LeaseLost, WorkQueue, type WorkItem } from '../../work';
import { beginSending, endSending, findEmail, type Email } from '../data/emails';
import type { Attachment } from '../domain/attachment';
import { retryInSeconds, type Delivery } from '../domain/delivery';
import { deliver } from '../smtp';
import { whileDatabaseIsAway } from '../steps/while-database-is-away';

/** The kind of work that an e-mail is. */
export const EMAIL_WORK = 'email';
export const EMAIL_LEASE_SECONDS = 120;
/** Well within the lease: nobody takes over while the dialogue may go on. */
const DIALOGUE_MS = 90_000;
const BEGINNING_MS = 15_000;
/** From its beginning on, a result may be written so long: the last try is over when the lease is. */
const RECORDING_MS = 105_000;

/** What came of an attempt, and when the next one is due if there is one. */
export interface Attempt extends Delivery {
  retryInSeconds: number;
  /** By `performance.now()`: until when it may be tried to write it down. */
  recordUntil: number;
}

/**
 * Sends a queued e-mail once at most. Three steps, each committed before the next:
 *
 *   queued -> sending      before the dialogue, by a conditional update, fenced by the lease: of two who try, one goes on
 *   the SMTP dialogue      nothing is open
 *   sending -> sent | failed | unknown | queued      fenced by the lease
 */
@Injectable()
export class SendEmail {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly queue: WorkQueue,
  ) {}

  find(companyId: string, id: string): Promise<Email> {
    return findEmail(this.database, companyId, id);
  }

  /**
   * The first two steps. Call it with the lease of the work and no transaction open.
   * @throws LeaseLost
   */
  async attempt(item: WorkItem): Promise<Attempt> {
    const { smtpUrl } = this.config;
    invariant(smtpUrl, 'an e-mail is sent where e-mail is configured');
    const beginUntil = performance.now() + BEGINNING_MS;
    // Before the dialogue is said to begin: what cannot be read is an e-mail that was certainly not sent.
    const attachment = await whileDatabaseIsAway(() => this.attachmentOf(item), beginUntil);
    const email = await this.begin(item, beginUntil);
    const recordUntil = performance.now() + RECORDING_MS;
    if (!email) {
      // Somebody was at it and did not come back; what he handed over, nobody knows.
      const response = 'The process that sent it ended on the way.';
      return { status: 'unknown', response, retryInSeconds: 0, recordUntil };
    }
    const delivery = await deliver(email, attachment, smtpUrl, DIALOGUE_MS);
    return {
      ...delivery,
      status: delivery.status === 'queued' && email.isLastAttempt ? 'failed' : delivery.status,
      retryInSeconds: retryInSeconds(email.attempts),
      recordUntil,
    };
  }

  private async attachmentOf({ companyId, subjectId }: WorkItem): Promise<Attachment | null> {
    const { attachmentFileId: id } = await this.find(companyId, subjectId);
    if (id === null) return null;
    return this.unitOfWork.run(companyId, 'read', async tx => {
      const file = await findFile(tx, id);
      invariant(file, 'an attachment is kept');
      const { fileName, mimeType: contentType } = file;
      return { fileName, contentType, content: await readWholeFile(tx, id, file) };
    });
  }

  /**
   * What was begun under this lease is ours also when the answer to its COMMIT was lost: nothing has been sent yet, and
   * nobody else can have begun it.
   */
  private async begin(item: WorkItem, until: number): Promise<Email | undefined> {
    let ours: Email | undefined;
    const once = (): Promise<Email | undefined> =>
      this.unitOfWork.run(item.companyId, 'write', async tx => {
        await this.queue.renew(tx, item, EMAIL_LEASE_SECONDS);
        return (ours = (await beginSending(tx, item.subjectId)) ?? ours);
      });
    return whileDatabaseIsAway(once, until, () => ours !== undefined);
  }

  /**
   * Runs the transaction of the result (which calls `record`) until it is written: what the server has accepted is not to
   * become unknown by a moment's trouble with the database.
   * @throws LeaseLost
   */
  async recording<T>({ recordUntil }: Attempt, transaction: () => Promise<T>): Promise<T> {
    return whileDatabaseIsAway(transaction, recordUntil);
  }

  /**
   * The last step; call it first in the transaction of the result.
   * @throws LeaseLost also when it was committed before, and only the answer was lost
   */
  async record(tx: Tx, item: WorkItem, attempt: Attempt): Promise<Email> {
    if (attempt.status === 'queued') await this.queue.again(tx, item, attempt.retryInSeconds);
    else await this.queue.done(tx, item);
    const email = await endSending(tx, item.subjectId, attempt);
    if (!email) throw new LeaseLost(item);
    return email;
  }
}
