import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** One address before several servers, which get its connections in turn; as a load balancer does it. */
export class Front {
  /** How many connections each server got, by its port. */
  readonly connections = new Map<number, number>();
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async before(ports: number[]): Promise<Front> {
    let turn = 0;
    const server = createServer(client => front.link(client, ports[turn++ % ports.length]!));
    const front = new Front(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private link(client: Socket, port: number): void {
    this.connections.set(port, (this.connections.get(port) ?? 0) + 1);
    const server = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
