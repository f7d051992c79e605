import { randomUUID } from 'node:crypto';
import { SandboxPurge } from '../../src/account';
import { Attacker, NOT_PERMITTED, type Forgery } from '../support/attacker';
import { asset, assetGroup, fillAssets } from '../support/sample-assets';
import { atOnce } from '../support/sales';
import { Caller, TestApp, type TestCompany } from '../support/test-app';

/** @invariant INV-07 */
describe('an asset is depreciated once a month', () => {
  let app: TestApp;
  let company: TestCompany;
  let attacker: Attacker;
  const OCTOBER = { year: 2026, month: 10 };
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date('2026-11-15T10:00:00Z');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    attacker = new Attacker(app, company.id);
    await asset(company, await assetGroup(company), '2026-08-20');
    await company.ok('assets/depreciation/post', OCTOBER);
  });

  const forged = (changes: object, where = 'month = 10'): Forgery => ({
    table: 'asset_depreciations',
    where,
    changes: { ...changes },
  });

  it('by SQL: the month is there once, whoever writes', async () => {
    for (const role of ['application', 'owner', 'superuser'] as const) {
      const again = forged({ run_id: randomUUID(), transaction_id: null, amount: 0 });
      expect(await attacker.as(role).forge(again)).toBe('pk_asset_depreciations');
    }
    expect(await attacker.forge({ ...forged({}), onConflict: 'ON CONFLICT DO NOTHING' })).toBe(0);
  });

  it('by SQL: not without its journal transaction, nor with that of another', async () => {
    const november = { month: 11 };
    expect(await attacker.forge(forged({ ...november, transaction_id: null }))).toBe(
      'ck_asset_depreciations__posted',
    );
    expect(await attacker.forge(forged(november))).toBe('ck_asset_depreciations__as_posted');
    expect(await attacker.forge(forged({ ...november, transaction_id: randomUUID() }))).toBe(
      'fk_asset_depreciations__transaction',
    );
    expect(await attacker.forge(forged({ ...november, amount: '-1' }))).toBe(
      'ck_asset_depreciations__not_negative',
    );
    expect(await attacker.forge(forged({ month: 13 }))).toBe('ck_asset_depreciations__month');
  });

  it('by SQL: nothing makes room but a reversal that is posted', async () => {
    expect(await attacker.try('UPDATE asset_depreciations SET month = 7 WHERE month = 10')).toBe(
      NOT_PERMITTED,
    );
    expect(
      await attacker.as('superuser').try('UPDATE asset_depreciations SET month = 7 WHERE month = 10'),
    ).toBe('ck_asset_depreciations__append_only');
    expect(await attacker.try('DELETE FROM asset_depreciations WHERE month = 10')).toBe(
      'ck_asset_depreciations__append_only',
    );
    const move = (transaction: string): string => `
      WITH freed AS (DELETE FROM asset_depreciations WHERE month = 10 RETURNING *)
      INSERT INTO asset_depreciation_reversals
      SELECT company_id, run_id, asset_id, year, month, amount, posted_on, transaction_id, run_id, posted_on, ${transaction} FROM freed`;
    expect(await attacker.try(move('NULL'))).toBe('ck_asset_depreciation_reversals__posted');
    expect(await attacker.try(move('transaction_id'))).toBe('ck_asset_depreciation_reversals__as_posted');
  });

  it('by SQL: a disposal is final, and all else of an asset from the start', async () => {
    expect(await attacker.try('UPDATE assets SET acquisition_cost = 1300')).toBe('ck_assets__append_only');
    expect(await attacker.try(`UPDATE assets SET disposed_on = '2026-11-01'`)).toBe(
      'ck_assets__disposal_is_complete',
    );
    const { rows } = (await company.ok('assets/assets/list')) as { rows: { id: string }[] };
    await company.ok('assets/assets/dispose', { id: rows[0]!.id, date: '2026-11-10', reason: 'scrapped' });
    const undo = `UPDATE assets SET disposed_on = NULL, disposal_reason = NULL, disposal_proceeds = NULL, disposal_transaction_id = NULL`;
    expect(await attacker.try(undo)).toBe('ck_assets__append_only');
    expect(await attacker.as('superuser').try(`${undo} WHERE company_id = '${company.id}'`)).toBe(
      'ck_assets__append_only',
    );
  });

  it('by SQL: a disposal goes only by a reversal that is posted, and never comes again', async () => {
    const { rows } = (await company.ok('assets/assets/list')) as { rows: { id: string }[] };
    const { id } = rows[0]!;
    await company.ok('assets/assets/dispose', { id, date: '2026-11-10', reason: 'scrapped' });
    const reversal = (transaction: string): string => `INSERT INTO asset_disposal_reversals
      SELECT company_id, asset_id, disposed_on, disposal_reason, disposal_proceeds, disposal_notes, disposal_transaction_id,
             disposed_on, ${transaction}, NULL, now() FROM assets WHERE asset_id = '${id}'`;
    expect(await attacker.try(reversal('disposal_transaction_id'))).toBe(
      'ck_asset_disposal_reversals__as_posted',
    );
    expect(await attacker.as('superuser').try(`DELETE FROM assets WHERE asset_id = '${id}'`)).toBe(
      'ck_assets__append_only',
    );
    await company.ok('assets/assets/reverse-disposal', { id });
    const again = `UPDATE assets SET (disposed_on, disposal_reason, disposal_proceeds, disposal_transaction_id) =
      (SELECT disposed_on, disposal_reason, disposal_proceeds, disposal_transaction_id FROM asset_disposal_reversals)
      WHERE asset_id = '${id}'`;
    expect(await attacker.try(again)).toBe('ck_assets__append_only');
    expect(await attacker.try(`DELETE FROM assets WHERE asset_id = '${id}'`)).toMatch(/^fk_asset_/);
    expect(await attacker.try('DELETE FROM asset_disposal_reversals')).toBe(NOT_PERMITTED);
  });

  it('but goes, with all else, when a deleted sandbox is purged', async () => {
    const sandbox = await app.company({ isSandbox: true });
    await fillAssets(sandbox);
    await app.operator.ok('account/companies/delete', { companyId: sandbox.id });
    await app.nest.get(SandboxPurge, { strict: false }).run();
    expect(await sandbox.count('asset_depreciations')).toBe(0);
    expect(await sandbox.count('assets')).toBe(0);
    expect(await company.count('asset_depreciations')).toBe(2);
  });

  it('of twenty at once with twenty Idempotency-Keys, through two servers', async () => {
    const second = await TestApp.start({}, app.clock);
    try {
      const november = { year: 2026, month: 11 };
      const answers = await atOnce(20, index =>
        index % 2 === 0
          ? company.post('assets/depreciation/post', november)
          : new Caller(second.url, company.token).post('assets/depreciation/post', november),
      );
      const bodies = answers.map(({ status, body }) => ({ status, ...(body as object) }));
      const skipped = {
        status: 200,
        posted: 0,
        skipped: 1,
        caughtUp: 0,
        total: '0.00',
        journalTransactionId: null,
      };
      expect(
        bodies.filter(body => (body as { journalTransactionId?: unknown }).journalTransactionId === null),
      ).toEqual(Array(19).fill(skipped));
      expect(bodies).toContainEqual({
        ...skipped,
        posted: 1,
        skipped: 0,
        total: '100.00',
        journalTransactionId: expect.any(String),
      });
      expect(await company.count('asset_depreciations', 'month = 11')).toBe(1);
    } finally {
      await second.stop();
    }
  });

  it('until the month is reversed; then once more, with both in the journal', async () => {
    const answers = await atOnce(20, () => company.post('assets/depreciation/reverse', OCTOBER));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({
      reversed: 1,
      total: '100.00',
    });
    expect(await company.ok('assets/depreciation/post', OCTOBER)).toMatchObject({ posted: 1, skipped: 0 });
    expect(await company.count('asset_depreciations')).toBe(2);
    expect(await company.count('asset_depreciation_reversals')).toBe(1);
    expect(await company.count('journal_transactions')).toBe(3);
  });
});
