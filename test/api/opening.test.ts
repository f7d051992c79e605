import { Bank, OTHER_IBAN } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { TestApp, type TestCompany } from '../support/test-app';

interface Opened {
  id: string;
  journalTransactionId: string;
  clearingBalance: string;
  items: [{ id: string }, { id: string }];
}

describe('opening the books', () => {
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
    partnerId = ((await company.ok('partners/create', { name: 'Old partner UAB' })) as { id: string }).id;
  });

  const DAY = '2025-12-31';
  const BALANCE = {
    date: DAY,
    entries: [
      { accountCode: '271', debit: '1000.00' },
      { accountCode: '2441', debit: '21.00' },
      { accountCode: '390', debit: '71.00' },
      { accountCode: '3011', credit: '1092.00' },
    ],
  };
  const item = (members: object = {}): object => ({
    partnerId,
    side: 'receivable',
    documentNumber: 'OLD-17',
    documentDate: '2025-11-30',
    dueDate: '2025-12-30',
    currency: 'EUR',
    amount: '121.00',
    ...members,
  });
  const ITEMS = (): object => ({
    date: DAY,
    items: [item(), item({ side: 'payable', documentNumber: 'S-5', amount: '50.00' })],
  });
  const balance = async (code: string): Promise<string | undefined> => {
    const { rows } = (await company.ok('reports/trial-balance', {
      fromDate: '2025-01-01',
      toDate: '2026-12-31',
    })) as { rows: { code: string; closing: string }[] };
    return rows.find(row => row.code === code)?.closing;
  };
  const refusalOf = async (path: string, body: object): Promise<unknown[]> => {
    const answer = await company.post(path, body);
    const error = answer.body.error as { reason: string; fieldErrors?: object } | undefined;
    return [answer.status, error?.reason, ...Object.keys(error?.fieldErrors ?? {})];
  };

  it('ends with nothing between balances and items', async () => {
    const balances = (await company.ok('ledger/opening-balances/create', BALANCE)) as Opened;
    expect(balances).toMatchObject({ date: DAY, clearingAccountCode: '390', clearingBalance: '71.00' });
    const before = await company.count('document_series');
    const opened = (await company.ok('ledger/opening-items/create', ITEMS())) as Opened;
    expect(opened).toMatchObject({
      clearingBalance: '0.00',
      total: '71.00',
      items: [
        { documentNumber: 'OLD-17', amount: '121.00', documentType: 'opening_receivable' },
        { documentNumber: 'S-5', amount: '-50.00', documentType: 'opening_payable' },
      ],
    });
    expect([await balance('2410'), await balance('4430'), await balance('390')]).toEqual([
      '121.00',
      '-50.00',
      '0.00',
    ]);
    // no series, no VAT, no event
    expect(await company.count('document_series')).toBe(before);
    expect(await company.count('vat_register_rows')).toBe(0);
    expect(await company.count('events')).toBe(0);
    const { rows } = (await company.ok('ledger/open-items/list')) as { rows: object[] };
    expect(rows).toMatchObject([
      { documentNumber: 'OLD-17', date: DAY, dueDate: '2025-12-30', openAmount: '121.00' },
      { documentNumber: 'S-5', openAmount: '-50.00' },
    ]);
    await expectSoundBooks(company);
  });

  it('refuses what does not balance, by how much, and receivables without their documents', async () => {
    const answer = await company.post('ledger/opening-balances/create', {
      ...BALANCE,
      entries: BALANCE.entries.slice(1),
    });
    expect([answer.status, (answer.body.error as { reason: string }).reason]).toEqual([422, 'unbalanced']);
    expect(answer.body.message).toMatch(/credits are larger by 1000\.00 EUR/);
    const entries = [
      { accountCode: '2410', debit: '121.00' },
      { accountCode: '3011', credit: '121.00' },
    ];
    expect(await refusalOf('ledger/opening-balances/create', { date: DAY, entries })).toEqual([
      422,
      'control_account',
      'entries.0.accountCode',
    ]);
  });

  it('happens once, until it is taken back', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.post('ledger/opening-balances/create', BALANCE)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const { id, journalTransactionId } = answers.find(({ status }) => status === 201)!.body as Opened;
    expect(answers.find(({ status }) => status === 409)!.body.error).toMatchObject({
      reason: 'opening_exists',
      existingId: id,
    });
    expect(await refusalOf('ledger/journal/transactions/reverse', { id: journalTransactionId })).toEqual([
      409,
      'belongs_to_document',
    ]);
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => company.post('ledger/opening-balances/reverse', { id })),
    );
    expect(taken.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(await balance('271')).toBe('0.00');
    await company.ok('ledger/opening-balances/create', BALANCE);
    expect(await balance('271')).toBe('1000.00');
  });

  it('opens a document of a partner and side once, of twenty at a time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.post('ledger/opening-items/create', ITEMS())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(await company.count('open_items')).toBe(2);
    expect(await refusalOf('ledger/opening-items/create', ITEMS())).toEqual([
      409,
      'opening_exists',
      'items.0.documentNumber',
    ]);
    // another side, and another partner, have documents of their own
    await company.ok('ledger/opening-items/create', { date: DAY, items: [item({ side: 'payable' })] });
    const other = (await company.ok('partners/create', { name: 'Other UAB' })) as { id: string };
    await company.ok('ledger/opening-items/create', { date: DAY, items: [item({ partnerId: other.id })] });
    expect(
      await refusalOf('ledger/opening-items/create', { date: DAY, items: [item({ partnerId: company.id })] }),
    ).toEqual([404, 'not_found', 'items.0.partnerId']);
  });

  it("has a supplier's document in the books once, opened or entered, however it is written", async () => {
    const opening = (documentNumber: string): object => ({
      date: DAY,
      items: [item({ documentNumber: 'A-1' }), item({ side: 'payable', documentNumber })],
    });
    const entered = (documentNumber: string): object => ({
      partnerId,
      documentNumber,
      documentDate: '2026-11-01',
      lines: [{ description: 'Paper', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
    });
    const opened = (await company.ok('ledger/opening-items/create', opening('INV-77'))) as Opened;
    expect(await refusalOf('ledger/opening-items/create', opening('inv-77'))).toEqual([
      409,
      'opening_exists',
      'items.0.documentNumber',
    ]);
    const taken = await company.post('purchases/invoices/create', entered('inv\u201377 '));
    expect([taken.status, taken.body.error]).toMatchObject([
      409,
      { reason: 'supplier_document_taken', existingId: opened.items[1].id },
    ]);
    await company.ok('ledger/opening-items/reverse', { id: opened.id });
    const invoice = (await company.ok('purchases/invoices/create', entered('inv-77'))) as { id: string };
    const again = await company.post('ledger/opening-items/create', opening('INV-77'));
    expect([again.status, again.body.error]).toMatchObject([
      409,
      {
        reason: 'supplier_document_taken',
        existingId: invoice.id,
        fieldErrors: { 'items.1.documentNumber': ['is in the books already'] },
      },
    ]);
    const draft = (await company.ok('purchases/invoices/create', entered('B-1'))) as { id: string };
    expect(await refusalOf('purchases/invoices/update', { id: draft.id, documentNumber: 'inv-77' })).toEqual([
      409,
      'supplier_document_taken',
      'documentNumber',
    ]);
    await company.ok('purchases/invoices/delete', { id: invoice.id });
    await company.ok('ledger/opening-items/create', opening('INV-77'));
  });

  it("opens a supplier's document or enters it, of twenty at a time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? company.post('purchases/invoices/create', {
              partnerId,
              documentNumber: 'INV-77',
              documentDate: '2026-11-01',
              lines: [{ description: 'Paper', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
            })
          : company.post('ledger/opening-items/create', {
              date: DAY,
              items: [item({ side: 'payable', documentNumber: 'inv-77' })],
            }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  it('is refused in a locked month, and is gone from it only when that is unlocked', async () => {
    const { id } = (await company.ok('ledger/opening-items/create', ITEMS())) as Opened;
    await company.ok('ledger/periods/lock', { year: 2025, month: 12 });
    expect(await refusalOf('ledger/opening-balances/create', BALANCE)).toEqual([422, 'period_locked']);
    expect(await refusalOf('ledger/opening-items/reverse', { id })).toEqual([422, 'period_locked']);
  });

  it('has its items paid by the bank, and then they stay', async () => {
    const bank = await Bank.of(company);
    const opened = (await company.ok('ledger/opening-items/create', ITEMS())) as Opened;
    const [receivable, payable] = opened.items;
    const received = await bank.movement('121.00', { date: '2026-01-10', description: 'OLD-17' });
    expect(
      (
        (await company.ok('bank/transactions/suggest-matches', { transactionId: received })) as {
          suggestions: object[];
        }
      ).suggestions,
    ).toMatchObject([{ documentType: 'sale_invoice', documentId: receivable.id, number: 'OLD-17' }]);
    expect((await bank.tryMatch(received, receivable.id)).status).toBe(200);
    const paid = await bank.movement('-50.00', { date: '2026-01-11' });
    expect((await bank.tryMatch(paid, payable.id, 'purchase_invoice')).status).toBe(200);
    expect([await balance('2410'), await balance('4430')]).toEqual(['0.00', '0.00']);
    expect(await refusalOf('ledger/opening-items/reverse', { id: opened.id })).toEqual([
      409,
      'document_settled',
    ]);
    await company.ok('bank/transactions/unmatch', { transactionId: received });
    await company.ok('bank/transactions/unmatch', { transactionId: paid });
    await company.ok('ledger/opening-items/reverse', { id: opened.id });
    expect(await refusalOf('ledger/opening-items/reverse', { id: opened.id })).toEqual([
      409,
      'already_reversed',
    ]);
    expect(await company.count('open_items', 'settled_amount <> amount')).toBe(0);
    expect([await balance('2410'), await balance('390')]).toEqual(['0.00', '0.00']);
    await company.ok('ledger/opening-items/create', ITEMS());
    await expectSoundBooks(company);
  });

  it('has suppliers of the old books paid by a payment message, and then they stay', async () => {
    const bank = await Bank.of(company);
    await company.ok('partners/update', { id: partnerId, iban: OTHER_IBAN });
    const opened = (await company.ok('ledger/opening-items/create', ITEMS())) as Opened;
    const exported = (await company.ok('bank/payments/export', {
      bankAccountId: bank.accountId,
      purchaseInvoiceIds: [opened.items[1].id],
    })) as { messageId: string; controlSum: string };
    expect(exported.controlSum).toBe('50.00');
    expect(await refusalOf('ledger/opening-items/reverse', { id: opened.id })).toEqual([
      409,
      'payment_exported',
    ]);
    await company.ok('bank/payments/cancel-export', { messageId: exported.messageId });
    await company.ok('ledger/opening-items/reverse', { id: opened.id });
  });

  it('has items settled against each other, and in foreign currency at what the old books carried', async () => {
    const opened = (await company.ok('ledger/opening-items/create', {
      date: DAY,
      items: [
        item({ currency: 'USD', amount: '100.00', baseAmount: '90.00' }),
        item({ currency: 'USD', amount: '-40.00', baseAmount: '-36.00', documentNumber: 'OLD-18' }),
      ],
    })) as Opened;
    const [invoice, credit] = opened.items;
    await company.ok('ledger/open-items/allocate', {
      date: '2026-01-05',
      allocations: [
        { openItemId: invoice.id, amount: '40.00' },
        { openItemId: credit.id, amount: '-40.00' },
      ],
    });
    const { rows } = (await company.ok('ledger/open-items/list')) as { rows: { openBaseAmount: string }[] };
    expect(rows.map(({ openBaseAmount }) => openBaseAmount).sort()).toEqual(['0.00', '54.00']);
    expect(await balance('2410')).toBe('54.00');
  });
});
