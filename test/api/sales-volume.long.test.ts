import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expectSoundBooks } from '../support/books';
import { expectSound, settlePart } from '../support/open-items';
import { atOnce, line, outcomes, Sales, SALES_NOW, SALES_TODAY } from '../support/sales';
import { TestApp, TestClock } from '../support/test-app';

jest.setTimeout(180_000);

describe('sales at length', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());

  it('10,000 lines are issued, read back and replayed whole', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      line(`${index % 100}.37`, { description: `Line ${index}` }),
    );
    const sales = await Sales.of(await app.company());
    const key = randomUUID();
    const answer = await sales.tryIssue({ lines }, key);
    expect(answer.status).toBe(201);
    expect(answer.body.lines).toHaveLength(10_000);
    expect(answer.body).toMatchObject({ netTotal: '498700.00', vatTotal: '104727.00' });
    const replay = await sales.tryIssue({ lines }, key);
    expect(replay.text === answer.text).toBe(true);
    await sales.credited(answer.body.id);
    await expectSoundBooks(sales.company);
  });

  it('credits of foreign invoices balance and reconcile, whatever is paid and credited in between', async () => {
    const step = fc.record({ pays: fc.boolean(), cents: fc.integer({ min: 1, max: 400 }) });
    const fx = fc.integer({ min: 3000, max: 30_000 }).map(value => (value / 10_000).toFixed(4));
    await fc.assert(
      fc.asyncProperty(fx, fc.array(step, { minLength: 1, maxLength: 4 }), async (value, steps) => {
        const company = await app.company();
        await company.ok('reference/exchange-rates/set', { currency: 'USD', date: SALES_TODAY, rate: value });
        const sales = await Sales.of(company);
        const invoice = await sales.issued({
          currency: 'USD',
          lines: [line('7.77'), line('1.11', { vatRatePercent: '5' })],
        });
        for (const { pays, cents } of steps) {
          const amount = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          if (pays) await settlePart(sales, invoice, amount).catch(() => undefined);
          else await sales.tryCredit(invoice.id, { lines: [line(amount)] });
          await expectSound(sales.company);
        }
        await sales.tryCredit(invoice.id);
        await expectSound(sales.company);
      }),
      { numRuns: 20 },
    );
  });

  it('the first documents of a company, issued at once, are numbered like the rest', async () => {
    for (let round = 0; round < 40; round++) {
      const sales = await Sales.of(await app.company());
      const answers = await atOnce(10, () => sales.tryIssue());
      expect(outcomes(answers)).toEqual({ '201': 10 });
    }
  });
});
