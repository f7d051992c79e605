import { balances, Bank, expectSoundItems, openAmounts } from '../support/bank';
import { expectSound } from '../support/open-items';
import { atOnce, line, outcome, outcomes, Sales } from '../support/sales';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

const BAD_DEBTS = '63090';

interface Item {
  id: string;
  openAmount: string;
}

describe('debts that are written off', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-12-05T09:00:00Z')));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company({ code: '305555553', vatCode: 'LT100001234510' });
    sales = await Sales.of(company);
  });
  afterEach(async () => {
    await expectSound(company);
    await expectSoundItems(company);
  });

  const issued = (members: object = {}): ReturnType<Sales['issued']> =>
    sales.issued({ issueDate: '2026-10-05', ...members });
  const itemOf = async (documentId: string): Promise<Item> => {
    const { rows } = (await company.ok('ledger/open-items/list', {
      filter: [{ field: 'documentId', op: 'eq', value: documentId }],
    })) as { rows: [Item] };
    return rows[0];
  };
  const writeOff = (openItemId: string, members: object = {}): Promise<Answer> =>
    company.post('ledger/open-items/write-off', {
      openItemId,
      accountCode: BAD_DEBTS,
      date: '2026-12-01',
      description: 'Bankrupt',
      ...members,
    });
  const reverse = (id: string, members: object = {}): Promise<Answer> =>
    company.post('ledger/open-items/reverse-write-off', { id, ...members });

  it('leave the receivable for an expense, keep the partner, and tell of no payment', async () => {
    const invoice = await issued();
    const { id: openItemId } = await itemOf(invoice.id);
    const { status, body } = await writeOff(openItemId);
    expect([status, body]).toMatchObject([
      200,
      { date: '2026-12-01', kind: 'write_off', items: [{ id: openItemId, openAmount: '0.00' }] },
    ]);
    expect(
      await company.ok('ledger/journal/transactions/get', { id: body.journalTransactionId }),
    ).toMatchObject({
      date: '2026-12-01',
      description: 'Bankrupt',
      documentType: 'open_item_write_off',
      documentId: body.id,
      partnerId: sales.partnerId,
      entries: [
        { accountCode: BAD_DEBTS, debit: '121.00' },
        { accountCode: '2410', credit: '121.00' },
      ],
    });
    expect(await company.count('events', `type = 'sale_invoice.paid'`)).toBe(0);
    expect(await company.count('audit_log', `action = 'open_item.written_off'`)).toBe(1);
    const byJournal = await company.post('ledger/journal/transactions/reverse', {
      id: body.journalTransactionId,
    });
    expect([outcome(byJournal), byJournal.body.error.message]).toEqual([
      '409 belongs_to_document',
      expect.stringContaining('ledger/open-items/reverse-write-off'),
    ]);
  });

  it('go in part, at what the item carries', async () => {
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-05', rate: '1.25' });
    const invoice = await issued({
      currency: 'USD',
      lines: [line('100.00', { vatRatePercent: '0', vatExemptionBasis: 'x' })],
    });
    const { id } = await itemOf(invoice.id);
    // 100.00 USD carried at 80.00: 25.00 of it carries 20.00, whatever a dollar is worth on the day.
    expect((await writeOff(id, { amount: '25.00' })).status).toBe(200);
    expect(await balances(company)).toMatchObject({ [BAD_DEBTS]: '20.00', '2410': '60.00' });
    expect(await openAmounts(company)).toEqual({ [invoice.fullNumber!]: '75.00' });
    for (const amount of ['75.01', '-1.00', '0.00']) {
      expect(outcome(await writeOff(id, { amount }))).toBe('422 allocation_refused');
    }
  });

  it('may be debts of ours: a gain', async () => {
    const bank = await Bank.of(company);
    const id = await bank.movement('50.00', { date: '2026-10-05' });
    await company.ok('bank/transactions/match-on-account', { transactionId: id, partnerId: sales.partnerId });
    const { rows } = (await company.ok('ledger/open-items/list', {})) as { rows: [Item] };
    expect((await writeOff(rows[0].id, { amount: '-50.00', accountCode: '5804' })).status).toBe(200);
    expect(await balances(company)).toEqual({ '271': '50.00', '5804': '-50.00' });
    expect(outcome(await company.post('bank/transactions/unmatch', { transactionId: id }))).toBe(
      '409 in_use',
    );
  });

  it('come back by a reversal, once, of which twenty at a time make one', async () => {
    const invoice = await issued();
    const { id } = await itemOf(invoice.id);
    const answers = await atOnce(20, () => writeOff(id));
    expect(outcomes(answers)).toEqual({ '200': 1, '409 document_settled': 19 });
    const made = answers.find(({ status }) => status === 200)!.body as {
      id: string;
      journalTransactionId: string;
    };
    expect(outcome(await reverse(made.id, { date: '2026-11-30' }))).toBe('400 invalid_request');
    const reversals = await atOnce(20, () => reverse(made.id));
    expect(outcomes(reversals)).toEqual({ '200': 1, '409 already_reversed': 19 });
    const { body } = reversals.find(({ status }) => status === 200)!;
    expect(body).toMatchObject({ date: '2026-12-05', items: [{ openAmount: '121.00' }] });
    expect(
      await company.ok('ledger/journal/transactions/get', { id: made.journalTransactionId }),
    ).toMatchObject({ reversedById: body.journalTransactionId });
    expect((await balances(company))[BAD_DEBTS]).toBeUndefined();
    expect((await writeOff(id)).status).toBe(200);
    expect(outcome(await reverse(id))).toBe('404 not_found');
  });

  it('go to accounts of income and expense, not before the item, in open periods', async () => {
    const { id } = await itemOf((await issued()).id);
    for (const [accountCode, reason] of [
      ['2410', '422 control_account'],
      ['4492', '422 control_account'],
      ['271', '422 account_unusable'],
      ['NONE', '422 account_unusable'],
    ]) {
      expect([accountCode, outcome(await writeOff(id, { accountCode }))]).toEqual([accountCode, reason]);
    }
    expect(outcome(await writeOff(id, { date: '2026-10-04' }))).toBe('422 allocation_refused');
    await company.ok('ledger/periods/lock', { year: 2026, month: 11 });
    expect(outcome(await writeOff(id, { date: '2026-11-30' }))).toBe('422 period_locked');
    expect(await company.count('open_item_allocations')).toBe(0);
  });

  it('are no advances: those are credited', async () => {
    const advance = await issued({ type: 'advance' });
    const refused = await writeOff((await itemOf(advance.id)).id);
    expect([outcome(refused), refused.body.error.message]).toEqual([
      '422 allocation_refused',
      expect.stringContaining('credit it'),
    ]);
  });

  it('make no VAT due under cash accounting, as a payment would', async () => {
    await company.ok('account/companies/update', { cashAccountingFrom: '2026-10-01' });
    const bank = await Bank.of(company);
    const coded = [line('100.00', { vatRatePercent: undefined, vatClassifierCode: 'PVM1' })];
    const [unpaid, paid] = [await issued({ lines: coded }), await issued({ lines: coded })];
    const { id } = await itemOf(unpaid.id);
    const { body } = await writeOff(id);
    await reverse(body.id as string, { date: '2026-12-02' });
    await writeOff(id, { date: '2026-12-03' });
    const due = async (): Promise<unknown> =>
      (
        (await company.ok('declarations/lt/fr0600/compute', { year: 2026, month: 12 })) as {
          exact: { outputVat: string };
        }
      ).exact.outputVat;
    expect(await due()).toBe('0.00');
    await bank.tryMatch(await bank.movement('121.00', { date: '2026-12-03' }), paid.id);
    expect(await due()).toBe('21.00');
  });
});
