import { randomUUID } from 'node:crypto';
import { growth, NOTHING } from '../support/books';
import { expectSound, settlePart } from '../support/open-items';
import { line, outcome, Sales, SALES_NOW, withAnyRate, type Invoice } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

type Members = Record<string, unknown>;
const times = (count: number, members: Members): Members[] => Array.from({ length: count }, () => members);
const at = (vatRatePercent: string, unitPriceExclVat: string): Members =>
  line(unitPriceExclVat, { vatRatePercent });

const plain = (amount: string): string => amount.replace(/(\.\d\d)00$/, '$1');

interface Entry {
  code: string;
  base: string;
  currency: string;
  amount: string;
}

/** Entries of the transactions of a document, debit positive. */
async function entriesOf(company: TestCompany, documentId: string): Promise<string[]> {
  const rows = (await company.sql(
    `SELECT a.code, (e.debit - e.credit)::text AS base, e.document_currency AS currency, e.document_amount::text AS amount
       FROM journal_transactions t JOIN journal_entries e USING (company_id, transaction_id) JOIN accounts a USING (company_id, account_id)
      WHERE t.document_id = $1 ORDER BY e.entry_no`,
    [documentId],
  )) as Entry[];
  return rows.map(
    ({ code, base, currency, amount }) => `${code} ${plain(base)} EUR, ${plain(amount)} ${currency}`,
  );
}

/** What is posted to gains and losses on exchange, debit positive. */
async function exchangeResult(company: TestCompany): Promise<string> {
  const [row] = (await company.sql(
    `SELECT coalesce(sum(e.debit - e.credit), 0)::numeric(20, 2)::text AS result
       FROM journal_entries e JOIN accounts a USING (company_id, account_id) WHERE a.code IN ('5803', '6803')`,
  )) as { result: string }[];
  return row!.result;
}

