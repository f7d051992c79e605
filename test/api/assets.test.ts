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

  describe('groups', () => {
    const tryGroup = (members: Members = {}): Promise<Answer> =>
      company.post('assets/groups/create', {
        code: 'IT',
        name: 'Computers',
        assetAccountCode: '1240',
        depreciationAccountCode: '1247',
        ...members,
      });

    it('name accounts, by default 6306 for the expense', async () => {
      const { status, body } = await tryGroup({ defaultUsefulLifeMonths: 36 });
      expect([status, body]).toEqual([
        201,
        {
          id: expect.any(String),
          code: 'IT',
          name: 'Computers',
          defaultUsefulLifeMonths: 36,
          assetAccountCode: '1240',
          depreciationAccountCode: '1247',
          expenseAccountCode: '6306',
          createdAt: expect.any(String),
        },
      ]);
      const { rows, total } = await company.ok('assets/groups/list', {
        filter: [{ field: 'code', op: 'eq', value: 'IT' }],
      });
      expect([rows, total]).toEqual([[body], 1]);
    });

    it('have a code of their own, and accounts that fit', async () => {
      const { id } = (await tryGroup()).body as { id: string };
      const again = await tryGroup();
      expect([outcome(again), again.body.error.existingId]).toEqual(['409 duplicate', id]);
      const refused = [
        { assetAccountCode: 'none' },
        { assetAccountCode: '6306' },
        { depreciationAccountCode: '2410' },
        { expenseAccountCode: '1240' },
      ];
      for (const members of refused) {
        const answer = await tryGroup({ code: 'X', ...members });
        expect([outcome(answer), Object.keys(answer.body.error.fieldErrors as object)]).toEqual([
          '422 account_unusable',
          Object.keys(members),
        ]);
      }
    });
  });

  describe('are made', () => {
    const tryAsset = (members: Members): Promise<Answer> =>
      company.post('assets/assets/create', {
        groupId,
        code: 'L1',
        name: 'Lathe',
        acquisitionDate: '2026-01-31',
        acquisitionCost: '1200.0000',
        usefulLifeMonths: 12,
        ...members,
      });

    it('with everything the contract tells, and nothing posted', async () => {
      const documents = [{ name: 'Invoice', ref: 'AB-1' }];
      const { status, body } = await tryAsset({ salvageValue: '100', notes: 'Hall 2', documents });
      expect([status, body]).toEqual([
        201,
        {
          id: expect.any(String),
          groupId,
          code: 'L1',
          name: 'Lathe',
          acquisitionDate: '2026-01-31',
          depreciationStartDate: '2026-02-01',
          depreciationMethod: 'monthly',
          acquisitionCost: '1200.00',
          salvageValue: '100.00',
          usefulLifeMonths: 12,
          openingAccumulatedDepreciation: '0.00',
          openingDepreciatedMonths: 0,
          totalCost: '1200.00',
          accumulatedDepreciation: '0.00',
          netBookValue: '1200.00',
          depreciatedMonths: 0,
          totalLifeMonths: 12,
          status: 'active',
          notes: 'Hall 2',
          documents,
          modernizations: [],
          inputVatAmount: null,
          inputVatFirstUseDate: null,
          inputVatDeductiblePercent: null,
          inputVatRealEstate: false,
          inputVatUseChanges: [],
          disposalDate: null,
          disposalReason: null,
          disposalProceeds: null,
          disposalNotes: null,
          disposalJournalTransactionId: null,
          createdAt: clock.instant?.toISOString(),
        },
      ]);
      expect(await company.ok('assets/assets/get', { id: (body as AssetAnswer).id })).toEqual(body);
      expect(await company.count('journal_transactions')).toBe(0);
    });

    it('with the life of their group, or a start of their own', async () => {
      const group = await assetGroup(company, { defaultUsefulLifeMonths: 60 });
      const given = { groupId: group, usefulLifeMonths: undefined, depreciationStartDate: '2026-01-15' };
      expect((await tryAsset(given)).body).toMatchObject({
        usefulLifeMonths: 60,
        depreciationStartDate: '2026-01-15',
      });
      expect((await tryAsset({ acquisitionDate: '2026-12-05', code: 'L2' })).body).toMatchObject({
        depreciationStartDate: '2027-01-01',
      });
    });

    it.each<[string, Members, string]>([
      ['no life anywhere', { usefulLifeMonths: undefined }, 'usefulLifeMonths'],
      ['no cost', { acquisitionCost: '0' }, 'acquisitionCost'],
      ['a third of a cent', { acquisitionCost: '1.003' }, 'acquisitionCost'],
      ['more salvage value than cost', { salvageValue: '1200.01' }, 'salvageValue'],
      [
        'opening depreciation below the salvage value',
        { salvageValue: '200', openingAccumulatedDepreciation: '1000.01', openingDepreciatedMonths: 3 },
        'openingAccumulatedDepreciation',
      ],
      ['opening without months', { openingAccumulatedDepreciation: '1' }, 'openingDepreciatedMonths'],
      [
        'an opening that outlives the asset',
        { openingAccumulatedDepreciation: '1200', openingDepreciatedMonths: 13 },
        'openingDepreciatedMonths',
      ],
      [
        'a rest without a life',
        { openingAccumulatedDepreciation: '1199.99', openingDepreciatedMonths: 12 },
        'openingDepreciatedMonths',
      ],
    ])('not with %s', async (_, members, member) => {
      const answer = await tryAsset(members);
      expect([outcome(answer), Object.keys(answer.body.error.fieldErrors as object)]).toEqual([
        '400 invalid_request',
        [member],
      ]);
    });

    it('once by code, of many at once', async () => {
      const answers = await atOnce(10, () => tryAsset({}));
      expect(outcomes(answers)).toEqual({ '201': 1, '409 duplicate': 9 });
      expect((await tryAsset({})).body.error.existingId).toBe(
        (answers.find(({ status }) => status === 201)!.body as AssetAnswer).id,
      );
      expect(outcome(await tryAsset({ code: 'L2', groupId: company.id }))).toBe('404 not_found');
    });

    it('in whole yen in Japan', async () => {
      const inYen = await app.company({ baseCurrency: 'JPY' });
      const yen = await asset(inYen, await assetGroup(inYen), '2025-12-10', { acquisitionCost: '1000' });
      await inYen.ok('assets/depreciation/post', { year: 2026, month: 1 });
      expect(await inYen.ok('assets/assets/get', { id: yen.id })).toMatchObject({
        totalCost: '1000',
        accumulatedDepreciation: '83',
        netBookValue: '917',
      });
    });
  });

  describe('entered wrong', () => {
    it('are deleted while nothing is posted, and their code is free again', async () => {
      const wrong = await asset(company, groupId, '2026-11-02', { code: 'A3', acquisitionCost: '24000.00' });
      const answers = await atOnce(10, () => company.post('assets/assets/delete', { id: wrong.id }));
      expect(outcomes(answers)).toEqual({ '200': 1, '404 not_found': 9 });
      await asset(company, groupId, '2026-11-02', { code: 'A3', acquisitionCost: '2400.00' });
      expect(
        await company.sql(
          `SELECT diff #>> '{before,acquisitionCost}' AS cost FROM audit_log WHERE action = 'asset.deleted'`,
        ),
      ).toEqual([{ cost: '24000.00' }]);
      expect(await company.count('journal_transactions')).toBe(0);
    });

    it('but stay once they are depreciated or disposed of, also where that was taken back', async () => {
      const { id } = await asset(company, groupId, '2026-09-20');
      const tryDelete = async (): Promise<string> =>
        outcome(await company.post('assets/assets/delete', { id }));
      await company.ok('assets/depreciation/post', { year: 2026, month: 10 });
      expect(await tryDelete()).toBe('409 in_use');
      await company.ok('assets/depreciation/reverse', { year: 2026, month: 10 });
      expect(await tryDelete()).toBe('409 in_use');
      await company.ok('assets/assets/dispose', { id, date: '2026-11-10', reason: 'scrapped' });
      expect(await tryDelete()).toBe('409 asset_disposed');
    });
  });

  describe('disposed of by mistake', () => {
    it('are in use again after one of twenty reversals, and depreciated on from where they stood', async () => {
      const { id } = await asset(company, groupId, '2026-07-20');
      const sold = { id, date: '2026-09-20', reason: 'sold', proceeds: '500.00', notes: 'To a friend' };
      const disposed = (await company.ok('assets/assets/dispose', sold)) as AssetAnswer;
      expect(disposed).toMatchObject({ status: 'disposed', accumulatedDepreciation: '200.00' });
      const refused = await company.post('ledger/journal/transactions/reverse', {
        id: disposed.disposalJournalTransactionId,
      });
      expect([outcome(refused), refused.body.error.message]).toEqual([
        '409 belongs_to_document',
        expect.stringContaining('assets/assets/reverse-disposal'),
      ]);
      const order = { id, reason: 'The other lathe' };
      const answers = await atOnce(20, () => company.post('assets/assets/reverse-disposal', order));
      expect(outcomes(answers)).toEqual({ '200': 1, '409 asset_not_disposed': 19 });
      expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({
        status: 'active',
        netBookValue: '1000.00',
        disposalDate: null,
        disposalNotes: null,
        disposalJournalTransactionId: null,
      });
      // August and September stay in the books; October is missed and comes with November.
      clock.instant = new Date('2026-11-30T10:00:00Z');
      expect(await company.ok('assets/depreciation/post', { year: 2026, month: 11 })).toMatchObject({
        posted: 1,
        caughtUp: 1,
        total: '200.00',
      });
      expect(await balances()).toEqual({ '1227': '-400.00', '6306': '400.00' });
      const [audited] = (await company.sql(
        `SELECT diff FROM audit_log WHERE action = 'asset.disposal_reversed'`,
      )) as { diff: object }[];
      expect(audited!.diff).toMatchObject({
        reason: 'The other lathe',
        before: { date: '2026-09-20', reason: 'sold', proceeds: '500.00', notes: 'To a friend' },
      });
      expect(await company.ok('assets/assets/dispose', { ...sold, date: '2026-11-30' })).toMatchObject({
        status: 'disposed',
        netBookValue: '800.00',
      });
    });

    it('on the first open day where the month of the disposal is locked', async () => {
      const { id } = await asset(company, groupId, '2026-07-20');
      await company.ok('assets/assets/dispose', { id, date: '2026-09-20', reason: 'scrapped' });
      await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
      await company.ok('assets/assets/reverse-disposal', { id });
      expect(
        await company.sql(
          `SELECT posted_on::text AS day FROM journal_transactions WHERE document_type = 'asset_disposal_reversal'`,
        ),
      ).toEqual([{ day: '2026-10-01' }]);
    });

    it('and taken back on a later day, are not off the books twice in between', async () => {
      const { id } = await asset(company, groupId, '2026-07-20');
      const scrapped = { id, date: '2026-09-20', reason: 'scrapped' };
      await company.ok('assets/assets/dispose', scrapped);
      await company.ok('assets/assets/reverse-disposal', { id });
      await company.ok('assets/assets/dispose', { ...scrapped, date: '2026-09-10' });
      await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
      await company.ok('assets/assets/reverse-disposal', { id });
      await company.ok('ledger/periods/unlock', { year: 2026, month: 9 });
      const refused = await company.post('assets/assets/dispose', scrapped);
      expect(outcome(refused)).toBe('400 invalid_request');
      expect(refused.text).toContain('must not be before 2026-10-01');
      await company.ok('assets/assets/dispose', { ...scrapped, date: '2026-10-01' });
    });

    it('are not taken back on a day to come', async () => {
      const { id } = await asset(company, groupId, '2026-07-20');
      await company.ok('assets/assets/dispose', { id, date: '2026-09-20', reason: 'scrapped' });
      for (const month of [9, 10, 11]) await company.ok('ledger/periods/lock', { year: 2026, month });
      const refused = await company.post('assets/assets/reverse-disposal', { id });
      expect(outcome(refused)).toBe('422 period_locked');
      expect(refused.text).toContain('ledger/periods/unlock');
      expect(await company.count('asset_disposal_reversals')).toBe(0);
    });

    /** Debits less credits by account, without those at zero. */
    async function balances(): Promise<Record<string, string>> {
      const rows = (await company.sql(
        `SELECT a.code, sum(e.debit - e.credit)::numeric(28, 2) AS balance
           FROM journal_entries e JOIN accounts a USING (company_id, account_id)
          GROUP BY a.code HAVING sum(e.debit - e.credit) <> 0`,
      )) as { code: string; balance: string }[];
      return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
    }
  });

  it('are listed, filtered and added up', async () => {
    const first = await asset(company, groupId, '2026-08-20', { code: 'B' });
    await asset(company, groupId, '2026-08-20', { code: 'A', acquisitionCost: '60.00', usefulLifeMonths: 1 });
    await company.ok('assets/depreciation/post', { year: 2026, month: 10 });
    await company.ok('assets/assets/modernize', { id: first.id, date: '2026-10-20', amount: '10.00' });
    const { rows, totals } = await company.ok('assets/assets/list', {
      totals: ['totalCost', 'accumulatedDepreciation', 'netBookValue'],
    });
    expect(rows).toMatchObject([
      { code: 'A', status: 'fully_depreciated' },
      { code: 'B', status: 'active' },
    ]);
    expect(rows[1]).toEqual(await company.ok('assets/assets/get', { id: first.id }));
    expect(totals).toEqual({
      totalCost: '1270.00',
      accumulatedDepreciation: '260.00',
      netBookValue: '1010.00',
    });
    const active = await company.ok('assets/assets/list', {
      filter: [{ field: 'status', op: 'eq', value: 'active' }],
      sort: [{ field: 'netBookValue', dir: 'desc' }],
    });
    expect(active.rows).toMatchObject([{ code: 'B' }]);
  });
});
