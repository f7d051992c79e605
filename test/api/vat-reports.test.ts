import { expectSoundBooks } from '../support/books';
import { withClient } from '../support/database';
import { cost, Purchases } from '../support/purchases';
import { line, outcome, Sales, SALES_NOW, withAnyRate } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const MARCH = { fromDate: '2026-03-01', toDate: '2026-03-31' };
const APRIL = { fromDate: '2026-04-01', toDate: '2026-04-30' };

describe('reports of the VAT register', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await withAnyRate(await app.company());
    sales = await Sales.of(company, { vatCode: 'LT100005555510' });
  });
  afterEach(() => expectSoundBooks(company));

  const twenty = (price: string): object => line(price, { vatRatePercent: '20', quantity: '5' });

  it('a credit note is taken off, and can be told apart', async () => {
    const invoice = await sales.issued({ issueDate: '2026-03-02', lines: [twenty('200.00')] });
    await sales.credited(invoice.id, {
      issueDate: '2026-03-20',
      lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '1' }],
    });
    expect(await company.ok('reports/vat-summary', MARCH)).toEqual({
      side: 'sales',
      ...MARCH,
      rows: [
        {
          vatRatePercent: '20',
          net: '800.00',
          vat: '160.00',
          gross: '960.00',
          documents: 2,
          creditNet: '-200.00',
          creditVat: '-40.00',
        },
      ],
      totals: { net: '800.00', vat: '160.00', gross: '960.00' },
    });
  });

  it('a credit note counts in its own month', async () => {
    const invoice = await sales.issued({ issueDate: '2026-03-02', lines: [twenty('200.00')] });
    const before = await company.ok('reports/vat-summary', MARCH);
    await sales.credited(invoice.id, {
      issueDate: '2026-04-20',
      lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '1' }],
    });
    expect(await company.ok('reports/vat-summary', MARCH)).toEqual(before);
    expect((await company.ok('reports/vat-summary', APRIL)).totals).toEqual({
      net: '-200.00',
      vat: '-40.00',
      gross: '-240.00',
    });
  });

  it('shows documents by rate; sales count at their tax point, purchases on receipt, a void against them', async () => {
    const invoice = await sales.issued({
      issueDate: '2026-04-02',
      taxPointDate: '2026-03-31',
      lines: [line('100.00'), line('10.00', { vatRatePercent: '5' })],
    });
    const detail = await company.ok('reports/vat-detail', MARCH);
    expect(detail.rows).toEqual([
      {
        documentId: invoice.id,
        documentNumber: invoice.fullNumber,
        date: '2026-03-31',
        partnerName: 'Buyer UAB',
        vatRatePercent: '21',
        net: '100.00',
        vat: '21.00',
        gross: '121.00',
      },
      expect.objectContaining({ vatRatePercent: '5', gross: '10.50' }),
    ]);
    expect(detail.totals).toEqual({ net: '110.00', vat: '21.50', gross: '131.50' });

    const purchases = await Purchases.of(company);
    const bought = await purchases.registered({
      documentDate: '2026-03-30',
      receivedDate: '2026-04-02',
      lines: [cost('50.00')],
    });
    const side = { side: 'purchases' };
    expect((await company.ok('reports/vat-detail', { ...MARCH, ...side })).rows).toEqual([]);
    expect((await company.ok('reports/vat-summary', { ...APRIL, ...side })).totals).toMatchObject({
      vat: '10.50',
    });
    await purchases.tryVoid(bought.id);
    const april = await company.ok('reports/vat-detail', { ...APRIL, ...side });
    expect(april.rows.map(({ net }: { net: string }) => net)).toEqual(['50.00', '-50.00']);
    expect(april.totals).toEqual({ net: '0.00', vat: '0.00', gross: '0.00' });
  });

  it('has purchases from other EU states by country, with the VAT the buyer owes', async () => {
    const acquired = (price: string, vatClassifierCode = 'PVM16'): object =>
      cost(price, { vatRatePercent: undefined, vatClassifierCode });
    const greek = await Purchases.of(company, { name: 'Elliniki AE', vatCode: 'EL123456789' });
    const german = await Purchases.of(company, {
      name: 'Muster GmbH',
      address: { countryCode: 'DE' },
      vatCode: undefined,
    });
    const home = await Purchases.of(company);
    const american = await Purchases.of(company, {
      name: 'Example Inc',
      address: { countryCode: 'US' },
      vatCode: undefined,
    });
    const day = { documentDate: '2026-03-05', receivedDate: '2026-03-05' };
    await greek.registered({ ...day, lines: [acquired('100.00')] });
    await german.registered({ ...day, lines: [acquired('10.00', 'PVM20')] });
    await german.registered({ ...day, lines: [acquired('20.00', 'PVM20')] });
    await home.registered(day);
    await american.registered({ ...day, lines: [acquired('5.00', 'PVM20')] });
    expect(await company.ok('reports/eu-purchases', MARCH)).toEqual({
      ...MARCH,
      rows: [
        { countryCode: 'DE', vatRatePercent: '21', net: '30.00', vat: '6.30', documents: 2 },
        { countryCode: 'GR', vatRatePercent: '21', net: '100.00', vat: '21.00', documents: 1 },
      ],
      totals: { net: '130.00', vat: '27.30' },
    });
  });

  it('counts Northern Ireland (XI) as EU, and Greece as one country however its numbers begin', async () => {
    const day = { documentDate: '2026-03-05', receivedDate: '2026-03-05' };
    const bought = async (
      price: string,
      vatCode: string,
      countryCode: string,
      vatClassifierCode = 'PVM16',
    ): Promise<void> => {
      const supplier = await Purchases.of(company, { name: vatCode, vatCode, address: { countryCode } });
      const goods = cost(price, { vatRatePercent: undefined, vatClassifierCode });
      await supplier.registered({ ...day, lines: [goods] });
    };
    await bought('40.00', 'XI980780684', 'GB');
    await bought('7.00', 'GB980780685', 'GB', 'PVM20');
    await bought('100.00', 'EL094259216', 'GR');
    await bought('1.00', 'GR094259217', 'GR');
    await bought('2.00', 'DE136695976', 'GB');
    expect((await company.ok('reports/eu-purchases', MARCH)).rows).toEqual([
      { countryCode: 'DE', vatRatePercent: '21', net: '2.00', vat: '0.42', documents: 1 },
      { countryCode: 'GR', vatRatePercent: '21', net: '101.00', vat: '21.21', documents: 2 },
      { countryCode: 'XI', vatRatePercent: '21', net: '40.00', vat: '8.40', documents: 1 },
    ]);
  });

  it.each(['vat-summary', 'vat-detail', 'eu-purchases', 'oss'])('%s refuses an unfit range', async report => {
    const answer = await company.post(`reports/${report}`, { fromDate: '2026-03-02', toDate: '2026-03-01' });
    expect(outcome(answer)).toBe('400 invalid_request');
  });

  describe('as CSV', () => {
    const csv = async (request: object): Promise<{ headers: Headers; lines: string[] }> => {
      const response = await fetch(`${company.url}/v1/reports/vat-register/download`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${company.token}` },
        body: JSON.stringify(request),
      });
      expect(response.status).toBe(200);
      return { headers: response.headers, lines: (await response.text()).trimEnd().split('\r\n') };
    };

    it('one side of the register, guarded against formulas', async () => {
      const formula = await Sales.of(company, { name: '=cmd|"x"!A1', address: { countryCode: 'LT' } });
      await company.ok('reference/exchange-rates/set', { currency: 'JPY', date: '2026-03-05', rate: '160' });
      const invoice = await formula.issued({
        issueDate: '2026-03-05',
        currency: 'JPY',
        lines: [line('1600')],
      });
      await sales.credited((await sales.issued({ issueDate: '2026-03-06' })).id, { issueDate: '2026-03-07' });
      const { headers, lines } = await csv({ ...MARCH, side: 'sales' });
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toContain('vat-register-sales-2026-03-01-2026-03-31.csv');
      expect(lines).toHaveLength(4);
      expect(lines[0]).toMatch(/^side,countedOn,documentType/);
      expect(lines[1]).toBe(
        `sales,2026-03-05,invoice,${invoice.fullNumber},2026-03-05,2026-03-05,,false,,,"'=cmd|""x""!A1",LT,,,,,,S,21,JPY,1600,336,10.00,2.10,,,${invoice.id}`,
      );
      expect(lines[3]).toMatch(/,credit_note,.*,EUR,-100\.00,-21\.00,-100\.00,-21\.00,/);
      expect((await csv({ ...MARCH, side: 'purchases' })).lines).toHaveLength(1);
    });

    it('pages by key: every row once, documents whole', async () => {
      const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
      const documents = 2_500;
      await withClient(app.superuserUrl, async client => {
        await client.query("SET session_replication_role = 'replica'");
        await client.query(
          `INSERT INTO vat_register_rows (company_id, side, document_id, vat_rate, vat_category, vat_code, document_type, document_number,
             document_on, tax_point_on, period_year, period_month, posted_on, partner_id, partner_name, partner_is_person, sign,
             currency, net, vat, base_net, base_vat)
           SELECT $1, 'sales', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, rate, 'S', '', 'invoice', 'X-' || n, '2026-03-05',
                  '2026-03-05', 2026, 3, '2026-03-05', $1, 'P', false, 1, 'EUR', n, n, n, n
             FROM generate_series(1, $2::int) n, unnest('{21, 9, 5}'::numeric[]) rate`,
          [company.id, documents],
        );
      });
      const { lines } = await csv({ ...MARCH, side: 'sales' });
      expect(lines).toHaveLength(documents * 3 + 1);
      expect(new Set(lines).size).toBe(documents * 3 + 1);
      expect(lines[1]).toContain(',21,EUR,1.00,');
      expect(lines.at(-1)).toMatch(new RegExp(`,5,EUR,2500\\.00,.*,${id(documents)}$`));
      await withClient(app.superuserUrl, async client => {
        await client.query("SET session_replication_role = 'replica'");
        await client.query(`DELETE FROM vat_register_rows WHERE company_id = $1 AND side = 'sales'`, [
          company.id,
        ]);
      });
    });
  });
});
