import { invariant } from '../../shared/invariant';
import type { Database, TableRows, Tx } from '../../platform/database';
import type { Delivery, EmailStatus } from '../domain/delivery';

/** An e-mail as it is written: plain text to one address, with a file or without. Names and subject are single lines. */
export interface Letter {
  id: string;
  purpose: 'sale_invoice';
  /** What it is about. */
  entityId: string;
  fromName: string;
  replyTo: string | null;
  to: string;
  subject: string;
  body: string;
  /** A kept file that goes with it. */
  attachmentFileId: string | null;
}

/** An e-mail as it is kept. */
export interface Email extends Letter {
  fromAddress: string;
  /** `<id@domain of the sender>`: the same in every attempt. */
  messageId: string;
  status: EmailStatus;
  attempts: number;
  smtpResponse: string | null;
  /** Hex; null when it was begun without a key. */
  requestKeyHash: string | null;
  /** Temporary failures have lasted long enough. */
  isLastAttempt: boolean;
}

const COLUMNS = `email_id AS id, purpose, entity_id AS "entityId", from_name AS "fromName", from_address AS "fromAddress",
  reply_to AS "replyTo", to_address AS "to", subject, body, attachment_file_id AS "attachmentFileId", message_id AS "messageId", status, attempts,
  smtp_response AS "smtpResponse", encode(request_key_hash, 'hex') AS "requestKeyHash",
  created_at < clock_timestamp() - interval '1 day' AS "isLastAttempt"`;

/** The row of a new e-mail, queued. */
export function emailRows(tx: Tx, letter: Letter, fromAddress: string): TableRows {
  return {
    table: 'emails',
    rows: [
      {
        company_id: tx.companyId,
        email_id: letter.id,
        purpose: letter.purpose,
        entity_id: letter.entityId,
        from_name: letter.fromName,
        from_address: fromAddress,
        reply_to: letter.replyTo,
        to_address: letter.to,
        subject: letter.subject,
        body: letter.body,
        attachment_file_id: letter.attachmentFileId,
        message_id: `<${letter.id}@${fromAddress.split('@').at(-1)}>`,
      },
    ],
  };
}

export async function findEmail(database: Database, companyId: string, id: string): Promise<Email> {
  const [email] = await database.readOnce<Email>(
    companyId,
    `SELECT ${COLUMNS} FROM emails WHERE company_id = $1 AND email_id = $2`,
    [companyId, id],
  );
  invariant(email, 'an e-mail that was begun is there');
  return email;
}

/** Writes down that the dialogue begins; undefined unless the e-mail was queued. */
export async function beginSending(tx: Tx, id: string): Promise<Email | undefined> {
  const [email] = await tx.query<Email>(
    `UPDATE emails SET status = 'sending', attempts = attempts + 1
      WHERE company_id = $1 AND email_id = $2 AND status = 'queued' RETURNING ${COLUMNS}`,
    [tx.companyId, id],
  );
  return email;
}

/** Writes down what came of an attempt; undefined when that was done before. */
export async function endSending(
  tx: Tx,
  id: string,
  { status, response }: Delivery,
): Promise<Email | undefined> {
  const [email] = await tx.query<Email>(
    `UPDATE emails SET status = $3, smtp_response = $4, finished_at = CASE WHEN $3 = 'queued' THEN NULL ELSE clock_timestamp() END
      WHERE company_id = $1 AND email_id = $2 AND status = 'sending' RETURNING ${COLUMNS}`,
    [tx.companyId, id, status, response],
  );
  return email;
}
