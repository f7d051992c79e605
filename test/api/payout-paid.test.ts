import { balances, Bank } from '../support/bank';
import { Sender } from '../support/inbound';
import { payoutRow, Payouts, type PayoutRow } from '../support/payouts';
import { Sales, SALES_NOW } from '../support/sales';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

const AT = Date.parse(SALES_NOW) / 1000;
/** Midnight in UTC on the day of the payout, as Stripe tells it. */
const ARRIVES = Date.parse('2026-10-06T00:00:00Z') / 1000;

/** @invariant INV-05 */
describe('a payout that the provider says it has paid', () => {
  let app: TestApp;
  let company: TestCompany;
  let bank: Bank;
  let payouts: Payouts;
  let sender: Sender;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    bank = await Bank.of(company);
    payouts = new Payouts(company, bank.accountId);
    sender = await Sender.of(company);
  });

  const paid = (members: object = {}, id = 'evt_1', by = sender): Promise<Answer> =>
    by.tell(
      'payout.paid',
      {
        id: 'po_1',
        object: 'payout',
        amount: 11_850,
        currency: 'eur',
        arrival_date: ARRIVES,
        automatic: true,
        ...members,
      },
      { id, at: AT },
    );
  const file = async (): Promise<PayoutRow[]> => {
    const sales = await Sales.of(company);
    const { fullNumber } = await sales.issued();
    return [{ gross: '121.00', fee: '2.50', charge: 'ch_1', description: fullNumber! }, payoutRow('118.50')];
  };
  const settlements = async (): Promise<{ id: string; [member: string]: unknown }[]> =>
    (await company.ok('bank/settlements/list')).rows as { id: string }[];
  const events = async (): Promise<string[]> =>
    (
      (await company.sql(`SELECT type FROM events WHERE type LIKE 'settlement.%' ORDER BY sequence`)) as {
        type: string;
      }[]
    ).map(({ type }) => type);

  it('is opened with its amount and without lines, and is not posted like that', async () => {
    expect((await paid()).body).toMatchObject({ status: 'processed', duplicate: false });
    const [opened, ...others] = await settlements();
    expect(others).toEqual([]);
    expect(await payouts.get(opened!.id)).toMatchObject({
      payoutId: 'po_1',
      bankAccountId: bank.accountId,
      payoutDate: '2026-10-06',
      currency: 'EUR',
      grossTotal: '0.00',
      feeTotal: '0.00',
      netTotal: '118.50',
      difference: '118.50',
      status: 'imported',
      lineCount: 0,
      lines: [],
    });
    const { status, body } = await payouts.tryPost(opened!.id);
    expect([status, body.error.reason, body.error.message]).toEqual([
      422,
      'settlement_refused',
      'What payout po_1 consists of is not known yet; import its payout file first (bank/settlements/import).',
    ]);
    expect(await company.count('journal_transactions')).toBe(0);
  });

  it('is completed by its file, posted, and arrives', async () => {
    await paid();
    const [opened] = await settlements();
    const id = await payouts.imported(await file());
    expect(id).toBe(opened!.id);
    expect(await payouts.get(id)).toMatchObject({
      grossTotal: '121.00',
      feeTotal: '2.50',
      netTotal: '118.50',
      difference: '0.00',
      lineCount: 1,
      matchedCount: 1,
    });
    expect((await payouts.tryPost(id)).status).toBe(200);
    await bank.movement('118.50', { date: '2026-10-07', description: 'STRIPE po_1' });
    expect(await payouts.get(id)).toMatchObject({ bankTransactionId: expect.any(String) });
    // The same, told and imported again, changes nothing.
    expect((await paid()).body).toMatchObject({ status: 'processed', duplicate: true });
    expect((await paid({}, 'evt_2')).body).toMatchObject({ status: 'ignored', duplicate: false });
    const { '271': atBank, '6208': fees, '2410': receivable = '0.00' } = await balances(company);
    expect([atBank, fees, receivable]).toEqual(['118.50', '2.50', '0.00']);
    expect(await events()).toEqual(['settlement.imported', 'settlement.updated', 'settlement.posted']);
    expect(await settlements()).toHaveLength(1);
  });

  it('changes nothing when its file came first, posted or not', async () => {
    const id = await payouts.imported(await file());
    const before = await payouts.get(id);
    expect((await paid()).body).toMatchObject({ status: 'ignored' });
    expect(await payouts.get(id)).toEqual(before);
    await payouts.tryPost(id);
    const posted = await payouts.get(id);
    expect((await paid({ amount: 99 }, 'evt_2')).body).toMatchObject({ status: 'ignored' });
    expect(await payouts.get(id)).toEqual(posted);
    expect(await events()).toEqual(['settlement.imported', 'settlement.posted']);
    expect((await sender.remembered()).map(({ reason }) => reason)).toEqual(
      Array<string>(2).fill('Payout po_1 is in the books already.'),
    );
  });

  it('is opened once, however many events tell of it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => paid({}, `evt_${n}`)));
    expect(answers.map(({ status, body }) => `${status} ${body.status}`).sort()).toEqual([
      ...Array<string>(7).fill('200 ignored'),
      '200 processed',
    ]);
    expect([await settlements(), await events()]).toEqual([[expect.any(Object)], ['settlement.imported']]);
  });

  it('is opened or imported, whichever is first, when both come at once', async () => {
    const rows = await file();
    const [told, id] = await Promise.all([paid(), payouts.imported(rows)]);
    expect(told.status).toBe(200);
    expect(await payouts.get(id)).toMatchObject({ netTotal: '118.50', difference: '0.00', lineCount: 1 });
    expect(await settlements()).toHaveLength(1);
  });

  describe('goes to', () => {
    const accountOf = async (answer: Answer): Promise<unknown> => {
      expect(answer.body).toMatchObject({ status: 'processed' });
      return (await settlements())[0]!.bankAccountId;
    };

    it('the bank account that the endpoint names', async () => {
      const other = await bank.another({ name: 'Other' });
      const named = await Sender.of(company, { bankAccountId: other.accountId });
      expect(await accountOf(await paid({}, 'evt_1', named))).toBe(other.accountId);
    });

    it('the only one at a bank, though the provider has one as well', async () => {
      await bank.another({ type: 'stripe', name: 'Stripe' });
      await bank.another({ name: 'Dollars', currency: 'USD' });
      expect(await accountOf(await paid())).toBe(bank.accountId);
    });

    it("the provider's own where there is none at a bank", async () => {
      const clearing = await bank.another({ type: 'stripe', name: 'Stripe' });
      await company.ok('bank/accounts/update', { id: bank.accountId, isActive: false });
      expect(await accountOf(await paid())).toBe(clearing.accountId);
    });

    it('the named one again, once it is active again', async () => {
      await company.ok('bank/accounts/update', { id: bank.accountId, isActive: false });
      const named = await Sender.of(company, { bankAccountId: bank.accountId });
      const refused = await paid({}, 'evt_1', named);
      expect([refused.status, refused.body.error.reason]).toEqual([503, 'event_deferred']);
      await company.ok('bank/accounts/update', { id: bank.accountId, isActive: true });
      expect(await accountOf(await paid({}, 'evt_1', named))).toBe(bank.accountId);
    });
  });

  it.each<[string, object, RegExp]>([
    ['without an account in its currency', { currency: 'usd' }, /^The company has no bank accounts in USD/],
    ['made by hand', { automatic: false }, /^Payout po_1 was made by hand/],
    ['without an id', { id: null }, /^The payout has no id/],
    ['without a currency', { currency: 'xxx9' }, /^Payout po_1 has no amount/],
    ['of an amount that is none', { amount: '118.50' }, /^Payout po_1 has no amount/],
  ])('is ignored %s', async (_, members, reason) => {
    expect((await paid(members)).body).toMatchObject({ status: 'ignored' });
    expect((await sender.remembered())[0]!.reason).toMatch(reason);
    expect(await settlements()).toEqual([]);
  });

  it('is ignored where it could be on several accounts, or is on one of another currency', async () => {
    const dollars = await bank.another({ name: 'Dollars', currency: 'USD' });
    const named = await Sender.of(company, { bankAccountId: dollars.accountId });
    expect((await paid({}, 'evt_1', named)).body).toMatchObject({ status: 'ignored' });
    await bank.another({ name: 'Second' });
    expect((await paid({}, 'evt_2')).body).toMatchObject({ status: 'ignored' });
    expect((await sender.remembered()).map(({ reason }) => reason)).toEqual([
      'The payout is in EUR, bank account Dollars of the webhook endpoint in USD.',
      expect.stringContaining('several bank accounts in EUR'),
    ]);
  });

  it('has whole amounts of its currency: yen, and what the provider owes less than nothing', async () => {
    const yen = await bank.another({ name: 'Yen', currency: 'JPY' });
    const named = await Sender.of(company, { bankAccountId: yen.accountId });
    await paid({ id: 'po_yen', amount: 1500, currency: 'jpy' }, 'evt_1', named);
    await paid({ id: 'po_owed', amount: -1500 }, 'evt_2');
    expect((await settlements()).map(({ payoutId, netTotal }) => [payoutId, netTotal]).sort()).toEqual([
      ['po_owed', '-15.00'],
      ['po_yen', '1500'],
    ]);
  });
});
