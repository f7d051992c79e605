import { setTimeout } from 'node:timers/promises';
import { inCompany } from '../support/database';
import { Purchases } from '../support/purchases';
import { line, outcome, Sales } from '../support/sales';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

const OCTOBER = { year: 2026, month: 10 };

/** @invariant INV-09 */
describe('VAT periods', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-12-05T09:00:00Z')));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
  });

  const close = (body: object = OCTOBER): Promise<Answer> => company.post('vat-periods/close', body);
  const reopen = (body: object = {}): Promise<Answer> =>
    company.post('vat-periods/reopen', { ...OCTOBER, reason: 'A late document', ...body });
  const closedMonths = async (): Promise<number[]> => {
    const { rows } = (await company.ok('vat-periods/list', { year: 2026 })) as {
      rows: { month: number; status: string }[];
    };
    return rows.filter(({ status }) => status === 'closed').map(({ month }) => month);
  };
  const audited = (): Promise<unknown[]> =>
    company.sql(`SELECT action, diff FROM audit_log WHERE entity = 'vat_period' ORDER BY audit_id`);

  it('are the twelve months of a year, open until they are closed', async () => {
    const { rows } = (await company.ok('vat-periods/list', { year: 2026 })) as { rows: object[] };
    expect(rows).toEqual(
      Array.from({ length: 12 }, (_, index) => ({
        year: 2026,
        month: index + 1,
        status: 'open',
        closedAt: null,
      })),
    );
    const closed = await close();
    expect([closed.status, closed.body.rows]).toEqual([
      200,
      [{ ...OCTOBER, status: 'closed', closedAt: expect.stringMatching(/Z$/) as string }],
    ]);
    expect(await closedMonths()).toEqual([10]);
    expect(await audited()).toEqual([{ action: 'vat_period.closed', diff: { period: '2026-10' } }]);
  });

  it('of a quarter are closed together or not at all, and not beyond the year', async () => {
    expect((await close({ year: 2026, month: 7, months: 3 })).body.rows).toHaveLength(3);
    expect(await closedMonths()).toEqual([7, 8, 9]);
    expect(outcome(await close({ year: 2026, month: 6, months: 2 }))).toBe('409 vat_period_already_closed');
    expect(await closedMonths()).toEqual([7, 8, 9]);
    expect(outcome(await close({ year: 2026, month: 11, months: 3 }))).toBe('400 invalid_request');
  });

  it('take no document once closed; the refusal names the remedy; entries without VAT go on', async () => {
    const sales = await Sales.of(company);
    const purchases = await Purchases.of(company);
    await close({ year: 2026, month: 10, months: 2 });
    const sale = await sales.tryIssue({ issueDate: '2026-12-01', taxPointDate: '2026-10-31' });
    expect(outcome(sale)).toBe('422 vat_period_closed');
    expect(sale.body.error.message).toMatch(
      /^VAT period 2026-10 is closed since \d{4}-\d\d-\d\d; reopen it \(vat-periods\/reopen\) or use a tax point and an issue date \(of a purchase: a receipt\) from 2026-12-01\.$/,
    );
    const { id } = await purchases.draft({ documentDate: '2026-10-31', receivedDate: '2026-11-02' });
    expect(outcome(await purchases.tryRegister(id))).toBe('422 vat_period_closed');
    await company.ok('ledger/journal/transactions/create', {
      date: '2026-10-31',
      entries: [
        { accountCode: '6001', debit: '1.00' },
        { accountCode: '271', credit: '1.00' },
      ],
    });
    expect((await sales.tryIssue({ issueDate: '2026-12-01' })).status).toBe(201);
  });

  it('are reopened for a reason that stays, and take documents again', async () => {
    const sales = await Sales.of(company);
    await close();
    expect(outcome(await company.post('vat-periods/reopen', OCTOBER))).toBe('400 invalid_request');
    const reopened = await reopen();
    expect([reopened.status, reopened.body]).toEqual([200, { ...OCTOBER, status: 'open', closedAt: null }]);
    expect(outcome(await reopen())).toBe('409 vat_period_not_closed');
    expect((await sales.tryIssue({ issueDate: '2026-10-31', lines: [line('1.00')] })).status).toBe(201);
    expect(await audited()).toEqual([
      { action: 'vat_period.closed', diff: { period: '2026-10' } },
      { action: 'vat_period.reopened', diff: { period: '2026-10', reason: 'A late document' } },
    ]);
  });

  it('stay closed while the accounting month is locked', async () => {
    await close();
    await company.ok('ledger/periods/lock', OCTOBER);
    const refused = await reopen();
    expect(outcome(refused)).toBe('422 period_locked');
    expect(refused.body.error.message).toBe(
      'Accounting period 2026-10 is locked, and its VAT with it; unlock it first (ledger/periods/unlock).',
    );
    await company.ok('ledger/periods/unlock', OCTOBER);
    expect((await reopen()).status).toBe(200);
  });

  it('are closed once by twenty at once, and reopened once', async () => {
    const closings = await Promise.all(Array.from({ length: 20 }, () => close()));
    expect(closings.map(outcome).sort()).toEqual([
      '200',
      ...new Array<string>(19).fill('409 vat_period_already_closed'),
    ]);
    const reopenings = await Promise.all(Array.from({ length: 20 }, () => reopen()));
    expect(reopenings.map(outcome).sort()).toEqual([
      '200',
      ...new Array<string>(19).fill('409 vat_period_not_closed'),
    ]);
    expect(await audited()).toHaveLength(2);
  });

  it('are closed in their turn, however many documents come, and none of these lands after', async () => {
    const [sales, purchases] = [await Sales.of(company), await Purchases.of(company)];
    const rows = (): Promise<number> => company.count('vat_register_rows', `period_month = 10`);
    const sale = (): Promise<Answer> => sales.tryIssue({ issueDate: '2026-10-31', lines: [line('1.00')] });
    const purchase = async (): Promise<Answer> =>
      purchases.tryRegister(
        (await purchases.draft({ documentDate: '2026-10-31', receivedDate: '2026-10-31' })).id,
      );
    for (let round = 0; round < 2; round += 1) {
      let [isAnswered, isOver] = [false, false];
      let answered = 0;
      let begin = (): void => undefined;
      const underWay = new Promise<void>(resolve => (begin = resolve));
      const loops = Array.from({ length: 8 }, async (_, index) => {
        for (;;) {
          const isLast = isAnswered || isOver;
          const answer = index < 6 ? await sale() : await purchase();
          if (++answered === 16) begin();
          if (isLast) return outcome(answer);
        }
      });
      await underWay;
      const closing = close().finally(() => (isAnswered = true));
      const inTime = await Promise.race([closing, setTimeout(2000)]);
      isOver = true;
      await closing;
      const atClose = await rows();
      expect(inTime && outcome(inTime)).toBe('200');
      expect(await Promise.all(loops)).toEqual(new Array<string>(8).fill('422 vat_period_closed'));
      expect([atClose > 0, await rows()]).toEqual([true, atClose]);
      await reopen();
    }
  });

  it('let no document pass a close that waits for one in flight', async () => {
    const sales = await Sales.of(company);
    const [issued, other] = [{ issueDate: '2026-10-31' }, { issueDate: '2026-11-30' }];
    await sales.issued(issued);
    const answers: Promise<Answer>[] = [];
    await inCompany(app.applicationUrl, company.id, async client => {
      const waiting = async (count: number): Promise<void> => {
        while (((await client.query(SOMEBODY_WAITS)).rowCount ?? 0) < count) await setTimeout(5);
      };
      await client.query('SELECT pg_advisory_xact_lock_shared(fiscal_year_gate($1))', [company.id]);
      await client.query('SELECT 1 FROM vat_periods FOR KEY SHARE');
      answers.push(close());
      await waiting(1);
      answers.push(sales.tryIssue(issued), sales.tryIssue(other));
      await Promise.race([Promise.all(answers.slice(1)), waiting(3)]);
    });
    expect((await Promise.all(answers)).map(outcome)).toEqual(['200', '422 vat_period_closed', '201']);
    expect((await answers[1])!.body.error.message).toMatch(/^VAT period 2026-10 is closed since /);
  });

  it('let a void that comes meanwhile count in the next one', async () => {
    const purchases = await Purchases.of(company);
    const { id } = await purchases.draft({ documentDate: '2026-10-31', receivedDate: '2026-10-31' });
    await purchases.tryRegister(id);
    let voiding: Promise<Answer> | undefined;
    await inCompany(app.applicationUrl, company.id, async client => {
      await client.query('SELECT pg_advisory_xact_lock(fiscal_year_gate($1))', [company.id]);
      await client.query(`UPDATE vat_periods SET status = 'closed', closed_at = now(), frozen_header = '{}'`);
      voiding = company.post('purchases/invoices/void', { id, reason: 'Not ours' });
      while ((await client.query(SOMEBODY_WAITS)).rowCount === 0) await setTimeout(5);
    });
    expect(outcome((await voiding)!)).toBe('200');
    const counted = await company.sql(
      `SELECT period_month AS month FROM vat_register_rows WHERE side = 'purchases' ORDER BY is_void`,
    );
    expect(counted).toEqual([{ month: 10 }, { month: 11 }]);
  });
});

const SOMEBODY_WAITS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
