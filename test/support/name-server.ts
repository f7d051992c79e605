import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const RESPONSE_FLAGS = 0x8180;
const NAME_UNKNOWN = 3;
const TYPE_A = 1;

/** A name server on loopback. It knows names with IPv4 addresses, none of the others, and says nothing about those that hang. */
export class NameServer {
  readonly asked: string[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly known: Record<string, string[] | 'hang'>,
  ) {
    socket.on('message', (question, { port, address }) => {
      const answer = this.answerTo(question);
      if (answer) socket.send(answer, port, address);
    });
  }

  /** @param known addresses by name; `*` stands for all others */
  static async start(known: Record<string, string[] | 'hang'>): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, known);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private answerTo(message: Buffer): Buffer | undefined {
    const labels: string[] = [];
    let at = 12;
    for (; message[at]! > 0; at += message[at]! + 1)
      labels.push(message.toString('latin1', at + 1, at + 1 + message[at]!));
    const name = labels.join('.').toLowerCase();
    this.asked.push(name);
    const known = this.known[name] ?? this.known['*'];
    if (known === 'hang') return undefined;
    const addresses = message.readUInt16BE(at + 1) === TYPE_A ? (known ?? []) : [];
    const head = Buffer.alloc(12);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(RESPONSE_FLAGS | (known === undefined ? NAME_UNKNOWN : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    const records = addresses.map(address =>
      // The name of the question, type A, class IN, no time to live, four bytes.
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    );
    return Buffer.concat([head, message.subarray(12, at + 5), ...records]);
  }
}
