import { randomUUID } from 'node:crypto';
import { SandboxPurge } from '../../src/account';
import { Attacker, NOT_PERMITTED, type Forgery } from '../support/attacker';
import { balances, Bank } from '../support/bank';
import { Payouts, report } from '../support/payouts';
import { atOnce, line, outcomes, Sales, SALES_NOW, type Invoice } from '../support/sales';
import { Caller, TestApp, type TestCompany } from '../support/test-app';

/** @invariant INV-05 @invariant INV-13 @invariant INV-02 */
describe('a payout and a charge of a provider are in the books once', () => {
  let app: TestApp;
  let company: TestCompany;
  let attacker: Attacker;
  let bank: Bank;
  let payouts: Payouts;
  let invoice: Invoice;
  let posted: string;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(() => open({}));

  /** Books in which po_1 is posted with ch_1. */
  async function open(profile: object): Promise<void> {
    company = await app.company({ ...profile });
    attacker = new Attacker(app, company.id);
    bank = await Bank.of(company);
    invoice = await (await Sales.of(company)).issued({ lines: [line('100.00')] });
    payouts = new Payouts(company, bank.accountId);
    const row = { gross: '121.00', fee: '3.30', charge: 'ch_1', description: invoice.fullNumber! };
    posted = (await payouts.posted([row])).id;
  }

  const ROLES = ['application', 'owner', 'superuser'] as const;

  it('by SQL: the payout, whoever writes', async () => {
    const again: Forgery = { table: 'settlements', where: 'true', changes: { settlement_id: randomUUID() } };
    for (const role of ROLES) expect(await attacker.as(role).forge(again)).toBe('uq_settlements__payout');
    expect(await attacker.forge({ ...again, changes: { ...again.changes, payout_id: 'po_2' } })).toBe(1);
  });

  it('by SQL: the charge, whoever writes, and wherever it comes from', async () => {
    const again: Forgery = {
      table: 'provider_charges',
      where: 'true',
      changes: { provider_charge_id: randomUUID() },
    };
    for (const role of ROLES)
      expect(await attacker.as(role).forge(again)).toBe('uq_provider_charges__charge');
    const other = { ...again.changes, charge_id: 'ch_2' };
    expect(await attacker.forge({ ...again, changes: other })).toBe(1);
    expect(await attacker.forge({ ...again, changes: { ...other, posting_id: null } })).toBe(
      'ck_provider_charges__source_is_named',
    );
    expect(await attacker.forge({ ...again, changes: { ...other, source: 'bank_match' } })).toBe(
      'ck_provider_charges__source_is_named',
    );
  });

  it('by SQL: no second live posting, none without its event, none with that of another', async () => {
    const again = (changes: object): Forgery => ({
      table: 'settlement_postings',
      where: 'true',
      changes: { posting_id: randomUUID(), ...changes },
    });
    const [{ last }] = (await company.sql('SELECT last_sequence::int AS last FROM event_counters')) as [
      { last: number },
    ];
    expect(await attacker.forge(again({ event_sequence: last + 1 }))).toBe(
      'uq_settlement_postings__one_live',
    );
    const ended = await company.sql('SELECT journal_transaction_id AS id FROM settlement_postings');
    const over = { reversal_transaction_id: (ended[0] as { id: string }).id };
    expect(await attacker.forge(again({ ...over, event_sequence: null }))).toBe('23502');
    expect(await attacker.forge(again({ ...over, event_sequence: last + 1 }))).toBe(
      'fk_settlement_postings__event',
    );
    expect(await attacker.forge(again({ ...over, event_sequence: 1 }))).toBe('fk_settlement_postings__event');
    expect(await attacker.forge(again(over))).toBe('uq_settlement_postings__event');
  });

  it('by SQL: what is posted does not change, and no charge is freed', async () => {
    const refused = async (statement: string, constraint: string): Promise<void> => {
      for (const role of ROLES) {
        expect([
          role,
          statement,
          await attacker.as(role).try(`${statement} WHERE company_id = '${company.id}'`),
        ]).toEqual([
          role,
          statement,
          expect.stringMatching(new RegExp(`^(${constraint}|${NOT_PERMITTED})$`)),
        ]);
      }
    };
    await refused(
      `UPDATE settlements SET net_total = net_total + 1, difference = difference + 1`,
      'ck_settlements__append_only',
    );
    await refused(`UPDATE settlements SET payout_id = 'po_9'`, 'ck_settlements__append_only');
    await refused(`UPDATE settlement_lines SET charge_id = 'ch_9'`, 'ck_settlement_lines__append_only');
    await refused('DELETE FROM settlement_lines', 'ck_settlement_lines__append_only');
    await refused('DELETE FROM provider_charges', 'ck_provider_charges__append_only');
    await refused(`UPDATE provider_charges SET charge_id = 'ch_9'`, 'ck_provider_charges__append_only');
    await refused(
      `UPDATE settlement_postings SET posted_on = '2026-01-01'`,
      'ck_settlement_postings__append_only',
    );
    expect(await attacker.try('DELETE FROM settlements')).toBe(NOT_PERMITTED);
    expect(
      await attacker.forge({
        table: 'settlement_lines',
        where: 'true',
        changes: { line_id: randomUUID(), external_id: 'x' },
      }),
    ).toBe('ck_settlement_lines__append_only');
  });

  it('by API: twenty imports at once with twenty keys, through two servers', async () => {
    const second = await TestApp.start({}, app.clock);
    try {
      const content = report([{ gross: '9.00', charge: 'ch_2', payout: 'po_2' }]);
      const body = { bankAccountId: bank.accountId, content };
      const answers = await atOnce(20, index =>
        (index % 2 === 0 ? company : new Caller(second.url, company.token)).post(
          'bank/settlements/import',
          body,
        ),
      );
      expect(
        answers.map(({ status, body: { imported, skipped } }) => [status, imported, skipped].join()).sort(),
      ).toEqual([...Array<string>(19).fill('200,0,1'), '200,1,0']);
      expect(await company.count('settlements')).toBe(2);
    } finally {
      await second.stop();
    }
  });

  it('by API: a payout posted while its charge is matched by hand books it once', async () => {
    const clearing = await bank.another({ type: 'stripe' });
    const sales = await Sales.of(company);
    for (let round = 2; round < 8; round += 1) {
      const chargeId = `ch_${round}`;
      const { id, fullNumber } = await sales.issued({ lines: [line('100.00')] });
      const movement = await clearing.movement('50.00', { externalId: chargeId });
      const row = { gross: '50.00', charge: chargeId, payout: `po_${round}`, description: fullNumber! };
      const payout = await payouts.imported([row]);
      const counts = outcomes(await Promise.all([payouts.tryPost(payout), clearing.tryMatch(movement, id)]));
      expect([{ 200: 2 }, { 200: 1, '409 charge_booked': 1 }]).toContainEqual(counts);
      const [open] = await company.sql(
        'SELECT (amount - settled_amount)::numeric(9, 2)::text AS open FROM open_items WHERE document_id = $1',
        [id],
      );
      expect(open).toEqual({ open: '71.00' });
      expect((await balances(company))['273']).toBeUndefined();
    }
  });

  it('until the posting is reversed: then it is posted anew, with both in the journal', async () => {
    expect(await company.count('provider_charges')).toBe(1);
    await company.ok('bank/settlements/reverse', { id: posted });
    expect(await company.count('provider_charges')).toBe(0);
    await company.ok('bank/settlements/post', { id: posted });
    expect(await company.count('provider_charges', `charge_id = 'ch_1'`)).toBe(1);
    expect(await company.count('journal_transactions', `document_type LIKE 'settlement%'`)).toBe(3);
    expect(await balances(company)).toMatchObject({ '271': '117.70', '6208': '3.30' });
  });

  it('but goes, with all else, when a deleted sandbox is purged', async () => {
    await open({ isSandbox: true });
    await app.operator.ok('account/companies/delete', { companyId: company.id });
    await app.nest.get(SandboxPurge, { strict: false }).run();
    for (const table of ['settlements', 'settlement_lines', 'settlement_postings', 'provider_charges']) {
      expect([table, await company.count(table)]).toEqual([table, 0]);
    }
  });
});
