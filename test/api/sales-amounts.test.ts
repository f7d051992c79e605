import { Client } from 'pg';
import { expectSoundBooks } from '../support/books';
import { line, outcome, Sales, SALES_NOW, withAnyRate } from '../support/sales';
import { TestApp, TestClock } from '../support/test-app';

type Members = Record<string, unknown>;
const times = (count: number, members: Members): Members[] => Array.from({ length: count }, () => members);
const withVat = (unitPriceInclVat: string, members: Members = {}): Members =>
  line('', { unitPriceExclVat: undefined, unitPriceInclVat, ...members });
const at = (vatRatePercent: string, unitPriceExclVat: string, members: Members = {}): Members =>
  line(unitPriceExclVat, { vatRatePercent, ...members });

interface Example {
  what: string;
  company?: Members;
  members: Members;
  net: string;
  vat: string;
  gross: string;
}

const EXAMPLES: Example[] = [
  {
    what: '50 x 241.67 at 20 %, VAT of the total',
    members: { lines: times(50, at('20', '241.67')) },
    net: '12083.50',
    vat: '2416.70',
    gross: '14500.20',
  },
  {
    what: '50 x 241.67 at 20 %, VAT of each line',
    company: { vatRounding: 'line' },
    members: { lines: times(50, at('20', '241.67')) },
    net: '12083.50',
    vat: '2416.50',
    gross: '14500.00',
  },
  {
    what: '16 x 348.35 at 22 %, 4 % off the line',
    members: { lines: [at('22', '348.35', { quantity: '16', discountPercent: '4' })] },
    net: '5350.66',
    vat: '1177.15',
    gross: '6527.81',
  },
  {
    what: '16 x 348.35 at 22 %, 4 % off the document',
    members: { discountPercent: '4', lines: [at('22', '348.35', { quantity: '16' })] },
    net: '5350.66',
    vat: '1177.15',
    gross: '6527.81',
  },
  {
    what: '10 x 3.60 at 5.5 % on one line',
    members: { lines: [at('5.5', '3.60', { quantity: '10' })] },
    net: '36.00',
    vat: '1.98',
    gross: '37.98',
  },
  {
    what: '10 lines of 3.60 at 5.5 %, VAT of the total',
    members: { lines: times(10, at('5.5', '3.60')) },
    net: '36.00',
    vat: '1.98',
    gross: '37.98',
  },
  {
    what: '10 lines of 3.60 at 5.5 %, VAT of each line',
    company: { vatRounding: 'line' },
    members: { lines: times(10, at('5.5', '3.60')) },
    net: '36.00',
    vat: '2.00',
    gross: '38.00',
  },
  {
    what: '4 x 348.11 at 25 % on two lines',
    members: { lines: times(2, at('25', '348.11', { quantity: '2' })) },
    net: '1392.44',
    vat: '348.11',
    gross: '1740.55',
  },
  {
    what: 'a line with a negative price',
    members: { lines: [line('100.00'), line('-20.00')] },
    net: '80.00',
    vat: '16.80',
    gross: '96.80',
  },
  {
    what: 'a line with a negative quantity',
    members: { lines: [line('100.00'), line('20.00', { quantity: '-1' })] },
    net: '80.00',
    vat: '16.80',
    gross: '96.80',
  },
  {
    what: 'JPY, 3 lines of 105 at 10 %, VAT of the total',
    company: { baseCurrency: 'JPY' },
    members: { lines: times(3, at('10', '105')) },
    net: '315',
    vat: '32',
    gross: '347',
  },
  {
    what: 'JPY, 3 lines of 105 at 10 %, VAT of each line',
    company: { baseCurrency: 'JPY', vatRounding: 'line' },
    members: { lines: times(3, at('10', '105')) },
    net: '315',
    vat: '33',
    gross: '348',
  },
  {
    what: 'JPY, 1127 at 10 %: no decimals',
    company: { baseCurrency: 'JPY' },
    members: { lines: [at('10', '1127')] },
    net: '1127',
    vat: '113',
    gross: '1240',
  },
  {
    what: 'BHD, 12.345 at 10 %: three decimals',
    company: { baseCurrency: 'BHD' },
    members: { lines: [at('10', '12.345')] },
    net: '12.345',
    vat: '1.235',
    gross: '13.580',
  },
  {
    what: 'KWD, 10.005 at 5 %: three decimals',
    company: { baseCurrency: 'KWD' },
    members: { lines: [at('5', '10.005')] },
    net: '10.005',
    vat: '0.500',
    gross: '10.505',
  },
  {
    what: 'prices with VAT',
    members: { lines: [withVat('121.00'), withVat('0.99', { quantity: '3' })] },
    net: '102.45',
    vat: '21.52',
    gross: '123.97',
  },
  {
    what: 'prices with and without VAT',
    members: { lines: [withVat('10.00'), line('10.00')] },
    net: '18.26',
    vat: '3.84',
    gross: '22.10',
  },
  {
    what: 'several rates',
    members: { lines: [line('10.01'), at('9', '10.01'), at('5', '10.01'), at('21', '0.99')] },
    net: '31.02',
    vat: '3.71',
    gross: '34.73',
  },
  {
    what: 'both discounts',
    members: {
      discountPercent: '12.5',
      lines: [line('19.99', { quantity: '7', discountPercent: '33.333333' })],
    },
    net: '81.63',
    vat: '17.14',
    gross: '98.77',
  },
  {
    what: 'six decimals',
    members: {
      lines: [line('0.000001', { quantity: '123456.789' }), line('0.012345', { quantity: '1000' })],
    },
    net: '12.47',
    vat: '2.62',
    gross: '15.09',
  },
  {
    what: 'beyond 2^53 cents',
    members: { lines: [at('0', '90071992547409.93', { vatExemptionBasis: '22 str.' })] },
    net: '90071992547409.93',
    vat: '0.00',
    gross: '90071992547409.93',
  },
];

