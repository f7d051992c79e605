import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Email } from './data/emails';
import type { Attachment } from './domain/attachment';
import { deliveryOf, oneLine, type Delivery, type SmtpFailure } from './domain/delivery';

const CONNECT_MS = 10_000;

/**
 * One SMTP dialogue: connection, message, answer. Never throws; what went wrong is in the result.
 * @param withinMs after which it is broken off
 */
export async function deliver(
  email: Email,
  attachment: Attachment | null,
  smtpUrl: string,
  withinMs: number,
): Promise<Delivery> {
  let wasHandedOver = false;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: Math.min(CONNECT_MS, withinMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The message is read only once the server has accepted the command DATA; before that nothing of it can have arrived.
  async function* handedOver(message: Readable): AsyncGenerator<Buffer> {
    wasHandedOver = true;
    yield* message as AsyncIterable<Buffer>;
  }
  transport.use('stream', ({ message }, done) => {
    message.processFunc(input => Readable.from(handedOver(input), { objectMode: false }));
    done();
  });
  try {
    const { response } = await transport.sendMail({
      envelope: { from: email.fromAddress, to: [email.to] },
      from: { name: email.fromName, address: email.fromAddress },
      replyTo: email.replyTo === null ? undefined : { name: '', address: email.replyTo },
      to: { name: '', address: email.to },
      subject: email.subject,
      text: email.body,
      attachments: attachment === null ? [] : [{ ...attachment, filename: attachment.fileName }],
      messageId: email.messageId,
      xMailer: false,
      signal: AbortSignal.timeout(withinMs),
    });
    return { status: 'sent', response: oneLine(response) };
  } catch (error) {
    return deliveryOf(error as SmtpFailure, wasHandedOver);
  } finally {
    transport.close();
  }
}
