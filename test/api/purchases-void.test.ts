import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';
import { expectSoundBooks } from '../support/books';
import { Bank, OTHER_IBAN } from '../support/bank';
import { cost, Purchases, PURCHASES_NOW } from '../support/purchases';
import { atOnce, outcome, outcomes } from '../support/sales';

describe('a void of a registration', () => {
  let app: TestApp;
  let company: TestCompany;
  let purchases: Purchases;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(PURCHASES_NOW)));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    purchases = await Purchases.of(company);
  });
  afterEach(() => expectSoundBooks(company));

  const register = (): Promise<unknown[]> =>
    company.sql(
      `SELECT is_void, period_month AS month, net::int, vat::int, deductible_vat::numeric(9, 2) AS deductible, self_assessed_vat::numeric(9, 2) AS own
         FROM vat_register_rows ORDER BY is_void, vat_rate DESC, vat_code`,
    );

  it('takes everything back by its mirror image and leaves the document to be read', async () => {
    const purchase = await purchases.registered({
      lines: [
        cost('100.00', { deductiblePercent: '50' }),
        cost('50.00', { vatRatePercent: undefined, vatClassifierCode: 'PVM25', accountCode: '6001' }),
      ],
    });
    const voided = await company.ok('purchases/invoices/void', { id: purchase.id, reason: 'Wrong supplier' });
    expect(voided).toMatchObject({
      ...purchase,
      isVoid: true,
      voidDate: '2026-10-05',
      voidReason: 'Wrong supplier',
      voidJournalTransactionId: expect.any(String) as string,
      paymentStatus: 'paid',
      paidAmount: purchase.grossTotal,
    });
    expect(await purchases.balances()).toEqual({});
    expect(await purchases.entries(voided.voidJournalTransactionId)).toEqual([
      '6312 credit 110.50',
      '6001 credit 50.00',
      '2441 credit 10.50',
      '2441 credit 10.50',
      '4492 debit 10.50',
      '4430 debit 171.00',
    ]);
    expect(await register()).toEqual([
      { is_void: false, month: 10, net: 100, vat: 21, deductible: '10.50', own: '0.00' },
      { is_void: false, month: 10, net: 50, vat: 0, deductible: '10.50', own: '10.50' },
      { is_void: true, month: 10, net: -100, vat: -21, deductible: '-10.50', own: '0.00' },
      { is_void: true, month: 10, net: -50, vat: 0, deductible: '-10.50', own: '-10.50' },
    ]);
    const { rows } = await company.ok('ledger/open-items/list');
    expect(rows).toMatchObject([{ amount: '-171.00', openAmount: '0.00', openBaseAmount: '0.00' }]);
    expect(await company.count('audit_log', `action = 'purchase_invoice.voided'`)).toBe(1);
  });

  it('is done once, of twenty at once with twenty keys', async () => {
    const { id } = await purchases.registered();
    const answers = await atOnce(20, () => purchases.tryVoid(id));
    expect(outcomes(answers)).toEqual({ '200': 1, '409 already_void': 19 });
    expect(await company.count('journal_transactions')).toBe(2);
  });

  it('is dated on the first open day from the registration on; VAT in the first open month from the receipt on', async () => {
    const purchase = await purchases.registered(
      { documentDate: '2026-07-10', receivedDate: '2026-07-20' },
      '2026-08-03',
    );
    await company.ok('ledger/periods/lock', { year: 2026, month: 8 });
    const answer = await purchases.tryVoid(purchase.id);
    expect(answer.body).toMatchObject({ voidDate: '2026-09-01' });
    expect(await register()).toMatchObject([
      { is_void: false, month: 7 },
      { is_void: true, month: 7 },
    ]);
    const other = await purchases.registered({ documentDate: '2026-07-10', receivedDate: '2026-07-20' });
    await company.ok('ledger/periods/lock', { year: 2026, month: 7 });
    await purchases.tryVoid(other.id);
    expect(
      await company.sql(`SELECT period_month AS month FROM vat_register_rows WHERE is_void ORDER BY 1`),
    ).toEqual([{ month: 7 }, { month: 9 }]);
  });

  it('is refused for a draft, and while something is settled', async () => {
    const draft = await purchases.draft();
    expect(outcome(await purchases.tryVoid(draft.id))).toBe('409 not_registered');
    const invoice = await purchases.registered();
    const credit = await purchases.credited(invoice.id, { lines: [cost('10.00')] });
    const credited = await purchases.tryVoid(invoice.id);
    expect(outcome(credited)).toBe('409 document_settled');
    expect(credited.body.error.message).toContain('void its credit notes first');
    expect(outcome(await purchases.tryVoid(credit.id))).toBe('200');
    expect(outcome(await purchases.tryVoid(invoice.id))).toBe('200');
    expect(outcome(await purchases.tryVoid(credit.id))).toBe('409 already_void');
  });

  it('of a credit note opens its invoice again, for another credit note', async () => {
    const invoice = await purchases.registered();
    const credit = await purchases.credited(invoice.id, { documentNumber: 'K-1', lines: [cost('100.00')] });
    expect((await purchases.get(invoice.id)).paymentStatus).toBe('paid');
    expect(outcome(await purchases.tryVoid(credit.id))).toBe('200');
    expect(await purchases.get(invoice.id)).toMatchObject({ paymentStatus: 'unpaid', paidAmount: '0.00' });
    const again = await purchases.credited(invoice.id, { documentNumber: 'K-1', lines: [cost('100.00')] });
    expect(again.paymentStatus).toBe('paid');
  });

  it('of a credit note in another currency takes exchange differences of cents along', async () => {
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-01', rate: '1.2345' });
    const usd = { currency: 'USD', documentDate: '2026-10-02' };
    const invoice = await purchases.registered({ ...usd, lines: [cost('0.10', { quantity: '3' })] });
    const credits = [];
    for (const price of ['0.10', '0.10', '0.10'])
      credits.push(await purchases.credited(invoice.id, { lines: [cost(price)] }));
    expect(await company.count('journal_transactions')).toBeGreaterThan(4);
    for (const { id } of credits) expect(outcome(await purchases.tryVoid(id))).toBe('200');
    expect(outcome(await purchases.tryVoid(invoice.id))).toBe('200');
    expect(await purchases.balances()).toEqual({});
  });

  it('is refused when the item was allocated by hand', async () => {
    const invoice = await purchases.registered({ lines: [cost('100.00')] });
    const credit = await purchases.registered({ type: 'credit_note', lines: [cost('10.00')] });
    const { rows } = await company.ok('ledger/open-items/list');
    const ofDocument = (id: string): { id: string } =>
      rows.find((row: { documentId: string }) => row.documentId === id);
    await company.ok('ledger/open-items/allocate', {
      allocations: [
        { openItemId: ofDocument(invoice.id).id, amount: '-12.10' },
        { openItemId: ofDocument(credit.id).id, amount: '12.10' },
      ],
    });
    expect(outcome(await purchases.tryVoid(invoice.id))).toBe('409 document_settled');
    expect(outcome(await purchases.tryVoid(credit.id))).toBe('409 document_settled');
  });

  it('is refused while the document is paid, and possible once the payment is taken back', async () => {
    const invoice = await purchases.registered();
    const account = (await company.ok('bank/accounts/create', { name: 'Bank' })) as { id: string };
    const paid = (await company.ok('bank/transactions/record', {
      bankAccountId: account.id,
      date: '2026-10-05',
      amount: '-121.00',
      documentType: 'purchase_invoice',
      documentId: invoice.id,
    })) as { id: string };
    expect(await purchases.get(invoice.id)).toMatchObject({ paymentStatus: 'paid', paidAmount: '121.00' });
    const answer = await purchases.tryVoid(invoice.id);
    expect(outcome(answer)).toBe('409 document_settled');
    expect(answer.body.error.message).toContain('bank/transactions/unmatch');
    await company.ok('bank/transactions/unmatch', { transactionId: paid.id });
    expect(outcome(await purchases.tryVoid(invoice.id))).toBe('200');
  });

  it('is refused while a payment message pays the document, also when both come at once', async () => {
    const bank = await Bank.of(company);
    const supplier = await Purchases.of(company, { name: 'Other', vatCode: undefined, iban: OTHER_IBAN });
    const tryExport = (id: string): Promise<Answer> =>
      company.post('bank/payments/export', { bankAccountId: bank.accountId, purchaseInvoiceIds: [id] });
    const { id } = await supplier.registered();
    const { messageId } = (await tryExport(id)).body as { messageId: string };
    const answer = await supplier.tryVoid(id);
    expect(outcome(answer)).toBe('409 payment_exported');
    expect(answer.body.error.message).toContain('bank/payments/cancel-export');
    expect(await supplier.get(id)).toMatchObject({ isVoid: false, paymentStatus: 'unpaid' });
    await company.ok('bank/payments/cancel-export', { messageId });
    expect(outcome(await supplier.tryVoid(id))).toBe('200');

    const invoices = [await supplier.registered(), await supplier.registered(), await supplier.registered()];
    for (const invoice of invoices) {
      const both = await Promise.all([tryExport(invoice.id), supplier.tryVoid(invoice.id)]);
      expect(['200, 409 payment_exported', '422 payment_refused, 200']).toContain(
        both.map(outcome).join(', '),
      );
    }
  });

  it('heals what was refused before: the same key then succeeds', async () => {
    const invoice = await purchases.registered();
    const wrong = await purchases.credited(invoice.id, { lines: [cost('90.00')] });
    const right = await purchases.draft({ type: 'credit_note', creditedInvoiceId: invoice.id });
    const register = (): Promise<Answer> =>
      company.post('purchases/invoices/register', { id: right.id }, { key: 'register' });
    expect(outcome(await register())).toBe('422 supplier_over_credit');
    expect(outcome(await purchases.tryVoid(wrong.id))).toBe('200');
    expect(outcome(await register())).toBe('200');
  });

  it('and registration and unmatching heal too', async () => {
    const draft = await purchases.draft();
    const request = purchases.request({ type: 'credit_note', creditedInvoiceId: draft.id });
    const credit = (): Promise<Answer> =>
      company.post('purchases/invoices/create', request, { key: 'create' });
    expect(outcome(await credit())).toBe('422 not_creditable');
    await company.ok('purchases/invoices/register', { id: draft.id });
    expect(outcome(await credit())).toBe('201');

    await purchases.registered({ type: 'credit_note', lines: [cost('10.00')] });
    const { id: movement } = (await company.ok('bank/transactions/record', {
      bankAccountId: (await Bank.of(company)).accountId,
      date: '2026-10-05',
      amount: '-121.00',
      documentType: 'purchase_invoice',
      documentId: draft.id,
    })) as { id: string };
    const items = (await company.ok('ledger/open-items/list')).rows as { id: string; documentType: string }[];
    const allocations = items.map(({ id, documentType }) => ({
      openItemId: id,
      amount: documentType === 'purchase_invoice' ? '-12.10' : '12.10',
    }));
    const allocate = (): Promise<Answer> =>
      company.post('ledger/open-items/allocate', { allocations }, { key: 'allocate' });
    expect(outcome(await allocate())).toBe('422 allocation_refused');
    await company.ok('bank/transactions/unmatch', { transactionId: movement });
    expect(outcome(await allocate())).toBe('200');
  });

  it('refuses a reversal of the posting behind its back', async () => {
    const { journalTransactionId } = await purchases.registered();
    const answer = await company.post('ledger/journal/transactions/reverse', { id: journalTransactionId });
    expect(outcome(answer)).toBe('409 belongs_to_document');
  });
});
