import { randomUUID } from 'node:crypto';
import { expectSoundBooks, growth, issuedNumbers, NOTHING } from '../support/books';
import { atOnce, customer, line, outcome, outcomes, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

describe('drafts of sales documents', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    sales = await Sales.of(company);
  });

  it('are created with every member of the contract, without number and without any effect in the books', async () => {
    const left = await growth(company, async () => {
      const answer = await company.post('sales/invoices/create', sales.request());
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        status: 'draft',
        type: 'invoice',
        paymentStatus: 'unpaid',
        series: null,
        number: null,
        fullNumber: null,
        issueDate: null,
        journalTransactionId: null,
        currency: 'EUR',
        fxRate: null,
        netTotal: '100.00',
        vatTotal: '21.00',
        grossTotal: '121.00',
        paidAmount: '0.00',
        lines: [
          {
            quantity: '1',
            unitPriceExclVat: '100.00',
            unitPriceInclVat: null,
            lineGross: '121.00',
            unit: 'vnt',
          },
        ],
      });
      expect(await sales.get(answer.body.id)).toEqual(answer.body);
    });
    expect(left).toEqual({ ...NOTHING, documents: 1, auditRows: 1 });
  });

  it('keep and return all inert members of the contract', async () => {
    const inert = {
      issueDate: '2026-10-01',
      taxPointDate: '2026-09-30',
      dueDate: '2026-11-01',
      vatScheme: 'domestic',
      intrastatTransportMode: '3',
      intrastatDeliveryTerms: 'EXW',
      intrastatRegion: 'LT01',
      intrastatNatureOfTransaction: '11',
      vatCountryCode: 'LT',
      deemedSupplier: true,
      notes: 'Line one\nline two ąčę 你好 👩‍👩‍👧',
      documentRef: 'PO-7',
      seriesLabel: 'Shop',
      orderNumber: 'O-1',
      issuedByName: 'Ona',
      issuedByTitle: 'Accountant',
      receivedByName: 'Jonas',
      receivedByTitle: 'Buyer',
      discountPercent: '2.5',
    };
    const draft = await sales.draft(inert);
    expect(draft).toMatchObject(inert);
    const issued = await company.ok('sales/invoices/issue', { id: draft.id });
    expect(issued).toMatchObject(inert);
    expect(await sales.get(draft.id)).toEqual(issued);
    await expectSoundBooks(company);
  });

  it('change member by member: left out = unchanged, null = cleared, lines = replaced', async () => {
    const draft = await sales.draft({
      dueDate: '2026-11-01',
      taxPointDate: '2026-10-01',
      issueDate: '2026-10-02',
      notes: 'Thanks',
      orderNumber: 'O-1',
      seriesLabel: 'A',
      vatCountryCode: 'LT',
      vatScheme: 'domestic',
      discountPercent: '10',
    });
    const update = (members: object) => company.ok('sales/invoices/update', { id: draft.id, ...members });

    expect(await update({ issuedByName: 'Ona' })).toEqual({
      ...draft,
      issuedByName: 'Ona',
      updatedAt: expect.any(String),
    });
    const cleared = await update({
      dueDate: null,
      taxPointDate: null,
      issueDate: null,
      notes: null,
      orderNumber: null,
      seriesLabel: null,
      vatCountryCode: null,
      vatScheme: null,
      issuedByName: null,
    });
    expect(cleared).toMatchObject({
      dueDate: null,
      taxPointDate: null,
      issueDate: null,
      notes: null,
      orderNumber: null,
      seriesLabel: null,
      vatCountryCode: null,
      vatScheme: null,
      issuedByName: null,
      discountPercent: '10',
      netTotal: '90.00',
    });
    const replaced = await update({
      discountPercent: '0',
      lines: [line('7.00'), line('3.00', { vatRatePercent: '5' })],
    });
    expect(replaced).toMatchObject({ netTotal: '10.00', vatTotal: '1.62', grossTotal: '11.62' });
    expect(replaced.lines.map((row: { sortOrder: number }) => row.sortOrder)).toEqual([1, 2]);
    expect(await sales.get(draft.id)).toEqual(replaced);
    const other = await customer(company, { name: 'Other UAB' });
    expect(await update({ partnerId: other })).toMatchObject({ partnerId: other, grossTotal: '11.62' });
  });

  it('saved ten times unchanged stay what they are', async () => {
    const draft = await sales.draft({ issueDate: '2026-08-08', dueDate: '2026-08-31' });
    for (let time = 0; time < 10; time++)
      await company.ok('sales/invoices/update', { id: draft.id, issueDate: '2026-08-08' });
    expect(await sales.get(draft.id)).toMatchObject({ issueDate: '2026-08-08', dueDate: '2026-08-31' });
  });

  it.each([
    ['create', { partnerId: randomUUID() }, 'partnerId'],
    ['create', { documentSeriesId: randomUUID() }, 'documentSeriesId'],
    ['update', { partnerId: randomUUID() }, 'partnerId'],
    ['update', { documentSeriesId: randomUUID() }, 'documentSeriesId'],
    ['update', { id: randomUUID() }, 'id'],
    ['issue', { id: randomUUID() }, 'id'],
    ['delete', { id: randomUUID() }, 'id'],
    ['get', { id: randomUUID() }, 'id'],
  ])('%s refuses %j with 404', async (route, members, member) => {
    const draft = await sales.draft();
    const request = route === 'create' ? sales.request(members) : { id: draft.id, ...members };
    expect(
      await growth(company, async () => {
        const answer = await company.post(`sales/invoices/${route}`, request);
        expect(outcome(answer)).toBe('404 not_found');
        expect(Object.keys(answer.body.error.fieldErrors)).toEqual([member]);
      }),
    ).toEqual(NOTHING);
  });

  it("refuse another company's partner, series and documents as if they were not there", async () => {
    const foreign = await app.company();
    const foreignSales = await Sales.of(foreign);
    const foreignDraft = await foreignSales.draft();
    const [foreignSeries] = (await foreign.ok('document-series/list')).rows as { id: string }[];
    const refused = [
      await company.post('sales/invoices/create', sales.request({ partnerId: foreignSales.partnerId })),
      await company.post('sales/invoices/create', sales.request({ documentSeriesId: foreignSeries!.id })),
      await company.post(
        'sales/invoices/create',
        sales.request({ documentSeriesId: foreignSeries!.id, issue: true }),
      ),
      await company.post('sales/invoices/get', { id: foreignDraft.id }),
      await company.post('sales/invoices/update', { id: foreignDraft.id, notes: 'x' }),
      await company.post('sales/invoices/issue', { id: foreignDraft.id }),
      await company.post('sales/invoices/delete', { id: foreignDraft.id }),
    ];
    expect(refused.map(outcome)).toEqual(refused.map(() => '404 not_found'));
    expect(await foreignSales.get(foreignDraft.id)).toEqual(foreignDraft);
    expect(await company.count('sale_invoices')).toBe(0);
  });

  it('name a series of their own type', async () => {
    const { rows } = await company.ok('document-series/list');
    const creditSeries = rows.find(
      (row: { documentType: string }) => row.documentType === 'sale_credit_note',
    );
    const answer = await company.post(
      'sales/invoices/create',
      sales.request({ documentSeriesId: creditSeries.id }),
    );
    expect(outcome(answer)).toBe('422 series_missing');
    expect(answer.body.error.fieldErrors).toHaveProperty('documentSeriesId');
  });

  it.each(['update', 'issue', 'delete'])('once issued are not %sd', async route => {
    const invoice = await sales.issued();
    const request = { id: invoice.id, ...(route === 'update' && { notes: 'x' }) };
    const left = await growth(company, async () => {
      const answer = await company.post(`sales/invoices/${route}`, request);
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({
        code: 'conflict',
        reason: route === 'delete' ? 'document_issued' : 'already_issued',
        existingId: invoice.id,
      });
      expect(answer.body.error.message).toContain('credit note');
    });
    expect(left).toEqual(NOTHING);
    expect(await sales.get(invoice.id)).toEqual(invoice);
    await expectSoundBooks(company);
  });

  it('issued by twenty calls at once with twenty keys are issued once', async () => {
    const draft = await sales.draft();
    const answers = await atOnce(20, () => company.post('sales/invoices/issue', { id: draft.id }));
    expect(outcomes(answers)).toEqual({ '200': 1, '409 already_issued': 19 });
    expect(await issuedNumbers(company)).toEqual([1]);
    await expectSoundBooks(company);
  });

  it('updated, deleted and issued at once end as one thing', async () => {
    for (let round = 0; round < 5; round++) {
      const draft = await sales.draft();
      const answers = await atOnce(9, index =>
        index % 3 === 0
          ? company.post('sales/invoices/issue', { id: draft.id })
          : index % 3 === 1
            ? company.post('sales/invoices/delete', { id: draft.id })
            : company.post('sales/invoices/update', { id: draft.id, lines: [line('50.00')] }),
      );
      const count = outcomes(answers);
      expect(
        Object.keys(count).filter(
          key => !/^(200|404 not_found|409 (already_issued|document_issued))$/.test(key),
        ),
      ).toEqual([]);
      const [issues, deletions] = [0, 1].map(
        kind => answers.filter(({ status }, index) => index % 3 === kind && status === 200).length,
      );
      expect(issues! + deletions!).toBe(1);
    }
    await expectSoundBooks(company);
  });

  it('leave no hole when deleted, and a credited number is not used again', async () => {
    const a = await sales.issued();
    const b = await sales.issued();
    const d1 = await sales.draft();
    const d2 = await sales.draft();
    expect([a.number, b.number, d1.number, d2.number]).toEqual([1, 2, null, null]);
    expect(await company.ok('sales/invoices/issue', { id: d2.id })).toMatchObject({ number: 3 });
    expect(await company.ok('sales/invoices/delete', { id: d1.id })).toEqual({ id: d1.id });
    const credit = await sales.credited(a.id);
    for (const { id } of [a, b, d2, credit]) {
      expect(outcome(await company.post('sales/invoices/delete', { id }))).toBe('409 document_issued');
    }
    expect((await sales.issued()).number).toBe(4);
    expect(await issuedNumbers(company)).toEqual([1, 2, 3, 4]);
    expect(await issuedNumbers(company, 'credit_note')).toEqual([1]);
    expect(await company.count('sale_invoice_lines', `invoice_id = '${d1.id}'`)).toBe(0);
    await expectSoundBooks(company);
  });

  it('leave a trace of their kind in the audit when they come, change and go', async () => {
    const invoice = await sales.issued();
    const credit = await company.ok('sales/invoices/create', {
      partnerId: sales.partnerId,
      type: 'credit_note',
      creditedInvoiceId: invoice.id,
    });
    await company.ok('sales/invoices/update', { id: credit.id, notes: 'x' });
    await company.ok('sales/invoices/delete', { id: credit.id });
    const rows = (await company.sql(
      'SELECT action, entity FROM audit_log WHERE entity_id = $1 ORDER BY audit_id',
      [credit.id],
    )) as object[];
    expect(rows).toEqual([
      { action: 'sale_credit_note.created', entity: 'sale_credit_note' },
      { action: 'sale_credit_note.updated', entity: 'sale_credit_note' },
      { action: 'sale_credit_note.deleted', entity: 'sale_credit_note' },
    ]);
  });

  it('answer a retried deletion by the replay, and a new one by 404', async () => {
    const draft = await sales.draft();
    const key = randomUUID();
    const first = await company.post('sales/invoices/delete', { id: draft.id }, { key });
    const again = await company.post('sales/invoices/delete', { id: draft.id }, { key });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(outcome(await company.post('sales/invoices/delete', { id: draft.id }))).toBe('404 not_found');
  });
});
