import { Agent, request as httpRequest } from 'node:http';

/** Calls the API over kept-alive connections, at most `connections` at once. */
export class Load {
  private readonly agent: Agent;

  constructor(
    private readonly port: number,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  post(path: string, token: string, key: string, body: object): Promise<{ status: number; body: string }> {
    const payload = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const call = httpRequest(
        {
          host: '127.0.0.1',
          port: this.port,
          path: `/v1/${path}`,
          method: 'POST',
          agent: this.agent,
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(payload),
            Authorization: `Bearer ${token}`,
            'Idempotency-Key': key,
          },
        },
        response => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
          );
        },
      );
      call.on('error', reject);
      call.end(payload);
    });
  }

  /** Like `post`, and throws unless the call succeeds. */
  async must<Body>(path: string, token: string, key: string, body: object): Promise<Body> {
    const answer = await this.post(path, token, key, body);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body) as Body;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** What a run of many operations took. */
export interface Measured {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
}

/** Runs `operation` `count` times, `width` at once, and measures it. */
export async function measure(
  count: number,
  width: number,
  operation: (index: number) => Promise<void>,
): Promise<Measured> {
  const durations: number[] = [];
  let next = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const start = performance.now();
      await operation(index);
      durations.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return {
    perSecond: count / ((performance.now() - began) / 1000),
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
  };
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
