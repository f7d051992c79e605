import { Bank } from '../support/bank';
import { Purchases } from '../support/purchases';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

type Row = Record<string, string>;

describe('what partners owe and are owed', () => {
  let app: TestApp;
  let company: TestCompany;
  let bank: Bank;
  let alpha: string;
  let beta: string;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-12-01T09:00:00Z')));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    bank = await Bank.of(company);
    alpha = await made('partners/create', { name: 'Alpha UAB' });
    beta = await made('partners/create', { name: 'Beta UAB' });
  });

  async function made(path: string, body: object): Promise<string> {
    return ((await company.ok(path, body)) as { id: string }).id;
  }
  const invoice = (partnerId: string, net: string, issueDate: string, dueDate: string, more: object = {}) =>
    made('sales/invoices/create', {
      partnerId,
      ...{ issueDate, dueDate, issue: true },
      lines: [{ description: 'Work', unitPriceExclVat: net, vatRatePercent: '21' }],
      ...more,
    });
  async function pay(
    documentId: string,
    date: string,
    amount: string,
    documentType = 'sale_invoice',
  ): Promise<void> {
    await company.ok('bank/transactions/record', {
      bankAccountId: bank.accountId,
      ...{ date, amount, documentType, documentId },
    });
  }
  /** Rows as "partner current d1to30 d31to60 d61to90 over90 total". */
  async function aged(asOf: string, side?: string): Promise<string[]> {
    const { rows } = (await company.ok('reports/debt-aging', { asOf, ...(side && { side }) })) as {
      rows: Row[];
    };
    return rows.map(row =>
      ['partnerName', 'current', 'd1to30', 'd31to60', 'd61to90', 'over90', 'total']
        .map(name => row[name])
        .join(' '),
    );
  }
  async function balances(asOf: string): Promise<string[]> {
    const { rows } = (await company.ok('reports/partner-balances', { asOf })) as { rows: Row[] };
    return rows.map(row => ['partnerName', 'receivable', 'payable', 'net'].map(name => row[name]).join(' '));
  }

  /** The sums of both reports are what stands on the control accounts, at the end of each of these days. */
  async function expectControlled(...days: string[]): Promise<void> {
    for (const day of days) {
      const { rows } = (await company.ok('reports/trial-balance', { fromDate: day, toDate: day })) as {
        rows: Row[];
      };
      const closing = (code: string): string => rows.find(row => row.code === code)?.closing ?? '0.00';
      const [sums] = (await company.sql(
        `SELECT (SELECT coalesce(sum(x::numeric), 0.00)::text FROM unnest($1::text[]) x) AS owed,
                (SELECT coalesce(-sum(x::numeric), 0.00)::text FROM unnest($2::text[]) x) AS owing`,
        [await totals(day, 'receivables'), await totals(day, 'payables')],
      )) as Row[];
      expect([day, sums!.owed, sums!.owing]).toEqual([day, closing('2410'), closing('4430')]);
    }
  }
  async function totals(asOf: string, side: string): Promise<string[]> {
    const { rows } = (await company.ok('reports/debt-aging', { asOf, side })) as { rows: Row[] };
    return rows.map(({ total }) => total!);
  }

  it('are aged by their due dates as they stood on any day', async () => {
    const first = await invoice(alpha, '100.00', '2026-09-01', '2026-09-11');
    const second = await invoice(alpha, '200.00', '2026-10-01', '2026-10-31');
    await pay(first, '2026-10-15', '100.00');
    await invoice(alpha, '100.00', '2026-11-05', '2026-11-05', {
      type: 'credit_note',
      creditedInvoiceId: second,
    });
    await invoice(beta, '50.00', '2026-11-10', '2026-11-20');
    expect(await aged('2026-08-31')).toEqual([]);
    // 29 days overdue, and not due yet.
    expect(await aged('2026-10-10')).toEqual(['Alpha UAB 242.00 121.00 0.00 0.00 0.00 363.00']);
    // 100.00 paid on 15 October; due today is not overdue.
    expect(await aged('2026-10-31')).toEqual(['Alpha UAB 242.00 0.00 21.00 0.00 0.00 263.00']);
    // 80 and 30 days; the credit note took 121.00 off the second invoice on 5 November.
    expect(await aged('2026-11-30')).toEqual([
      'Alpha UAB 0.00 121.00 0.00 21.00 0.00 142.00',
      'Beta UAB 0.00 60.50 0.00 0.00 0.00 60.50',
    ]);
    // 95, 45 and 25 days.
    expect(await aged('2026-12-15')).toEqual([
      'Alpha UAB 0.00 0.00 121.00 0.00 21.00 142.00',
      'Beta UAB 0.00 60.50 0.00 0.00 0.00 60.50',
    ]);
    expect(await aged('2026-12-15', 'payables')).toEqual([]);
    await expectControlled(
      '2026-10-10',
      '2026-10-15',
      '2026-10-31',
      '2026-11-04',
      '2026-11-05',
      '2026-11-30',
    );
  });

  it('are netted by partner, and a side by itself', async () => {
    const purchases = new Purchases(company, alpha);
    const { id } = (await company.ok(
      'purchases/invoices/create',
      purchases.request({ documentDate: '2026-10-05', dueDate: '2026-10-15' }),
    )) as { id: string };
    await company.ok('purchases/invoices/register', { id, registrationDate: '2026-10-05' });
    await invoice(alpha, '200.00', '2026-10-07', '2026-10-31');
    await pay(id, '2026-11-02', '-21.00', 'purchase_invoice');
    expect(await aged('2026-10-31', 'payables')).toEqual(['Alpha UAB 0.00 121.00 0.00 0.00 0.00 121.00']);
    expect(await aged('2026-12-01', 'payables')).toEqual(['Alpha UAB 0.00 0.00 100.00 0.00 0.00 100.00']);
    expect(await balances('2026-10-06')).toEqual(['Alpha UAB 0.00 121.00 -121.00']);
    expect(await balances('2026-12-01')).toEqual(['Alpha UAB 242.00 100.00 142.00']);
    await expectControlled('2026-10-06', '2026-10-31', '2026-11-30');
    expect(await company.ok('reports/debt-aging')).toMatchObject({ asOf: '2026-12-01', side: 'receivables' });
    expect(await company.ok('reports/partner-balances')).toEqual({
      rows: [
        {
          partnerId: alpha,
          partnerName: 'Alpha UAB',
          receivable: '242.00',
          payable: '100.00',
          net: '142.00',
        },
      ],
      totals: { receivable: '242.00', payable: '100.00' },
    });
    expect(await (await app.company()).ok('reports/partner-balances')).toEqual({
      rows: [],
      totals: { receivable: '0.00', payable: '0.00' },
    });
  });

  it('agree with the control accounts through overpayments, early payments and other currencies', async () => {
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-01', rate: '1.1000' });
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-11-01', rate: '1.2500' });
    const dollars = await invoice(alpha, '100.00', '2026-10-01', '2026-10-31', { currency: 'USD' });
    const dollarBank = await bank.another({ currency: 'USD' });
    // 121.00 USD are 110.00 EUR; a part of 60.50 USD takes 55.00 of them, whatever it is worth by then.
    await company.ok('bank/transactions/record', {
      bankAccountId: dollarBank.accountId,
      date: '2026-11-03',
      amount: '60.50',
      documentType: 'sale_invoice',
      documentId: dollars,
    });
    const euros = await invoice(beta, '100.00', '2026-10-10', '2026-10-20');
    const early = await bank.movement('150.00', { date: '2026-10-05' });
    const matched = await bank.tryMatch(early, euros);
    expect([matched.status, matched.body.error]).toEqual([200, undefined]);
    expect(await balances('2026-10-31')).toEqual([
      'Alpha UAB 110.00 0.00 110.00',
      'Beta UAB -29.00 0.00 -29.00',
    ]);
    expect(await balances('2026-12-01')).toEqual([
      'Alpha UAB 55.00 0.00 55.00',
      'Beta UAB -29.00 0.00 -29.00',
    ]);
    await expectControlled(
      '2026-10-04',
      '2026-10-05',
      '2026-10-10',
      '2026-10-31',
      '2026-11-03',
      '2026-12-01',
    );
  });
});
