import { expectSoundBooks } from '../support/books';
import { asset, assetGroup, type AssetAnswer } from '../support/sample-assets';
import { atOnce, outcome, outcomes } from '../support/sales';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

type Members = Record<string, unknown>;

describe('fixed assets', () => {
  const clock = new TestClock();
  let app: TestApp;
  let company: TestCompany;
  let groupId: string;
  beforeAll(async () => {
    app = await TestApp.start({}, clock);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    clock.instant = new Date('2026-11-15T10:00:00Z');
    company = await app.company();
    groupId = await assetGroup(company);
  });

  const month = (name: string): Members => ({ year: Number(name.slice(0, 4)), month: Number(name.slice(5)) });
  const post = (name: string): Promise<Members> =>
    company.ok('assets/depreciation/post', month(name)) as Promise<Members>;
  const preview = (name: string): Promise<Members> =>
    company.ok('assets/depreciation/preview', month(name)) as Promise<Members>;
  const reverse = (name: string): Promise<Answer> => company.post('assets/depreciation/reverse', month(name));
  const get = (id: string): Promise<AssetAnswer> =>
    company.ok('assets/assets/get', { id }) as Promise<AssetAnswer>;
  const modernize = (id: string, members: Members): Promise<Answer> =>
    company.post('assets/assets/modernize', { id, ...members });
  const dispose = (id: string, members: Members): Promise<Answer> =>
    company.post('assets/assets/dispose', { id, reason: 'scrapped', ...members });

  /** Amounts of an asset by month, '2026-01 100.00'. */
  async function schedule(id: string): Promise<string[]> {
    const rows = (await company.sql(
      `SELECT year || '-' || lpad(month::text, 2, '0') || ' ' || amount::numeric(20, 2) AS row FROM asset_depreciations
        WHERE asset_id = $1 ORDER BY year, month`,
      [id],
    )) as { row: string }[];
    return rows.map(({ row }) => row);
  }

  /** A journal transaction: its date, and entries as 'debit 6306 100.00'. */
  async function journal(id: unknown): Promise<{ date: string; entries: string[] } & Members> {
    const { entries, ...transaction } = (await company.ok('ledger/journal/transactions/get', { id })) as {
      date: string;
      entries: { accountCode: string; debit: string; credit: string }[];
    };
    return {
      ...transaction,
      entries: entries.map(({ accountCode, debit, credit }) =>
        debit === '0.00' ? `credit ${accountCode} ${credit}` : `debit ${accountCode} ${debit}`,
      ),
    };
  }

  async function balance(accountCode: string): Promise<string> {
    const { closing } = (await company.ok('reports/gl-detail', {
      fromDate: '2020-01-01',
      toDate: '2026-12-31',
      accountCode,
    })) as { closing: string };
    return closing;
  }

  describe('are depreciated', () => {
    it('a month at a time: previewed, posted on its last day, and skipped from then on', async () => {
      const { id, code } = await asset(company, groupId, '2026-08-20');
      const row = { assetId: id, code, name: 'Lathe', amount: '100.00', months: ['2026-09'] };
      expect(await preview('2026-08')).toEqual({ rows: [], total: '0.00' });
      expect(await preview('2026-09')).toEqual({ rows: [{ ...row, alreadyPosted: false }], total: '100.00' });
      const run = await post('2026-09');
      expect(run).toEqual({
        posted: 1,
        skipped: 0,
        caughtUp: 0,
        total: '100.00',
        journalTransactionId: expect.any(String),
      });
      expect(await journal(run.journalTransactionId)).toMatchObject({
        date: '2026-09-30',
        description: 'Depreciation 2026-09',
        documentType: 'asset_depreciation',
        entries: ['debit 6306 100.00', 'credit 1227 100.00'],
      });
      expect(await preview('2026-09')).toEqual({ rows: [{ ...row, alreadyPosted: true }], total: '0.00' });
      expect(await post('2026-09')).toEqual({
        posted: 0,
        skipped: 1,
        caughtUp: 0,
        total: '0.00',
        journalTransactionId: null,
      });
      expect(await get(id)).toMatchObject({
        accumulatedDepreciation: '100.00',
        netBookValue: '1100.00',
        depreciatedMonths: 1,
        status: 'active',
      });
      await expectSoundBooks(company);
    });

    it('with missing earlier months caught up, a row each, in the run of the month', async () => {
      const { id } = await asset(company, groupId, '2026-05-31');
      expect(await preview('2026-09')).toMatchObject({
        rows: [{ amount: '400.00', months: ['2026-06', '2026-07', '2026-08', '2026-09'] }],
        total: '400.00',
      });
      const run = await post('2026-09');
      expect(run).toMatchObject({ posted: 1, caughtUp: 3, total: '400.00' });
      expect((await journal(run.journalTransactionId)).date).toBe('2026-09-30');
      expect(await schedule(id)).toEqual([
        '2026-06 100.00',
        '2026-07 100.00',
        '2026-08 100.00',
        '2026-09 100.00',
      ]);
      expect(await post('2026-07')).toMatchObject({ posted: 0, skipped: 1 });
    });

    it('of several groups in one transaction, those that came later in another', async () => {
      const computers = await assetGroup(company, {
        assetAccountCode: '1240',
        depreciationAccountCode: '1247',
        expenseAccountCode: '6312',
      });
      await asset(company, groupId, '2026-09-01');
      await asset(company, groupId, '2026-09-02', { acquisitionCost: '600.00' });
      await asset(company, computers, '2026-09-03', { acquisitionCost: '120.00' });
      const run = await post('2026-10');
      expect(run).toMatchObject({ posted: 3, total: '160.00' });
      expect((await journal(run.journalTransactionId)).entries.sort()).toEqual([
        'credit 1227 150.00',
        'credit 1247 10.00',
        'debit 6306 150.00',
        'debit 6312 10.00',
      ]);
      await asset(company, groupId, '2026-09-30');
      expect(await post('2026-10')).toMatchObject({ posted: 1, skipped: 3, total: '100.00' });
    });

    it('to the end and not a cent further', async () => {
      const { id } = await asset(company, groupId, '2014-02-28', {
        acquisitionCost: '625.58',
        usefulLifeMonths: 36,
        depreciationStartDate: '2014-02-28',
        depreciationMethod: 'daily',
      });
      expect(await post('2017-01')).toMatchObject({ posted: 1, caughtUp: 35, total: '608.82' });
      expect(await post('2017-02')).toMatchObject({ posted: 1, caughtUp: 0, total: '16.76' });
      expect(await post('2017-03')).toMatchObject({ posted: 0, skipped: 0, total: '0.00' });
      expect(await get(id)).toMatchObject({
        accumulatedDepreciation: '625.58',
        netBookValue: '0.00',
        depreciatedMonths: 37,
        status: 'fully_depreciated',
      });
      expect((await schedule(id))[0]).toBe('2014-02 0.62');
    });

    it('from what was depreciated elsewhere, down to the salvage value', async () => {
      const { id } = await asset(company, groupId, '2008-12-10', {
        acquisitionCost: '825000.00',
        salvageValue: '41250.00',
        usefulLifeMonths: 209,
        openingAccumulatedDepreciation: '158036.58',
        openingDepreciatedMonths: 42,
      });
      expect(await get(id)).toMatchObject({ netBookValue: '666963.42', depreciatedMonths: 42 });
      expect(await post('2012-06')).toMatchObject({ posted: 0, total: '0.00' });
      expect(await post('2012-07')).toMatchObject({ posted: 1, total: '3746.79' });
      expect(await post('2026-11')).toMatchObject({ posted: 1, caughtUp: 166, total: '621966.63' });
      expect(await get(id)).toMatchObject({
        netBookValue: '41250.00',
        depreciatedMonths: 209,
        status: 'fully_depreciated',
      });
      const amounts = new Set((await schedule(id)).map(row => row.split(' ')[1]));
      expect(amounts).toEqual(new Set(['3746.78', '3746.79']));
    });

    it('with a row but no transaction for a month of 0.00', async () => {
      const { id } = await asset(company, groupId, '2026-08-20', { acquisitionCost: '0.02' });
      expect(await post('2026-10')).toMatchObject({
        posted: 1,
        caughtUp: 1,
        total: '0.00',
        journalTransactionId: null,
      });
      expect(await post('2026-10')).toMatchObject({ posted: 0, skipped: 1 });
      expect(await schedule(id)).toEqual(['2026-09 0.00', '2026-10 0.00']);
      expect((await reverse('2026-10')).body).toMatchObject({ reversed: 1, journalTransactionId: null });
    });

    it('not ahead of today, nor into a locked month', async () => {
      await asset(company, groupId, '2026-08-20');
      const ahead = await company.post('assets/depreciation/post', month('2026-12'));
      expect([outcome(ahead), ahead.body.error.message]).toEqual([
        '422 future_date',
        'Period 2026-12 is in the future; post up to 2026-11.',
      ]);
      await company.ok('ledger/periods/lock', month('2026-10'));
      const locked = await company.post('assets/depreciation/post', month('2026-10'), { key: 'again' });
      expect(outcome(locked)).toBe('422 period_locked');
      expect(await company.count('asset_depreciations')).toBe(0);
      await company.ok('ledger/periods/unlock', month('2026-10'));
      const posted = await company.post('assets/depreciation/post', month('2026-10'), { key: 'again' });
      expect(posted.body).toMatchObject({ posted: 1, caughtUp: 1 });
    });

    it('not to an account that was closed', async () => {
      await asset(company, groupId, '2026-08-20');
      const { rows } = await company.ok('ledger/accounts/list', {
        filter: [{ field: 'code', op: 'eq', value: '1227' }],
      });
      await company.ok('ledger/accounts/update', { id: rows[0].id, isPostable: false });
      expect(outcome(await company.post('assets/depreciation/post', month('2026-10')))).toBe(
        '422 account_unusable',
      );
    });

    it('each month once, whoever posts what at once', async () => {
      const ids = await atOnce(3, () => asset(company, groupId, '2026-05-31').then(({ id }) => id));
      const months = ['2026-06', '2026-07', '2026-08', '2026-09'];
      const answers = await atOnce(16, index =>
        company.post('assets/depreciation/post', month(months[index % 4]!)),
      );
      expect(outcomes(answers)).toEqual({ '200': 16 });
      for (const id of ids) expect(await schedule(id)).toEqual(months.map(name => `${name} 100.00`));
      expect(await balance('1227')).toBe('-1200.00');
      await expectSoundBooks(company);
    });
  });

  describe('have their depreciation reversed', () => {
    it('the latest month only, by counter-posting; then it can be posted again', async () => {
      const { id } = await asset(company, groupId, '2026-07-20');
      await post('2026-09');
      const run = await post('2026-10');
      const early = await reverse('2026-09');
      expect([outcome(early), early.body.error.message]).toEqual([
        '409 depreciation_not_latest',
        'The latest posted month is 2026-10, not 2026-09; reverse the latest first.',
      ]);
      const { status, body } = await reverse('2026-10');
      expect([status, body]).toEqual([
        200,
        { reversed: 1, skipped: 0, total: '100.00', journalTransactionId: expect.any(String) },
      ]);
      expect(await journal(body.journalTransactionId)).toMatchObject({
        date: '2026-10-31',
        description: 'Depreciation 2026-10 reversed',
        documentType: 'asset_depreciation_reversal',
        entries: ['credit 6306 100.00', 'debit 1227 100.00'],
      });
      expect(await journal(run.journalTransactionId)).toMatchObject({ date: '2026-10-31' });
      expect(await schedule(id)).toEqual(['2026-08 100.00', '2026-09 100.00']);
      expect(await balance('1227')).toBe('-200.00');
      expect(await post('2026-10')).toMatchObject({ posted: 1, caughtUp: 0, total: '100.00' });
      expect(await balance('1227')).toBe('-300.00');
      expect(outcome(await reverse('2026-11'))).toBe('409 depreciation_not_latest');
    });

    it('month by month out of a run that caught up', async () => {
      const { id } = await asset(company, groupId, '2026-07-20');
      await post('2026-10');
      for (const [name, left] of [
        ['2026-10', '-200.00'],
        ['2026-09', '-100.00'],
        ['2026-08', '0.00'],
      ] as const) {
        const { body } = await reverse(name);
        expect((await journal(body.journalTransactionId)).date).toBe('2026-10-31');
        expect(await balance('1227')).toBe(left);
      }
      expect((await reverse('2026-08')).body.error.message).toBe(
        'No depreciation is posted, so that of 2026-08 cannot be reversed.',
      );
      expect(await get(id)).toMatchObject({ accumulatedDepreciation: '0.00', depreciatedMonths: 0 });
    });

    it('not of assets that were disposed of, which rest on it', async () => {
      const kept = await asset(company, groupId, '2026-08-20');
      const gone = await asset(company, groupId, '2026-08-20');
      await post('2026-10');
      await dispose(gone.id, { date: '2026-10-20' });
      expect((await reverse('2026-10')).body).toMatchObject({ reversed: 1, skipped: 1, total: '100.00' });
      expect(await schedule(gone.id)).toEqual(['2026-09 100.00', '2026-10 100.00']);
      expect(await schedule(kept.id)).toEqual(['2026-09 100.00']);
    });

    it('not in a locked month, and not through the ledger', async () => {
      await asset(company, groupId, '2026-08-20');
      const run = await post('2026-10');
      expect(
        outcome(await company.post('ledger/journal/transactions/reverse', { id: run.journalTransactionId })),
      ).toBe('409 belongs_to_document');
      await company.ok('ledger/periods/lock', month('2026-10'));
      expect(outcome(await reverse('2026-10'))).toBe('422 period_locked');
      expect(await company.count('asset_depreciations')).toBe(2);
    });
  });

  describe('are modernized', () => {
    it('forward only: what is posted stays, the sum is exact', async () => {
      const { id } = await asset(company, groupId, '2025-12-10');
      await post('2026-06');
      const { status, body } = await modernize(id, { date: '2026-06-20', amount: '60.00', notes: 'Spindle' });
      expect([status, body]).toMatchObject([
        200,
        {
          totalCost: '1260.00',
          netBookValue: '660.00',
          acquisitionCost: '1200.00',
          totalLifeMonths: 12,
          modernizations: [{ date: '2026-06-20', amount: '60.00', addedLifeMonths: 0, notes: 'Spindle' }],
        },
      ]);
      expect(await company.count('journal_transactions')).toBe(1);
      expect(await post('2026-07')).toMatchObject({ total: '110.00' });
      expect(
        (await modernize(id, { date: '2026-07-31', amount: '0', addedLifeMonths: 6 })).body,
      ).toMatchObject({ totalLifeMonths: 18, usefulLifeMonths: 12, totalCost: '1260.00' });
      expect(await post('2026-11')).toMatchObject({ posted: 1, caughtUp: 3, total: '200.00' });
      expect(await schedule(id)).toEqual([
        ...['01', '02', '03', '04', '05', '06'].map(name => `2026-${name} 100.00`),
        '2026-07 110.00',
        ...['08', '09', '10', '11'].map(name => `2026-${name} 50.00`),
      ]);
    });

    it('not back into months that are posted, nor after today, nor into nothing', async () => {
      const { id } = await asset(company, groupId, '2026-05-10');
      await post('2026-09');
      const refused = async (members: Members): Promise<string> =>
        outcome(await modernize(id, { amount: '10.00', ...members }));
      expect(await refused({ date: '2026-08-31' })).toBe('422 asset_depreciated');
      expect(await refused({ date: '2026-11-16' })).toBe('422 future_date');
      expect(await refused({ date: '2026-05-09' })).toBe('400 invalid_request');
      expect(await refused({ date: '2026-10-01', amount: '0' })).toBe('400 invalid_request');
      expect(await refused({ date: '2026-10-01', addedLifeMonths: -7 })).toBe('400 invalid_request');
      expect(await refused({ date: '2026-09-01', addedLifeMonths: -7 })).toBe('200');
      expect(outcome(await modernize(groupId, { date: '2026-09-01', amount: '1' }))).toBe('404 not_found');
    });
  });

  describe('are disposed of', () => {
    it('with a gain: depreciated through the month, written off, and the proceeds due', async () => {
      const { id } = await asset(company, groupId, '2025-12-10');
      await post('2026-08');
      const { status, body } = await dispose(id, {
        date: '2026-10-12',
        reason: 'sold',
        proceeds: '250.00',
        notes: 'To a school',
      });
      expect([status, body]).toMatchObject([
        200,
        {
          status: 'disposed',
          disposalDate: '2026-10-12',
          disposalReason: 'sold',
          disposalProceeds: '250.00',
          disposalNotes: 'To a school',
          accumulatedDepreciation: '1000.00',
          netBookValue: '200.00',
          depreciatedMonths: 10,
        },
      ]);
      const transaction = await journal(body.disposalJournalTransactionId);
      expect(transaction).toMatchObject({
        date: '2026-10-12',
        documentType: 'asset_disposal',
        documentId: id,
        entries: ['debit 1227 1000.00', 'debit 24460 250.00', 'credit 1220 1200.00', 'credit 5400 50.00'],
      });
      expect((await schedule(id)).slice(-2)).toEqual(['2026-09 100.00', '2026-10 100.00']);
      expect(await balance('1227')).toBe('0.00');
      expect(await balance('6306')).toBe('1000.00');
      expect(await post('2026-11')).toMatchObject({ posted: 0, skipped: 0 });
      expect(
        outcome(
          await company.post('ledger/journal/transactions/reverse', {
            id: body.disposalJournalTransactionId,
          }),
        ),
      ).toBe('409 belongs_to_document');
      await expectSoundBooks(company);
    });

    it('with a loss, or with neither', async () => {
      const lost = await asset(company, groupId, '2026-08-20');
      const { body } = await dispose(lost.id, { date: '2026-10-31' });
      expect((await journal(body.disposalJournalTransactionId)).entries).toEqual([
        'debit 1227 200.00',
        'credit 1220 1200.00',
        'debit 6400 1000.00',
      ]);
      const even = await asset(company, groupId, '2026-09-20', { depreciationStartDate: '2027-01-01' });
      const sold = await dispose(even.id, { date: '2026-10-31', reason: 'sold', proceeds: '1200.00' });
      expect((await journal(sold.body.disposalJournalTransactionId)).entries).toEqual([
        'debit 24460 1200.00',
        'credit 1220 1200.00',
      ]);
    });

    it('once, of twenty at a time, while its depreciation is posted', async () => {
      const { id } = await asset(company, groupId, '2026-08-20');
      const [answers] = await Promise.all([
        atOnce(20, () => dispose(id, { date: '2026-11-10' })),
        atOnce(5, () => company.post('assets/depreciation/post', month('2026-11'))),
      ]);
      expect(outcomes(answers)).toEqual({ '200': 1, '409 asset_disposed': 19 });
      expect(await schedule(id)).toEqual(['2026-09 100.00', '2026-10 100.00', '2026-11 100.00']);
      expect(await balance('1220')).toBe('-1200.00');
      expect(await balance('1227')).toBe('0.00');
      expect(outcome(await modernize(id, { date: '2026-11-11', amount: '1' }))).toBe('409 asset_disposed');
    });

    it('not into a locked month, the future or months that are depreciated already', async () => {
      const { id } = await asset(company, groupId, '2026-08-20');
      await post('2026-10');
      expect(outcome(await dispose(id, { date: '2026-09-30' }))).toBe('422 asset_depreciated');
      expect(outcome(await dispose(id, { date: '2026-11-16' }))).toBe('422 future_date');
      expect(outcome(await dispose(id, { date: '2026-08-19' }))).toBe('400 invalid_request');
      await company.ok('ledger/periods/lock', month('2026-11'));
      expect(outcome(await dispose(id, { date: '2026-11-10' }))).toBe('422 period_locked');
      expect(await get(id)).toMatchObject({ status: 'active', depreciatedMonths: 2 });
    });
  });
});
