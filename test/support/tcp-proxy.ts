import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Bytes on their way between the application and the database. */
export interface Passage {
  /** The same for everything that passes on one connection. */
  connection: object;
  direction: 'request' | 'reply';
  /** The bytes, read as Latin-1; statements are in them in plain text. */
  text: string;
  /** What this connection sent last: on a reply, what it replies to. */
  request: string;
}

/** What becomes of a passage; `half` lets the first half through and then cuts. */
export type Verdict = 'forward' | 'cut' | 'half';

/** A TCP proxy before the database that lets a test fail the network at a chosen statement. */
export class TcpProxy {
  /** Judges every passage; while it thinks, the direction stands still. */
  judge: (passage: Passage) => Verdict | Promise<Verdict> = () => 'forward';
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', socket => this.link(socket));
  }

  /** @param databaseUrl the server to stand before */
  static async start(databaseUrl: string): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, new URL(databaseUrl));
  }

  /** The same database, through this proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cutAll();
    this.server.close();
    await once(this.server, 'close');
  }

  private link(application: Socket): void {
    const database = connect(+this.target.port, this.target.hostname);
    const cut = (): void => {
      application.destroy();
      database.destroy();
    };
    let request = '';
    for (const [direction, from, to] of [
      ['request', application, database],
      ['reply', database, application],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('error', cut);
      from.on('close', () => {
        this.sockets.delete(from);
        cut();
      });
      let turn = Promise.resolve();
      from.on('data', chunk => {
        turn = turn.then(async () => {
          const text = chunk.toString('latin1');
          if (direction === 'request') request = text;
          const verdict = await this.judge({ connection: application, direction, text, request });
          if (verdict !== 'cut') to.write(verdict === 'half' ? chunk.subarray(0, chunk.length >> 1) : chunk);
          if (verdict !== 'forward') cut();
        });
      });
    }
  }
}
