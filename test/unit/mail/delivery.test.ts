import { deliveryOf, oneLine, retryInSeconds, type SmtpFailure } from '../../../src/mail/domain/delivery';

const failure = (members: Partial<SmtpFailure>): SmtpFailure => ({ message: 'It went wrong', ...members });
const recipientRefused = failure({
  code: 'EENVELOPE',
  command: 'RCPT TO',
  response: '550 no such user',
  responseCode: 550,
  permanent: true,
});
const messageAnswered = (responseCode: number): SmtpFailure =>
  failure({
    code: 'EMESSAGE',
    command: 'DATA',
    responseCode,
    permanent: responseCode >= 500,
    response: `${responseCode} no`,
  });

describe('what a failed SMTP dialogue means', () => {
  it.each<[string, SmtpFailure, string]>([
    ['a recipient refused for good', recipientRefused, 'failed'],
    ['a recipient put off', { ...recipientRefused, responseCode: 451, permanent: false }, 'queued'],
    ['an address that cannot be sent', failure({ code: 'EENVELOPE', command: 'API' }), 'failed'],
    ['nobody at the port', failure({ code: 'ESOCKET', command: 'CONN' }), 'queued'],
    ['a connection lost', failure({ code: 'ECONNECTION', command: 'CONN' }), 'queued'],
    ['no answer in time', failure({ code: 'EABORT' }), 'queued'],
    [
      'a login refused',
      failure({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, permanent: true }),
      'queued',
    ],
    ['a certificate that does not fit', failure({ code: 'ETLS', command: 'CONN' }), 'queued'],
    [
      'a server that serves nobody',
      failure({ code: 'EPROTOCOL', command: 'CONN', responseCode: 554, permanent: true }),
      'queued',
    ],
  ])('before the message was handed over: %s', (_, what, status) => {
    expect(deliveryOf(what, false).status).toBe(status);
  });

  it.each<[string, SmtpFailure, string]>([
    ['the message refused for good', messageAnswered(554), 'failed'],
    ['the message put off', messageAnswered(452), 'queued'],
    ['an answer that is none', { ...messageAnswered(354), permanent: false }, 'unknown'],
    ['a connection lost', failure({ code: 'ECONNECTION', command: 'CONN' }), 'unknown'],
    [
      'half an answer before it was lost',
      failure({ code: 'ECONNECTION', command: 'CONN', responseCode: 554, permanent: true }),
      'unknown',
    ],
    ['no answer in time', failure({ code: 'EABORT' }), 'unknown'],
    ['a socket error', failure({ code: 'ESOCKET', command: 'CONN' }), 'unknown'],
  ])('after the message was handed over: %s', (_, what, status) => {
    expect(deliveryOf(what, true).status).toBe(status);
  });

  it('keeps what the server said, on one line and not without end', () => {
    expect(deliveryOf({ ...recipientRefused, response: '550-no\r\n550 never\u0000' }, false).response).toBe(
      '550-no 550 never',
    );
    expect(oneLine('x'.repeat(5000))).toHaveLength(1000);
  });

  it('waits longer after each attempt, an hour at most', () => {
    expect([1, 2, 3, 6, 7, 30].map(retryInSeconds)).toEqual([60, 120, 240, 1920, 3600, 3600]);
  });
});