describe('amounts of sales documents', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());

  it.each(EXAMPLES)(
    '$what: $net + $vat = $gross',
    async ({ company: profile = {}, members, net, vat, gross }) => {
      const company = await withAnyRate(await app.company(profile));
      const sales = await Sales.of(company);
      const draft = await sales.draft(members);
      const totals = {
        netTotal: net,
        vatTotal: vat,
        grossTotal: gross,
        vatRounding: profile.vatRounding ?? 'total',
      };
      expect(draft).toMatchObject(totals);
      const issued = await company.ok('sales/invoices/issue', { id: draft.id });
      expect(issued).toMatchObject(totals);
      expect(await sales.get(draft.id)).toEqual(issued);
      await sales.credited(draft.id);
      expect(await sales.get(draft.id)).toMatchObject({ paymentStatus: 'paid', paidAmount: gross });
      await expectSoundBooks(company);
    },
  );

  it('add up beyond 2^53 cents', async () => {
    const company = await withAnyRate(await app.company());
    const sales = await Sales.of(company);
    for (let time = 0; time < 2; time++)
      await sales.issued({ lines: [at('0', '90071992547409.93', { vatExemptionBasis: '22 str.' })] });
    const { totals } = await company.ok('sales/invoices/list', { totals: ['grossTotal'] });
    expect(totals).toEqual({ grossTotal: '180143985094819.86' });
    await expectSoundBooks(company);
  });

  it('say where VAT is not one rounding of net x rate, and why', async () => {
    const sales = await Sales.of(await withAnyRate(await app.company({ vatRounding: 'line' })));
    expect((await sales.issued({ lines: times(50, at('20', '241.67')) })).roundingTrace).toBe(
      'S 20 %: VAT 2416.50, net 12083.50 x rate = 2416.70, difference -0.20 EUR (VAT rounded per line)',
    );
    expect((await sales.issued()).roundingTrace).toBeNull();
  });

  it('with a total of zero or less are refused; a negative one is a credit note', async () => {
    const company = await withAnyRate(await app.company());
    const sales = await Sales.of(company);
    for (const [lines, message] of [
      [[line('-50.00')], 'use a credit note'],
      [[line('10.00', { quantity: '-1' })], 'use a credit note'],
      [[line('0.00')], 'must be positive'],
      [[line('10.00', { discountPercent: '100' })], 'must be positive'],
      [[line('0.001')], 'must be positive'],
    ] as const) {
      const answer = await sales.tryIssue({ lines });
      expect(outcome(answer)).toBe('422 total_not_positive');
      expect(answer.body.error.message).toContain(message);
    }
    expect(await company.count('sale_invoices')).toBe(0);
  });

  it('in another currency than the books are refused until there is a rate', async () => {
    const company = await withAnyRate(await app.company());
    const sales = await Sales.of(company);
    const refused = await sales.tryIssue({ currency: 'USD' });
    expect(outcome(refused)).toBe('422 exchange_rate_missing');
    expect(refused.body.error.fieldErrors).toHaveProperty('currency');
    expect(outcome(await sales.tryIssue({ currency: 'XYZ' }))).toBe('400 invalid_request');
    expect(await sales.issued({ currency: 'EUR' })).toMatchObject({ currency: 'EUR', fxRate: null });
  });

  it('keep the digits of a quantity, sent as string or as number', async () => {
    const sales = await Sales.of(await withAnyRate(await app.company()));
    const draft = await sales.company.ok(
      'sales/invoices/create',
      `{"partnerId": "${sales.partnerId}", "lines": [
        {"description": "a", "quantity": 0.1, "unitPriceExclVat": "10.00", "vatRatePercent": "21"},
        {"description": "b", "quantity": 2.50, "unitPriceExclVat": "10.00", "vatRatePercent": "21"},
        {"description": "c", "quantity": 3, "unitPriceExclVat": "10.00", "vatRatePercent": "21"},
        {"description": "d", "quantity": "12345.678901", "unitPriceExclVat": "10.00", "vatRatePercent": "21"}]}`,
    );
    expect(draft.lines.map(({ quantity }: { quantity: string }) => quantity)).toEqual([
      '0.1',
      '2.5',
      '3',
      '12345.678901',
    ]);
    expect(draft.netTotal).toBe('123512.79');
  });

  it.each(['1e1', '1E-1', '0.0000001'])('refuse the JSON number %s as a quantity', async digits => {
    const sales = await Sales.of(await withAnyRate(await app.company()));
    const answer = await sales.company.post(
      'sales/invoices/create',
      `{"partnerId": "${sales.partnerId}", "lines": [{"description": "a", "quantity": ${digits}, "unitPriceExclVat": "10.00", "vatRatePercent": "21"}]}`,
    );
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(answer.body.error.fieldErrors).toHaveProperty(['lines.0.quantity']);
  });

  describe('of a document of 1,000 lines', () => {
    afterEach(() => jest.restoreAllMocks());

    it.each(['create and issue', 'issue', 'credit in full', 'credit by line'])(
      'cost as many statements as of one line: %s',
      async work => {
        const sales = await Sales.of(await withAnyRate(await app.company()));
        const statementsFor = async (count: number): Promise<string[]> => {
          const members = { lines: times(count, line('1.00', { vatClassifierCode: 'PVM1' })) };
          const invoice = work.startsWith('credit') ? await sales.issued(members) : undefined;
          const draft = work === 'issue' ? await sales.draft(members) : undefined;
          const query = jest.spyOn(Client.prototype, 'query');
          if (draft) await sales.company.ok('sales/invoices/issue', { id: draft.id });
          else if (work === 'credit in full') await sales.credited(invoice!.id);
          else if (invoice)
            await sales.credited(invoice.id, {
              lines: invoice.lines.map(({ id }) => ({ creditedLineId: id })),
            });
          else await sales.issued(members);
          const calls = query.mock.calls as unknown as [string | { text: string }][];
          query.mockRestore();
          return calls.map(([statement]) => (typeof statement === 'string' ? statement : statement.text));
        };
        await sales.issued();
        const one = await statementsFor(1);
        const thousand = await statementsFor(1000);
        expect(one.length).toBeGreaterThan(5);
        expect(thousand.length).toBe(one.length);
        await expectSoundBooks(sales.company);
      },
    );
  });
});
