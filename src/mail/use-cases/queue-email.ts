import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { Config } from '../../platform/config';
import type { TableRows, Tx } from '../../platform/database';
import { scheduleWork } from '../../work';
import { emailRows, type Letter } from '../data/emails';
import { addressIn } from '../email-address';
import { EMAIL_WORK } from './send-email';

/** After this the worker sends what the process that queued it did not. */
const LEFT_ALONE_SECONDS = 60;

/** Writes an e-mail down in the transaction of the operation that sends it; it goes out after the commit. */
@Injectable()
export class QueueEmail {
  constructor(private readonly config: Config) {}

  /** For who has much to do before. @throws DomainError `mail_not_configured` */
  refuseUnlessConfigured(): string {
    const sender = addressIn(this.config.mailFrom ?? '');
    if (this.config.smtpUrl !== undefined && sender !== undefined) return sender;
    return refuse(
      'mail_not_configured',
      'This installation sends no e-mail; its operator sets SMTP_URL and MAIL_FROM.',
    );
  }

  /**
   * @param facts rows of the operation, inserted in the same statement
   * @throws DomainError `mail_not_configured`
   */
  async execute(tx: Tx, letter: Letter, ...facts: TableRows[]): Promise<void> {
    const sender = this.refuseUnlessConfigured();
    await tx.insert(emailRows(tx, letter, sender), ...facts);
    await scheduleWork(tx, EMAIL_WORK, letter.id, LEFT_ALONE_SECONDS);
  }
}
