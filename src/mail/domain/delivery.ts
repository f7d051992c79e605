/** How far an e-mail has come. `queued` and `sending` go on; the others are final. */
export type EmailStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';

/** What came of an attempt. `queued`: it is certain that nothing was accepted, and another attempt may succeed. */
export interface Delivery {
  status: Exclude<EmailStatus, 'sending'>;
  /** What the server said, or what kept it from saying anything. */
  response: string;
}

/** What is known of a dialogue that failed; nodemailer's errors have these members. */
export interface SmtpFailure {
  message: string;
  code?: string;
  /** What was being answered: `MAIL FROM`, `RCPT TO`, `DATA`; `CONN` and `API` are no commands. */
  command?: string;
  response?: string;
  responseCode?: number;
  /** A 5xx answer that another attempt would get again. */
  permanent?: boolean;
}

/** Errors about this message and its addresses. Any other (login, TLS, name) is about the way to the server, which can be repaired. */
const ABOUT_THE_MESSAGE = ['EENVELOPE', 'EMESSAGE'];
const LONGEST_RESPONSE = 1000;

/**
 * What a failed dialogue means. Once the message itself was on its way, only the server's answer to it (RFC 5321, 4.2.5:
 * 4yz and 5yz take no responsibility) says that it was not accepted; silence then leaves the outcome unknown.
 */
export function deliveryOf(failure: SmtpFailure, wasHandedOver: boolean): Delivery {
  const response = oneLine(failure.response ?? failure.message);
  const isAnswer = failure.command === 'DATA' && (failure.responseCode ?? 0) >= 400;
  if (wasHandedOver && !isAnswer) return { status: 'unknown', response };
  const isVerdict = ABOUT_THE_MESSAGE.includes(failure.code ?? '') && failure.permanent !== false;
  return { status: isVerdict ? 'failed' : 'queued', response };
}

/** Text without line breaks and other control characters, as headers and logs want it. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_RESPONSE);
}

const FIRST_RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 3600;

/** 1, 2, 4 ... 60 minutes after the first, second, third ... attempt. */
export function retryInSeconds(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), LONGEST_RETRY_SECONDS);
}
