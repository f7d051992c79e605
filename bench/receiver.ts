import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes webhooks on loopback, and counts the events. */
export class Receiver {
  private readonly events = new Set<string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        receiver.events.add(request.headers['webhook-id'] as string);
        response.writeHead(204).end();
      });
    });
    const receiver = new Receiver(server);
    server.listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  get count(): number {
    return this.events.size;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
