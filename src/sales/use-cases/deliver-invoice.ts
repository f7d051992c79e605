import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '../../shared/domain-error';
import { CompanyWork } from '../../account';
import { auditRows } from '../../audit';
import { actUnderKey, storeAnswer, type PhasedOperation, type Progress } from '../../idempotency';
import { EMAIL_LEASE_SECONDS, EMAIL_WORK, SendEmail, type Email } from '../../mail';
import { eventRows, takeEventSequence } from '../../outbox';
import type { Tx } from '../../platform/database';
import { EncodedReply, renderError } from '../../platform/http';
import { LeaseLost, Worker, WorkQueue, type WorkItem } from '../../work';
import { sentDocument } from '../data/invoice-letters';

const AT_ONCE = 4;

/**
 * Sends the e-mail that `SendInvoice` queued: at once in the request, later in a worker where the server was not ready or the
 * request's process died. The result, its event and the answer under the key are one transaction.
 */
@Injectable()
export class DeliverInvoice implements PhasedOperation, OnModuleInit {
  constructor(
    private readonly sendEmail: SendEmail,
    private readonly queue: WorkQueue,
    private readonly worker: Worker,
    private readonly companyWork: CompanyWork,
  ) {}

  onModuleInit(): void {
    this.worker.register({
      kind: EMAIL_WORK,
      leaseSeconds: EMAIL_LEASE_SECONDS,
      atOnce: AT_ONCE,
      run: item => this.turn(item),
    });
  }

  async carryOn(companyId: string, id: string, requestId: string): Promise<Progress> {
    const work = { companyId, kind: EMAIL_WORK, subjectId: id };
    const { status, attempts } = await this.sendEmail.find(companyId, id);
    // What the server put off waits for its time, however often the caller asks.
    const isPutOff = status === 'queued' && attempts > 0;
    const item = isPutOff ? undefined : await this.queue.take(work, EMAIL_LEASE_SECONDS);
    if (item) await this.turn(item, requestId).catch(passOverLost);
    const [email, seconds] = await Promise.all([
      this.sendEmail.find(companyId, id),
      this.queue.heldFor(work),
    ]);
    return progressOf(email, seconds, requestId);
  }

  private async turn(item: WorkItem, requestId?: string): Promise<void> {
    const attempt = await this.sendEmail.attempt(item);
    const write = async (tx: Tx): Promise<void> => {
      const email = await this.sendEmail.record(tx, item, attempt);
      if (email.status !== 'queued') await finish(tx, email);
    };
    await this.sendEmail.recording(attempt, () => this.companyWork.run(item.companyId, write, requestId));
  }
}

async function finish(tx: Tx, email: Email): Promise<void> {
  await actUnderKey(tx, email.requestKeyHash);
  const { type, fullNumber } = await sentDocument(tx, email.entityId);
  const entity = `sale_${type}`;
  const diff = { emailId: email.id, to: email.to, answer: email.smtpResponse };
  const audit = auditRows(tx, {
    action: `${entity}.${VERBS[email.status]}`,
    entity,
    entityId: email.entityId,
    diff,
  });
  const events =
    email.status === 'sent'
      ? [
          {
            sequence: await takeEventSequence(tx),
            type: 'sale_invoice.sent' as const,
            entityId: email.entityId,
            payload: { id: email.entityId, fullNumber, to: email.to },
          },
        ]
      : [];
  await tx.insert(audit, eventRows(tx, events));
  await storeAnswer(tx, email.requestKeyHash, email.id, answerOf(email, tx.requestId));
}

const VERBS: Record<Email['status'], string> = {
  queued: 'send_requested',
  sending: 'send_begun',
  sent: 'sent',
  failed: 'send_refused',
  unknown: 'send_unknown',
};

function progressOf(email: Email, heldSeconds: number | undefined, requestId: string): Progress {
  if (heldSeconds !== undefined || email.status === 'sending')
    return { state: 'held', seconds: heldSeconds ?? 1 };
  const reply = answerOf(email, requestId);
  return { state: email.status === 'queued' ? 'pending' : 'finished', reply };
}

function answerOf(email: Email, requestId: string): EncodedReply {
  const { id, to, status } = email;
  if (status === 'failed') {
    const message = `The mail server did not take the e-mail to ${to}: ${email.smtpResponse}`;
    return renderError(new DomainError('email_refused', message), requestId);
  }
  const body = { id, sent: status === 'sent', to, status };
  return status === 'queued'
    ? EncodedReply.of(202, body, { 'Retry-After': String(QUEUED_RETRY_SECONDS) })
    : EncodedReply.of(200, body);
}

const QUEUED_RETRY_SECONDS = 5;

/** Somebody else has taken the e-mail over; where it stands is read next. */
function passOverLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}
