import { Bank } from '../support/bank';
import { payoutRow, Payouts, report } from '../support/payouts';
import { customer, line, Sales } from '../support/sales';
import { TestApp } from '../support/test-app';

const ROWS = 20_000;
const MOST_SECONDS = 20;
const MOST_MEGABYTES = 400;

describe('a long payout file', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  async function measured<T>(
    name: string,
    work: () => Promise<T>,
  ): Promise<{ result: T; seconds: number; megabytes: number }> {
    // The suites before have left their share; what counts is what this work adds.
    const before = process.memoryUsage().rss;
    let peak = before;
    const meter = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const began = performance.now();
    const result = await work();
    const seconds = (performance.now() - began) / 1000;
    clearInterval(meter);
    const megabytes = Math.round((peak - before) / 1024 / 1024);
    process.stdout.write(
      `${name}: ${seconds.toFixed(1)} s, ${megabytes} MiB more at the peak (test, client and server)\n`,
    );
    return { result, seconds, megabytes };
  }

  it(`of ${ROWS} rows is imported in ${MOST_SECONDS} seconds with bounded memory, and posted`, async () => {
    const company = await app.company();
    const payouts = new Payouts(company, (await Bank.of(company)).accountId);
    const { fullNumber } = await new Sales(company, await customer(company)).issued({
      lines: [line('100.00')],
    });
    const rows = Array.from({ length: ROWS - 1 }, (_, index) => ({
      gross: '2.50',
      fee: '0.32',
      charge: `ch_${index}`,
      description: index === 7 ? `Payment for ${fullNumber}` : `Order ${index} of shop 12`,
      reference: `WEB-${index}`,
    }));
    const content = report([...rows, payoutRow('43597.82')]);
    const size = `payout file of ${ROWS} rows, ${Math.round(content.length / 1024 / 1024)} MiB`;
    const imported = await measured(`${size}, import`, () => payouts.tryImport(content));
    expect(imported.result.body).toMatchObject({
      imported: 1,
      skippedPayoutRows: 1,
      batches: [{ lineCount: ROWS - 1, netTotal: '43597.82', matchedCount: 1 }],
    });
    expect(imported.seconds).toBeLessThan(MOST_SECONDS);
    expect(imported.megabytes).toBeLessThan(MOST_MEGABYTES);
    const again = await measured(`${size}, again`, () => payouts.tryImport(content));
    expect(again.result.body).toMatchObject({ imported: 0, updated: 0, skipped: 1 });
    const { id } = imported.result.body.batches[0] as { id: string };
    const posted = await measured(`${size}, posting`, () => payouts.tryPost(id));
    expect([posted.result.status, posted.result.body.difference]).toEqual([200, '0.00']);
    expect(posted.seconds).toBeLessThan(MOST_SECONDS);
  }, 120_000);
});
