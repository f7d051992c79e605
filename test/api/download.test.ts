import { Body, Controller, Module } from '@nestjs/common';
import { refuse } from '../../src/shared/domain-error';
import { Database, Tx } from '../../src/platform/database';
import { Download, EmptyRequest, InTx, StreamedFile } from '../../src/platform/http';
import { TestApp, type TestCompany } from '../support/test-app';

/** The parts of the file that the trial route answers; each test puts in its own. */
const trial: { parts: (tx: Tx) => AsyncGenerator<string> } = { parts: () => parts([]) };

@Controller()
class TrialController {
  @Download('trial/download', {
    summary: 'A file of what the test wants',
    request: EmptyRequest,
    contentType: 'text/csv',
  })
  download(@Body() _: EmptyRequest, @InTx() tx: Tx): StreamedFile {
    return new StreamedFile('sąrašas.csv', 'text/csv; charset=utf-8', trial.parts(tx));
  }
}

@Module({ controllers: [TrialController] })
class TrialModule {}

/** Larger than what is sent at once. */
const CHUNK = 'x'.repeat(1 << 17);

// eslint-disable-next-line @typescript-eslint/require-await
async function* parts(texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

/** A promise that the test keeps. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => (open = resolve));
  return { opened, open };
}

describe('a file that is made while it is sent', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({ databasePoolSize: 4 }, undefined, [TrialModule]);
    company = await app.bareCompany();
  });
  afterAll(() => app.stop());
  /** Nothing is left open, whatever happened. */
  afterEach(async () => {
    while (inUse() > 0) await new Promise(resolve => setImmediate(resolve));
  });

  function inUse(): number {
    const { total, idle } = app.nest.get(Database).poolState();
    return total - idle;
  }

  const call = (signal?: AbortSignal): Promise<Response> =>
    fetch(`${app.url}/v1/trial/download`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${company.token}`, 'Content-Type': 'application/json' },
      body: '{}',
      signal: signal ?? null,
    });

  it('arrives whole, with its name and type', async () => {
    trial.parts = () => parts(['a;b\n', CHUNK, 'ž;č\n']);
    const response = await call();
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toContain("filename*=UTF-8''s%C4%85ra%C5%A1as.csv");
    expect(await response.text()).toBe(`a;b\n${CHUNK}ž;č\n`);
  });

  it('may be empty', async () => {
    trial.parts = () => parts([]);
    const response = await call();
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('reads one moment, however long it takes', async () => {
    const counts = async (tx: Tx): Promise<string> => {
      const [row] = await tx.query<{ n: number }>('SELECT count(*) AS n FROM partners');
      return `${row!.n}\n`;
    };
    trial.parts = async function* (tx) {
      yield await counts(tx);
      await company.ok('partners/create', { name: 'In the middle of it' });
      yield await counts(tx);
    };
    expect(await (await call()).text()).toBe('0\n0\n');
    expect(await company.count('partners')).toBe(1);
  });

  it('that fails before its first chunk is answered as an error', async () => {
    trial.parts = async function* () {
      yield 'a;b\n';
      await Promise.resolve();
      refuse('export_impossible', 'No.');
    };
    const response = await call();
    const { error } = (await response.json()) as { error: { reason: string } };
    expect([response.status, error.reason]).toEqual([422, 'export_impossible']);
    expect(response.headers.get('Content-Disposition')).toBeNull();
  });

  it('that fails in the middle breaks the connection: a part is never taken for the whole', async () => {
    trial.parts = async function* (tx) {
      yield CHUNK;
      await tx.query('SELECT 1 / 0');
    };
    const response = await call();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    trial.parts = () => parts(['still serving']);
    expect(await (await call()).text()).toBe('still serving');
  });

  it('is no longer made when its reader has gone, and gives the connection back', async () => {
    const ended = gate();
    let made = 0;
    trial.parts = async function* (tx) {
      try {
        for (;;) {
          await tx.query('SELECT 1');
          made++;
          yield CHUNK;
        }
      } finally {
        ended.open();
      }
    };
    const abort = new AbortController();
    const response = await call(abort.signal);
    const reader = response.body!.getReader();
    await reader.read();
    expect(inUse()).toBe(1);
    abort.abort();
    await ended.opened;
    // As much as the sockets hold, and not what there would be.
    expect(made).toBeLessThan(200);
  });

  it('leaves half of the connections to others', async () => {
    const release = gate();
    trial.parts = async function* () {
      yield CHUNK;
      await release.opened;
      yield 'end';
    };
    const [first, second] = await Promise.all([call(), call()]);
    const third = await call();
    const { error } = (await third.json()) as { error: { reason: string } };
    expect([third.status, error.reason, third.headers.get('Retry-After')]).toEqual([
      503,
      'temporarily_unavailable',
      '10',
    ]);
    release.open();
    expect(await first.text()).toMatch(/end$/);
    expect(await second.text()).toMatch(/end$/);
    expect((await (await call()).text()).endsWith('end')).toBe(true);
  });
});
