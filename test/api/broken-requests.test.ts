import { connect, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { outcome } from '../support/sales';
import { TestApp, type TestCompany } from '../support/test-app';

describe('requests that cannot be read', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
    company = await app.company();
  });
  afterAll(() => app.stop());

  /** All that comes back on a connection until it is closed. */
  const exchange = (sent: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = app.nest.getHttpServer().address() as AddressInfo;
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(sent, 'latin1'));
      socket.on('data', data => (received += data.toString('utf8')));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
  const request = (head: string[], body = '{}'): string =>
    [
      'POST /v1/account/me HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${company.token}`,
      ...head,
      '',
      body,
    ].join('\r\n');

  it.each([
    ['headers beyond 16 KiB', () => request([`X-Long: ${'x'.repeat(17_000)}`]), 431, 'header_too_large'],
    ['no HTTP', () => 'GET\0/ nonsense\r\n\r\n', 400, 'malformed_http'],
    ['two lengths', () => request(['Content-Length: 2', 'Content-Length: 3']), 400, 'malformed_http'],
    ['a wrong byte in a header', () => request(['X-A: a\0b', 'Content-Length: 2']), 400, 'malformed_http'],
    [
      'a wrong length of a chunk',
      () => request(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n'),
      400,
      'malformed_http',
    ],
  ])('as HTTP are refused in the shape of every error: %s', async (_, sent, status, reason) => {
    const [head = '', body = ''] = (await exchange(sent())).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const { error, message } = JSON.parse(body) as { error: Record<string, string>; message: string };
    expect(error).toMatchObject({ code: 'validation', reason, message });
    expect(head).toContain(`X-Request-Id: ${error.requestId}`);
    expect(head).toContain('Connection: close');
  });

  it('after a whole one on the same connection leave its answer alone', async () => {
    const good = request(['Content-Length: 2', 'Content-Type: application/json']);
    const answers = await exchange(`${good}\0\0\r\n\r\n`);
    // Its answer, or a broken connection: never a refusal in its place.
    expect(answers === '' || answers.startsWith('HTTP/1.1 200 ')).toBe(true);
  });

  it('behind one whose answer is still to come are not refused in its place', async () => {
    const good = request(['Content-Length: 2', 'Content-Type: application/json']);
    const broken = request(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n');
    const answers = await exchange(`${good}${broken}`);
    expect(answers === '' || answers.startsWith('HTTP/1.1 200 ')).toBe(true);
  });

  it('are cut off when the client does not close', async () => {
    const server = app.nest.getHttpServer();
    const cutOff = new Promise(resolve =>
      server.once('connection', (socket: Socket) => socket.once('close', resolve)),
    );
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      client.write('nonsense\r\n\r\n'),
    );
    client.resume();
    const began = performance.now();
    await cutOff;
    expect(performance.now() - began).toBeLessThan(5_000);
    client.destroy();
  });

  it('because of their encoding are told which ones are taken', async () => {
    const body = JSON.stringify({ pageSize: 1 });
    for (const encoding of ['compress', 'x']) {
      const answer = await company.post('partners/list', body, { headers: { 'Content-Encoding': encoding } });
      expect([encoding, outcome(answer)]).toEqual([encoding, '415 unsupported_media_type']);
      expect(answer.body.error.message).toContain('gzip, deflate or br');
    }
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(body)],
      ['deflate', deflateSync(body)],
      ['br', brotliCompressSync(body)],
    ] as const) {
      const answer = await fetch(`${app.url}/v1/partners/list`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${company.token}`,
          'Content-Type': 'application/json',
          'Content-Encoding': encoding,
        },
        body: new Uint8Array(bytes),
      });
      expect([encoding, answer.status]).toEqual([encoding, 200]);
    }
    const broken = await company.post('partners/list', 'not gzip', {
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect(outcome(broken)).toBe('400 malformed_json');
  });
});
