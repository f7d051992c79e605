import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer in its own bytes. */
export interface RawAnswer {
  status: number;
  /** Header lines, names in lower case, in the order they came. */
  headers: [name: string, value: string][];
  body: Buffer;
}

/** A keep-alive connection on which header lines go out exactly as written, which no HTTP client allows. */
export class RawConnection {
  private received = Buffer.alloc(0);

  private constructor(
    private readonly socket: Socket,
    private readonly host: string,
  ) {
    socket.on('data', chunk => (this.received = Buffer.concat([this.received, chunk])));
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(+port, hostname);
    await once(socket, 'connect');
    return new RawConnection(socket, host);
  }

  /** Header lines are sent as Latin-1, so that a test can choose every byte. */
  async post(path: string, headerLines: string[], body: string): Promise<RawAnswer> {
    const length = Buffer.byteLength(body, 'utf8');
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${this.host}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
    ];
    this.socket.write([...head, ...headerLines, '', ''].join('\r\n'), 'latin1');
    this.socket.write(body, 'utf8');
    return this.answer();
  }

  close(): void {
    this.socket.destroy();
  }

  private async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.complete();
      if (answer) return answer;
      await once(this.socket, 'data');
    }
  }

  private complete(): RawAnswer | undefined {
    const end = this.received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [statusLine = '', ...lines] = this.received.subarray(0, end).toString('latin1').split('\r\n');
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    const length = +(headers.find(([name]) => name === 'content-length')?.[1] ?? '0');
    if (this.received.length < end + 4 + length) return undefined;
    const body = this.received.subarray(end + 4, end + 4 + length);
    this.received = this.received.subarray(end + 4 + length);
    return { status: +(statusLine.split(' ')[1] ?? '0'), headers, body };
  }
}
