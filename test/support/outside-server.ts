import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from './test-app';

export interface Asked {
  method: string;
  path: string;
  /** Parsed, where there is one. */
  body: Record<string, string>;
}

/** What a server elsewhere does when it is asked; `body` goes out as it is, an object as JSON. */
export type Answered = 'drop' | { status?: number; body: string | object; headers?: Record<string, string> };

/** A server on 127.0.0.1 that stands for the European Central Bank or VIES, and says what a test wants it to. */
export class OutsideServer {
  asked: Asked[] = [];
  answer: (asked: Asked) => Answered | Promise<Answered> = wellBehaved;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OutsideServer> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8');
        const asked = {
          method: request.method ?? '',
          path: request.url ?? '',
          body: (text === '' ? {} : JSON.parse(text)) as Record<string, string>,
        };
        self.asked.push(asked);
        void Promise.resolve(self.answer(asked)).then(answered => {
          if (answered === 'drop') return response.destroy();
          const { status = 200, body, headers = {} } = answered;
          response.writeHead(status, headers);
          return response.end(typeof body === 'string' ? body : JSON.stringify(body));
        });
      });
    });
    const self = new OutsideServer(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return self;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Where the application finds both. */
  get settings(): { ecbRatesUrl: string; viesUrl: string } {
    return { ecbRatesUrl: `${this.url}/eurofxref`, viesUrl: `${this.url}/vies` };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** A file of reference rates as the European Central Bank writes it: days with currencies. */
export function ecbFile(days: Record<string, Record<string, string>>): string {
  const cubes = Object.entries(days).map(
    ([day, rates]) =>
      `<Cube time="${day}">${Object.entries(rates)
        .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`)
        .join('')}</Cube>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
\t<Cube>${cubes.join('\n')}</Cube>
</gesmes:Envelope>`;
}

/** Old rates, which no test takes for those of its own days, and every number valid. */
export function wellBehaved({ path, body }: Asked): Answered {
  if (path.startsWith('/eurofxref')) return { body: ecbFile({ '2010-01-04': { USD: '1.4389' } }) };
  return { body: viesVerdict(body) };
}

/** VIES's answer to a question. */
export function viesVerdict(asked: Record<string, string>, more: object = {}): object {
  const { countryCode, vatNumber, requesterNumber } = asked;
  return {
    countryCode,
    vatNumber,
    requestDate: '2026-11-15T10:00:00.000Z',
    valid: true,
    requestIdentifier: requesterNumber === undefined ? '' : 'WAPIAAAAZ1',
    name: 'BUYER GMBH',
    address: '---',
    ...more,
  };
}

/** All companies share these rates, also the companies of the tests that come after. */
export async function forgetEcbRates(app: TestApp): Promise<void> {
  await app.asOwner('DELETE FROM ecb_exchange_rates');
}
