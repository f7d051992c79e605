import {
  defaultSeriesRows,
  fullNumber,
  resolveSeries,
  takeNumbers,
  type Series,
  type TakenNumbers,
} from '../../src/numbering';
import { Database, type Tx } from '../../src/platform/database';
import type { CompanyProfile } from '../../src/platform/scope';
import type { CalendarDate } from '../../src/shared/calendar-date';
import { DomainError } from '../../src/shared/domain-error';
import { withClient } from '../support/database';
import { TestApp, type TestCompany } from '../support/test-app';

const on = (date: string): CalendarDate => date as CalendarDate;
const OCTOBER = on('2026-10-05');

describe('taking numbers', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.bareCompany();
  });

  /** Work in a transaction of the company, which is committed unless the work throws. */
  async function within<T>(work: (tx: Tx) => Promise<T>, profile: Partial<CompanyProfile> = {}): Promise<T> {
    const session = await app.nest.get(Database).session();
    try {
      await session.begin(company.id, 'write');
      const result = await work(
        session.transaction({
          companyId: company.id,
          company: { companyId: company.id, strictChronology: false, ...profile } as CompanyProfile,
          actor: { type: 'system', id: 'test', apiKeyId: null, scopes: [] },
          requestId: 'test',
          now: new Date('2026-10-05T09:00:00Z'),
          today: OCTOBER,
        }),
      );
      await session.commit();
      return result;
    } finally {
      await session.release();
    }
  }

  const take = (
    series: Series,
    date = OCTOBER,
    count = 1,
    profile: Partial<CompanyProfile> = {},
  ): Promise<TakenNumbers> => within(tx => takeNumbers(tx, series, date, count), profile);

  const seriesOf = async (request: object): Promise<Series> => {
    const { id } = (await company.ok('document-series/create', request)) as { id: string };
    return within(tx => resolveSeries(tx, { documentType: 'sale_invoice', seriesId: id }));
  };

  it("gives none of a year before a yearly series was opened: they are another system's", async () => {
    const series = await seriesOf({ prefix: 'Y-{YYYY}-', yearlyRestart: true, nextNumber: 12 });
    await expect(take(series, on('2020-12-31'))).rejects.toMatchObject({ reason: 'series_missing' });
    expect((await take(series, on(`${new Date().getFullYear()}-01-01`))).numbers).toEqual([12]);
  });

  it('goes on from where the series stands, one run per call', async () => {
    const series = await seriesOf({ prefix: 'A-', nextNumber: 41 });
    expect(await take(series)).toEqual({
      series: expect.anything(),
      yearKey: 0,
      firstNumber: 41,
      numbers: [41],
      laterIssuedOn: null,
    });
    expect((await take(series, OCTOBER, 3)).numbers).toEqual([42, 43, 44]);
    expect((await company.ok('document-series/get', { id: series.seriesId })).nextNumber).toBe(45);
  });

  it('gives thirty at once thirty numbers without a gap', async () => {
    const series = await seriesOf({ prefix: 'A-' });
    const taken = await Promise.all(Array.from({ length: 30 }, () => take(series)));
    const numbers = taken.flatMap(({ numbers: [number] }) => number!).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(new Set(taken.map(({ firstNumber }) => firstNumber))).toEqual(new Set([1]));
  });

  it('uses none when the transaction fails afterwards', async () => {
    const series = await seriesOf({ prefix: 'A-' });
    const failing = within(async tx => {
      await takeNumbers(tx, series, OCTOBER, 5);
      throw new Error('the document was refused');
    });
    await expect(failing).rejects.toThrow('the document was refused');
    expect((await take(series)).numbers).toEqual([1]);
  });

  it('starts again each year where the series says so, and only there', async () => {
    const yearly = await seriesOf({ prefix: 'Y{YYYY}-', yearlyRestart: true });
    const plain = await seriesOf({ prefix: 'P{YYYY}-' });
    for (const [series, expected] of [
      [yearly, ['Y2026-0001', 'Y2026-0002', 'Y2027-0001', 'Y2026-0003']],
      [plain, ['P2026-0001', 'P2026-0002', 'P2027-0003', 'P2026-0004']],
    ] as const) {
      const written: string[] = [];
      for (const date of ['2026-10-05', '2026-12-31', '2027-01-01', '2026-12-31'].map(on)) {
        const taken = await take(series, date);
        written.push(fullNumber(taken.series, taken.numbers[0]!, date));
      }
      expect(written).toEqual(expected);
    }
    expect((await take(yearly, on('2027-02-01'))).yearKey).toBe(2027);
    expect((await take(plain, on('2027-02-01'))).yearKey).toBe(0);
  });

  it('starts a yearly series at the number it was opened with in that year only', async () => {
    const year = Number(new Date().toISOString().slice(0, 4));
    const series = await seriesOf({ prefix: 'Y{YY}-', yearlyRestart: true, nextNumber: 101 });
    expect((await take(series, on(`${year}-06-01`))).numbers).toEqual([101]);
    expect((await take(series, on(`${year + 1}-06-01`))).numbers).toEqual([1]);
  });

  it('ends where the range ends', async () => {
    const series = await seriesOf({ prefix: 'A-', allocatedFrom: 8, allocatedTo: 10 });
    await expect(take(series, OCTOBER, 4)).rejects.toMatchObject({ reason: 'series_exhausted' });
    expect((await take(series, OCTOBER, 3)).numbers).toEqual([8, 9, 10]);
    await expect(take(series)).rejects.toMatchObject({ reason: 'series_exhausted' });
  });

  it('tells of dates out of order, and refuses them where the company is strict', async () => {
    const series = await seriesOf({ prefix: 'A-' });
    await take(series, on('2026-10-09'));
    expect((await take(series, on('2026-10-01'))).laterIssuedOn).toBe('2026-10-09');
    expect((await take(series, on('2026-10-05'))).laterIssuedOn).toBe('2026-10-09');
    expect((await take(series, on('2026-10-09'))).laterIssuedOn).toBeNull();
    const strict = take(series, on('2026-10-08'), 1, { strictChronology: true });
    await expect(strict).rejects.toMatchObject({ reason: 'chronology' });
    expect((await take(series, on('2026-10-09'), 1, { strictChronology: true })).numbers).toEqual([5]);
  });

  it('waits for a change of the series and writes with what came of it', async () => {
    const series = await seriesOf({ prefix: 'A-' });
    let taking: Promise<TakenNumbers> | undefined;
    await within(async tx => {
      await tx.query('SELECT 1 FROM document_series WHERE company_id = $1 AND series_id = $2 FOR UPDATE', [
        company.id,
        series.seriesId,
      ]);
      taking = take(series);
      await waitingForLock(app);
      await tx.execute(`UPDATE document_series SET prefix = 'B-' WHERE company_id = $1 AND series_id = $2`, [
        company.id,
        series.seriesId,
      ]);
    });
    const taken = await taking!;
    expect(fullNumber(taken.series, taken.numbers[0]!, OCTOBER)).toBe('B-0001');
  });

  it('makes a change of the series wait, and then refuses it', async () => {
    const series = await seriesOf({ prefix: 'A-' });
    let changing: ReturnType<TestCompany['post']> | undefined;
    await within(async tx => {
      await takeNumbers(tx, series, OCTOBER, 1);
      changing = company.post('document-series/update', { id: series.seriesId, prefix: 'B-' });
      await waitingForLock(app);
    });
    expect((await changing!).body.error.reason).toBe('series_used');
  });

  it('finds the series by id, by prefix or as the default, and says why not', async () => {
    const named = await company.ok('document-series/create', { prefix: 'A-' });
    const resolve = (choice: Partial<Parameters<typeof resolveSeries>[1]>): Promise<Series> =>
      within(tx => resolveSeries(tx, { documentType: 'sale_invoice', ...choice }));
    expect((await resolve({})).prefix).toBe('INV-');
    expect((await resolve({ seriesId: named.id })).prefix).toBe('A-');
    expect((await resolve({ prefix: 'A-' })).seriesId).toBe(named.id);
    await expect(resolve({ seriesId: company.id })).rejects.toMatchObject({
      reason: 'not_found',
      extras: { fieldErrors: { documentSeriesId: expect.any(Array) } },
    });
    await expect(resolve({ prefix: 'Z-' })).rejects.toMatchObject({
      reason: 'not_found',
      extras: { fieldErrors: { series: expect.any(Array) } },
    });
    await expect(resolve({ prefix: 'CN-' })).rejects.toMatchObject({ reason: 'series_missing' });
    await company.ok('document-series/update', { id: named.id, isActive: false });
    await expect(resolve({ prefix: 'A-' })).rejects.toMatchObject({ reason: 'series_missing' });
    await expect(take(named, OCTOBER)).rejects.toBeInstanceOf(DomainError);
    await company.sql('UPDATE document_series SET is_default = false WHERE company_id = $1', [company.id]);
    await expect(resolve({})).rejects.toMatchObject({ reason: 'series_missing' });
  });

  it('has a default series for every kind of document', async () => {
    const kinds = await within(tx =>
      Promise.resolve(defaultSeriesRows(tx).rows.map(row => row.document_type)),
    );
    expect(kinds).toEqual(['sale_invoice', 'sale_credit_note', 'sale_proforma', 'sale_advance']);
  });
});

/** Resolves once some statement of this database waits for a lock (of others' statements only a superuser sees that). */
async function waitingForLock(app: TestApp): Promise<void> {
  await withClient(app.superuserUrl, async client => {
    for (let look = 0; look < 5000; look++) {
      const { rowCount } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rowCount) return;
    }
    throw new Error('nothing waits for a lock');
  });
}
