import { balances, Bank, expectSoundItems, openAmounts, payable } from '../support/bank';
import { atOnce, customer, line, outcome, outcomes, Sales, SALES_NOW } from '../support/sales';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

interface Item {
  id: string;
  documentId: string;
  documentType: string;
  openAmount: string;
}

describe('money on account', () => {
  let app: TestApp;
  let company: TestCompany;
  let bank: Bank;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    bank = await Bank.of(company);
    sales = await Sales.of(company);
  });
  afterEach(() => expectSoundItems(company));

  const onAccount = (transactionId: string, partnerId: string, more: object = {}): Promise<Answer> =>
    company.post('bank/transactions/match-on-account', { transactionId, partnerId, ...more });
  const itemOf = async (documentType: string): Promise<Item> => {
    const { rows } = (await company.ok('ledger/open-items/list', {
      filter: [{ field: 'documentType', op: 'eq', value: documentType }],
    })) as { rows: [Item] };
    return rows[0];
  };

  it('that was too much is suggested and paid back through the bank, and can be taken back', async () => {
    const invoice = await sales.issued();
    const receipt = await bank.movement('171.00', { externalId: 'TOO MUCH' });
    await bank.tryMatch(receipt, invoice.id);
    const { documentId } = await itemOf('bank_payment');
    const refund = await bank.movement('-50.00');
    expect(await company.ok('bank/transactions/suggest-matches', { transactionId: refund })).toMatchObject({
      suggestions: [{ documentType: 'sale_invoice', documentId, number: 'TOO MUCH', remaining: '50.00' }],
    });
    // It is the customer's, not a supplier's.
    expect(outcome(await bank.tryMatch(refund, documentId, 'purchase_invoice'))).toBe('404 not_found');
    expect(await bank.tryMatch(refund, documentId)).toMatchObject({
      status: 200,
      body: { status: 'matched', matchedDocumentType: 'sale_invoice', matchedDocumentId: documentId },
    });
    expect(await openAmounts(company)).toEqual({});
    expect(await balances(company)).toEqual({ '271': '121.00', '5001': '-100.00', '4492': '-21.00' });
    expect(outcome(await company.post('bank/transactions/unmatch', { transactionId: receipt }))).toBe(
      '409 in_use',
    );
    await company.ok('bank/transactions/unmatch', { transactionId: refund });
    expect(await openAmounts(company)).toEqual({ 'TOO MUCH': '-50.00' });
    await company.ok('bank/transactions/unmatch', { transactionId: receipt });
    expect(await openAmounts(company)).toEqual({ [invoice.fullNumber!]: '121.00' });
  });

  it('of a customer is booked without a document, pays a later invoice, and the rest goes back', async () => {
    const id = await bank.movement('300.00', { externalId: 'AHEAD' });
    const { status, body } = await onAccount(id, sales.partnerId);
    expect([status, body]).toMatchObject([200, { status: 'matched', matchedDocumentType: null }]);
    expect(
      await company.ok('ledger/journal/transactions/get', { id: body.journalTransactionId }),
    ).toMatchObject({
      date: '2026-10-05',
      description: 'Payment on account',
      partnerId: sales.partnerId,
      entries: [
        { accountCode: '271', debit: '300.00' },
        { accountCode: '2410', credit: '300.00' },
      ],
    });
    const item = await itemOf('bank_payment');
    expect(item).toMatchObject({ side: 'receivable', openAmount: '-300.00', documentNumber: 'AHEAD' });
    const invoice = await sales.issued();
    const claim = await itemOf('sale_invoice');
    await company.ok('ledger/open-items/allocate', {
      allocations: [
        { openItemId: claim.id, amount: '121.00' },
        { openItemId: item.id, amount: '-121.00' },
      ],
    });
    expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid' });
    await bank.tryMatch(await bank.movement('-179.00'), item.documentId);
    expect(await openAmounts(company)).toEqual({});
    expect(outcome(await company.post('bank/transactions/unmatch', { transactionId: id }))).toBe(
      '409 in_use',
    );
  });

  it('to a supplier stands on payables, pays his invoice, and is taken back', async () => {
    const supplier = await customer(company, { isSupplier: true });
    const id = await bank.movement('-105.00', { externalId: 'PREPAID' });
    expect((await onAccount(id, supplier)).status).toBe(200);
    expect(await itemOf('bank_payment')).toMatchObject({ side: 'payable', openAmount: '105.00' });
    expect(await balances(company)).toEqual({ '271': '-105.00', '4430': '105.00' });
    const bill = await payable(company, supplier, '105.00');
    const [paid, owed] = [await itemOf('bank_payment'), await itemOf('purchase_invoice')];
    expect(owed.documentId).toBe(bill);
    await company.ok('ledger/open-items/allocate', {
      allocations: [
        { openItemId: paid.id, amount: '105.00' },
        { openItemId: owed.id, amount: '-105.00' },
      ],
    });
    expect(await openAmounts(company)).toEqual({});
    const other = await bank.movement('-7.00');
    await onAccount(other, supplier);
    await company.ok('bank/transactions/unmatch', { transactionId: other });
    expect(await openAmounts(company)).toEqual({});
    expect(await balances(company)).toEqual({ '271': '-105.00', '6001': '105.00' });
  });

  it('takes the side that is named, and what the bank kept back', async () => {
    const id = await bank.movement('97.00');
    await onAccount(id, sales.partnerId, { side: 'payable', feeAmount: '3.00' });
    expect(await itemOf('bank_payment')).toMatchObject({ side: 'payable', openAmount: '-100.00' });
    expect(await balances(company)).toMatchObject({ '271': '97.00', '4430': '-100.00' });
  });

  it('is booked once, whoever asks, and only for a partner that is there', async () => {
    const id = await bank.movement('300.00');
    expect(outcome(await onAccount(id, id))).toBe('404 not_found');
    const answers = await atOnce(20, () => onAccount(id, sales.partnerId));
    expect(outcomes(answers)).toEqual({ '200': 1, '409 already_matched': 19 });
    expect(await company.count('bank_matches')).toBe(1);
    expect(await balances(company)).toEqual({ '271': '300.00', '2410': '-300.00' });
  });

  it("of a customer is refused on a provider's account without the charge's id", async () => {
    const provider = await bank.another({ name: 'Stripe', type: 'stripe' });
    const id = await provider.movement('10.00');
    expect(outcome(await onAccount(id, sales.partnerId))).toBe('422 match_refused');
  });

  it('is what a proforma is paid with: it is no claim itself', async () => {
    const proforma = (await company.ok('sales/invoices/create', {
      partnerId: sales.partnerId,
      type: 'proforma',
      issue: true,
      issueDate: '2026-10-05',
      lines: [line('100.00')],
    })) as { id: string };
    const refused = await bank.tryMatch(await bank.movement('121.00'), proforma.id);
    expect(outcome(refused)).toBe('422 match_refused');
    expect(refused.body.error.message).toMatch(/proforma.*no claim.*advance invoice.*match-on-account/);
    const unallocated = await bank.tryMatchMany(await bank.movement('1.00'), []);
    expect(unallocated.body.error.message).toContain('bank/transactions/match-on-account');
  });
});
