import { randomUUID } from 'node:crypto';
import { Decimal } from '../../src/shared/decimal';
import { customer, line, outcome, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

interface Row {
  id: string;
  [member: string]: unknown;
}

describe('the list of sales documents', () => {
  const clock = new TestClock(new Date(SALES_NOW));
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  let other: string;
  let invoice: Row;
  let credit: Row;
  let draft: Row;
  beforeAll(async () => {
    app = await TestApp.start({}, clock);
    company = await app.company();
    sales = await Sales.of(company);
    other = await customer(company, { name: 'Žalia UAB' });
    invoice = await sales.issued({
      issueDate: '2026-09-01',
      dueDate: '2026-09-15',
      orderNumber: 'SO-1',
      businessKey: 'k-1',
    });
    clock.instant = new Date('2026-10-05T09:00:01Z');
    credit = await sales.credited(invoice.id, { issueDate: '2026-09-20', lines: [line('10.00')] });
    clock.instant = new Date('2026-10-05T09:00:02Z');
    draft = await sales.draft({ partnerId: other, lines: [line('7.00')] });
  });
  afterAll(() => app.stop());

  const list = (request: object): Promise<{ rows: Row[]; [member: string]: unknown }> =>
    company.ok('sales/invoices/list', request) as Promise<{ rows: Row[] }>;
  const ids = async (request: object): Promise<string[]> => (await list(request)).rows.map(({ id }) => id);

  it('shows drafts and issued documents, newest first, as they are but without lines', async () => {
    const page = await list({});
    expect(page).toMatchObject({ page: 1, pageSize: 50, total: 3, nextCursor: null });
    const { lines, vatEvidence, advanceAppliedAmount, ...more } = await sales.get(invoice.id);
    const { advanceDeductedAmount, deductedAdvances, vatOnPayment, ...header } = more;
    expect([lines, vatEvidence, advanceAppliedAmount]).toHaveLength(3);
    expect([advanceDeductedAmount, deductedAdvances, vatOnPayment]).toEqual([null, null, null]);
    expect(page.rows.map(({ id }) => id)).toEqual([draft.id, credit.id, invoice.id]);
    expect(page.rows[2]).toEqual({ ...header, partnerName: 'Buyer UAB' });
    expect(page.rows[0]).toMatchObject({
      partnerName: 'Žalia UAB',
      status: 'draft',
      number: null,
      paidAmount: '0.00',
    });
  });

  it.each([
    [[{ field: 'status', op: 'eq', value: 'draft' }], ['draft']],
    [[{ field: 'isUncappedCredit', op: 'eq', value: true }], []],
    [[{ field: 'type', op: 'eq', value: 'credit_note' }], ['credit']],
    [[{ field: 'paymentStatus', op: 'eq', value: 'partial' }], ['invoice']],
    [[{ field: 'paymentStatus', op: 'in', value: ['paid', 'partial'] }], ['credit', 'invoice']],
    [[{ field: 'partnerName', op: 'contains', value: 'žalia' }], ['draft']],
    [[{ field: 'fullNumber', op: 'eq', value: 'INV-0001' }], ['invoice']],
    [[{ field: 'orderNumber', op: 'eq', value: 'SO-1' }], ['invoice']],
    [[{ field: 'businessKey', op: 'eq', value: 'k-1' }], ['invoice']],
    [[{ field: 'issueDate', op: 'gte', value: '2026-09-02' }], ['credit']],
    [[{ field: 'dueDate', op: 'lte', value: '2026-09-15' }], ['invoice']],
    [
      [
        { field: 'grossTotal', op: 'gte', value: '8.47' },
        { field: 'grossTotal', op: 'lte', value: '12.10' },
      ],
      ['draft', 'credit'],
    ],
    [[{ field: 'number', op: 'ne', value: 1 }], ['draft']],
  ])('filters by %j', async (filter, expected) => {
    const named = Object.entries({ draft, credit, invoice });
    expect((await ids({ filter })).map(id => named.find(([, row]) => row.id === id)?.[0])).toEqual(expected);
  });

  it('filters by ids', async () => {
    expect(await ids({ filter: [{ field: 'partnerId', op: 'eq', value: other }] })).toEqual([draft.id]);
    expect(await ids({ filter: [{ field: 'creditedInvoiceId', op: 'eq', value: invoice.id }] })).toEqual([
      credit.id,
    ]);
    expect(await ids({ filter: [{ field: 'id', op: 'in', value: [invoice.id, randomUUID()] }] })).toEqual([
      invoice.id,
    ]);
  });

  it('sorts, with what is empty last', async () => {
    expect(await ids({ sort: [{ field: 'grossTotal' }] })).toEqual([draft.id, credit.id, invoice.id]);
    expect(await ids({ sort: [{ field: 'issueDate', dir: 'desc' }] })).toEqual([
      credit.id,
      invoice.id,
      draft.id,
    ]);
    expect(await ids({ sort: [{ field: 'issueDate' }] })).toEqual([invoice.id, credit.id, draft.id]);
  });

  it('adds up over all that match, by currency as well', async () => {
    const page = await list({ totals: ['netTotal', 'vatTotal', 'grossTotal', 'paidAmount'], pageSize: 1 });
    const totals = page.totals as Record<string, string>;
    const inEuro = (page.totalsByCurrency as Record<string, typeof totals>).EUR!;
    expect(page.total).toBe(3);
    for (const [field, amount] of [
      ['netTotal', '117.00'],
      ['vatTotal', '24.57'],
      ['grossTotal', '141.57'],
      ['paidAmount', '24.20'],
    ] as const) {
      expect(inEuro[field]).toBe(amount);
      expect(new Decimal(totals[field]!).toFixed(2)).toBe(amount);
    }
    const issued = [
      { field: 'status', op: 'eq', value: 'issued' },
      { field: 'type', op: 'eq', value: 'invoice' },
    ];
    expect(await list({ totals: ['grossTotal'], filter: issued })).toMatchObject({
      totalsByCurrency: { EUR: { grossTotal: '121.00' } },
    });
  });

  it.each([
    [{ filter: [{ field: 'secret', op: 'eq', value: 'x' }] }, 'filter.0.field'],
    [{ filter: [{ field: 'constructor', op: 'eq', value: 'x' }] }, 'filter.0.field'],
    [{ filter: [{ field: 'issueDate', op: 'eq', value: '2026-02-30' }] }, 'filter.0.value'],
    [{ filter: [{ field: 'grossTotal', op: 'eq', value: '1e3' }] }, 'filter.0.value'],
    [{ filter: [{ field: 'grossTotal', op: 'like', value: '1' }] }, 'filter.0.op'],
    [{ sort: [{ field: 'notes' }] }, 'sort.0.field'],
    [{ totals: ['fullNumber'] }, 'totals.0'],
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: 501 }, 'pageSize'],
    [{ page: -1 }, 'page'],
  ])('refuses %j, naming the member', async (request, member) => {
    const answer = await company.post('sales/invoices/list', request);
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(Object.keys(answer.body.error.fieldErrors).join()).toContain(member);
  });

  it('is walked by cursor: each document once, whatever comes and goes meanwhile', async () => {
    const busy = await Sales.of(await app.company());
    const originals: string[] = [];
    for (let count = 0; count < 25; count++)
      originals.push((await busy.draft({ issueDate: '2026-09-01' })).id);
    const request = { pageSize: 10, sort: [{ field: 'issueDate', dir: 'asc' }] };
    const walk = (cursor?: string) =>
      busy.company.ok('sales/invoices/list', { ...request, cursor }) as Promise<{
        rows: Row[];
        nextCursor: string | null;
      }>;
    const first = await walk();
    await busy.draft({ issueDate: '2026-08-01' });
    const later = await busy.draft({ issueDate: '2026-12-31' });
    await busy.company.ok('sales/invoices/delete', { id: first.rows.at(-1)!.id });
    const second = await walk(first.nextCursor!);
    const third = await walk(second.nextCursor!);
    const seen = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(seen.filter(id => originals.includes(id)).sort()).toEqual([...originals].sort());
    expect(seen.filter(id => !originals.includes(id))).toEqual([later.id]);
    expect(third.nextCursor).toBeNull();

    const cursor = first.nextCursor!;
    for (const [caller, asked] of [
      [company, { ...request, cursor }],
      [busy.company, { pageSize: 10, cursor }],
      [busy.company, { ...request, cursor: `${cursor.slice(0, -2)}AA` }],
    ] as const) {
      expect(outcome(await caller.post('sales/invoices/list', asked))).toBe('400 cursor_invalid');
    }
  });
});
