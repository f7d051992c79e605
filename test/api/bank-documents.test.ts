import { balances, Bank, expectSoundItems, openAmounts } from '../support/bank';
import { camt, entry, statement } from '../support/bank-files';
import { expectSoundBooks } from '../support/books';
import { cost, Purchases } from '../support/purchases';
import { customer, outcome, Sales, SALES_NOW } from '../support/sales';
import { TestApp, type TestCompany } from '../support/test-app';

/** From the document over the bank file to the match, with nothing put into the tables by hand. */
describe('documents that the bank pays', () => {
  let app: TestApp;
  let company: TestCompany;
  let bank: Bank;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    bank = await Bank.of(company);
  });
  afterEach(async () => {
    await expectSoundBooks(company);
    await expectSoundItems(company);
  });

  it('are a purchase that is ordered by a payment message, and a sale, in one statement', async () => {
    const purchases = await Purchases.of(company, { iban: 'DE89370400440532013000' });
    const bill = await purchases.registered();
    const { xml } = await company.ok('bank/payments/export', {
      bankAccountId: bank.accountId,
      purchaseInvoiceIds: [bill.id],
    });
    expect(xml).toContain(`<EndToEndId>${bill.documentNumber}</EndToEndId>`);
    const sales = await Sales.of(company);
    const invoice = await sales.issued({ lines: [{ ...cost('200.00'), quantity: '1' }] });
    const entries = [
      entry({
        date: '2026-10-05',
        amount: '242.00',
        details: [{ amount: '242.00', text: invoice.fullNumber! }],
      }),
      entry({
        date: '2026-10-05',
        amount: '122.00',
        sign: 'DBIT',
        details: [{ amount: '121.00', text: bill.documentNumber, charge: '1.00' }],
      }),
    ];
    await bank.tryImport(camt([statement({ entries, opening: '0.00', closing: '120.00' })]));
    const { rows } = await company.ok('bank/transactions/list', { sort: [{ field: 'amount', dir: 'desc' }] });
    expect(rows.map(({ amount }: { amount: string }) => amount)).toEqual(['242.00', '-1.00', '-121.00']);
    for (const { id } of [rows[0], rows[2]] as { id: string }[]) {
      const { suggestions } = await company.ok('bank/transactions/suggest-matches', { transactionId: id });
      const [{ documentType, documentId }] = suggestions as [{ documentType: string; documentId: string }];
      expect((await bank.tryMatch(id, documentId, documentType)).status).toBe(200);
    }
    await bank.tryMatchMany((rows[1] as { id: string }).id, [], { feeAmount: '1.00' });
    expect(await openAmounts(company)).toEqual({});
    expect((await balances(company))['271']).toBe('120.00');
    expect(await purchases.get(bill.id)).toMatchObject({ paymentStatus: 'paid', paidAmount: '121.00' });
    expect(outcome(await company.post('purchases/invoices/void', { id: bill.id, reason: 'Wrong' }))).toMatch(
      /^409/,
    );
    await company.ok('bank/transactions/unmatch', { transactionId: (rows[2] as { id: string }).id });
    expect(await purchases.get(bill.id)).toMatchObject({ paymentStatus: 'unpaid' });
  });

  it('are a sale in dollars, paid in two parts at two rates', async () => {
    const rate = (date: string, value: string): Promise<unknown> =>
      company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate: value });
    await rate('2026-10-05', '1.25');
    const sales = new Sales(company, await customer(company));
    const invoice = await sales.issued({ currency: 'USD' });
    const dollars = await bank.another({ currency: 'USD', accountCode: '272' });
    // 121.00 USD at 1.25 are 96.80 EUR.
    expect((await balances(company))['2410']).toBe('96.80');
    await dollars.tryMatch(await dollars.movement('21.00'), invoice.id);
    expect(await balances(company)).toMatchObject({ '2410': '80.00', '272': '16.80' });
    await rate('2026-10-06', '1.1');
    await dollars.tryMatch(await dollars.movement('100.00', { date: '2026-10-06' }), invoice.id);
    expect(await balances(company)).toMatchObject({ '272': '107.71', '5803': '-10.91' });
    expect(await openAmounts(company)).toEqual({});
    expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid', paidAmount: '121.00' });
  });
});
