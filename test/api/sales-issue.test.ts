import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectSoundBooks, growth, issuedNumbers, NOTHING, ONE_ISSUED } from '../support/books';
import { cloneDatabase, withClient } from '../support/database';
import { atOnce, line, outcome, outcomes, Sales, SALES_NOW, SALES_TODAY } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

describe('issuing a sales document', () => {
  const clock = new TestClock(new Date(SALES_NOW));
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, clock);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    clock.instant = new Date(SALES_NOW);
    company = await app.company();
    sales = await Sales.of(company, { code: '123456789', vatCode: 'LT123456715', paymentTermDays: 14 });
  });

  it('in one call leaves number, journal, VAT row, open item, audit and event, and a replay nothing', async () => {
    const key = randomUUID();
    let text = '';
    expect(
      await growth(company, async () => {
        const answer = await sales.tryIssue({ businessKey: 'order-1' }, key);
        expect(answer.status).toBe(201);
        expect(answer.body).toMatchObject({
          status: 'issued',
          series: 'INV-',
          number: 1,
          fullNumber: 'INV-0001',
          issueDate: SALES_TODAY,
          taxPointDate: SALES_TODAY,
          dueDate: '2026-10-19',
          grossTotal: '121.00',
          paymentStatus: 'unpaid',
          businessKey: 'order-1',
          journalTransactionId: expect.any(String),
          vatEvidence: { issueDate: SALES_TODAY, partner: { id: sales.partnerId, vatCode: 'LT123456715' } },
        });
        text = answer.text;
        expect(await sales.get(answer.body.id)).toEqual(answer.body);
      }),
    ).toEqual(ONE_ISSUED);
    expect(
      await growth(company, async () => {
        const replay = await sales.tryIssue({ businessKey: 'order-1' }, key);
        expect([replay.status, replay.text, replay.headers.get('idempotent-replayed')]).toEqual([
          201,
          text,
          'true',
        ]);
      }),
    ).toEqual(NOTHING);
    await expectSoundBooks(company);
  });

  it('draft first and then issued is the same document as in one call', async () => {
    const draft = await sales.draft();
    const issued = await company.ok('sales/invoices/issue', { id: draft.id });
    expect(issued).toMatchObject({ id: draft.id, number: 1, lines: draft.lines, netTotal: draft.netTotal });
    const whole = await sales.issued();
    const own = {
      id: '',
      number: 0,
      fullNumber: '',
      documentSeriesId: '',
      journalTransactionId: '',
      createdAt: '',
    };
    const sameLines = (lines: object[]) => lines.map(row => ({ ...row, id: '' }));
    expect({ ...whole, ...own, lines: sameLines(whole.lines) }).toEqual({
      ...issued,
      ...own,
      lines: sameLines(issued.lines),
    });
    await expectSoundBooks(company);
  });

  it('posts debit receivable, credit revenue and credit VAT, one entry per rate', async () => {
    const invoice = await sales.issued({
      lines: [
        line('100.00'),
        line('50.00', { vatRatePercent: '5' }),
        line('-10.00', { description: 'Discount' }),
      ],
    });
    const entries = await company.sql(
      `SELECT a.code, e.debit::text, e.credit::text FROM journal_entries e JOIN accounts a USING (company_id, account_id)
        WHERE e.transaction_id = $1 ORDER BY e.entry_no`,
      [invoice.journalTransactionId],
    );
    const codes = await company.sql(
      `SELECT key, default_code AS code FROM posting_rules WHERE key IN ('sales.receivable', 'sales.revenueServices', 'sales.vatPayable') ORDER BY key`,
    );
    const [receivable, revenue, vatPayable] = codes.map((row: { code: string }) => row.code);
    expect(entries).toEqual([
      { code: receivable, debit: '161.4000', credit: '0.0000' },
      { code: revenue, debit: '0.0000', credit: '140.0000' },
      { code: vatPayable, debit: '0.0000', credit: '18.9000' },
      { code: vatPayable, debit: '0.0000', credit: '2.5000' },
    ]);
    await expectSoundBooks(company);
  });

  it.each([
    ['create', 'issueDate'],
    ['issue', 'issueDate'],
  ])('on %s takes a past date, dates everything by it and refuses a future one', async route => {
    const issue = async (issueDate: string) =>
      route === 'create'
        ? sales.tryIssue({ issueDate })
        : company.post('sales/invoices/issue', { id: (await sales.draft()).id, issueDate });
    expect((await issue('2025-12-31')).body).toMatchObject({
      number: 1,
      issueDate: '2025-12-31',
      taxPointDate: '2025-12-31',
      dueDate: '2026-01-14',
    });
    const future = await issue('2026-10-06');
    expect(outcome(future)).toBe('422 future_issue_date');
    expect(future.body.error.fieldErrors).toHaveProperty('issueDate');
    expect(future.body.error.message).toContain('2026-10-05 (Europe/Vilnius)');
    expect(await issuedNumbers(company)).toEqual([1]);
    await expectSoundBooks(company);
  });

  it('takes the series it is told, by prefix or by id, and no series of another type', async () => {
    const shop = await company.ok('document-series/create', { prefix: 'SHOP{YYYY}-', yearlyRestart: true });
    const draft = await sales.draft();
    const byPrefix = await company.ok('sales/invoices/issue', { id: draft.id, series: 'SHOP{YYYY}-' });
    expect(byPrefix).toMatchObject({
      series: 'SHOP2026-',
      fullNumber: 'SHOP2026-0001',
      documentSeriesId: shop.id,
    });
    expect(await sales.issued({ documentSeriesId: shop.id })).toMatchObject({ fullNumber: 'SHOP2026-0002' });
    expect(await sales.issued({ documentSeriesId: shop.id, issueDate: '2025-06-01' })).toMatchObject({
      fullNumber: 'SHOP2025-0001',
    });
    const other = await sales.draft();
    for (const [series, refusal] of [
      ['CN-', '422 series_missing'],
      ['NONE-', '404 not_found'],
    ]) {
      const answer = await company.post('sales/invoices/issue', { id: other.id, series });
      expect(outcome(answer)).toBe(refusal);
      expect(answer.body.error.fieldErrors).toHaveProperty('series');
    }
    expect(await company.ok('sales/invoices/issue', { id: other.id })).toMatchObject({
      fullNumber: 'INV-0001',
    });
    await expectSoundBooks(company);
  });

  it('under strictChronology refuses a date before that of the last number; otherwise warns on the document', async () => {
    await sales.issued({ issueDate: '2026-10-04' });
    expect(await sales.issued({ issueDate: '2026-10-04' })).toMatchObject({ chronologyWarning: false });
    expect(await sales.issued({ issueDate: '2026-10-03' })).toMatchObject({
      number: 3,
      chronologyWarning: true,
    });
    await company.ok('account/companies/update', { strictChronology: true });
    expect(
      await growth(company, async () => {
        const refused = await sales.tryIssue({ issueDate: '2026-10-03' });
        expect(outcome(refused)).toBe('422 chronology');
        expect(refused.body.error.message).toContain('2026-10-04');
      }),
    ).toEqual(NOTHING);
    expect(await sales.issued({ issueDate: '2026-10-04' })).toMatchObject({ number: 4 });
    await expectSoundBooks(company);
  });

  describe('in a locked month', () => {
    it.each([
      ['create', { businessKey: 'order-7' }],
      ['issue', {}],
      ['credit', {}],
    ])('%s is refused without trace, and the same key works after the unlocking', async (route, members) => {
      const invoice = await sales.issued({ issueDate: '2026-08-01' });
      const draft = await sales.draft({ issueDate: '2026-09-15' });
      await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
      const key = randomUUID();
      const attempt = () => {
        if (route === 'issue') return company.post('sales/invoices/issue', { id: draft.id }, { key });
        if (route === 'credit') return sales.tryCredit(invoice.id, { issueDate: '2026-09-15' }, key);
        return sales.tryIssue({ issueDate: '2026-09-15', ...members }, key);
      };
      expect(
        await growth(company, async () => {
          const refused = await attempt();
          expect(outcome(refused)).toBe('422 period_locked');
          expect(refused.body.error.message).toContain('2026-10-01');
        }),
      ).toEqual(NOTHING);
      await company.ok('ledger/periods/unlock', { year: 2026, month: 9 });
      const accepted = await attempt();
      expect(accepted.status).toBeLessThan(300);
      expect(accepted.body).toMatchObject({ issueDate: '2026-09-15', number: route === 'credit' ? 1 : 2 });
      expect(accepted.headers.get('idempotent-replayed')).toBeNull();
      await expectSoundBooks(company);
    });

    it('only of the company that locked it', async () => {
      const other = await Sales.of(await app.company());
      await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
      expect(outcome(await sales.tryIssue({ issueDate: '2026-09-15' }))).toBe('422 period_locked');
      expect((await other.issued({ issueDate: '2026-09-15' })).number).toBe(1);
      await expectSoundBooks(company, other.company);
    });

    it('nothing lands after the lock that twenty issues race with', async () => {
      const drafts = await Promise.all(
        Array.from({ length: 20 }, () => sales.draft({ issueDate: '2026-09-15' })),
      );
      const [answers] = await Promise.all([
        atOnce(20, index => company.post('sales/invoices/issue', { id: drafts[index]!.id })),
        company.ok('ledger/periods/lock', { year: 2026, month: 9 }),
      ]);
      const counted = outcomes(answers);
      expect((counted['200'] ?? 0) + (counted['422 period_locked'] ?? 0)).toBe(20);
      const late = await company.sql(
        `SELECT t.transaction_id FROM journal_transactions t JOIN accounting_periods p ON p.year = t.period_year AND p.month = t.period_month
          WHERE p.status = 'locked' AND t.posted_at > p.locked_at`,
      );
      expect(late).toEqual([]);
      expect(await company.count('sale_invoices', `status = 'issued'`)).toBe(counted['200'] ?? 0);
      await expectSoundBooks(company);
    });
  });

  it('into a closed VAT period is refused by the tax point and by the date', async () => {
    await company.sql(
      `INSERT INTO vat_periods (company_id, year, month, status, closed_at, frozen_header) VALUES ($1, 2026, 9, 'closed', '2026-10-02', '{}')`,
      [company.id],
    );
    expect(
      await growth(company, async () => {
        expect(outcome(await sales.tryIssue({ taxPointDate: '2026-09-30' }))).toBe('422 vat_period_closed');
        expect(outcome(await sales.tryIssue({ issueDate: '2026-09-30' }))).toBe('422 vat_period_closed');
        expect(outcome(await sales.tryIssue({ issueDate: '2026-09-30', taxPointDate: '2026-08-31' }))).toBe(
          '422 vat_period_closed',
        );
      }),
    ).toEqual(NOTHING);
    expect(await sales.issued({ issueDate: '2026-10-01' })).toMatchObject({
      number: 1,
    });
    await expectSoundBooks(company);
  });

  describe('one document per business key', () => {
    it('twenty calls at once with twenty keys issue one', async () => {
      const answers = await atOnce(20, () => sales.tryIssue({ businessKey: 'order-1041' }));
      expect(outcomes(answers)).toEqual({ '201': 1, '409 business_key_taken': 19 });
      const id = answers.find(({ status }) => status === 201)?.body.id as string;
      for (const { status, body } of answers) if (status === 409) expect(body.error.existingId).toBe(id);
      expect(await issuedNumbers(company)).toEqual([1]);
      await expectSoundBooks(company);
    });

    it('is freed by deleting the draft and by a full credit, and kept by a partial one', async () => {
      const businessKey = 'order-1';
      const draft = await sales.draft({ businessKey });
      expect(outcome(await sales.tryIssue({ businessKey }))).toBe('409 business_key_taken');
      await company.ok('sales/invoices/delete', { id: draft.id });
      const first = await sales.issued({ businessKey, lines: [line('10.00', { quantity: '2' })] });
      await sales.credited(first.id, { lines: [{ creditedLineId: first.lines[0]!.id, quantity: '1' }] });
      const refused = await sales.tryIssue({ businessKey });
      expect(outcome(refused)).toBe('409 business_key_taken');
      expect(refused.body.error.existingId).toBe(first.id);
      await sales.credited(first.id);
      const second = await sales.issued({ businessKey });
      expect(second.number).toBe(2);
      expect(await sales.get(first.id)).toMatchObject({ businessKey, paymentStatus: 'paid' });
      await expectSoundBooks(company);
    });

    it('holds per type and per company', async () => {
      const businessKey = 'order-1';
      const invoice = await sales.issued({ businessKey });
      const part = { lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '0.5' }] };
      await sales.credited(invoice.id, { businessKey, ...part });
      expect(outcome(await sales.tryCredit(invoice.id, { businessKey, ...part }))).toBe(
        '409 business_key_taken',
      );
      const other = await Sales.of(await app.company());
      expect((await other.issued({ businessKey })).number).toBe(1);
      await expectSoundBooks(company, other.company);
    });

    it('is an order number, too, where the company wants it', async () => {
      const orderNumber = 'SO-9';
      const before = await sales.draft({ orderNumber });
      await sales.issued({ orderNumber });
      await company.ok('account/companies/update', { uniqueOrderNumber: true });
      const first = await sales.issued({ orderNumber: 'SO-10' });
      const answers = await atOnce(5, () => sales.tryIssue({ orderNumber: 'SO-10' }));
      expect(outcomes(answers)).toEqual({ '409 order_number_taken': 5 });
      expect(answers[0]!.body.error.existingId).toBe(first.id);
      const draft = await sales.draft({ orderNumber: 'SO-11' });
      const moved = await company.post('sales/invoices/update', { id: draft.id, orderNumber: 'SO-10' });
      expect(outcome(moved)).toBe('409 order_number_taken');
      await company.ok('sales/invoices/update', { id: draft.id, orderNumber: 'SO-12' });
      expect((await sales.issued({ orderNumber: 'SO-11' })).number).toBe(3);
      await company.ok('sales/invoices/issue', { id: draft.id });

      const twin = await sales.issued({ orderNumber });
      const late = await company.post('sales/invoices/issue', { id: before.id });
      expect(outcome(late)).toBe('409 order_number_taken');
      expect(late.body.error.existingId).toBe(twin.id);
      await expectSoundBooks(company);
    });
  });

  it('freezes the partner: a later name changes neither document nor register nor list', async () => {
    const invoice = await sales.issued();
    await company.ok('partners/update', { id: sales.partnerId, name: 'Renamed UAB', vatCode: null });
    expect(await sales.get(invoice.id)).toEqual(invoice);
    const { rows } = await company.ok('sales/invoices/list');
    expect(rows[0]).toMatchObject({ id: invoice.id, partnerName: 'Buyer UAB' });
    expect(await company.sql('SELECT partner_name, partner_vat_code FROM vat_register_rows')).toEqual([
      { partner_name: 'Buyer UAB', partner_vat_code: 'LT123456715' },
    ]);
    const [event] = await company.sql('SELECT payload FROM events');
    expect(event).toEqual({ payload: invoice });
  });

  describe("by the company's calendar", () => {
    it.each([
      ['Europe/Vilnius', '2026-08-08'],
      ['America/Los_Angeles', '2026-08-07'],
      ['Asia/Tokyo', '2026-08-08'],
      ['UTC', '2026-08-07'],
    ])('at 22:30Z on 7 August it is in %s the %s, everywhere', async (timeZone, today) => {
      clock.instant = new Date('2026-08-07T22:30:00Z');
      await company.ok('account/companies/update', { timeZone });
      const invoice = await sales.issued();
      expect(invoice).toMatchObject({ issueDate: today, taxPointDate: today });
      const [stored] = await company.sql(
        `SELECT i.issued_on::text AS issued, t.posted_on::text AS posted, r.document_on::text AS registered, r.tax_point_on::text AS taxed
           FROM sale_invoices i JOIN journal_transactions t ON t.transaction_id = i.journal_transaction_id
           JOIN vat_register_rows r ON r.sale_invoice_id = i.invoice_id`,
      );
      expect(stored).toEqual({ issued: today, posted: today, registered: today, taxed: today });
      const tomorrow = today === '2026-08-08' ? '2026-08-09' : '2026-08-08';
      expect(outcome(await sales.tryIssue({ issueDate: tomorrow }))).toBe('422 future_issue_date');
    });

    it('whatever zone the database stands in', async () => {
      const { applicationUrl, superuserUrl } = await cloneDatabase(`tokyo_${process.env.JEST_WORKER_ID}`);
      await withClient(superuserUrl, async client => {
        await client.query(`ALTER DATABASE tokyo_${process.env.JEST_WORKER_ID} SET timezone = 'Asia/Tokyo'`);
      });
      clock.instant = new Date('2026-08-07T22:30:00Z');
      const tokyo = await TestApp.start({ databaseUrl: applicationUrl }, clock);
      try {
        const abroad = await Sales.of(await tokyo.company({ timeZone: 'America/Los_Angeles' }));
        expect(await abroad.company.sql('SHOW timezone')).toEqual([{ TimeZone: 'Asia/Tokyo' }]);
        expect(await abroad.issued()).toMatchObject({
          issueDate: '2026-08-07',
          createdAt: '2026-08-07T22:30:00.000Z',
        });
        expect(await abroad.company.ok('sales/invoices/list')).toMatchObject({
          rows: [{ issueDate: '2026-08-07' }],
        });
        await expectSoundBooks(abroad.company);
      } finally {
        await tokyo.stop();
      }
    });

    it('whatever zone the server stands in: nothing reads local time', () => {
      const files = readdirSync(join(__dirname, '../../src'), { recursive: true, encoding: 'utf8' });
      const local =
        /\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes)\(|\.toLocale(Date|Time)?String\(|getTimezoneOffset/;
      const found = files.filter(
        file => file.endsWith('.ts') && local.test(readFileSync(join(__dirname, '../../src', file), 'utf8')),
      );
      expect(files.length).toBeGreaterThan(100);
      expect(found).toEqual([]);
    });

    it('an instant is no date', async () => {
      const answer = await sales.tryIssue({ issueDate: '2026-08-08T00:30:00+03:00' });
      expect(outcome(answer)).toBe('400 invalid_request');
      expect(answer.body.error.fieldErrors).toHaveProperty('issueDate');
    });
  });
});
