import { Bank } from '../support/bank';
import { Payouts } from '../support/payouts';
import { TestApp, type TestCompany } from '../support/test-app';

interface Revaluation {
  id: string;
  journalTransactionId: string | null;
  nextDayJournalTransactionId: string | null;
  bankJournalTransactionId: string | null;
}

describe('revaluation of foreign currency', () => {
  let app: TestApp;
  let company: TestCompany;
  let partnerId: string;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date('2026-11-15T10:00:00Z');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    partnerId = ((await company.ok('partners/create', { name: 'Partner Inc.' })) as { id: string }).id;
    // 0.80, 1.00 and 0.50 EUR for a dollar
    for (const [date, rate] of [
      ['2026-01-31', '1.25'],
      ['2026-03-31', '1'],
      ['2026-04-30', '2'],
    ]) {
      await company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate });
    }
  });

  const item = (amount: string, baseAmount: string, members: object = {}): object => ({
    partnerId,
    side: 'receivable',
    documentNumber: `OLD ${amount} ${baseAmount}`,
    documentDate: '2025-12-01',
    dueDate: '2026-01-30',
    currency: 'USD',
    amount,
    baseAmount,
    ...members,
  });
  const open = async (...items: object[]): Promise<string[]> => {
    const opened = (await company.ok('ledger/opening-items/create', { date: '2025-12-31', items })) as {
      items: { id: string }[];
    };
    return opened.items.map(({ id }) => id);
  };
  const revalue = async (date: string, members: object = {}): Promise<Revaluation[]> =>
    (
      (await company.ok('ledger/revaluations/create', { date, ...members })) as {
        revaluations: Revaluation[];
      }
    ).revaluations;
  const balances = async (toDate: string): Promise<Record<string, string>> => {
    const { rows } = (await company.ok('reports/trial-balance', { fromDate: '2025-01-01', toDate })) as {
      rows: { code: string; closing: string }[];
    };
    return Object.fromEntries(rows.map(({ code, closing }) => [code, closing]));
  };
  const refusalOf = async (path: string, body: object): Promise<unknown[]> => {
    const answer = await company.post(path, body);
    return [answer.status, (answer.body.error as { reason: string } | undefined)?.reason];
  };

  it('of open items is posted at the end of the month, and taken back on the next day', async () => {
    await open(
      item('100.00', '90.00'), // worth 100.00 on March 31: gain 10.00
      item('10.00', '12.00'), // worth 10.00: loss 2.00
      item('50.00', '45.00', { side: 'payable' }), // worth -50.00: loss 5.00
    );
    const preview = await company.ok('ledger/revaluations/preview', { date: '2026-03-31' });
    expect(preview).toEqual({
      revaluations: [
        {
          currency: 'USD',
          date: '2026-03-31',
          rate: '1',
          gain: '10.00',
          loss: '7.00',
          lines: [
            {
              kind: 'receivable',
              accountCode: '2410',
              positions: 2,
              amount: '110.00',
              carryingAmount: '102.00',
              revaluedAmount: '110.00',
              gain: '10.00',
              loss: '2.00',
            },
            {
              kind: 'payable',
              accountCode: '4430',
              positions: 1,
              amount: '-50.00',
              carryingAmount: '-45.00',
              revaluedAmount: '-50.00',
              gain: '0.00',
              loss: '5.00',
            },
          ],
        },
      ],
    });
    expect(await company.count('revaluations')).toBe(0);
    const [posted] = await revalue('2026-03-31');
    expect(posted).toMatchObject({ currency: 'USD', rate: '1', gain: '10.00', loss: '7.00' });
    expect(posted!.bankJournalTransactionId).toBeNull();
    expect(await balances('2026-03-31')).toEqual({
      '2410': '102.00',
      '24460': '8.00',
      '390': '-57.00',
      '4430': '-45.00',
      '4494': '-5.00',
      '5803': '-10.00',
      '6803': '7.00',
    });
    expect(await balances('2026-04-01')).toMatchObject({
      '24460': '0.00',
      '4494': '0.00',
      '5803': '0.00',
      '6803': '0.00',
    });
  });

  it('leaves the whole difference to the settlement', async () => {
    const bank = await Bank.of(company, { currency: 'USD' });
    const [id] = (await open(item('100.00', '90.00'))) as [string];
    await revalue('2026-03-31');
    // received on April 30 as 50.00 EUR: a loss of 40.00 against what was carried
    const received = await bank.movement('100.00', { date: '2026-04-30' });
    expect((await bank.tryMatch(received, id)).status).toBe(200);
    expect(await balances('2026-04-30')).toMatchObject({
      '2410': '0.00',
      '271': '50.00',
      '5803': '0.00',
      '6803': '40.00',
    });
    // as of March 31 the item was open, though it is settled by now
    expect(await company.ok('ledger/revaluations/preview', { date: '2026-03-31' })).toMatchObject({
      revaluations: [{ gain: '10.00', lines: [{ kind: 'receivable', amount: '100.00' }] }],
    });
    // as of April 30 only the bank balance is left, which is worth what it is carried at
    expect(await revalue('2026-04-30')).toMatchObject([
      { gain: '0.00', loss: '0.00', journalTransactionId: null, bankJournalTransactionId: null },
    ]);
  });

  it('of bank balances stays, so that an emptied account ends at zero', async () => {
    const { id: accountId } = (await company.ok('ledger/accounts/create', {
      code: '2719',
      name: 'Dollars',
      type: 'asset',
    })) as { id: string };
    expect(accountId).toBeDefined();
    const bank = await Bank.of(company, { currency: 'USD', accountCode: '2719' });
    await company.ok('ledger/opening-balances/create', {
      date: '2025-12-31',
      entries: [
        { accountCode: '2719', debit: '90.00', currency: 'USD', currencyAmount: '100.00' },
        { accountCode: '271', debit: '10.00' },
        { accountCode: '3011', credit: '100.00' },
      ],
    });
    const [posted] = await revalue('2026-03-31', { currency: 'USD' });
    expect(posted).toMatchObject({ gain: '10.00', loss: '0.00', journalTransactionId: null });
    expect(await balances('2026-04-30')).toMatchObject({
      '2719': '100.00',
      '271': '10.00',
      '5803': '-10.00',
    });
    // 100.00 USD leave on April 30, worth 50.00 EUR: the account is left with 50.00 EUR of nothing
    const [bill] = (await open(item('100.00', '50.00', { side: 'payable' }))) as [string];
    const paid = await bank.movement('-100.00', { date: '2026-04-30' });
    expect((await bank.tryMatch(paid, bill, 'purchase_invoice')).status).toBe(200);
    expect(await revalue('2026-04-30')).toMatchObject([{ gain: '0.00', loss: '50.00' }]);
    expect(await balances('2026-04-30')).toMatchObject({ '2719': '0.00', '6803': '50.00' });
  });

  describe('and settlements of its day or before', () => {
    beforeEach(() =>
      company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-03-24', rate: '1' }),
    );

    const settledOn = async (date: string, bank: Bank, itemId: string): Promise<unknown[]> => {
      const transactionId = await bank.movement('40.00', { date });
      return refusalOf('bank/transactions/match', {
        transactionId,
        documentType: 'sale_invoice',
        documentId: itemId,
      });
    };

    it('are refused, naming it, until it is taken back', async () => {
      const [itemId] = (await open(item('100.00', '90.00'))) as [string];
      const bank = await Bank.of(company);
      const [{ id }] = (await revalue('2026-03-31')) as [{ id: string } & Revaluation];
      for (const date of ['2026-03-25', '2026-03-31']) {
        expect(await settledOn(date, bank, itemId)).toEqual([409, 'revalued_since']);
      }
      const writeOff = {
        openItemId: itemId,
        accountCode: '63090',
        date: '2026-03-31',
        description: 'Lost',
      };
      const refused = await company.post('ledger/open-items/write-off', writeOff);
      expect(refused.body.error).toMatchObject({ reason: 'revalued_since', existingId: id });
      expect((refused.body.error as { message: string }).message).toContain('USD is revalued on 2026-03-31');
      expect(await company.count('open_item_allocations')).toBe(0);
      expect(await settledOn('2026-04-01', bank, itemId)).toEqual([200, undefined]);
      await company.ok('ledger/revaluations/reverse', { id });
      expect(await settledOn('2026-03-25', bank, itemId)).toEqual([200, undefined]);
      // 40.00 USD were carried at 36.00: realised 4.00. The other 60.00 were open on March 31, carried at 54.00: 6.00.
      await revalue('2026-03-31');
      expect(await balances('2026-03-31')).toMatchObject({ '5803': '-10.00', '24460': '6.00' });
    });

    it('of items that it did not cover are taken, and so is base currency', async () => {
      const bank = await Bank.of(company);
      const [euros] = (await open(item('70.00', '70.00', { currency: 'EUR' }), item('100.00', '90.00'))) as [
        string,
      ];
      await revalue('2026-03-31');
      expect(await settledOn('2026-03-25', bank, euros)).toEqual([200, undefined]);
    });

    it('are not taken back either, and money in its currency is held or not', async () => {
      const [itemId] = (await open(item('100.00', '90.00'))) as [string];
      const bank = await Bank.of(company);
      const dollars = await bank.another({ name: 'Dollars', currency: 'USD', accountCode: '272' });
      const transactionId = await bank.movement('40.00', { date: '2026-03-25' });
      await bank.tryMatch(transactionId, itemId);
      await revalue('2026-03-31');
      expect(await refusalOf('bank/transactions/unmatch', { transactionId })).toEqual([
        409,
        'revalued_since',
      ]);
      const received = await dollars.movement('5.00', { date: '2026-03-30' });
      expect(
        await refusalOf('bank/transactions/match-on-account', { transactionId: received, partnerId }),
      ).toEqual([409, 'revalued_since']);
    });
  });

  describe('and payouts of its day or before', () => {
    let payouts: Payouts;
    const postedOn = (id: string, date: string): Promise<unknown[]> =>
      refusalOf('bank/settlements/post', { id, date });

    beforeEach(async () => {
      await open(item('100.00', '90.00'));
      for (const date of ['2026-03-24', '2026-04-01'])
        await company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate: '1' });
      const bank = await Bank.of(company);
      const dollars = await bank.another({ name: 'Dollars', currency: 'USD', accountCode: '272' });
      payouts = new Payouts(company, dollars.accountId);
    });

    it('in its currency are neither posted nor taken back', async () => {
      const usd = { currency: 'usd', paidOn: '2026-03-25' };
      const id = await payouts.imported([{ gross: '40.00', charge: 'ch_1', ...usd }]);
      await revalue('2026-03-31');
      expect(await postedOn(id, '2026-03-31')).toEqual([409, 'revalued_since']);
      expect(await refusalOf('bank/settlements/post', { id })).toEqual([409, 'revalued_since']);
      expect(await company.count('settlement_postings')).toBe(0);
      expect(await postedOn(id, '2026-04-01')).toEqual([200, undefined]);
      await revalue('2026-04-30');
      const reversal = { id, date: '2026-04-30' };
      expect(await refusalOf('bank/settlements/reverse', reversal)).toEqual([409, 'revalued_since']);
      expect(await refusalOf('bank/settlements/reverse', { id, date: '2026-05-01' })).toEqual([
        200,
        undefined,
      ]);
    });
  });

  it('leaves advances and base currency alone', async () => {
    await open(item('100.00', '90.00'), item('70.00', '70.00', { currency: 'EUR' }));
    await withAdvances();
    const { revaluations } = (await company.ok('ledger/revaluations/preview', { date: '2026-03-31' })) as {
      revaluations: object[];
    };
    expect(revaluations).toMatchObject([{ currency: 'USD', lines: [{ positions: 1, amount: '100.00' }] }]);
    expect(await refusalOf('ledger/revaluations/create', { date: '2026-03-31', currency: 'EUR' })).toEqual([
      400,
      'invalid_request',
    ]);
  });

  /** An item of a document of advances, and one on their account: as modules that make them would. */
  async function withAdvances(): Promise<void> {
    const copy = (changes: string): Promise<unknown[]> =>
      company.sql(
        `INSERT INTO open_items (company_id, open_item_id, side, partner_id, account_id, document_type, document_id,
           document_number, posted_on, due_on, currency, amount, base_amount)
         SELECT company_id, gen_random_uuid(), side, partner_id, ${changes}, gen_random_uuid(), 'ADV', posted_on, due_on,
                currency, 30, 20 FROM open_items WHERE currency = 'USD' LIMIT 1`,
      );
    await copy(`account_id, 'sale_advance'`);
    await copy(`(SELECT account_id FROM accounts WHERE code = '4420'), 'bank_payment'`);
  }

  it('happens once a day and currency, of twenty at a time, and on later days only', async () => {
    await open(item('100.00', '90.00'));
    const order = { date: '2026-03-31' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.post('ledger/revaluations/create', order)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(await company.count('journal_transactions', `document_type = 'revaluation'`)).toBe(1);
    expect(await refusalOf('ledger/revaluations/create', { ...order, currency: 'USD' })).toEqual([
      409,
      'revaluation_exists',
    ]);
    expect(await refusalOf('ledger/revaluations/create', { date: '2026-01-31' })).toEqual([
      409,
      'revaluation_not_latest',
    ]);
    for (const date of ['2026-11-16', '2199-12-31']) {
      expect(await refusalOf('ledger/revaluations/create', { date })).toEqual([422, 'future_date']);
    }
    expect(await refusalOf('ledger/revaluations/create', { date: '2026-07-31' })).toEqual([
      422,
      'exchange_rate_missing',
    ]);
    await company.ok('ledger/periods/lock', { year: 2026, month: 5 });
    expect(await refusalOf('ledger/revaluations/create', { date: '2026-04-30' })).toEqual([
      422,
      'period_locked',
    ]);
  });

  it('is taken back, the latest first, and made anew', async () => {
    const bank = await Bank.of(company, { currency: 'USD' });
    const [, paid] = (await open(item('100.00', '90.00'), item('8.00', '7.00'))) as [string, string];
    const received = await bank.movement('8.00', { date: '2026-01-31' });
    expect((await bank.tryMatch(received, paid)).status).toBe(200);
    const before = await balances('2026-12-31');
    const [first] = await revalue('2026-03-31');
    expect(first!.bankJournalTransactionId).not.toBeNull();
    const [second] = await revalue('2026-04-30');
    expect(await refusalOf('ledger/revaluations/reverse', { id: first!.id })).toEqual([
      409,
      'revaluation_not_latest',
    ]);
    for (const id of [
      first!.journalTransactionId,
      first!.nextDayJournalTransactionId,
      first!.bankJournalTransactionId,
    ]) {
      expect(await refusalOf('ledger/journal/transactions/reverse', { id: id! })).toEqual([
        409,
        'belongs_to_document',
      ]);
    }
    await company.ok('ledger/revaluations/reverse', { id: second!.id });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.post('ledger/revaluations/reverse', { id: first!.id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    for (const day of ['2026-03-31', '2026-12-31']) {
      const { '24460': adjustment, '5803': gain, ...others } = await balances(day);
      expect([adjustment, gain]).toEqual(['0.00', before['5803'] ?? '0.00']);
      expect(others['271']).toBe(before['271']);
    }
    await revalue('2026-03-31');
    const { rows } = (await company.ok('ledger/revaluations/list')) as {
      rows: { reversedAt: string | null }[];
    };
    expect(rows.map(({ reversedAt }) => reversedAt === null)).toHaveLength(3);
    expect(rows.filter(({ reversedAt }) => reversedAt === null)).toHaveLength(1);
  });
});
