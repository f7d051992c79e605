import { randomUUID } from 'node:crypto';
import { line, outcome, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

/** What nordlet 0.5.6 (Python) can send beyond the contract of 0.2.0. */
describe('members that a newer official SDK offers', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
    company = await app.company();
  });
  afterAll(() => app.stop());

  const id = randomUUID();
  const sale = { partnerId: id, lines: [line('1.00')] };
  it.each([
    [
      'bank/transactions/match',
      { transactionId: id, documentType: 'sale_invoice', documentId: id },
      'invoiceAmount',
      '5.00',
    ],
    ['bank/transactions/unmatch', { transactionId: id }, 'date', '2026-10-01'],
    ['bank/accounts/create', { name: 'Bank' }, 'documentRef', 'contract.pdf'],
    ['purchases/invoices/register', { id }, 'returnFromStock', true],
    ['sales/invoices/create', sale, 'locale', 'en'],
    ['sales/invoices/update', { id }, 'locale', 'en'],
    ['reference/vat/resolve', {}, 'serviceKind', 'general'],
    ['reference/vat/resolve', {}, 'serviceCountryCode', 'LV'],
    ['reference/vat/resolve', {}, 'underlyingSupplierGaveVatNumber', true],
    ['reference/vat/resolve', {}, 'underlyingSupplierChargesVat', true],
    ['reference/vat/resolve', {}, 'goodsKind', 'general'],
    ['reference/vat/resolve', {}, 'goodsLocationCountryCode', 'LV'],
  ])('%s %j: %s is 422 not_supported where we lack its effect', async (path, body, member, value) => {
    const answer = await company.post(path, { ...body, [member]: value });
    expect(outcome(answer)).toBe('422 not_supported');
    expect(answer.body.error.message).toContain(member);
    // A mistake elsewhere comes first: it is of the request, whatever we support.
    const wrong = await company.post(path, { ...body, [member]: value, nowhere: 1 });
    expect(outcome(wrong)).toBe('400 invalid_request');
    expect(Object.keys(wrong.body.error.fieldErrors as object)).toContain('nowhere');
  });

  it('are taken where they say what is so', async () => {
    const account = await company.ok('bank/accounts/create', { name: 'Bank', documentRef: null });
    const same = { id: account.id, type: 'bank', name: 'Main' };
    expect(await company.ok('bank/accounts/update', same)).toMatchObject({ name: 'Main', type: 'bank' });
    expect(outcome(await company.post('bank/accounts/update', { ...same, type: 'stripe' }))).toBe(
      '422 not_supported',
    );

    const series = await company.ok('document-series/create', { documentType: 'sale_invoice', prefix: 'X-' });
    const kept = { id: series.id, documentType: 'sale_invoice', label: 'X' };
    expect(await company.ok('document-series/update', kept)).toMatchObject({ label: 'X' });
    const turned = { ...kept, documentType: 'sale_credit_note' };
    expect(outcome(await company.post('document-series/update', turned))).toBe('422 not_supported');

    const entries = [
      { accountCode: '6001', debit: '1.00' },
      { accountCode: '271', credit: '1.00' },
    ];
    const posting = { date: '2026-10-01', currency: 'EUR', entries };
    await company.ok('ledger/journal/transactions/create', posting);
    const foreign = await company.post('ledger/journal/transactions/create', { ...posting, currency: 'USD' });
    expect(outcome(foreign)).toBe('422 not_supported');

    const { rows } = await company.ok('declarations/configs/list', { country: 'LT' });
    expect(rows.length).toBeGreaterThan(0);
    expect(await company.ok('declarations/configs/list')).toMatchObject({ rows });
    expect(await company.ok('declarations/configs/list', { country: 'EE' })).toMatchObject({ rows: [] });

    const { partnerId } = await Sales.of(company);
    await company.ok('sales/invoices/create', { ...sale, partnerId, locale: null });
  });
});
