import { TestApp, type Answer } from '../support/test-app';
import { openBooks, type Books } from '../support/sample-books';

/** @invariant INV-14 */
describe('a business key has one live document', () => {
  let app: TestApp;
  let books: Books;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    books = await openBooks(app);
  });
  afterAll(() => app.stop());

  const sell = (businessKey: string, more: object = {}): Promise<Answer> =>
    books.company.post('sales/invoices/create', {
      partnerId: books.partnerId,
      issue: true,
      businessKey,
      lines: [{ description: 'Work', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
      ...more,
    });

  it('by SQL: the row of a key is there once, names a document and is not changed', async () => {
    const row = {
      table: 'sale_invoice_business_keys',
      where: 'true',
      changes: { invoice_id: books.draft.id },
    };
    expect(await books.attacker.forge(row)).toBe('pk_sale_invoice_business_keys');
    expect(
      await books.attacker.forge({
        ...row,
        changes: { business_key: 'order-2', invoice_id: '018f0000-0000-7000-8000-000000000000' },
      }),
    ).toBe('fk_sale_invoice_business_keys__invoice');
    expect(
      await books.attacker.try('UPDATE sale_invoice_business_keys SET invoice_id = $1', [books.draft.id]),
    ).toBe('42501');
  });

  it('of twenty at once with twenty Idempotency-Keys', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => sell('order-2')));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([1, 19]);
    expect(refused.map(({ body }) => [body.error.reason, body.error.existingId])).toEqual(
      Array(19).fill(['business_key_taken', made[0]!.body.id]),
    );
    expect(await books.company.count('sale_invoices', `business_key = 'order-2'`)).toBe(1);
  });

  it('whatever blanks stand around it', async () => {
    const { body } = await sell('order-4');
    expect(body.businessKey).toBe('order-4');
    for (const key of [' order-4', 'order-4 ', '\torder-4\n', '\u00a0order-4'])
      expect((await sell(key)).body.error).toMatchObject({
        reason: 'business_key_taken',
        existingId: body.id,
      });
    expect((await sell('order 4')).status).toBe(201);
    await books.company.ok('account/companies/update', { uniqueOrderNumber: true });
    const first = await sell('order-5', { orderNumber: '1041 ' });
    expect(first.body.orderNumber).toBe('1041');
    expect((await sell('order-6', { orderNumber: ' 1041' })).body.error).toMatchObject({
      reason: 'order_number_taken',
      existingId: first.body.id,
    });
    const draft = await sell('order-7', { issue: false });
    const change = { id: draft.body.id, orderNumber: ' 1041 ' };
    expect((await books.company.post('sales/invoices/update', change)).status).toBe(409);
  });

  it('until it is credited in full, or the draft that holds it is deleted', async () => {
    expect((await sell('order-1')).body.error).toMatchObject({
      reason: 'business_key_taken',
      existingId: books.invoice.id,
    });
    await books.company.ok('sales/invoices/create', {
      type: 'credit_note',
      issue: true,
      partnerId: books.partnerId,
      creditedInvoiceId: books.invoice.id,
      creditReason: 'Cancelled',
    });
    expect((await sell('order-1')).status).toBe(201);
    const draft = await sell('order-3', { issue: false });
    expect((await sell('order-3')).body.error).toMatchObject({
      reason: 'business_key_taken',
      existingId: draft.body.id,
    });
    await books.company.ok('sales/invoices/delete', { id: draft.body.id });
    expect((await sell('order-3')).status).toBe(201);
  });
});
