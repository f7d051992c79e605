import { Advances } from '../support/advances';
import { balances, expectSoundItems, openAmounts } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { Till } from '../support/payments';
import { Payouts, payoutRow } from '../support/payouts';
import { outcome, SALES_NOW } from '../support/sales';
import { StripeServer } from '../support/stripe-server';
import { TestApp } from '../support/test-app';

/** @invariant INV-05 */
describe('advances that are paid through a provider', () => {
  let app: TestApp;
  let stripe: StripeServer;
  beforeAll(async () => {
    stripe = await StripeServer.start();
    app = await TestApp.start({ stripeApiUrl: stripe.url });
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(async () => {
    await app.stop();
    await stripe.stop();
  });

  it('are charged like invoices, a proforma is not', async () => {
    const till = await Till.open(app);
    const advance = await till.invoice({ type: 'advance' });
    await till.charged(advance.id);
    expect(await till.sales.get(advance.id)).toMatchObject({ paymentStatus: 'paid' });
    const invoice = await till.invoice();
    await till.company.ok('sales/invoices/apply-advance', { advanceId: advance.id, invoiceId: invoice.id });
    expect(await openAmounts(till.company)).toEqual({});
    const proforma = await till.invoice({ type: 'proforma' });
    expect(outcome(await till.charge(proforma.id))).toBe('422 not_chargeable');
    await expectSoundBooks(till.company);
    await expectSoundItems(till.company);
  });

  it('are settled by a payout that names them, and taxed once for it', async () => {
    const books = await Advances.open(app);
    const payouts = new Payouts(books.company, books.bank.accountId);
    const advance = await books.advance({ vatOnPayment: true });
    const proforma = await books.sales.issued({ type: 'proforma' });
    const rows = [
      { gross: '121.00', fee: '1.00', reference: advance.fullNumber!, charge: 'ch_1', paidOn: '2026-10-05' },
      { gross: '10.00', reference: proforma.fullNumber!, charge: 'ch_2' },
      payoutRow('130.00'),
    ];
    const posted = await payouts.posted(rows);
    expect(posted).toMatchObject({ unmatchedCount: 1 });
    expect(await books.sales.get(advance.id)).toMatchObject({ paymentStatus: 'paid' });
    const [document] = await books.tax(advance.id);
    await books.company.ok('bank/settlements/reverse', { id: posted.id });
    expect(await books.tax(advance.id)).toMatchObject([
      { type: 'credit_note', nature: 'advance_tax', creditedInvoiceId: document!.id },
    ]);
    expect(await balances(books.company)).toEqual({ 2410: '121.00', 4420: '-121.00' });
    await books.company.ok('bank/settlements/post', { id: posted.id });
    expect(await books.tax(advance.id)).toMatchObject([{ nature: 'advance_tax', vatTotal: '21.00' }]);
    await expectSoundBooks(books.company);
    await expectSoundItems(books.company);
  });

  it('are paid by what a partner has to his credit, and suggested to the bank', async () => {
    const books = await Advances.open(app);
    const advance = await books.advance({ vatOnPayment: true });
    const invoice = await books.sales.issued();
    await books.paid(invoice.id, '181.50');
    const { rows } = (await books.company.ok('ledger/open-items/list')) as {
      rows: { id: string; openAmount: string }[];
    };
    const idOf = (amount: string): string => rows.find(({ openAmount }) => openAmount === amount)!.id;
    await books.company.ok('ledger/open-items/allocate', {
      allocations: [
        { openItemId: idOf('121.00'), amount: '60.50' },
        { openItemId: idOf('-60.50'), amount: '-60.50' },
      ],
    });
    expect(await books.tax(advance.id)).toMatchObject([{ grossTotal: '60.50', vatTotal: '10.50' }]);
    const transactionId = await books.bank.movement('60.50', { description: advance.fullNumber });
    const suggested = (await books.company.ok('bank/transactions/suggest-matches', {
      transactionId,
    })) as object;
    expect(JSON.stringify(suggested)).toContain(advance.id);
    await expectSoundBooks(books.company);
    await expectSoundItems(books.company);
  });
});
