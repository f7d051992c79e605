import { randomUUID } from 'node:crypto';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const OCTOBER = { fromDate: '2026-10-01', toDate: '2026-10-31' };
const NOVEMBER = { fromDate: '2026-11-01', toDate: '2026-11-30' };

interface BalanceRow {
  code: string;
  opening: string;
  debit: string;
  credit: string;
  closing: string;
}

/** Posts an entry of two lines and returns the id of the transaction. */
async function post(
  company: TestCompany,
  date: string,
  debit: string,
  credit: string,
  amount: string,
  description?: string,
): Promise<string> {
  const { id } = (await company.ok('ledger/journal/transactions/create', {
    date,
    description,
    entries: [
      { accountCode: debit, debit: amount },
      { accountCode: credit, credit: amount },
    ],
  })) as { id: string };
  return id;
}

async function balances(company: TestCompany, range: object): Promise<string[]> {
  const { rows } = (await company.ok('reports/trial-balance', range)) as { rows: BalanceRow[] };
  return rows.map(row => [row.code, row.opening, row.debit, row.credit, row.closing].join(' '));
}

describe('the reports', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-12-01T09:00:00Z')));
  });
  afterAll(() => app.stop());

  /** Capital in September, rent in October and November. */
  async function companyWithHistory(): Promise<TestCompany> {
    const company = await app.company();
    await post(company, '2026-09-30', '271', '3011', '2500.00', 'Capital');
    await post(company, '2026-10-01', '6300', '271', '400.10', 'Rent, October');
    await post(company, '2026-10-31', '272', '271', '99.90');
    await post(company, '2026-11-01', '6300', '271', '400.10', 'Rent, November');
    return company;
  }

  describe('trial balance', () => {
    it('has opening, movements and closing of every account that has any, by code', async () => {
      const company = await companyWithHistory();
      const report = await company.ok('reports/trial-balance', OCTOBER);
      expect(report).toEqual({
        ...OCTOBER,
        rows: [
          row('271', 'asset', '2500.00', '0.00', '500.00', '2000.00'),
          row('272', 'asset', '0.00', '99.90', '0.00', '99.90'),
          row('3011', 'equity', '-2500.00', '0.00', '0.00', '-2500.00'),
          row('6300', 'expense', '0.00', '400.10', '0.00', '400.10'),
        ],
        totals: { debit: '500.00', credit: '500.00' },
      });
    });

    it('opens a month with the closing of the month before', async () => {
      const company = await companyWithHistory();
      expect(await balances(company, NOVEMBER)).toEqual([
        '271 2000.00 0.00 400.10 1599.90',
        '272 99.90 0.00 0.00 99.90',
        '3011 -2500.00 0.00 0.00 -2500.00',
        '6300 400.10 400.10 0.00 800.20',
      ]);
    });

    it('leaves out an account that came back to zero before', async () => {
      const company = await app.company();
      await post(company, '2026-09-01', '272', '271', '10.00');
      await post(company, '2026-09-02', '271', '272', '10.00');
      await post(company, '2026-10-05', '271', '3011', '1.00');
      expect(await balances(company, OCTOBER)).toEqual([
        '271 0.00 1.00 0.00 1.00',
        '3011 0.00 0.00 1.00 -1.00',
      ]);
    });

    it('shows an account that moved and came back to zero', async () => {
      const company = await app.company();
      await post(company, '2026-10-01', '272', '271', '10.00');
      await post(company, '2026-10-31', '271', '272', '10.00');
      expect(await balances(company, OCTOBER)).toEqual([
        '271 0.00 10.00 10.00 0.00',
        '272 0.00 10.00 10.00 0.00',
      ]);
    });

    it('keeps every digit of large sums', async () => {
      const company = await app.company();
      await post(company, '2026-10-01', '271', '3011', '90071992547409.93');
      await post(company, '2026-10-02', '271', '3011', '90071992547409.93');
      expect(await balances(company, OCTOBER)).toContain(
        '271 0.00 180143985094819.86 0.00 180143985094819.86',
      );
    });

    it.each([
      ['JPY', '5', '5'],
      ['KWD', '1.235', '1.235'],
    ])('renders %s with its own decimals', async (baseCurrency, amount, shown) => {
      const company = await app.company({ baseCurrency });
      await post(company, '2026-10-01', '271', '3011', amount);
      const report = await company.ok('reports/trial-balance', OCTOBER);
      expect(report.totals).toEqual({ debit: shown, credit: shown });
    });

    it('is empty where nothing is posted', async () => {
      const company = await app.company();
      const report = await company.ok('reports/trial-balance', OCTOBER);
      expect(report).toEqual({ ...OCTOBER, rows: [], totals: { debit: '0.00', credit: '0.00' } });
    });

    it('shows nothing of another company', async () => {
      await companyWithHistory();
      const other = await app.company();
      await post(other, '2026-10-01', '271', '3011', '7.00');
      expect(await balances(other, OCTOBER)).toEqual([
        '271 0.00 7.00 0.00 7.00',
        '3011 0.00 0.00 7.00 -7.00',
      ]);
    });
  });

  describe('account detail', () => {
    it('has the running balance after each entry', async () => {
      const company = await companyWithHistory();
      const rent = await post(company, '2026-10-15', '6300', '271', '0.05', 'Rent, correction');
      const report = await company.ok('reports/gl-detail', { accountCode: '271', ...OCTOBER });
      expect(report).toMatchObject({
        account: { code: '271', name: expect.any(String) as string, type: 'asset' },
        opening: '2500.00',
        closing: '1999.95',
      });
      expect(report.rows).toEqual([
        detailRow('2026-10-01', 'Rent, October', '400.10', '2099.90'),
        { ...detailRow('2026-10-15', 'Rent, correction', '0.05', '2099.85'), journalTransactionId: rent },
        detailRow('2026-10-31', null, '99.90', '1999.95'),
      ]);
    });

    it('closes as it opened when nothing moved', async () => {
      const company = await companyWithHistory();
      const report = await company.ok('reports/gl-detail', { accountCode: '3011', ...OCTOBER });
      expect(report).toMatchObject({ opening: '-2500.00', closing: '-2500.00', rows: [] });
    });

    it('agrees with the trial balance, entries of one transaction in their order', async () => {
      const company = await app.company();
      await company.ok('ledger/journal/transactions/create', {
        date: '2026-10-02',
        description: 'Salary',
        entries: [
          { accountCode: '6304', debit: '100.00', description: 'Base' },
          { accountCode: '6304', debit: '20.00' },
          { accountCode: '6304', credit: '5.00', description: 'Correction' },
          { accountCode: '271', credit: '115.00' },
        ],
      });
      const report = (await company.ok('reports/gl-detail', { accountCode: '6304', ...OCTOBER })) as {
        closing: string;
        rows: { description: string; balance: string }[];
      };
      expect(report.rows.map(({ description, balance }) => [description, balance])).toEqual([
        ['Base', '100.00'],
        ['Salary', '120.00'],
        ['Correction', '115.00'],
      ]);
      expect(await balances(company, OCTOBER)).toContain(`6304 0.00 120.00 5.00 ${report.closing}`);
    });

    it('names the document of an entry', async () => {
      const company = await app.company();
      const invoice = await issuedInvoice(company, '2026-10-03');
      const report = await company.ok('reports/gl-detail', { accountCode: '2410', ...OCTOBER });
      expect(report.rows).toEqual([
        {
          date: '2026-10-03',
          description: expect.stringContaining(invoice.fullNumber) as string,
          documentType: 'sale_invoice',
          documentId: invoice.id,
          journalTransactionId: invoice.journalTransactionId,
          debit: '121.00',
          credit: '0.00',
          balance: '121.00',
        },
      ]);
    });

    it('refuses an account that this company does not have', async () => {
      const other = await app.company();
      await other.ok('ledger/accounts/create', { code: '27199', name: 'Own bank', type: 'asset' });
      const company = await app.company();
      const answer = await company.post('reports/gl-detail', { accountCode: '27199', ...OCTOBER });
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({
        code: 'not_found',
        reason: 'not_found',
        fieldErrors: { accountCode: ['Account 27199 does not exist'] },
      });
    });
  });

  describe('general journal', () => {
    it('has transactions by date with all their entries', async () => {
      const company = await app.company();
      const later = await post(company, '2026-10-20', '272', '271', '3.00');
      const earlier = await post(company, '2026-10-01', '271', '3011', '10.00', 'Capital');
      await post(company, '2026-11-01', '271', '3011', '10.00');
      const report = await company.ok('reports/general-journal', OCTOBER);
      const manual = { documentType: null, documentId: null };
      expect(report).toEqual({
        total: 2,
        page: 1,
        pageSize: 50,
        nextCursor: null,
        rows: [
          {
            ...{ id: earlier, date: '2026-10-01', description: 'Capital', ...manual },
            entries: [entry('271', '10.00', '0.00'), entry('3011', '0.00', '10.00')],
          },
          {
            ...{ id: later, date: '2026-10-20', description: null, ...manual },
            entries: [entry('272', '3.00', '0.00'), entry('271', '0.00', '3.00')],
          },
        ],
      });
    });

    it('pages by number', async () => {
      const company = await app.company();
      const ids: string[] = [];
      for (let day = 1; day <= 5; day++)
        ids.push(await post(company, `2026-10-0${day}`, '271', '3011', '1.00'));
      const page = await company.ok('reports/general-journal', { ...OCTOBER, page: 2, pageSize: 2 });
      expect(page).toMatchObject({ total: 5, page: 2, pageSize: 2 });
      expect(idsOf(page)).toEqual(ids.slice(2, 4));
      expect(
        idsOf(await company.ok('reports/general-journal', { ...OCTOBER, page: 4, pageSize: 2 })),
      ).toEqual([]);
    });

    it('continues by cursor exactly where a page ended, whatever was posted since', async () => {
      const company = await app.company();
      const ids: string[] = [];
      for (let count = 0; count < 5; count++)
        ids.push(await post(company, '2026-10-10', '271', '3011', '1.00'));
      const first = await company.ok('reports/general-journal', { ...OCTOBER, pageSize: 2 });
      await post(company, '2026-10-01', '271', '3011', '9.00');
      const second = await company.ok('reports/general-journal', {
        ...OCTOBER,
        pageSize: 3,
        cursor: first.nextCursor as string,
      });
      expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
      expect(second.nextCursor).toBeNull();
    });

    it("refuses a cursor of other dates or of another company's journal", async () => {
      const company = await companyWithHistory();
      const { nextCursor } = (await company.ok('reports/general-journal', { ...OCTOBER, pageSize: 1 })) as {
        nextCursor: string;
      };
      const other = await companyWithHistory();
      for (const answer of [
        await company.post('reports/general-journal', { ...NOVEMBER, cursor: nextCursor }),
        await other.post('reports/general-journal', { ...OCTOBER, cursor: nextCursor }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body.error.reason).toBe('cursor_invalid');
      }
    });

    it('refuses a page of over 500', async () => {
      const company = await app.company();
      const answer = await company.post('reports/general-journal', { ...OCTOBER, pageSize: 501 });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual(['pageSize']);
    });
  });

  describe('dates', () => {
    it.each(['reports/trial-balance', 'reports/gl-detail', 'reports/general-journal'])(
      '%s refuses days out of order and more than 10 years',
      async path => {
        const company = await app.company();
        const account = path === 'reports/gl-detail' ? { accountCode: '271' } : {};
        const status = async (fromDate: string, toDate: string): Promise<number> =>
          (await company.post(path, { fromDate, toDate, ...account })).status;
        expect(await status('2026-10-01', '2026-10-01')).toBe(200);
        expect(await status('2016-10-01', '2026-09-30')).toBe(200);
        expect(await status('2016-10-01', '2026-10-01')).toBe(400);
        const reversed = await company.post(path, {
          fromDate: '2026-10-02',
          toDate: '2026-10-01',
          ...account,
        });
        expect(reversed.status).toBe(400);
        expect(reversed.body.error).toMatchObject({
          reason: 'invalid_request',
          fieldErrors: { toDate: ['must not be before fromDate'] },
        });
      },
    );
  });

  it('refuses what one answer cannot hold, before it is read', async () => {
    const company = await companyWithHistory();
    await postEntries(company, 50_001);
    for (const [path, request] of [
      ['reports/gl-detail', { accountCode: '271', ...OCTOBER }],
      ['reports/general-journal', OCTOBER],
    ] as const) {
      const { status, body } = await company.post(path, request);
      expect([status, body.error.reason]).toEqual([422, 'report_too_large']);
    }
    const day = { fromDate: '2026-10-02', toDate: '2026-10-31' };
    const narrower = await company.ok('reports/gl-detail', { accountCode: '271', ...day });
    expect(narrower.opening).toBe('52100.90');
  });

  it('stays in balance through invoices and credit notes', async () => {
    const company = await companyWithHistory();
    const invoice = await issuedInvoice(company, '2026-10-03');
    await company.ok('sales/invoices/create', {
      type: 'credit_note',
      partnerId: invoice.partnerId,
      creditedInvoiceId: invoice.id,
      issueDate: '2026-11-02',
      issue: true,
    });
    expect(await balances(company, OCTOBER)).toEqual(
      expect.arrayContaining(['2410 0.00 121.00 0.00 121.00', '4492 0.00 0.00 21.00 -21.00']),
    );
    const { rows, totals } = (await company.ok('reports/trial-balance', NOVEMBER)) as {
      rows: BalanceRow[];
      totals: { debit: string; credit: string };
    };
    expect(totals).toEqual({ debit: '521.10', credit: '521.10' });
    expect(rows.find(({ code }) => code === '4492')).toMatchObject({
      opening: '-21.00',
      debit: '21.00',
      closing: '0.00',
    });
  });
});

