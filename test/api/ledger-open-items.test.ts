import { randomUUID } from 'node:crypto';
import { parseCalendarDate, type CalendarDate } from '../../src/shared/calendar-date';
import { Money } from '../../src/shared/money';
import { lockOpenItem, settleAgainst, settleOpenItems, type OpenItem } from '../../src/ledger';
import { Database, type Tx } from '../../src/platform/database';
import type { CompanyProfile } from '../../src/platform/scope';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

const EUR = { code: 'EUR', minorUnits: 2 };
const MARCH_1 = parseCalendarDate('2026-03-01') as CalendarDate;

describe('open items', () => {
  let app: TestApp;
  let company: TestCompany;
  let partnerId: string;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    partnerId = await partner('Buyer');
  });

  async function partner(name: string): Promise<string> {
    const { id } = (await company.ok('partners/create', { name })) as { id: string };
    return id;
  }

  /** The open item a document would have left, straight into the table: documents are another module's. */
  async function item(
    amount: string,
    more: { number?: string; accountCode?: string; partnerId?: string; dueOn?: string } = {},
  ): Promise<string> {
    const id = randomUUID();
    await company.sql(
      `INSERT INTO open_items (company_id, open_item_id, side, partner_id, account_id, document_type, document_id, document_number,
                               posted_on, due_on, currency, amount, base_amount)
       SELECT company_id, $1, CASE code WHEN '4430' THEN 'payable' ELSE 'receivable' END, $2, account_id,
              CASE WHEN $3::numeric > 0 THEN 'sale_invoice' ELSE 'sale_credit_note' END, gen_random_uuid(), $4, '2026-03-01', $5, 'EUR', $3, $3
         FROM accounts WHERE code = $6`,
      [
        id,
        more.partnerId ?? partnerId,
        amount,
        more.number ?? `No ${amount}`,
        more.dueOn ?? '2026-03-31',
        more.accountCode ?? '2410',
      ],
    );
    return id;
  }

  const allocate = (allocations: [string, string][], more: object = {}): Promise<Answer> =>
    company.post('ledger/open-items/allocate', {
      allocations: allocations.map(([openItemId, amount]) => ({ openItemId, amount })),
      ...more,
    });
  const openAmountOf = async (id: string): Promise<string> => {
    const { rows } = await company.ok('ledger/open-items/list', {
      filter: [{ field: 'id', op: 'eq', value: id }],
    });
    return (rows as [{ openAmount: string }])[0].openAmount;
  };
  const balances = async (): Promise<Record<string, string>> => {
    const rows = (await company.sql(
      `SELECT a.code, sum(e.debit - e.credit)::numeric(28, 2)::text AS balance FROM journal_entries e JOIN accounts a USING (company_id, account_id) GROUP BY a.code`,
    )) as { code: string; balance: string }[];
    return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
  };
  const reasonOf = ({ status, body }: Answer): unknown[] => [status, body.error?.reason];

  it('are listed with every amount, filtered, sorted and totalled', async () => {
    const other = await partner('Other');
    const late = await item('121.00', { number: 'INV-1', dueOn: '2026-04-30' });
    await item('-20.00', { number: 'CN-1' });
    await item('5.50', { partnerId: other });
    const { rows, ...page } = await company.ok('ledger/open-items/list', {
      filter: [{ field: 'partnerId', op: 'eq', value: partnerId }],
      sort: [{ field: 'dueDate', dir: 'desc' }],
      totals: ['openAmount'],
    });
    expect(page).toMatchObject({ total: 2, totalsByCurrency: { EUR: { openAmount: '101.00' } } });
    expect(rows).toMatchObject([{ documentNumber: 'INV-1' }, { documentNumber: 'CN-1', amount: '-20.00' }]);
    expect(rows[0]).toEqual({
      id: late,
      side: 'receivable',
      partnerId,
      partnerName: 'Buyer',
      accountId: expect.any(String),
      accountCode: '2410',
      documentType: 'sale_invoice',
      documentId: expect.any(String),
      documentNumber: 'INV-1',
      date: '2026-03-01',
      dueDate: '2026-04-30',
      currency: 'EUR',
      amount: '121.00',
      openAmount: '121.00',
      baseAmount: '121.00',
      openBaseAmount: '121.00',
    });
  });

  it('settle each other without a journal entry', async () => {
    const [invoice, credit] = [await item('121.00'), await item('-20.00')];
    const answer = await allocate(
      [
        [invoice, '20.00'],
        [credit, '-20.00'],
      ],
      { date: '2026-03-05' },
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: expect.any(String),
      date: '2026-03-05',
      kind: 'netting',
      journalTransactionId: null,
    });
    expect(
      Object.fromEntries(
        (answer.body.items as { id: string; openAmount: string }[]).map(row => [row.id, row.openAmount]),
      ),
    ).toEqual({
      [invoice]: '101.00',
      [credit]: '0.00',
    });
    expect(
      await company.ok('ledger/open-items/list', { filter: [{ field: 'openAmount', op: 'ne', value: '0' }] }),
    ).toMatchObject({ total: 1 });
    expect(await company.count('journal_transactions')).toBe(0);
    expect(
      await company.count('audit_log', `action = 'open_items.allocated' AND entity_id = '${answer.body.id}'`),
    ).toBe(1);
  });

  it('have a rest of cents written off, either way', async () => {
    const [invoice, credit] = [await item('20.02'), await item('-20.00')];
    const answer = await allocate(
      [
        [invoice, '20.02'],
        [credit, '-20.00'],
      ],
      { writeOff: '0.02' },
    );
    expect(answer.body).toMatchObject({ kind: 'write_off', journalTransactionId: expect.any(String) });
    expect(await balances()).toEqual({ '2410': '-0.02', '6319': '0.02' });
    const gained = await item('-0.05');
    await allocate([[gained, '-0.05']], { writeOff: '-0.05' });
    expect(await balances()).toEqual({ '2410': '0.03', '6319': '-0.03' });
    const reversal = await company.post('ledger/journal/transactions/reverse', {
      id: answer.body.journalTransactionId as string,
    });
    expect(reasonOf(reversal)).toEqual([409, 'belongs_to_document']);
  });

  it('are netted between receivables and payables by the journal', async () => {
    const [owed, owing] = [await item('50.00'), await item('-30.00', { accountCode: '4430' })];
    const answer = await allocate([
      [owed, '30.00'],
      [owing, '-30.00'],
    ]);
    expect(answer.body).toMatchObject({ kind: 'netting', journalTransactionId: expect.any(String) });
    expect(await balances()).toEqual({ '2410': '-30.00', '4430': '30.00' });
    expect(
      await company.ok('ledger/journal/transactions/get', { id: answer.body.journalTransactionId }),
    ).toMatchObject({
      documentType: 'open_item_allocation',
      documentId: answer.body.id,
      partnerId,
    });
  });

  it('are netted without the rounding account, which only a write-off needs', async () => {
    const [invoice, credit] = [await item('20.00'), await item('-20.00')];
    const [{ id }] = (
      await company.ok('ledger/accounts/list', { filter: [{ field: 'code', op: 'eq', value: '6319' }] })
    ).rows;
    await company.ok('ledger/accounts/update', { id, isPostable: false });
    const rest = await item('0.01');
    const refused = await allocate([[rest, '0.01']], { writeOff: '0.01' });
    expect(reasonOf(refused)).toEqual([422, 'account_unusable']);
    expect(refused.body.message).toContain(
      'Account 6319 of posting rule ledger.roundingDifferences takes no postings',
    );
    expect(
      (
        await allocate([
          [invoice, '20.00'],
          [credit, '-20.00'],
        ])
      ).status,
    ).toBe(200);
  });

  it('are never settled beyond what is open, by twenty at a time', async () => {
    const invoice = await item('100.00', { number: 'INV-1' });
    const credits = await Promise.all(
      Array.from({ length: 20 }, (_, index) => item('-30.00', { number: `CN-${index}` })),
    );
    const answers = await Promise.all(
      credits.map(credit =>
        allocate([
          [invoice, '30.00'],
          [credit, '-30.00'],
        ]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(reasonOf)).toEqual(Array(17).fill([422, 'allocation_refused']));
    expect(refused[0]!.body.message).toContain('INV-1, where 10.00 EUR is open');
    expect(await openAmountOf(invoice)).toBe('10.00');
    expect(await company.count('open_item_allocations')).toBe(6);
    const [sums] = await company.sql(
      'SELECT sum(amount)::text AS allocated, (SELECT sum(settled_amount)::text FROM open_items) AS settled FROM open_item_allocations',
    );
    expect(sums).toEqual({ allocated: '0.0000', settled: '0.0000' });
  });

  it('of two crossing allocations do not deadlock', async () => {
    const [one, other] = [await item('100.00'), await item('-100.00')];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const lines: [string, string][] = [
          [one, '10.00'],
          [other, '-10.00'],
        ];
        return allocate(index % 2 ? lines : lines.reverse());
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect([await openAmountOf(one), await openAmountOf(other)]).toEqual(['0.00', '0.00']);
  });

  it('stay as they are in a locked period and when anything is wrong', async () => {
    const [invoice, credit] = [await item('20.00'), await item('-20.00')];
    const stranger = await item('-20.00', { partnerId: await partner('Other') });
    await company.ok('ledger/periods/lock', { year: 2026, month: 4 });
    const both: [string, string][] = [
      [invoice, '20.00'],
      [credit, '-20.00'],
    ];
    expect(reasonOf(await allocate(both, { date: '2026-04-30' }))).toEqual([422, 'period_locked']);
    expect(reasonOf(await allocate(both, { date: '2026-02-28' }))).toEqual([422, 'allocation_refused']);
    expect(
      reasonOf(
        await allocate([
          [invoice, '20.00'],
          [stranger, '-20.00'],
        ]),
      ),
    ).toEqual([422, 'allocation_refused']);
    expect(reasonOf(await allocate([[invoice, '20.00']]))).toEqual([422, 'allocation_refused']);
    const twice = await allocate([
      [invoice, '10.00'],
      [invoice, '10.00'],
    ]);
    expect([twice.status, Object.keys(twice.body.error.fieldErrors as object)]).toEqual([
      400,
      ['allocations.1.openItemId'],
    ]);
    const unknown = await allocate([
      [invoice, '20.00'],
      [randomUUID(), '-20.00'],
    ]);
    expect([unknown.status, Object.keys(unknown.body.error.fieldErrors as object)]).toEqual([
      404,
      ['allocations.1.openItemId'],
    ]);
    expect([await openAmountOf(invoice), await openAmountOf(credit)]).toEqual(['20.00', '-20.00']);
    expect(await company.count('open_item_allocations')).toBe(0);
  });

  it('only change by being settled, whatever the SQL', async () => {
    await item('20.00');
    const attack = (statement: string): Promise<string> =>
      company.sql(statement).then(
        () => 'done',
        (error: Error & { constraint?: string }) => error.constraint ?? error.message,
      );
    expect(await attack('UPDATE open_items SET amount = 10')).toBe('ck_open_items__append_only');
    expect(await attack('UPDATE open_items SET settled_amount = 20.01')).toBe(
      'ck_open_items__settled_within_amount',
    );
    expect(await attack('UPDATE open_items SET settled_amount = 20')).toBe('ck_open_items__settled_together');
    expect(await attack('DELETE FROM open_items')).toContain('permission denied');
  });

  describe('of a credit note', () => {
    const inTransaction = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
      const session = await app.nest.get(Database).session();
      try {
        await session.begin(company.id, 'write');
        const now = new Date();
        const actor = { type: 'system' as const, id: 'test', apiKeyId: null, scopes: [] };
        await work(
          session.transaction({
            companyId: company.id,
            company: { baseCurrency: EUR } as CompanyProfile,
            actor,
            requestId: 'test',
            now,
            today: MARCH_1,
          }),
        );
        await session.commit();
      } finally {
        await session.release();
      }
    };

    async function credit(invoiceId: string, amount: string): Promise<string> {
      const [invoice] = (await company.sql('SELECT * FROM open_items WHERE open_item_id = $1', [
        invoiceId,
      ])) as Record<string, string>[];
      const money = Money.of(amount, EUR);
      const creditItem: OpenItem = {
        openItemId: randomUUID(),
        side: 'receivable',
        partnerId,
        accountId: invoice!.account_id!,
        documentType: 'sale_credit_note',
        documentId: randomUUID(),
        documentNumber: 'CN-1',
        postedOn: MARCH_1,
        dueOn: MARCH_1,
        amount: money,
        baseAmount: money,
      };
      await inTransaction(async tx => {
        const locked = await lockOpenItem(tx, 'sale_invoice', invoice!.document_id!);
        const { rows, settled } = settleAgainst(tx, locked!, creditItem, undefined);
        await tx.insert(...rows);
        await settleOpenItems(tx, settled);
      });
      return creditItem.openItemId;
    }

    it.each([
      ['less than the invoice', '121.00', '-20.00', '101.00', '0.00', 2],
      ['all of the invoice', '121.00', '-121.00', '0.00', '0.00', 2],
      ['more than is still open', '5.00', '-20.00', '0.00', '-15.00', 2],
    ])('settles %s', async (_, ofInvoice, ofCredit, invoiceLeft, creditLeft, allocations) => {
      const invoiceId = await item(ofInvoice);
      const creditId = await credit(invoiceId, ofCredit);
      expect([await openAmountOf(invoiceId), await openAmountOf(creditId)]).toEqual([
        invoiceLeft,
        creditLeft,
      ]);
      expect(await company.count('open_item_allocations', `kind = 'credit_note'`)).toBe(allocations);
    });

    it('stays open against an invoice that is settled', async () => {
      const invoiceId = await item('20.00');
      const settling = await item('-20.00');
      await allocate([
        [invoiceId, '20.00'],
        [settling, '-20.00'],
      ]);
      const creditId = await credit(invoiceId, '-5.00');
      expect(await openAmountOf(creditId)).toBe('-5.00');
      expect(await company.count('open_item_allocations', `kind = 'credit_note'`)).toBe(0);
    });
  });
});
