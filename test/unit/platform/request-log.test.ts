import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { Log, logRequests } from '../../../src/platform/logging';
import { Metrics } from '../../../src/platform/metrics';

describe('the log of requests', () => {
  it('tells how long each took, and nothing of what it carried', async () => {
    const lines: string[] = [];
    const log = { pino: pino({ base: undefined }, { write: line => void lines.push(line) }) } as Log;
    const app = express();
    app.use((request, _response, next) => {
      Object.assign(request, { context: { requestId: 'r', company: { companyId: 'c' } } });
      next();
    });
    app.use(logRequests(log, new Metrics()));
    app.post('/ok', (_request, response) => void response.json({}));
    app.post('/fault', (_request, response) => void response.status(500).json({}));
    const server = createServer(app).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['ok', 'fault'])
      await (await fetch(`${url}/${path}?secret`, { method: 'POST', body: 'secret' })).text();
    await new Promise(resolve => server.close(resolve));
    expect(lines.join('')).not.toMatch(/secret|reqId/);
    expect(lines.map(line => JSON.parse(line) as object)).toMatchObject(
      [
        [30, '/ok', 200],
        [50, '/fault', 500],
      ].map(([level, path, status]) => ({
        level,
        time: expect.any(Number) as number,
        msg: 'request',
        requestId: 'r',
        companyId: 'c',
        method: 'POST',
        path,
        status,
        responseTime: expect.any(Number) as number,
      })),
    );
  });
});
