import { outcome, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const CREATE = 'reference/series/create';

describe('reference/series', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  beforeEach(async () => {
    company = await app.company();
  });
  afterAll(() => app.stop());

  const year = Number(SALES_NOW.slice(0, 4));
  const issueIn = async (series: string): Promise<string> => {
    const sales = await Sales.of(company);
    const { id } = await company.ok('sales/invoices/create', sales.request({}));
    return ((await company.ok('sales/invoices/issue', { id, series })) as { fullNumber: string }).fullNumber;
  };

  it('opens a series that gives numbers from its start on, and is a document series', async () => {
    const created = await company.post(CREATE, {
      documentType: 'invoice',
      prefix: 'A{YYYY}-',
      year,
      startAt: 100,
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String) as string,
      documentType: 'sale_invoice',
      prefix: 'A{YYYY}-',
      year,
      nextNumber: 100,
      createdAt: expect.any(String) as string,
    });
    const { id } = created.body as { id: string };
    expect(await company.ok('document-series/get', { id })).toMatchObject({
      prefix: 'A{YYYY}-',
      yearlyRestart: true,
      nextNumber: 100,
      isDefault: false,
    });
    expect(await issueIn('A{YYYY}-')).toBe(`A${year}-0100`);
    const { rows } = (await company.ok('reference/series/list', {
      filter: [{ field: 'id', op: 'eq', value: id }],
    })) as { rows: object[] };
    expect(rows).toEqual([{ ...(created.body as object), nextNumber: 101 }]);
  });

  it('goes on with numbers where the prefix does not tell years apart', async () => {
    const { id } = await company.ok(CREATE, {
      documentType: 'sale_invoice',
      prefix: 'OLD',
      year,
      startAt: 7,
    });
    expect(await company.ok('document-series/get', { id })).toMatchObject({
      yearlyRestart: false,
      nextNumber: 7,
    });
    expect(await issueIn('OLD')).toBe('OLD0007');
    const again = await company.post(CREATE, { documentType: 'invoice', prefix: 'OLD', year: year + 1 });
    expect([outcome(again), again.body.error.existingId]).toEqual(['409 duplicate', id]);
  });

  it('has a prefix with the year where none is given, and starts at 1', async () => {
    expect(await company.ok(CREATE, { documentType: 'credit_note', year: year + 1 })).toMatchObject({
      documentType: 'sale_credit_note',
      prefix: 'CN-{YYYY}-',
      year: year + 1,
      nextNumber: 1,
    });
    const { rows, total } = (await company.ok('reference/series/list', {
      sort: [{ field: 'year', dir: 'desc' }],
    })) as { rows: { prefix: string; year: number }[]; total: number };
    expect(total).toBe(5);
    expect(rows[0]).toMatchObject({ prefix: 'CN-{YYYY}-', year: year + 1 });
  });

  it.each([
    [{ documentType: 'payroll', year: 2026 }, '422 not_supported', 'documentType'],
    [{ documentType: 'constructor', year: 2026 }, '422 not_supported', 'documentType'],
    [{ documentType: 'invoice' }, '400 invalid_request', 'year'],
    [{ documentType: 'invoice', year: 26 }, '400 invalid_request', 'year'],
    [{ documentType: 'invoice', year: 2026, startAt: 0 }, '400 invalid_request', 'startAt'],
    [{ documentType: 'invoice', year: 2026, prefix: 'A|' }, '400 invalid_request', 'prefix'],
  ])('refuses %j', async (body, refusal, member) => {
    const answer = await company.post(CREATE, body);
    expect(outcome(answer)).toBe(refusal);
    expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual([member]);
  });
});
