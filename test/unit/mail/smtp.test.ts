import type { Email } from '../../../src/mail';
import { addressIn, isEmailAddress } from '../../../src/mail/email-address';
import { deliver } from '../../../src/mail/smtp';
import { TestSmtpServer } from '../../support/smtp-server';

const EMAIL: Email = {
  id: '01900000-0000-7000-8000-000000000001',
  purpose: 'sale_invoice',
  entityId: '01900000-0000-7000-8000-000000000002',
  fromName: 'Žalia "Ą" UAB, <x@y.lt>',
  fromAddress: 'invoices@example.com',
  replyTo: 'office@seller.example',
  to: 'buyer@example.com',
  subject: 'Sąskaita faktūra AB-1\r\nBcc: thief@example.com',
  body: 'Laba diena,\n\nSuma: 121,00 EUR\n.\nPabaiga\n',
  attachmentFileId: null,
  messageId: '<01900000-0000-7000-8000-000000000001@example.com>',
  status: 'sending',
  attempts: 1,
  smtpResponse: null,
  requestKeyHash: null,
  isLastAttempt: false,
};

/** With PIPELINING the client sends DATA before it knows whether the recipient was taken. */
describe.each([false, true])('an SMTP dialogue (PIPELINING hidden: %s)', hidePIPELINING => {
  let server: TestSmtpServer;
  beforeAll(async () => (server = await TestSmtpServer.start({ hidePIPELINING })));
  beforeEach(() => server.reset());
  afterAll(() => server.stop());

  const statusOf = async (withinMs = 5000): Promise<string> =>
    (await deliver(EMAIL, null, server.url, withinMs)).status;

  it('hands over one message with the headers of the row, and no others', async () => {
    expect(await deliver(EMAIL, null, server.url, 5000)).toEqual({
      status: 'sent',
      response: expect.stringMatching(/^250 /) as string,
    });
    const [message] = server.received;
    expect(server.received).toHaveLength(1);
    expect(message!.to).toEqual(['buyer@example.com']);
    expect(message!.text).toBe(EMAIL.body);
    const names = message!.headers.map(line => line.split(':')[0]!.toLowerCase()).sort();
    expect(names).toEqual(
      [
        'from',
        'reply-to',
        'to',
        'subject',
        'message-id',
        'date',
        'content-type',
        'content-transfer-encoding',
        'mime-version',
      ].sort(),
    );
    expect(message!.headers).toContain(`Message-ID: ${EMAIL.messageId}`);
    expect(message!.headers).toContain('Reply-To: office@seller.example');
    expect(message!.headers.find(line => line.startsWith('From:'))).toMatch(/<invoices@example\.com>$/);
  });

  it('hands over a file byte for byte, beside the text', async () => {
    const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
    const attachment = { fileName: 'SF-1.pdf', contentType: 'application/pdf', content };
    expect(await deliver(EMAIL, attachment, server.url, 5000)).toMatchObject({ status: 'sent' });
    const [message] = server.received;
    expect(message!.text).toBe(EMAIL.body);
    expect(message!.attachments).toEqual([attachment]);
  });

  it('is refused, put off or dropped before the message: nothing is received', async () => {
    server.atRecipient = () => '550 no such user';
    expect(await deliver(EMAIL, null, server.url, 5000)).toEqual({
      status: 'failed',
      response: expect.stringContaining('550 no such user') as string,
    });
    server.atRecipient = () => '451 come again later';
    expect(await statusOf()).toBe('queued');
    server.atRecipient = () => 'drop';
    expect(await statusOf()).toBe('queued');
    server.atRecipient = () => 'go on';
    server.atConnection = () => 'drop';
    expect(await statusOf()).toBe('queued');
    expect(server.received).toEqual([]);
  });

  it('is refused or put off after the message: the answer counts', async () => {
    server.atMessage = () => '554 looks like spam';
    expect(await statusOf()).toBe('failed');
    server.atMessage = () => '452 disk full';
    expect(await statusOf()).toBe('queued');
  });

  it('ends without an answer to the message: unknown', async () => {
    server.atMessage = () => 'drop';
    expect(await statusOf()).toBe('unknown');
    server.atMessage = () => new Promise(() => undefined);
    expect(await statusOf(200)).toBe('unknown');
    expect(server.received).toHaveLength(2);
  });

  it('is broken off where the server says nothing at all: nothing was handed over', async () => {
    server.atRecipient = () => new Promise(() => undefined);
    expect(await statusOf(200)).toBe('queued');
    expect(server.received).toEqual([]);
  });
});

it('finds nobody at the port: nothing was handed over', async () => {
  const server = await TestSmtpServer.start();
  await server.stop();
  expect((await deliver(EMAIL, null, server.url, 5000)).status).toBe('queued');
});

describe('an e-mail address', () => {
  it.each(['a@example.com', 'first.last+tag@sub.example.lt', 'ąžuolas@example.lt'])('is %s', text =>
    expect(isEmailAddress(text)).toBe(true),
  );
  it.each([
    '',
    'a',
    'a@',
    '@example.com',
    'a b@example.com',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\n',
    ' a@example.com',
    'a@exa<mple.com',
    'a;b@example.com',
  ])('is not %j', text => expect(isEmailAddress(text)).toBe(false));

  it('is found in the sender of the installation', () => {
    expect(addressIn('Example UAB <invoices@example.com>')).toBe('invoices@example.com');
    expect(addressIn('invoices@example.com')).toBe('invoices@example.com');
    expect(addressIn('nobody')).toBeUndefined();
    expect(addressIn('')).toBeUndefined();
  });
});
