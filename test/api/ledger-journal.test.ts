import { randomUUID } from 'node:crypto';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

describe('the journal', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
  });

  const BANK = '271';
  const REVENUE = '5000';
  const post = (entries: object[], more: object = {}): Promise<Answer> =>
    company.post('ledger/journal/transactions/create', { date: '2026-03-05', entries, ...more });
  const posted = async (amount = '121.00', more: object = {}): Promise<{ id: string }> => {
    const answer = await post(
      [
        { accountCode: BANK, debit: amount },
        { accountCode: REVENUE, credit: amount },
      ],
      more,
    );
    expect(answer.status).toBe(201);
    return answer.body as { id: string };
  };
  const balance = async (code: string): Promise<string> => {
    const [row] = (await company.sql(
      `SELECT coalesce(sum(e.debit - e.credit), 0)::text AS balance FROM journal_entries e JOIN accounts a USING (company_id, account_id) WHERE a.code = $1`,
      [code],
    )) as [{ balance: string }];
    return row.balance;
  };
  const reasonOf = ({ status, body }: Answer): unknown[] => [status, body.error?.reason];

  it('takes a balanced transaction, and reads it back', async () => {
    const answer = await post(
      [
        { accountCode: BANK, debit: '121.00', description: 'in' },
        { accountCode: REVENUE, credit: '121', debit: '0.00' },
      ],
      { description: 'Sale' },
    );
    expect(answer.status).toBe(201);
    const header = {
      id: expect.any(String),
      date: '2026-03-05',
      description: 'Sale',
      documentType: null,
      documentId: null,
      partnerId: null,
      status: 'posted',
      createdAt: expect.any(String),
      postedAt: expect.any(String),
      reversesId: null,
      reversedById: null,
      total: '121.00',
    };
    expect(answer.body).toEqual(header);
    const entry = {
      id: expect.any(String),
      accountId: expect.any(String),
      costCenterId: null,
      projectId: null,
    };
    expect(await company.ok('ledger/journal/transactions/get', { id: answer.body.id })).toEqual({
      ...header,
      entries: [
        {
          ...entry,
          accountCode: BANK,
          accountName: 'Sąskaitos bankuose',
          debit: '121.00',
          credit: '0.00',
          description: 'in',
        },
        {
          ...entry,
          accountCode: REVENUE,
          accountName: 'Parduotų prekių pajamos',
          debit: '0.00',
          credit: '121.00',
          description: null,
        },
      ],
    });
    expect(
      await company.count(
        'audit_log',
        `action = 'journal_transaction.posted' AND entity_id = '${answer.body.id}'`,
      ),
    ).toBe(1);
  });

  it('lists with filter, sort, totals and pages', async () => {
    await posted('1.01', { date: '2026-01-31' });
    await posted('2.02', { date: '2026-02-28', description: 'February' });
    await posted('3.03', { date: '2026-03-31' });
    const list = (
      request: object,
    ): Promise<{ rows: { total: string }[]; total: number; totals?: object; nextCursor: string | null }> =>
      company.ok('ledger/journal/transactions/list', request) as never;
    const all = await list({ totals: ['total'], pageSize: 2 });
    expect(all).toMatchObject({
      total: 3,
      totals: { total: '6.06' },
      rows: [{ total: '3.03' }, { total: '2.02' }],
    });
    expect((await list({ pageSize: 2, cursor: all.nextCursor })).rows).toMatchObject([{ total: '1.01' }]);
    expect(
      (await list({ filter: [{ field: 'description', op: 'contains', value: 'feb' }] })).rows,
    ).toMatchObject([{ total: '2.02' }]);
    expect(
      (await list({ filter: [{ field: 'date', op: 'lte', value: '2026-02-28' }], sort: [{ field: 'date' }] }))
        .rows,
    ).toMatchObject([{ total: '1.01' }, { total: '2.02' }]);
  });

  describe('does exact sums', () => {
    it('refuses 99.90 against 99.80, naming the difference', async () => {
      const answer = await post([
        { accountCode: BANK, debit: '99.90' },
        { accountCode: REVENUE, credit: '99.80' },
      ]);
      expect(reasonOf(answer)).toEqual([422, 'unbalanced']);
      expect(answer.body.message).toContain('0.10 EUR');
      expect(await company.count('journal_transactions')).toBe(0);
    });

    it('takes 0.10 and 0.20 against 0.30', async () => {
      const answer = await post([
        { accountCode: BANK, debit: '0.10' },
        { accountCode: BANK, debit: '0.20' },
        { accountCode: REVENUE, credit: '0.30' },
      ]);
      expect([answer.status, answer.body.total]).toEqual([201, '0.30']);
    });

    it('keeps 2^53 + 1 cents, twice', async () => {
      const { id } = await posted('90071992547409.93');
      await posted('90071992547409.93');
      const { entries } = await company.ok('ledger/journal/transactions/get', { id });
      expect(entries).toMatchObject([{ debit: '90071992547409.93' }, { credit: '90071992547409.93' }]);
      expect(await balance(BANK)).toBe('180143985094819.8600');
      const { totals } = await company.ok('ledger/journal/transactions/list', { totals: ['total'] });
      expect(totals).toEqual({ total: '180143985094819.86' });
    });

    it('adds up ten thousand of the largest amounts', async () => {
      const most = '999999999999999999';
      const entries = Array.from({ length: 10_000 }, (_, index) =>
        index % 2 ? { accountCode: BANK, debit: most } : { accountCode: REVENUE, credit: most },
      );
      const answer = await post(entries);
      expect([answer.status, answer.body.total]).toEqual([201, '4999999999999999995000.00']);
      expect((await post([...entries, { accountCode: BANK, debit: '1' }])).status).toBe(400);
    });

    it.each([
      ['1e3'],
      [' 5'],
      ['1,000.00'],
      ['\u0665'],
      ['NaN'],
      ['-5.00'],
      ['+5'],
      ['5.'],
      [''],
      ['0.001'],
      ['1000000000000000000'],
      [null],
    ])('refuses the amount %j', async amount => {
      const answer = await post([
        { accountCode: BANK, debit: amount },
        { accountCode: REVENUE, credit: amount },
      ]);
      expect(reasonOf(answer)).toEqual([400, 'invalid_request']);
      expect(Object.keys(answer.body.error.fieldErrors as object)[0]).toBe('entries.0.debit');
    });

    it.each([['0.1'], ['5'], ['1e3']])('refuses the JSON number %s', async number => {
      const answer = await company.post(
        'ledger/journal/transactions/create',
        `{"date":"2026-03-05","entries":[{"accountCode":"271","debit":${number}},{"accountCode":"5000","credit":${number}}]}`,
      );
      expect(reasonOf(answer)).toEqual([400, 'invalid_request']);
    });

    it('reads "-0.00" as zero', async () => {
      const answer = await post([
        { accountCode: BANK, debit: '5.00', credit: '-0.00' },
        { accountCode: REVENUE, debit: '-0.00', credit: '5.00' },
      ]);
      expect(answer.status).toBe(201);
    });
  });

  it.each([
    [
      'both sides',
      [
        { accountCode: BANK, debit: '1.00', credit: '1.00' },
        { accountCode: REVENUE, credit: '1.00' },
      ],
      'entries.0',
    ],
    ['no side', [{ accountCode: BANK }, { accountCode: REVENUE, credit: '1.00' }], 'entries.0'],
    [
      'zero',
      [
        { accountCode: BANK, debit: '1.00' },
        { accountCode: REVENUE, credit: '0.00' },
      ],
      'entries.1',
    ],
    ['one entry', [{ accountCode: BANK, debit: '1.00' }], 'entries'],
    ['no entries', [], 'entries'],
    [
      'an unknown member',
      [
        { accountCode: BANK, debit: '1.00', amount: '1' },
        { accountCode: REVENUE, credit: '1.00' },
      ],
      'entries.0.amount',
    ],
  ])('refuses %s', async (_, entries, member) => {
    const answer = await post(entries);
    expect([answer.status, Object.keys(answer.body.error.fieldErrors as object)]).toEqual([400, [member]]);
  });

  it.each([['2026-02-29'], ['2026-13-01'], ['2026-03-05T00:00:00Z'], ['1899-12-31'], [20260305]])(
    'refuses the date %j',
    async date => {
      const answer = await post(
        [
          { accountCode: BANK, debit: '1.00' },
          { accountCode: REVENUE, credit: '1.00' },
        ],
        { date },
      );
      expect([answer.status, Object.keys(answer.body.error.fieldErrors as object)]).toEqual([400, ['date']]);
    },
  );

  it('takes a date ahead of today', async () => {
    expect(await posted('1.00', { date: '2199-12-31' })).toMatchObject({ date: '2199-12-31' });
  });

  it('refuses accounts that are unknown or take no postings, and keeps the key free for a repair', async () => {
    const entries = [
      { accountCode: BANK, debit: '1.00' },
      { accountCode: '5999', credit: '1.00' },
    ];
    const key = randomUUID();
    const create = (): Promise<Answer> =>
      company.post('ledger/journal/transactions/create', { date: '2026-03-05', entries }, { key });
    const unknown = await create();
    expect(reasonOf(unknown)).toEqual([422, 'account_unusable']);
    expect(unknown.body.error.fieldErrors).toEqual({ 'entries.1.accountCode': ['does not exist'] });
    const { id } = await company.ok('ledger/accounts/create', {
      code: '5999',
      name: 'Other',
      type: 'income',
      isPostable: false,
    });
    expect(reasonOf(await create())).toEqual([422, 'account_unusable']);
    await company.ok('ledger/accounts/update', { id, isPostable: true });
    expect((await create()).status).toBe(201);
  });

  it('pays and sets off VAT by hand, but leaves the VAT of supplies to documents', async () => {
    const paid = (accountCode: string, amount: string): Promise<Answer> =>
      post([
        { accountCode: '4492', debit: amount },
        { accountCode, credit: amount },
      ]);
    expect((await paid(BANK, '1000.00')).status).toBe(201);
    expect((await paid('2441', '1000.00')).status).toBe(201);
    // A return in whole euros leaves a rounding.
    expect((await paid('5804', '1.00')).status).toBe(201);
    const ofSupply = await paid('5804', '1.01');
    expect(reasonOf(ofSupply)).toEqual([422, 'control_account']);
    expect(ofSupply.body.message).toContain('4492');
    const bought = await post([
      { accountCode: '6001', debit: '100.00' },
      { accountCode: '2441', debit: '21.00' },
      { accountCode: BANK, credit: '121.00' },
    ]);
    expect(reasonOf(bought)).toEqual([422, 'control_account']);
    company = await app.company({ allowManualControlEntries: true });
    expect((await paid('5804', '1.01')).status).toBe(201);
  });

  it('leaves control accounts to documents, unless the company allows it', async () => {
    for (const accountCode of ['2410', '4430']) {
      const answer = await post([
        { accountCode, debit: '1.00' },
        { accountCode: BANK, credit: '1.00' },
      ]);
      expect(reasonOf(answer)).toEqual([422, 'control_account']);
      expect(answer.body.message).toContain(accountCode);
    }
    company = await app.company({ allowManualControlEntries: true });
    expect(
      (
        await post([
          { accountCode: '2410', debit: '1.00' },
          { accountCode: BANK, credit: '1.00' },
        ])
      ).status,
    ).toBe(201);
  });

  it('has no projects', async () => {
    const answer = await post([
      { accountCode: BANK, debit: '1.00' },
      { accountCode: REVENUE, credit: '1.00', projectId: randomUUID() },
    ]);
    expect(reasonOf(answer)).toEqual([422, 'not_supported']);
    expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual(['entries.1.projectId']);
  });

  it('answers 404 for what another company posted', async () => {
    const { id } = await posted();
    const stranger = await app.company();
    expect((await stranger.post('ledger/journal/transactions/get', { id })).status).toBe(404);
    expect((await stranger.post('ledger/journal/transactions/reverse', { id })).status).toBe(404);
    expect((await stranger.ok('ledger/journal/transactions/list')).total).toBe(0);
  });

  describe('a reversal', () => {
    const reverse = (id: string, more: object = {}): Promise<Answer> =>
      company.post('ledger/journal/transactions/reverse', { id, ...more });
    const today = async (): Promise<string> => {
      const [row] = (await company.sql(
        `SELECT (now() AT TIME ZONE 'Europe/Vilnius')::date::text AS today`,
      )) as [{ today: string }];
      return row.today;
    };

    it('mirrors the entries, linked both ways', async () => {
      const { id } = await posted('121.00', { description: 'Sale' });
      const answer = await reverse(id);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        reversesId: id,
        reversedById: null,
        date: await today(),
        description: 'Sale',
        total: '121.00',
      });
      const reversal = await company.ok('ledger/journal/transactions/get', { id: answer.body.id });
      expect(reversal.entries).toMatchObject([
        { accountCode: BANK, credit: '121.00' },
        { accountCode: REVENUE, debit: '121.00' },
      ]);
      expect(await company.ok('ledger/journal/transactions/get', { id })).toMatchObject({
        reversesId: null,
        reversedById: answer.body.id,
      });
      expect(await balance(BANK)).toBe('0.0000');
      expect(
        await company.count('audit_log', `action = 'journal_transaction.reversed' AND entity_id = '${id}'`),
      ).toBe(1);
    });

    it('happens once, of ten at a time and one later, and is not reversed', async () => {
      const { id } = await posted();
      const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(id)));
      const [won] = answers.filter(({ status }) => status === 200);
      const lost = [...answers.filter(answer => answer !== won), await reverse(id)];
      expect(lost).toHaveLength(10);
      for (const answer of lost) {
        expect([...reasonOf(answer), answer.body.error.existingId]).toEqual([
          409,
          'already_reversed',
          won!.body.id,
        ]);
      }
      expect(reasonOf(await reverse(won!.body.id as string))).toEqual([409, 'is_reversal']);
      expect(await company.count('journal_transactions')).toBe(2);
      expect(await balance(REVENUE)).toBe('0.0000');
    });

    it('has a day and a description of its own', async () => {
      const { id } = await posted();
      expect(
        await company.ok('ledger/journal/transactions/reverse', {
          id,
          date: '2026-03-31',
          description: 'Wrong',
        }),
      ).toMatchObject({
        date: '2026-03-31',
        description: 'Wrong',
      });
    });

    it('is never before the transaction', async () => {
      const { id } = await posted();
      const early = await reverse(id, { date: '2026-03-04' });
      expect([early.status, Object.keys(early.body.error.fieldErrors as object)]).toEqual([400, ['date']]);
      const ahead = await posted('1.00', { date: '2199-06-01' });
      expect((await reverse(ahead.id)).body.date).toBe('2199-06-01');
    });

    it('is refused for a transaction of a document', async () => {
      const { id } = await posted();
      const documentId = randomUUID();
      const copy = randomUUID();
      await company.sql(
        `WITH header AS (
           INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month, document_type, document_id, entry_count, total, request_ordinal)
           SELECT company_id, $2, posted_on, period_year, period_month, 'sale_invoice', $3, entry_count, total, 0 FROM journal_transactions WHERE transaction_id = $1)
         INSERT INTO journal_entries SELECT company_id, $2, entry_no, gen_random_uuid(), entry_count, posted_on, account_id, debit, credit, document_currency, document_amount
           FROM journal_entries WHERE transaction_id = $1`,
        [id, copy, documentId],
      );
      const answer = await reverse(copy);
      expect(reasonOf(answer)).toEqual([409, 'belongs_to_document']);
      expect(answer.body.message).toContain(`sale_invoice ${documentId}`);
      expect(answer.body.message).toContain('credit note');
    });

    it('may use an account that has been closed since', async () => {
      const { id: accountId } = await company.ok('ledger/accounts/create', {
        code: '5999',
        name: 'Other',
        type: 'income',
      });
      const { body } = await post([
        { accountCode: BANK, debit: '1.00' },
        { accountCode: '5999', credit: '1.00' },
      ]);
      await company.ok('ledger/accounts/update', { id: accountId, isPostable: false });
      expect((await reverse(body.id as string)).status).toBe(200);
    });
  });
});
