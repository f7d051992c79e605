import { Metrics } from '../../src/platform/metrics';
import { TestApp, type TestCompany } from '../support/test-app';

interface Year {
  id: string;
  result: string;
  journalTransactionId: string;
  reversalJournalTransactionId: string | null;
  status: string;
}

/** @invariant INV-09 */
describe('fiscal years', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    // More connections than slots of a balance: postings that share a slot are in flight together.
    app = await TestApp.start({ databasePoolSize: 20 });
    app.clock.instant = new Date('2027-02-10T10:00:00Z');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
  });

  const post = async (date: string, debit: string, credit: string, amount: string): Promise<void> => {
    await company.ok('ledger/journal/transactions/create', {
      date,
      entries: [
        { accountCode: debit, debit: amount },
        { accountCode: credit, credit: amount },
      ],
    });
  };
  const refusalOf = async (path: string, body: object): Promise<unknown[]> => {
    const answer = await company.post(path, body);
    return [answer.status, (answer.body.error as { reason: string } | undefined)?.reason];
  };
  const close = (year: number): Promise<Year> =>
    company.ok('ledger/fiscal-years/close', { year }) as Promise<Year>;
  const reopen = (year: number): Promise<Year> =>
    company.ok('ledger/fiscal-years/reopen', { year, reason: 'Late invoice' }) as Promise<Year>;
  /** Balances of the accounts at the end of all time, debit positive. */
  const balances = async (): Promise<Record<string, string>> => {
    const { rows } = (await company.ok('reports/trial-balance', {
      fromDate: '2020-01-01',
      toDate: '2029-12-31',
    })) as { rows: { code: string; closing: string }[] };
    return Object.fromEntries(rows.map(({ code, closing }) => [code, closing]));
  };

  it('close income and expenses into retained earnings, on the last day', async () => {
    await post('2026-03-05', '271', '5000', '100.00');
    await post('2026-12-31', '6001', '271', '60.00');
    await post('2027-01-01', '271', '5000', '7.00');
    const closed = await close(2026);
    expect(closed).toMatchObject({
      year: 2026,
      fromDate: '2026-01-01',
      toDate: '2026-12-31',
      status: 'closed',
      result: '40.00',
      reopenedAt: null,
      reversalJournalTransactionId: null,
    });
    expect(
      await company.ok('ledger/journal/transactions/get', { id: closed.journalTransactionId }),
    ).toMatchObject({
      date: '2026-12-31',
      documentType: 'year_end_close',
      documentId: closed.id,
      entries: [
        { accountCode: '5000', debit: '100.00', credit: '0.00' },
        { accountCode: '6001', debit: '0.00', credit: '60.00' },
        { accountCode: '3421', debit: '0.00', credit: '40.00' },
      ],
    });
    expect(await balances()).toEqual({ '271': '47.00', '3421': '-40.00', '5000': '-7.00', '6001': '0.00' });
  });

  it('lock every month of the year, with proof', async () => {
    await post('2025-11-05', '271', '3011', '1.00');
    await company.ok('ledger/periods/lock', { year: 2026, month: 2 });
    await close(2026);
    const { rows } = (await company.ok('ledger/periods/list', { pageSize: 50 })) as {
      rows: { year: number; month: number; status: string }[];
    };
    expect(rows.filter(({ status }) => status === 'locked')).toHaveLength(13);
    for (const month of [1, 2, 12]) {
      expect(await company.ok('ledger/periods/verify', { year: 2026, month })).toMatchObject({
        matches: true,
      });
    }
    expect(await refusalOf('ledger/periods/unlock', { year: 2026, month: 5 })).toEqual([
      422,
      'fiscal_year_closed',
    ]);
    expect(await refusalOf('ledger/periods/unlock', { year: 2025, month: 11 })).toEqual([
      422,
      'fiscal_year_closed',
    ]);
    const entry = (date: string): object => ({
      date,
      entries: [
        { accountCode: '271', debit: '1.00' },
        { accountCode: '3011', credit: '1.00' },
      ],
    });
    // locked by the closing; of a month that was never posted to; after the year
    expect(await refusalOf('ledger/journal/transactions/create', entry('2026-07-01'))).toEqual([
      422,
      'period_locked',
    ]);
    expect(await refusalOf('ledger/journal/transactions/create', entry('2019-07-01'))).toEqual([
      422,
      'fiscal_year_closed',
    ]);
    expect(await refusalOf('ledger/journal/transactions/create', entry('2027-01-01'))).toEqual([
      201,
      undefined,
    ]);
  });

  it('close in order, when they are over, once', async () => {
    await post('2024-05-05', '271', '5000', '10.00');
    expect(await refusalOf('ledger/fiscal-years/close', { year: 2027 })).toEqual([422, 'future_date']);
    expect(await refusalOf('ledger/fiscal-years/close', { year: 2025 })).toEqual([409, 'fiscal_year_order']);
    expect((await close(2024)).result).toBe('10.00');
    expect(await refusalOf('ledger/fiscal-years/close', { year: 2024 })).toEqual([
      409,
      'fiscal_year_already_closed',
    ]);
    expect(await refusalOf('ledger/fiscal-years/close', { year: 2023 })).toEqual([409, 'fiscal_year_order']);
    expect(await close(2025)).toMatchObject({ result: '0.00', journalTransactionId: null });
    await company.ok('ledger/periods/lock', { year: 2026, month: 12 });
    expect(await refusalOf('ledger/fiscal-years/close', { year: 2026 })).toEqual([422, 'period_locked']);
  });

  it('reopen the latest first, by the reversal of its closing', async () => {
    await post('2025-05-05', '271', '5000', '10.00');
    await post('2026-05-05', '271', '5000', '5.00');
    await close(2025);
    const second = await close(2026);
    expect(await balances()).toEqual({ '271': '15.00', '3421': '-15.00', '5000': '0.00' });
    expect(await refusalOf('ledger/fiscal-years/reopen', { year: 2025, reason: 'Wrong' })).toEqual([
      409,
      'fiscal_year_order',
    ]);
    expect(await refusalOf('ledger/fiscal-years/reopen', { year: 2024, reason: 'Wrong' })).toEqual([
      409,
      'fiscal_year_not_closed',
    ]);
    expect(await refusalOf('ledger/fiscal-years/reopen', { year: 2026 })).toEqual([400, 'invalid_request']);
    expect(
      await refusalOf('ledger/journal/transactions/reverse', { id: second.journalTransactionId }),
    ).toEqual([409, 'belongs_to_document']);
    const reopened = await reopen(2026);
    expect(reopened).toMatchObject({ status: 'reopened', reopenReason: 'Late invoice' });
    expect(reopened.reversalJournalTransactionId).not.toBeNull();
    expect(await balances()).toEqual({ '271': '15.00', '3421': '-10.00', '5000': '-5.00' });
    // the last month is open, the others open one by one, and the year closes again
    await post('2026-12-05', '6001', '271', '1.00');
    await company.ok('ledger/periods/unlock', { year: 2026, month: 4, reason: 'Late invoice' });
    await post('2026-04-05', '6001', '271', '1.00');
    expect((await close(2026)).result).toBe('3.00');
    expect(await balances()).toEqual({ '271': '13.00', '3421': '-13.00', '5000': '0.00', '6001': '0.00' });
    const { rows } = (await company.ok('ledger/fiscal-years/list')) as { rows: object[] };
    expect(rows).toMatchObject([
      { year: 2026, status: 'closed', result: '3.00' },
      { year: 2026, status: 'reopened', result: '5.00' },
      { year: 2025, status: 'closed', result: '10.00' },
    ]);
    await reopen(2026);
    await reopen(2025);
    expect(await refusalOf('ledger/fiscal-years/reopen', { year: 2025, reason: 'Again' })).toEqual([
      409,
      'fiscal_year_not_closed',
    ]);
  });

  it('end with the month that the company says', async () => {
    await company.sql('UPDATE companies SET fiscal_year_end_month = 6');
    await post('2025-07-01', '271', '5000', '3.00');
    await post('2026-06-30', '271', '5000', '4.00');
    expect(await close(2026)).toMatchObject({ fromDate: '2025-07-01', toDate: '2026-06-30', result: '7.00' });
    await company.sql('UPDATE companies SET fiscal_year_end_month = 12');
    await post('2026-07-01', '271', '5000', '5.00');
    expect(await close(2026)).toMatchObject({ fromDate: '2026-07-01', toDate: '2026-12-31', result: '5.00' });
  });

  it.each(['close', 'reopen'])('%s once, of twenty at a time', async action => {
    await post('2026-05-05', '271', '5000', '5.00');
    if (action === 'reopen') await close(2026);
    const body = action === 'close' ? { year: 2026 } : { year: 2026, reason: 'Late invoice' };
    const before = await company.count('journal_transactions');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.post(`ledger/fiscal-years/${action}`, body)),
    );
    const refusal = action === 'close' ? 'fiscal_year_already_closed' : 'fiscal_year_not_closed';
    expect(
      answers
        .map(({ status, body: { error } }) => (error as { reason: string } | undefined)?.reason ?? status)
        .sort(),
    ).toEqual([200, ...Array<string>(19).fill(refusal)]);
    expect(await company.count('journal_transactions')).toBe(before + 1);
  });

  it('take all postings in flight into the closing, or refuse them', async () => {
    await post('2026-05-01', '271', '5000', '1.00');
    const posts = Array.from({ length: 20 }, (_, index) =>
      company.post('ledger/journal/transactions/create', {
        // half of them into months, or years, that nobody posted to yet
        date: index % 2 === 0 ? '2026-05-05' : `2026-${String((index % 12) + 1).padStart(2, '0')}-05`,
        entries: [
          { accountCode: '271', debit: '1.00' },
          { accountCode: '5000', credit: '1.00' },
        ],
      }),
    );
    const closing = posts[0]!.then(() => close(2026));
    const answers = await Promise.all(posts);
    const { result } = await closing;
    const taken = answers.filter(({ status }) => status === 201).length;
    const refused = answers.filter(({ body }) =>
      ['period_locked', 'fiscal_year_closed'].includes(
        (body.error as { reason: string } | undefined)?.reason ?? '',
      ),
    ).length;
    expect(taken + refused).toBe(20);
    expect(result).toBe(`${taken + 1}.00`);
    expect((await balances())['5000']).toBe('0.00');
    for (const month of [5, 12]) {
      expect(await company.ok('ledger/periods/verify', { year: 2026, month })).toMatchObject({
        matches: true,
      });
    }
  });

  it('close while sixteen post into the last month: nobody waits in a circle', async () => {
    await post('2026-12-01', '271', '5000', '1.00');
    const retries = async (): Promise<number> =>
      (await app.nest.get(Metrics).transactionRetries.get()).values[0]!.value;
    const before = await retries();
    const entries = [
      { accountCode: '271', debit: '1.00' },
      { accountCode: '5000', credit: '2.00' },
      { accountCode: '3421', debit: '1.00' },
    ];
    const posts = Array.from({ length: 16 }, () =>
      company.post('ledger/journal/transactions/create', { date: '2026-12-31', entries }),
    );
    const closing = close(2026);
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    const { result } = await closing;
    expect(statuses.filter(status => status !== 201 && status !== 422)).toEqual([]);
    expect(result).toBe(`${1 + 2 * statuses.filter(status => status === 201).length}.00`);
    expect(await retries()).toBe(before);
  });
});