describe('sales in another currency than the books', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());
  beforeEach(() => (app.clock.instant = new Date(SALES_NOW)));

  const rate = (
    company: TestCompany,
    value: string,
    currency = 'USD',
    date = '2026-10-05',
  ): Promise<unknown> => company.ok('reference/exchange-rates/set', { currency, date, rate: value });

  async function salesAt(value: string, currency = 'USD', profile: Members = {}): Promise<Sales> {
    const company = await withAnyRate(await app.company(profile));
    await rate(company, value, currency);
    return Sales.of(company);
  }

  it('are posted in both currencies', async () => {
    const { company, ...rest } = await salesAt('1.1');
    const invoice = await new Sales(company, rest.partnerId).issued({ currency: 'USD' });
    expect(invoice).toMatchObject({
      currency: 'USD',
      fxRate: '1.1',
      netTotal: '100.00',
      vatTotal: '21.00',
      grossTotal: '121.00',
      baseNetTotal: '90.91',
      baseVatTotal: '19.09',
      baseGrossTotal: '110.00',
    });
    expect(await entriesOf(company, invoice.id)).toEqual([
      '2410 110.00 EUR, 121.00 USD',
      '5001 -90.91 EUR, -100.00 USD',
      '4492 -19.09 EUR, -21.00 USD',
    ]);
    const [register] = await company.sql(
      'SELECT currency, net, vat, base_net, base_vat FROM vat_register_rows',
    );
    expect(register).toEqual({
      currency: 'USD',
      net: '100.0000',
      vat: '21.0000',
      base_net: '90.9100',
      base_vat: '19.0900',
    });
    const { rows } = await company.ok('ledger/open-items/list');
    expect(rows).toMatchObject([{ currency: 'USD', openAmount: '121.00', openBaseAmount: '110.00' }]);
    await expectSound(company);
  });

  it.each([
    {
      what: 'JPY, 3 lines of 105 at 10 %, VAT of the total',
      currency: 'JPY',
      fx: '162.34',
      lines: times(3, at('10', '105')),
      net: '315',
      vat: '32',
      gross: '347',
    },
    {
      what: 'JPY, 3 lines of 105 at 10 %, VAT of each line',
      currency: 'JPY',
      fx: '162.34',
      profile: { vatRounding: 'line' },
      lines: times(3, at('10', '105')),
      net: '315',
      vat: '33',
      gross: '348',
    },
    {
      what: 'JPY, 1127 at 10 %',
      currency: 'JPY',
      fx: '162.34',
      lines: [at('10', '1127')],
      net: '1127',
      vat: '113',
      gross: '1240',
    },
    {
      what: 'BHD, 12.345 at 10 %',
      currency: 'BHD',
      fx: '0.40812345',
      lines: [at('10', '12.345')],
      net: '12.345',
      vat: '1.235',
      gross: '13.580',
    },
    {
      what: 'KWD, 10.005 at 5 %',
      currency: 'KWD',
      fx: '0.3329',
      lines: [at('5', '10.005')],
      net: '10.005',
      vat: '0.500',
      gross: '10.505',
    },
  ])('$what: $net + $vat = $gross $currency', async ({ currency, fx, profile, lines, net, vat, gross }) => {
    const sales = await salesAt(fx, currency, profile);
    const draft = await sales.draft({ currency, lines });
    const totals = { netTotal: net, vatTotal: vat, grossTotal: gross, fxRate: fx };
    expect(draft).toMatchObject(totals);
    const issued = await sales.company.ok('sales/invoices/issue', { id: draft.id });
    expect(issued).toMatchObject(totals);
    await expectSound(sales.company);
    await sales.credited(draft.id);
    expect(await sales.get(draft.id)).toMatchObject({ paymentStatus: 'paid', paidAmount: gross });
    expect(await exchangeResult(sales.company)).toBe('0.00');
    await expectSound(sales.company);
  });

  it('take no amounts with more decimals than the currency has', async () => {
    const sales = await salesAt('162.34', 'JPY');
    await sales.issued({ currency: 'JPY', lines: [at('10', '1127')] });
    const { rows } = await sales.company.ok('ledger/open-items/list');
    const answer = await sales.company.post('ledger/open-items/allocate', {
      allocations: [{ openItemId: rows[0].id, amount: '100.50' }],
    });
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(answer.body.error.message).toContain('0 decimals of JPY');
  });

  it('keep the rate they were issued at; a draft shows that of the day', async () => {
    const sales = await salesAt('1.1');
    const draft = await sales.draft({ currency: 'USD', taxPointDate: '2026-10-20' });
    expect(draft).toMatchObject({ fxRate: '1.1', baseNetTotal: '90.91' });
    await rate(sales.company, '1.25');
    const issued = await sales.company.ok('sales/invoices/issue', { id: draft.id });
    expect(issued).toMatchObject({ fxRate: '1.25', baseNetTotal: '80.00' });
    await rate(sales.company, '2');
    expect(await sales.get(draft.id)).toEqual(issued);
    await expectSound(sales.company);
  });

  it('are converted at the tax point, not at the day of issue', async () => {
    const sales = await salesAt('1.1');
    await rate(sales.company, '1.25', 'USD', '2026-09-30');
    expect(await sales.issued({ currency: 'USD', taxPointDate: '2026-09-30' })).toMatchObject({
      fxRate: '1.25',
    });
    expect(await sales.issued({ currency: 'USD', issueDate: '2026-10-01' })).toMatchObject({
      fxRate: '1.25',
    });
    await expectSound(sales.company);
  });

  it('show a rate of exactly 1, too', async () => {
    const sales = await salesAt('1');
    expect(await sales.issued({ currency: 'USD' })).toMatchObject({ fxRate: '1', baseGrossTotal: '121.00' });
    expect(await sales.issued({ currency: 'EUR' })).toMatchObject({ fxRate: null });
  });

  it('without a rate store nothing and use no number; the same key works once there is one', async () => {
    const company = await withAnyRate(await app.company());
    const sales = await Sales.of(company);
    await rate(company, '1.1', 'USD', '2026-09-21');
    const late = await sales.draft({ currency: 'USD' });
    app.clock.instant = new Date('2026-10-06T09:00:00Z');
    const [keyOfIssue, keyOfCreate] = [randomUUID(), randomUUID()];
    const issue = () => company.post('sales/invoices/issue', { id: late.id }, { key: keyOfIssue });
    const create = () => sales.tryIssue({ currency: 'USD' }, keyOfCreate);
    expect(
      await growth(company, async () => {
        for (const answer of [await issue(), await create()]) {
          expect(outcome(answer)).toBe('422 exchange_rate_missing');
          expect(answer.body.error.message).toContain('2026-09-21');
        }
      }),
    ).toEqual(NOTHING);
    await rate(company, '1.2', 'USD', '2026-10-06');
    expect((await issue()).body).toMatchObject({ number: 1, fxRate: '1.2' });
    expect((await create()).body).toMatchObject({ number: 2, fxRate: '1.2' });
    await expectSound(company);
  });

  it('change their currency only as drafts of their own', async () => {
    const sales = await salesAt('1.1');
    const draft = await sales.draft({ currency: 'USD' });
    const changed = (await sales.company.ok('sales/invoices/update', {
      id: draft.id,
      currency: 'EUR',
    })) as Invoice;
    expect(changed).toMatchObject({ currency: 'EUR', fxRate: null, baseNetTotal: '100.00' });
    const invoice = await sales.issued({ currency: 'USD' });
    const refused = await sales.tryCredit(invoice.id, { currency: 'EUR' });
    expect(refused.body.error.fieldErrors).toHaveProperty('currency');
    expect(await sales.credited(invoice.id, { currency: 'USD' })).toMatchObject({ currency: 'USD' });
  });

  it('take no price of an item, which is in base currency', async () => {
    const sales = await salesAt('1.1');
    const { id: itemId } = await sales.company.ok('catalog/items/create', {
      name: 'Chair',
      salePriceExclVat: '10.00',
      vatRatePercent: '21',
    });
    const refused = await sales.tryIssue({ currency: 'USD', lines: [{ itemId }] });
    expect(refused.body.error.fieldErrors).toHaveProperty(['lines.0.unitPriceExclVat']);
    expect(refused.body.error.message).toContain('EUR');
    expect(
      await sales.issued({ currency: 'USD', lines: [{ itemId, unitPriceExclVat: '11.00' }] }),
    ).toMatchObject({
      netTotal: '11.00',
      baseNetTotal: '10.00',
    });
  });

  it('split revenue by account to the cent', async () => {
    const sales = await salesAt('1.5');
    const item = async (code: string): Promise<string> =>
      (
        (await sales.company.ok('catalog/items/create', { name: code, saleAccountCode: code })) as {
          id: string;
        }
      ).id;
    const lines = [
      line('0.01', { itemId: await item('5000') }),
      line('0.01', { itemId: await item('5001') }),
      line('0.01', { itemId: await item('492') }),
      line('100.00', { itemId: await item('5000') }),
    ];
    const invoice = await sales.issued({ currency: 'USD', lines });
    await expectSound(sales.company);
    await sales.credited(invoice.id, { lines: [{ creditedLineId: invoice.lines[3]!.id, quantity: '0.3' }] });
    await sales.credited(invoice.id);
    expect(
      await sales.company.sql(
        'SELECT account_id FROM journal_entries GROUP BY 1 HAVING sum(debit) <> sum(credit)',
      ),
    ).toEqual([]);
    await expectSound(sales.company);
  });

  it('of so little that it is nothing in base currency are refused', async () => {
    const sales = await salesAt('162.34', 'JPY');
    const answer = await sales.tryIssue({ currency: 'JPY', lines: [at('0', '0.9')] });
    expect(outcome(answer)).toBe('422 vat_basis_missing');
    const tiny = await sales.tryIssue({
      currency: 'JPY',
      lines: [line('0.4', { vatRatePercent: '0', vatExemptionBasis: 'x', quantity: '2' })],
    });
    expect(tiny.status).toBe(201);
    const company = await withAnyRate(await app.company());
    await rate(company, '50000', 'IRR');
    expect(outcome(await (await Sales.of(company)).tryIssue({ currency: 'IRR' }))).toBe(
      '422 total_not_positive',
    );
    expect(await company.count('journal_transactions')).toBe(0);
  });

  it('beyond what the books hold in base currency are refused', async () => {
    const sales = await salesAt('0.00000001');
    const answer = await sales.tryIssue({ currency: 'USD', lines: [line('99999999999')] });
    expect(outcome(answer)).toBe('400 invalid_request');
  });

  it('are totalled by currency in lists', async () => {
    const sales = await salesAt('1.1');
    await rate(sales.company, '162.34', 'JPY');
    await sales.issued({ currency: 'USD' });
    await sales.issued({ currency: 'USD' });
    await sales.issued({ currency: 'JPY', lines: [at('10', '1127')] });
    await sales.issued();
    const { totalsByCurrency } = await sales.company.ok('sales/invoices/list', {
      totals: ['grossTotal', 'vatTotal'],
    });
    expect(totalsByCurrency).toEqual({
      EUR: { grossTotal: '121.00', vatTotal: '21.00' },
      JPY: { grossTotal: '1240', vatTotal: '113' },
      USD: { grossTotal: '242.00', vatTotal: '42.00' },
    });
    const { rows } = await sales.company.ok('sales/invoices/list', {
      filter: [{ field: 'currency', op: 'eq', value: 'JPY' }],
    });
    expect(rows).toMatchObject([{ grossTotal: '1240', fxRate: '162.34', baseGrossTotal: '7.64' }]);
  });

  describe('and their credit notes', () => {
    it("have the invoice's rate, and end at zero in both currencies", async () => {
      const sales = await salesAt('1.3333');
      const invoice = await sales.issued({ currency: 'USD', lines: [line('0.36', { quantity: '3' })] });
      await rate(sales.company, '2');
      const credits = [];
      for (let unit = 0; unit < 3; unit++)
        credits.push(
          await sales.credited(invoice.id, {
            lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '1' }],
          }),
        );
      expect(credits.map(({ fxRate, grossTotal }) => [fxRate, grossTotal])).toEqual([
        ['1.3333', '0.44'],
        ['1.3333', '0.44'],
        ['1.3333', '0.43'],
      ]);
      expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid' });
      expect(
        await sales.company.sql(
          'SELECT account_id FROM journal_entries GROUP BY 1 HAVING sum(debit) <> sum(credit)',
        ),
      ).toEqual([]);
      await expectSound(sales.company);
    });

    it('drafted, keep it when they are issued', async () => {
      const sales = await salesAt('1.1');
      const invoice = await sales.issued({ currency: 'USD' });
      await rate(sales.company, '2');
      const draft = await sales.credited(invoice.id, { issue: false });
      expect(draft).toMatchObject({ status: 'draft', fxRate: '1.1', baseGrossTotal: '110.00' });
      expect(await sales.company.ok('sales/invoices/issue', { id: draft.id })).toMatchObject({
        fxRate: '1.1',
      });
      await expectSound(sales.company);
    });

    it('of an invoice issued elsewhere have the rate of its day', async () => {
      const sales = await salesAt('1.1');
      await rate(sales.company, '1.25', 'USD', '2026-08-01');
      const outside = { type: 'credit_note', currency: 'USD', creditedInvoiceReference: 'OLD-1' };
      expect(await sales.issued({ ...outside, creditedInvoiceDate: '2026-08-03' })).toMatchObject({
        fxRate: '1.25',
      });
      expect(outcome(await sales.tryIssue({ ...outside, creditedInvoiceDate: '2026-07-31' }))).toBe(
        '422 exchange_rate_missing',
      );
    });

    /** Settles a part of an invoice by an outside credit note at another rate: a payment, as far as open items go. */
    it('settled by allocation at another rate leave a realised difference', async () => {
      const sales = await salesAt('1.1');
      const invoice = await sales.issued({ currency: 'USD' });
      await rate(sales.company, '1.21');
      await settlePart(sales, invoice, '60.50');
      // 60.50 USD were carried at 55.00 EUR and are worth 50.00.
      expect(await exchangeResult(sales.company)).toBe('5.00');
      await expectSound(sales.company);
      await rate(sales.company, '1');
      await settlePart(sales, invoice, '60.50');
      expect(await exchangeResult(sales.company)).toBe('-0.50');
      expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid' });
      await expectSound(sales.company);
    });

    it('close an invoice that is paid in part; the cents of conversion are an exchange difference', async () => {
      const sales = await salesAt('1.1');
      const zero = { vatRatePercent: '0', vatExemptionBasis: 'x' };
      // 0.10 USD are 0.09 EUR. Two payments of 0.03 relieve 0.03 and 0.03 and leave 0.04 USD at 0.03 EUR; a credit of 0.04 is 0.04.
      const invoice = await sales.issued({
        currency: 'USD',
        lines: [line('0.01', { ...zero, quantity: '10' })],
      });
      for (let payment = 0; payment < 2; payment++) await settlePart(sales, invoice, '0.03');
      const before = await exchangeResult(sales.company);
      const credit = await sales.credited(invoice.id, {
        lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '4' }],
      });
      expect(credit).toMatchObject({ grossTotal: '0.04', baseGrossTotal: '0.04', paymentStatus: 'paid' });
      expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid' });
      expect([before, await exchangeResult(sales.company)]).toEqual(['0.00', '-0.01']);
      expect(
        await sales.company.sql(
          `SELECT t.document_type, t.document_id = a.allocation_id AS of_allocation FROM open_item_allocations a
             JOIN journal_transactions t USING (company_id, transaction_id) WHERE a.kind = 'credit_note' AND a.line_no = 1`,
        ),
      ).toEqual([{ document_type: 'open_item_allocation', of_allocation: true }]);
      await expectSound(sales.company);
    });

    it('stay open as far as the invoice is paid', async () => {
      const sales = await salesAt('1.1');
      const invoice = await sales.issued({ currency: 'USD' });
      await settlePart(sales, invoice, '100.00');
      const credit = await sales.credited(invoice.id);
      expect(credit).toMatchObject({ grossTotal: '121.00', paidAmount: '21.00', paymentStatus: 'partial' });
      await expectSound(sales.company);
    });
  });
});
