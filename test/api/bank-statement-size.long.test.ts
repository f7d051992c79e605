import { Bank } from '../support/bank';
import { camt, entry, statement } from '../support/bank-files';
import { TestApp } from '../support/test-app';

const ENTRIES = 50_000;
const MOST_SECONDS = 20;
const MOST_MEGABYTES = 600;

describe('a long bank statement', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it(`of ${ENTRIES} entries is imported in ${MOST_SECONDS} seconds with bounded memory`, async () => {
    const bank = await Bank.of(await app.company());
    const entries = Array.from({ length: ENTRIES }, (_, index) =>
      entry({
        amount: '1.25',
        date: `2026-10-${String(1 + (index % 28)).padStart(2, '0')}`,
        reference: `REF${index}`,
        details: [
          {
            amount: '1.25',
            name: `Buyer ${index}`,
            iban: 'DE89370400440532013000',
            text: `Invoice ${index}`,
          },
        ],
      }),
    );
    const content = camt([statement({ entries, opening: '0.00', closing: '62500.00' })]);
    // The suites before have left their share; what counts is what this work adds.
    const before = process.memoryUsage().rss;
    let peak = before;
    const meter = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const began = performance.now();
    const { status, body } = await bank.tryImport(content);
    const seconds = (performance.now() - began) / 1000;
    clearInterval(meter);
    const megabytes = Math.round((peak - before) / 1024 / 1024);
    process.stdout.write(
      `camt.053 of ${ENTRIES} entries, ${Math.round(content.length / 1024 / 1024)} MiB: ${seconds.toFixed(1)} s, ${megabytes} MiB more at the peak (test, client and server)\n`,
    );
    expect([status, body.imported, body.skipped]).toEqual([200, ENTRIES, 0]);
    expect(seconds).toBeLessThan(MOST_SECONDS);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
    expect((await bank.tryImport(content)).body).toMatchObject({ imported: 0, skipped: ENTRIES });
  }, 120_000);
});