function row(
  code: string,
  type: string,
  opening: string,
  debit: string,
  credit: string,
  closing: string,
): object {
  return {
    accountId: expect.any(String) as string,
    code,
    name: expect.any(String) as string,
    type,
    ...{ opening, debit, credit, closing },
  };
}

function detailRow(date: string, description: string | null, credit: string, balance: string): object {
  return {
    date,
    description,
    documentType: null,
    documentId: null,
    journalTransactionId: expect.any(String) as string,
    debit: '0.00',
    credit,
    balance,
  };
}

function entry(accountCode: string, debit: string, credit: string): object {
  return { accountCode, accountName: expect.any(String) as string, debit, credit };
}

function idsOf(report: { rows: { id: string }[] }): string[] {
  return report.rows.map(({ id }) => id);
}

/** One transaction of 1 October with so many debits of 1.00 on account 271: more than any route posts at once. */
async function postEntries(company: TestCompany, count: number): Promise<void> {
  await company.sql(
    `WITH header AS (
       INSERT INTO journal_transactions
         (company_id, transaction_id, posted_on, period_year, period_month, entry_count, total, request_ordinal)
       VALUES ($1, $2, '2026-10-01', 2026, 10, $3 + 1, $3, 0)
     )
     INSERT INTO journal_entries (company_id, transaction_id, entry_no, entry_id, entry_count, posted_on, account_id,
                                  debit, credit, document_currency, document_amount)
     SELECT $1, $2, no, gen_random_uuid(), $3 + 1, '2026-10-01', a.account_id,
            CASE WHEN no <= $3 THEN 1 ELSE 0 END, CASE WHEN no <= $3 THEN 0 ELSE $3 END, 'EUR',
            CASE WHEN no <= $3 THEN 1 ELSE -$3 END
       FROM generate_series(1, $3::int + 1) AS no
       JOIN accounts a ON a.code = CASE WHEN no <= $3 THEN '271' ELSE '3011' END`,
    [company.id, randomUUID(), count],
  );
}

/** An invoice of 100.00 and 21 % VAT to a new partner. */
async function issuedInvoice(
  company: TestCompany,
  issueDate: string,
): Promise<{ id: string; partnerId: string; fullNumber: string; journalTransactionId: string }> {
  const partner = (await company.ok('partners/create', { name: 'Buyer UAB', code: '304444444' })) as {
    id: string;
  };
  return (await company.ok('sales/invoices/create', {
    partnerId: partner.id,
    issue: true,
    issueDate,
    lines: [
      {
        description: 'Work',
        quantity: 1,
        unitPriceExclVat: '100.00',
        vatRatePercent: '21',
        vatClassifierCode: 'PVM1',
      },
    ],
  })) as { id: string; partnerId: string; fullNumber: string; journalTransactionId: string };
}
