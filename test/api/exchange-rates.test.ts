import { outcome, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

const SET = 'reference/exchange-rates/set';

describe('exchange rates of a company', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());

  const set = (company: TestCompany, date: string, rate: string, currency = 'USD'): Promise<Answer> =>
    company.post(SET, { currency, date, rate });

  it('are set for a day, corrected by setting them again, and listed newest first', async () => {
    const company = await app.company();
    expect((await set(company, '2026-10-01', '1.10')).body).toEqual({
      currencyCode: 'USD',
      date: '2026-10-01',
      rate: '1.1',
    });
    await set(company, '2026-10-02', '1.12345678');
    await set(company, '2026-10-02', '162.5', 'JPY');
    await set(company, '2026-10-01', '1.2');
    const { rows, total } = await company.ok('reference/exchange-rates/list');
    expect(total).toBe(3);
    expect(rows).toEqual([
      { currencyCode: 'JPY', date: '2026-10-02', rate: '162.5' },
      { currencyCode: 'USD', date: '2026-10-02', rate: '1.12345678' },
      { currencyCode: 'USD', date: '2026-10-01', rate: '1.2' },
    ]);
    const dollars = await company.ok('reference/exchange-rates/list', {
      filter: [
        { field: 'currencyCode', op: 'eq', value: 'USD' },
        { field: 'date', op: 'lte', value: '2026-10-01' },
      ],
    });
    expect(dollars.rows).toEqual([{ currencyCode: 'USD', date: '2026-10-01', rate: '1.2' }]);
  });

  it('leave word of who set what instead of what', async () => {
    const company = await app.company();
    await set(company, '2026-10-01', '1.10');
    await set(company, '2026-10-01', '1.20');
    expect(
      await company.sql(`SELECT diff FROM audit_log WHERE action = 'exchange_rate.set' ORDER BY audit_id`),
    ).toEqual([
      { diff: { currencyCode: 'USD', date: '2026-10-01', before: { rate: null }, after: { rate: '1.1' } } },
      { diff: { currencyCode: 'USD', date: '2026-10-01', before: { rate: '1.1' }, after: { rate: '1.2' } } },
    ]);
  });

  it.each([
    ['0', 'USD', 'rate'],
    ['0.00', 'USD', 'rate'],
    ['-1', 'USD', 'rate'],
    ['1.123456789', 'USD', 'rate'],
    ['1e2', 'USD', 'rate'],
    ['1', 'EUR', 'currency'],
    ['1.1', 'XYZ', 'currency'],
    ['1.1', 'usd', 'currency'],
  ])('refuse the rate %s of %s', async (rate, currency, member) => {
    const company = await app.company();
    const answer = await set(company, '2026-10-01', rate, currency);
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual([member]);
    expect(await company.count('company_exchange_rates')).toBe(0);
  });

  it('are kept out of the database when they are not positive', async () => {
    const company = await app.company();
    await expect(
      company.sql(
        `INSERT INTO company_exchange_rates (company_id, currency, rate_on, rate) VALUES ($1, 'USD', '2026-10-01', 0)`,
        [company.id],
      ),
    ).rejects.toThrow('ck_company_exchange_rates__positive');
  });

  it('are of one company only', async () => {
    const [one, other] = [await app.company(), await app.company()];
    await set(one, '2026-10-05', '1.1');
    expect(await other.ok('reference/exchange-rates/list')).toMatchObject({ total: 0 });
    expect(outcome(await (await Sales.of(other)).tryIssue({ currency: 'USD' }))).toBe(
      '422 exchange_rate_missing',
    );
  });

  describe('of a day', () => {
    let company: TestCompany;
    let sales: Sales;
    beforeAll(async () => {
      company = await app.company();
      sales = await Sales.of(company);
      await set(company, '2026-09-01', '1.1');
      await set(company, '2026-09-10', '1.2');
    });

    const documentOn = (taxPointDate: string, currency: string): Promise<Answer> =>
      company.post('sales/invoices/create', sales.request({ currency, taxPointDate }));
    const rateOn = async (day: string, currency = 'USD'): Promise<string | null> =>
      ((await documentOn(day, currency)).body as { fxRate: string | null }).fxRate;

    it('are the latest set for it or before it', async () => {
      expect(await rateOn('2026-09-01')).toBe('1.1');
      expect(await rateOn('2026-09-09')).toBe('1.1');
      expect(await rateOn('2026-09-10')).toBe('1.2');
      expect(await rateOn('2026-09-24')).toBe('1.2');
    });

    it('are not needed in base currency', async () => {
      expect(await rateOn('2020-01-01', 'EUR')).toBeNull();
    });

    it.each([
      ['2026-09-25', 'USD', 'the newest before it is of 2026-09-10'],
      ['2026-08-31', 'USD', 'there is none before it'],
      ['2026-09-10', 'JPY', 'there is none before it'],
    ])('are missing on %s for %s, because %s', async (day, currency, why) => {
      const answer = await documentOn(day, currency);
      expect(outcome(answer)).toBe('422 exchange_rate_missing');
      expect(answer.body.error.message).toMatch(
        new RegExp(`${currency} .*${day}: ${why}.*reference/exchange-rates/set`),
      );
    });
  });
});
