import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { expectSoundBooks } from '../support/books';
import { cost, Purchases, PURCHASES_NOW, PURCHASES_TODAY } from '../support/purchases';
import { atOnce, outcome, outcomes } from '../support/sales';

describe('purchases', () => {
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

  describe('a draft', () => {
    it('has amounts and takes part in nothing', async () => {
      const draft = await purchases.draft({
        documentNumber: 'SF 17/2026',
        documentDate: '2026-10-01',
        notes: 'by post',
        lines: [
          cost('10.005', { quantity: '3' }),
          cost('50.00', { vatRatePercent: '9', accountCode: '6001' }),
        ],
      });
      expect(draft).toMatchObject({
        status: 'draft',
        paymentStatus: 'unpaid',
        documentNumber: 'SF 17/2026',
        documentDate: '2026-10-01',
        registrationDate: null,
        receivedDate: null,
        taxPointDate: null,
        netTotal: '80.02',
        vatTotal: '10.80',
        grossTotal: '90.82',
        deductibleVat: '10.80',
        selfAssessedVat: '0.00',
        notes: 'by post',
        journalTransactionId: null,
        isVoid: false,
      });
      expect(draft.lines.map(line => [line.lineNet, line.lineVat, line.accountCode, line.sortOrder])).toEqual(
        [
          ['30.02', '6.30', null, 1],
          ['50.00', '4.50', '6001', 2],
        ],
      );
      expect(await company.count('journal_transactions')).toBe(0);
      expect(await purchases.get(draft.id)).toEqual(draft);
    });

    it('is changed and deleted', async () => {
      const draft = await purchases.draft({ receivedDate: '2026-10-02', notes: 'old' });
      const answer = await purchases.tryUpdate(draft.id, {
        notes: null,
        receivedDate: null,
        documentNumber: 'NEW-1',
        lines: [cost('1.00')],
      });
      expect(answer.body).toMatchObject({
        notes: null,
        receivedDate: null,
        documentNumber: 'NEW-1',
        netTotal: '1.00',
      });
      await company.ok('purchases/invoices/delete', { id: draft.id });
      expect(outcome(await company.post('purchases/invoices/get', { id: draft.id }))).toBe('404 not_found');
    });

    it.each([
      [{ documentNumber: '\u00ad \u200b' }, '400 invalid_request'],
      [{ documentDate: '2026-10-02', dueDate: '2026-10-01' }, '400 invalid_request'],
      [{ lines: [] }, '400 invalid_request'],
      [{ lines: [cost('1.00', { vatRatePercent: undefined })] }, '400 invalid_request'],
      [{ lines: [cost('1.00', { deductiblePercent: '100.1' })] }, '400 invalid_request'],
      [{ lines: [cost('1.00', { unitPriceInclVat: '1.21' })] }, '400 invalid_request'],
      [{ lines: [cost('-1.00')] }, '422 total_not_positive'],
      [{ lines: [cost('1.00', { accountCode: '99999' })] }, '422 account_unusable'],
      [{ lines: [cost('1.00', { accountCode: '4430' })] }, '422 control_account'],
      [{ lines: [cost('1.00', { deferralStartDate: '2026-10-01' })] }, '422 not_supported'],
      [{ purchaseOrderId: '018f0000-0000-7000-8000-000000000000' }, '422 not_supported'],
      [{ partnerId: '018f0000-0000-7000-8000-000000000000' }, '404 not_found'],
      [{ creditedInvoiceId: '018f0000-0000-7000-8000-000000000000', type: 'credit_note' }, '404 not_found'],
      [{ currency: 'USD' }, '422 exchange_rate_missing'],
    ])('with %j is refused: %s', async (members, expected) => {
      expect(outcome(await purchases.try(members))).toBe(expected);
      expect(await company.count('purchase_document_keys')).toBe(0);
    });
  });

  describe('registered', () => {
    it('is posted, open, in the VAT register, audited and told of', async () => {
      const purchase = await purchases.registered({
        documentDate: '2026-09-28',
        receivedDate: '2026-10-02',
        dueDate: '2026-10-28',
        lines: [cost('100.00'), cost('50.00', { vatRatePercent: '9', accountCode: '6001' })],
      });
      expect(purchase).toMatchObject({
        status: 'registered',
        registrationDate: '2026-10-02',
        receivedDate: '2026-10-02',
        taxPointDate: '2026-09-28',
        dueDate: '2026-10-28',
        grossTotal: '175.50',
      });
      expect(await purchases.entries(purchase.journalTransactionId)).toEqual([
        '6312 debit 100.00',
        '6001 debit 50.00',
        '2441 debit 21.00',
        '2441 debit 4.50',
        '4430 credit 175.50',
      ]);
      expect(
        await company.sql(
          `SELECT side, document_number, tax_point_on, received_on, period_month, posted_on, vat_rate::int AS rate, base_net::int AS net,
                  base_vat::numeric(9, 2) AS vat, deductible_vat::numeric(9, 2) AS deductible, self_assessed_vat::int AS own
             FROM vat_register_rows ORDER BY vat_rate DESC`,
        ),
      ).toMatchObject([
        {
          side: 'purchases',
          document_number: 'AB-001',
          period_month: 10,
          rate: 21,
          net: 100,
          vat: '21.00',
          deductible: '21.00',
          own: 0,
        },
        { rate: 9, net: 50, vat: '4.50', deductible: '4.50' },
      ]);
      const { rows } = await company.ok('ledger/open-items/list');
      expect(rows).toMatchObject([
        {
          side: 'payable',
          documentType: 'purchase_invoice',
          documentId: purchase.id,
          documentNumber: 'AB-001',
          openAmount: '-175.50',
          dueDate: '2026-10-28',
        },
      ]);
      expect(await company.sql(`SELECT type, entity_id FROM events`)).toEqual([
        { type: 'purchase_invoice.registered', entity_id: purchase.id },
      ]);
      expect(await company.count('audit_log', `action = 'purchase_invoice.registered'`)).toBe(1);
      expect(await purchases.get(purchase.id)).toEqual(purchase);
    });

    it('is dated as asked, else when received, else today; due by the terms of the partner', async () => {
      const agreed = await Purchases.of(company, { name: 'Agreed', vatCode: undefined, paymentTermDays: 10 });
      const today = await agreed.registered({ documentDate: '2026-10-01' });
      expect(today).toMatchObject({
        registrationDate: PURCHASES_TODAY,
        receivedDate: PURCHASES_TODAY,
        dueDate: '2026-10-11',
      });
      const asked = await agreed.registered({ receivedDate: '2026-09-30' }, '2026-10-03');
      expect(asked).toMatchObject({ registrationDate: '2026-10-03', receivedDate: '2026-09-30' });
    });

    it.each([
      [{ documentDate: '2026-10-06' }, {}, 'documentDate'],
      [{ receivedDate: '2026-10-06' }, { registrationDate: '2026-10-05' }, 'receivedDate'],
      [{}, { registrationDate: '2026-10-06' }, 'registrationDate'],
    ])('never in the future: %j %j', async (members, request, member) => {
      const { id } = await purchases.draft(members);
      const answer = await purchases.tryRegister(id, request);
      expect(outcome(answer)).toBe('422 future_date');
      expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual([member]);
    });

    it('never changes', async () => {
      const { id } = await purchases.registered();
      expect(outcome(await purchases.tryUpdate(id, { notes: 'x' }))).toBe('409 already_registered');
      expect(outcome(await company.post('purchases/invoices/delete', { id }))).toBe('409 already_registered');
      expect(outcome(await purchases.tryRegister(id))).toBe('409 already_registered');
    });

    it('once, of twenty at once with twenty keys', async () => {
      const { id } = await purchases.draft();
      const answers = await atOnce(20, () => purchases.tryRegister(id));
      expect(outcomes(answers)).toEqual({ '200': 1, '409 already_registered': 19 });
      expect(await company.count('journal_transactions')).toBe(1);
      expect(await company.count('vat_register_rows')).toBe(1);
    });

    it('not in a locked month, and then in an open one', async () => {
      const { id } = await purchases.draft({ documentDate: '2026-09-10' });
      await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
      expect(outcome(await purchases.tryRegister(id, { registrationDate: '2026-09-11' }))).toBe(
        '422 period_locked',
      );
      expect(outcome(await purchases.tryRegister(id))).toBe('200');
    });

    it('in another currency at the rate of the tax point', async () => {
      await company.ok('reference/exchange-rates/set', {
        currency: 'USD',
        date: '2026-10-01',
        rate: '1.25',
      });
      const members = {
        currency: 'USD',
        documentDate: '2026-10-02',
        lines: [cost('100.01', { deductiblePercent: '50' })],
      };
      const purchase = await purchases.registered(members);
      expect(purchase).toMatchObject({
        currency: 'USD',
        fxRate: '1.25',
        grossTotal: '121.01',
        deductibleVat: '10.50',
      });
      expect(await purchases.entries(purchase.journalTransactionId)).toEqual([
        '6312 debit 88.41',
        '2441 debit 8.40',
        '4430 credit 96.81',
      ]);
      const part = await purchases.credited(purchase.id, {
        lines: [cost('33.34', { deductiblePercent: '50' })],
      });
      await purchases.credited(purchase.id, { lines: [cost('66.67', { deductiblePercent: '50' })] });
      expect(part.fxRate).toBe('1.25');
      expect((await purchases.get(purchase.id)).paymentStatus).toBe('paid');
      const [open] = await company.sql(
        `SELECT sum(amount - settled_amount)::int AS open, sum(base_amount - settled_base_amount)::int AS base FROM open_items`,
      );
      expect(open).toEqual({ open: 0, base: 0 });
      expect((await purchases.balances())['4430']).toBeUndefined();
    });

    it('takes description, unit, price, VAT and account of an item', async () => {
      const item = (await company.ok('catalog/items/create', {
        type: 'service',
        name: 'Rent',
        unit: 'mėn',
        purchasePriceExclVat: '400.00',
        vatClassifierCode: 'PVM1',
        expenseAccountCode: '6001',
      })) as { id: string };
      const purchase = await purchases.registered({ lines: [{ itemId: item.id }] });
      expect(purchase.lines).toMatchObject([
        {
          itemId: item.id,
          description: 'Rent',
          unit: 'mėn',
          accountCode: '6001',
          vatClassifierCode: 'PVM1',
          lineNet: '400.00',
          lineVat: '84.00',
        },
      ]);
      expect(outcome(await company.post('catalog/items/delete', { id: item.id }))).toBe('409 in_use');
    });
  });

  describe('a credit note of the supplier', () => {
    it('mirrors the posting, counts negative in the register and closes what is open', async () => {
      const invoice = await purchases.registered({ lines: [cost('100.00', { deductiblePercent: '50' })] });
      const credit = await purchases.credited(invoice.id, {
        documentNumber: 'K-1',
        lines: [cost('40.00', { deductiblePercent: '50' })],
      });
      expect(credit).toMatchObject({
        type: 'credit_note',
        grossTotal: '48.40',
        paymentStatus: 'paid',
        paidAmount: '48.40',
      });
      expect(await purchases.entries(credit.journalTransactionId)).toEqual([
        '6312 credit 44.20',
        '2441 credit 4.20',
        '4430 debit 48.40',
      ]);
      expect(
        await company.sql(
          `SELECT corrected_number, net::int, vat::numeric(9, 2), deductible_vat::numeric(9, 2) AS deductible FROM vat_register_rows WHERE sign = -1`,
        ),
      ).toEqual([{ corrected_number: 'AB-001', net: -40, vat: '-8.40', deductible: '-4.20' }]);
      expect(await purchases.get(invoice.id)).toMatchObject({
        paymentStatus: 'partial',
        paidAmount: '48.40',
      });
    });

    it('stands on the payable account of its invoice, whatever the posting rule says since', async () => {
      const invoice = await purchases.registered();
      await company.ok('ledger/accounts/create', { code: '4499', name: 'Other payables', type: 'liability' });
      const rules = [{ key: 'purchases.payables', accountCode: '4499' }];
      await company.ok('ledger/posting-rules/update', { rules });
      const credit = await purchases.credited(invoice.id, { documentNumber: 'K-1' });
      expect(await purchases.entries(credit.journalTransactionId)).toContain('4430 debit 121.00');
    });

    it('never credits more than the invoice in total, also of twenty at once', async () => {
      const invoice = await purchases.registered();
      const drafts = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          purchases.draft({
            type: 'credit_note',
            creditedInvoiceId: invoice.id,
            documentNumber: `K-${index}`,
            lines: [cost('30.00')],
          }),
        ),
      );
      const answers = await Promise.all(drafts.map(({ id }) => purchases.tryRegister(id)));
      expect(outcomes(answers)).toEqual({ '200': 3, '422 supplier_over_credit': 2 });
      const rest = await purchases.credited(invoice.id, { lines: [cost('12.10', { vatRatePercent: '0' })] });
      expect(rest.grossTotal).toBe('12.10');
      expect(await purchases.get(invoice.id)).toMatchObject({ paymentStatus: 'paid', paidAmount: '121.00' });
    });

    it('is neither received nor registered before its invoice', async () => {
      const dates = { documentDate: '2026-09-28', receivedDate: '2026-10-01' };
      const invoice = await purchases.registered(dates, '2026-10-03');
      const credit = { ...dates, type: 'credit_note', creditedInvoiceId: invoice.id };
      for (const [receivedDate, registrationDate, member] of [
        ['2026-09-30', '2026-10-03', 'receivedDate'],
        ['2026-10-02', undefined, 'registrationDate'],
        [undefined, '2026-10-02', 'registrationDate'],
      ] as const) {
        const { id } = await purchases.draft({ ...credit, receivedDate });
        const answer = await purchases.tryRegister(id, { registrationDate });
        expect([outcome(answer), Object.keys(answer.body.error.fieldErrors as object)]).toEqual([
          '422 chronology',
          [member],
        ]);
      }
      expect((await purchases.registered(credit, '2026-10-03')).paymentStatus).toBe('paid');
    });

    it('credits only a registered invoice of the same supplier', async () => {
      const invoice = await purchases.registered();
      const draft = await purchases.draft();
      const other = await Purchases.of(company, { name: 'Other', vatCode: undefined });
      const credit = { type: 'credit_note', lines: [cost('1.00')] };
      expect(outcome(await purchases.try({ ...credit, creditedInvoiceId: draft.id }))).toBe(
        '422 not_creditable',
      );
      expect(outcome(await other.try({ ...credit, creditedInvoiceId: invoice.id }))).toBe(
        '400 invalid_request',
      );
      expect(
        outcome(await purchases.try({ ...credit, type: 'invoice', creditedInvoiceId: invoice.id })),
      ).toBe('400 invalid_request');
      const free = await other.registered(credit);
      expect(free).toMatchObject({ creditedInvoiceId: null, paymentStatus: 'unpaid', grossTotal: '1.21' });
    });
  });

  it('lists with filter, sort and totals', async () => {
    await purchases.registered();
    await purchases.draft({ lines: [cost('10.00')] });
    const list = await company.ok('purchases/invoices/list', {
      filter: [{ field: 'documentNumber', op: 'contains', value: 'AB-' }],
      sort: [{ field: 'grossTotal', dir: 'asc' }],
      totals: ['grossTotal', 'deductibleVat'],
    });
    expect(list).toMatchObject({
      total: 2,
      rows: [
        { status: 'draft', grossTotal: '12.10', partnerName: 'Supplier UAB' },
        { status: 'registered', grossTotal: '121.00' },
      ],
      totals: { grossTotal: '133.10', deductibleVat: '23.10' },
    });
    const open = await company.ok('purchases/invoices/list', {
      filter: [
        { field: 'status', op: 'eq', value: 'registered' },
        { field: 'paymentStatus', op: 'eq', value: 'unpaid' },
      ],
    });
    expect(open.total).toBe(1);
  });
});
