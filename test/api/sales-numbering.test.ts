import { randomUUID } from 'node:crypto';
import { expectSoundBooks, growth, issuedNumbers, NOTHING } from '../support/books';
import { atOnce, line, outcome, outcomes, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('numbers of sales documents', () => {
  const clock = new TestClock(new Date(SALES_NOW));
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, clock);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    sales = await Sales.of(company);
  });

  it('are 1 to 50 in each of two companies when fifty drafts are issued at once over two processes', async () => {
    const second = await TestApp.start({}, clock);
    try {
      const other = await Sales.of(await app.company());
      const drafts = await Promise.all([sales, other].map(each => atOnce(50, () => each.draft())));
      const issueAt = (each: Sales, index: number, id: string) =>
        new (each.company.constructor as typeof TestCompany)(
          index % 2 === 0 ? app.url : second.url,
          each.company.token,
          each.company.id,
          app.applicationUrl,
        ).post('sales/invoices/issue', { id });
      const answers = await Promise.all(
        [sales, other].map((each, position) =>
          atOnce(50, index => issueAt(each, index, drafts[position]![index]!.id)),
        ),
      );
      expect(answers.map(outcomes)).toEqual([{ '200': 50 }, { '200': 50 }]);
      expect(await issuedNumbers(company)).toEqual(upTo(50));
      expect(await issuedNumbers(other.company)).toEqual(upTo(50));
      await expectSoundBooks(company, other.company);
    } finally {
      await second.stop();
    }
  });

  it('are not taken by refusals of every kind', async () => {
    const series = await company.ok('document-series/create', { prefix: 'X-', nextNumber: 100 });
    const inSeries = { documentSeriesId: series.id };
    expect((await sales.issued(inSeries)).number).toBe(100);
    await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
    await company.ok('account/companies/update', { strictChronology: true });
    const refusals: [Record<string, unknown>, string][] = [
      [{ issueDate: '2026-09-15' }, '422 period_locked'],
      [{ issueDate: '2026-10-06' }, '422 future_issue_date'],
      [{ issueDate: '2026-10-04' }, '422 chronology'],
      [{ lines: [line('10.00'), line('-10.00')] }, '422 total_not_positive'],
      [{ lines: [line('10.00', { vatRatePercent: '0' })] }, '422 vat_basis_missing'],
      [{ partnerId: randomUUID() }, '404 not_found'],
      [{ lines: [] }, '400 invalid_request'],
    ];
    expect(
      await growth(company, async () => {
        for (const [members, refusal] of refusals) {
          expect(outcome(await sales.tryIssue({ ...inSeries, ...members }))).toBe(refusal);
        }
      }),
    ).toEqual(NOTHING);
    expect((await sales.issued(inSeries)).number).toBe(101);
    await expectSoundBooks(company);
  });

  it('are not taken where an account is missing, and the same key works once it is there', async () => {
    const bare = await app.bareCompany();
    const bareSales = await Sales.of(bare);
    const key = randomUUID();
    const refused = await bareSales.tryIssue({}, key);
    expect(outcome(refused)).toBe('422 account_unusable');
    expect(refused.body.error.message).toContain('chart template');
    await bare.ok('ledger/accounts/apply-template');
    expect((await bareSales.tryIssue({}, key)).body).toMatchObject({ number: 1 });
    await expectSoundBooks(bare);
  });

  it('of a client that hung up is the same one after the retry', async () => {
    for (const patience of [1, 5, 20, 50]) {
      const key = randomUUID();
      const body = JSON.stringify(sales.request({ issue: true }));
      const headers = {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${company.token}`,
        'Idempotency-Key': key,
      };
      await fetch(`${app.url}/v1/sales/invoices/create`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(patience),
      }).catch(() => undefined);
      let answer = await company.post('sales/invoices/create', body, { key });
      while (outcome(answer) === '409 idempotency_in_progress')
        answer = await company.post('sales/invoices/create', body, { key });
      expect(answer.status).toBe(201);
    }
    expect(await issuedNumbers(company)).toEqual([1, 2, 3, 4]);
    await expectSoundBooks(company);
  });

  it('are 1 to 30 for thirty identical bodies with thirty keys, and one for twenty calls with one key', async () => {
    const answers = await atOnce(30, () => sales.tryIssue());
    expect(outcomes(answers)).toEqual({ '201': 30 });
    expect(await issuedNumbers(company)).toEqual(upTo(30));
    const key = randomUUID();
    const same = outcomes(await atOnce(20, () => sales.tryIssue({}, key)));
    expect((same['201'] ?? 0) + (same['409 idempotency_in_progress'] ?? 0)).toBe(20);
    expect(await issuedNumbers(company)).toEqual(upTo(31));
    await expectSoundBooks(company);
  });

  it('stay without hole when issues, refusals, credits and deletions mix', async () => {
    const invoices = await atOnce(5, () => sales.issued());
    const drafts = await atOnce(10, () => sales.draft());
    const answers = await Promise.all([
      ...drafts.map(({ id }, index) =>
        company.post(`sales/invoices/${index % 2 === 0 ? 'issue' : 'delete'}`, { id }),
      ),
      ...invoices.map(({ id }) => sales.tryCredit(id)),
      ...Array.from({ length: 5 }, () => sales.tryIssue({ lines: [line('0.00')] })),
      ...Array.from({ length: 5 }, () => sales.tryIssue()),
    ]);
    expect(outcomes(answers)).toEqual({ '200': 10, '201': 10, '422 total_not_positive': 5 });
    expect(await issuedNumbers(company)).toEqual(upTo(15));
    expect(await issuedNumbers(company, 'credit_note')).toEqual(upTo(5));
    await expectSoundBooks(company);
  });

  it('of a range that is used up are refused, and of one that another series has written as well', async () => {
    const short = await company.ok('document-series/create', {
      prefix: 'R-',
      allocatedFrom: 1,
      allocatedTo: 1,
    });
    await sales.issued({ documentSeriesId: short.id });
    expect(outcome(await sales.tryIssue({ documentSeriesId: short.id }))).toBe('422 series_exhausted');
    const long = await company.ok('document-series/create', {
      prefix: 'R-1',
      numberLength: 1,
      nextNumber: 1,
    });
    const wide = await company.ok('document-series/create', {
      prefix: 'R-11',
      numberLength: 1,
      nextNumber: 1,
    });
    await sales.issued({ documentSeriesId: wide.id });
    for (let number = 1; number <= 10; number++) await sales.issued({ documentSeriesId: long.id });
    const clash = await sales.tryIssue({ documentSeriesId: long.id });
    expect(outcome(clash)).toBe('409 number_taken');
    expect(clash.body.error.message).toContain('prefix');
    await expectSoundBooks(company);
  });
});
