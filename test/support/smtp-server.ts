import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** What the server does at a step: goes on, answers with a refusal such as `550 no such user`, or drops the connection. */
export type Verdict = 'go on' | 'drop' | `${4 | 5}${string}`;

/** A message that was read to its end; whether the client was told so is another matter. */
export interface ReceivedMessage {
  to: string[];
  raw: string;
  /** Unfolded lines before the first empty one. */
  headers: string[];
  /** Decoded. */
  text: string;
  attachments: { fileName: string | undefined; contentType: string; content: Buffer }[];
}

/** A mail server on 127.0.0.1 that refuses, falls silent or drops the connection where a test says so. */
export class TestSmtpServer {
  atConnection: () => Verdict | Promise<Verdict> = () => 'go on';
  atRecipient: (address: string) => Verdict | Promise<Verdict> = () => 'go on';
  /** The message has been read; nothing is answered before this says what. */
  atMessage: (message: ReceivedMessage) => Verdict | Promise<Verdict> = () => 'go on';
  received: ReceivedMessage[] = [];

  private constructor(
    private readonly server: SMTPServer,
    private readonly port: number,
  ) {}

  static async start({ hidePIPELINING = false } = {}): Promise<TestSmtpServer> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      hidePIPELINING,
      closeTimeout: 50,
      onConnect: (session, callback) => answer(session, callback, () => self.atConnection()),
      onRcptTo: ({ address }, session, callback) =>
        answer(session, callback, () => self.atRecipient(address)),
      onData: (stream, session, callback) =>
        answer(session, callback, async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const message = parsed(to, Buffer.concat(chunks).toString('latin1'));
          self.received.push(message);
          return self.atMessage(message);
        }),
    });
    server.on('error', () => undefined); // a client that is killed resets its connection
    const answer = (
      session: SMTPServerSession,
      callback: (error?: Error) => void,
      judge: () => Verdict | Promise<Verdict>,
    ): void => {
      void Promise.resolve(judge()).then(verdict => {
        if (verdict === 'go on') callback();
        else if (verdict === 'drop') socketOf(server, session)?.destroy();
        else
          callback(Object.assign(new Error(verdict.slice(4)), { responseCode: Number(verdict.slice(0, 3)) }));
      });
    };
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const self = new TestSmtpServer(server, (server.server.address() as AddressInfo).port);
    return self;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Takes every message again and has received none. */
  reset(): void {
    this.atConnection = this.atRecipient = this.atMessage = () => 'go on';
    this.received = [];
  }

  async stop(): Promise<void> {
    await new Promise<void>(resolve => this.server.close(resolve));
  }
}

function socketOf(server: SMTPServer, { id }: SMTPServerSession): { destroy(): void } | undefined {
  return [...server.connections].find(connection => connection.id === id)?._socket;
}

function parsed(to: string[], raw: string): ReceivedMessage {
  const { headers, body } = partOf(raw);
  const boundary = /boundary="([^"]+)"/.exec(headerOf(headers, 'content-type') ?? '')?.[1];
  const [text, ...attachments] =
    boundary === undefined
      ? [{ headers, body }]
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map(part => partOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  return {
    to,
    raw,
    headers,
    text: decoded(text!).toString('utf8').replaceAll('\r\n', '\n'),
    attachments: attachments.map(part => ({
      fileName: /filename="?([^"]+?)"?$/.exec(headerOf(part.headers, 'content-disposition') ?? '')?.[1],
      contentType: headerOf(part.headers, 'content-type')!.split(';')[0]!,
      content: decoded(part),
    })),
  };
}

interface MimePart {
  headers: string[];
  body: string;
}

function partOf(raw: string): MimePart {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return { headers, body: raw.slice(end + 4) };
}

function headerOf(headers: string[], name: string): string | undefined {
  const found = headers.find(line => line.toLowerCase().startsWith(`${name}: `));
  return found?.slice(name.length + 2);
}

function decoded({ headers, body }: MimePart): Buffer {
  const encoding = headerOf(headers, 'content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
