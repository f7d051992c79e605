import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { expectSoundBooks } from '../support/books';
import { Purchases, PURCHASES_NOW } from '../support/purchases';
import { atOnce, outcome, outcomes } from '../support/sales';

describe('numbers of supplier documents', () => {
  let app: TestApp;
  let company: TestCompany;
  let s1: Purchases;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(PURCHASES_NOW)));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    s1 = await Purchases.of(company);
  });
  afterEach(() => expectSoundBooks(company));

  const S2 = { name: 'Other supplier', vatCode: undefined };

  it('of twenty at once with twenty keys one is entered', async () => {
    const answers = await atOnce(20, () => s1.try({ documentNumber: 'AB-001' }));
    expect(outcomes(answers)).toEqual({ '201': 1, '409 supplier_document_taken': 19 });
    const { id } = answers.find(({ status }) => status === 201)!.body as { id: string };
    const others = answers.filter(({ status }) => status === 409);
    expect(new Set(others.map(({ body }) => body.error.existingId as string))).toEqual(new Set([id]));
    expect(await company.count('purchase_invoices')).toBe(1);
    expect(await company.count('audit_log', `action = 'purchase_invoice.created'`)).toBe(1);
  });

  it.each([
    ['ab-001', '409 supplier_document_taken'],
    [' AB-001 ', '409 supplier_document_taken'],
    ['AB\u2011001', '409 supplier_document_taken'],
    ['AB\u2013001', '409 supplier_document_taken'],
    ['\uff21\uff22-\uff10\uff10\uff11', '409 supplier_document_taken'],
    ['AB-\u200b001', '409 supplier_document_taken'],
    ['AB-0001', '201'],
    ['AB001', '201'],
    ['AB 001', '201'],
  ])('AB-001 and %j: %s', async (number, expected) => {
    const first = await s1.registered({ documentNumber: 'AB-001' });
    const answer = await s1.try({ documentNumber: number });
    expect(outcome(answer)).toBe(expected);
    if (answer.status === 409) expect(answer.body.error.existingId).toBe(first.id);
    else expect(answer.body.documentNumber).toBe(number);
  });

  it("are the supplier's own, and checked again when supplier or number change", async () => {
    const first = await s1.draft({ documentNumber: 'AB-001' });
    const s2 = await Purchases.of(company, S2);
    const second = await s2.draft({ documentNumber: 'AB-001' });
    const moved = await s1.tryUpdate(second.id, { partnerId: s1.partnerId });
    expect(outcome(moved)).toBe('409 supplier_document_taken');
    expect(moved.body.error.existingId).toBe(first.id);
    expect(await s2.get(second.id)).toEqual(second);
    const third = await s1.draft({ documentNumber: 'AB-002' });
    expect(outcome(await s1.tryUpdate(third.id, { documentNumber: 'ab-001' }))).toBe(
      '409 supplier_document_taken',
    );
    expect(outcome(await s1.tryUpdate(third.id, { documentNumber: 'AB-003', notes: 'x' }))).toBe('200');
    expect(outcome(await s1.try({ documentNumber: 'AB-002' }))).toBe('201');
    expect(outcome(await s1.tryUpdate(first.id, { documentNumber: ' Ab-001' }))).toBe('200');
  });

  it('two drafts that swap their numbers at once do not end up with one', async () => {
    const [one, two] = [await s1.draft({ documentNumber: 'A' }), await s1.draft({ documentNumber: 'B' })];
    const answers = await Promise.all([
      s1.tryUpdate(one.id, { documentNumber: 'B' }),
      s1.tryUpdate(two.id, { documentNumber: 'A' }),
    ]);
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect(await company.count('purchase_document_keys')).toBe(2);
  });

  it('are free again after a draft is deleted or a registration voided, never by a credit note', async () => {
    const draft = await s1.draft({ documentNumber: 'AB-001' });
    await company.ok('purchases/invoices/delete', { id: draft.id });
    const wrong = await s1.registered({ documentNumber: 'AB-001' });
    await s1.credited(wrong.id, { documentNumber: 'K-1' });
    expect(outcome(await s1.try({ documentNumber: 'AB-001' }))).toBe('409 supplier_document_taken');
    const other = await s1.registered({ documentNumber: 'AB-002' });
    expect(outcome(await s1.tryVoid(other.id))).toBe('200');
    const again = await s1.registered({ documentNumber: 'AB-002' });
    expect(again.status).toBe('registered');
    expect(await company.count('purchase_document_keys', `number_key = 'ab-002'`)).toBe(1);
  });

  it('of credit notes share the space of the invoices', async () => {
    const invoice = await s1.registered({ documentNumber: 'AB-001' });
    const credit = { type: 'credit_note', creditedInvoiceId: invoice.id, documentNumber: 'ab-001' };
    expect(outcome(await s1.try(credit))).toBe('409 supplier_document_taken');
  });

  describe('within a year, where the company says so', () => {
    beforeEach(async () => {
      company = await app.company({ purchaseNumberScope: 'year' });
      s1 = await Purchases.of(company);
    });

    it('may come again the next year, and are checked again when the date changes', async () => {
      await s1.draft({ documentNumber: '001', documentDate: '2025-03-01' });
      const next = await s1.try({ documentNumber: '001', documentDate: '2026-03-01' });
      expect(outcome(next)).toBe('201');
      expect(outcome(await s1.try({ documentNumber: '001', documentDate: '2026-09-01' }))).toBe(
        '409 supplier_document_taken',
      );
      const { id } = next.body as { id: string };
      expect(outcome(await s1.tryUpdate(id, { documentDate: '2025-12-31' }))).toBe(
        '409 supplier_document_taken',
      );
    });

    it('are taken for ever, whatever the year, once the setting is gone', async () => {
      await s1.draft({ documentNumber: '001', documentDate: '2025-03-01' });
      await company.ok('account/companies/update', { purchaseNumberScope: 'ever' });
      expect(outcome(await s1.try({ documentNumber: '001', documentDate: '2026-03-01' }))).toBe(
        '409 supplier_document_taken',
      );
    });
  });
});
