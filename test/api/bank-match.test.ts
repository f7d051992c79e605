import { balances, Bank, expectSoundItems, openAmounts, payable } from '../support/bank';
import { atOnce, line, outcome, outcomes, Sales, SALES_NOW, SALES_TODAY, customer } from '../support/sales';
import { TestApp, type TestCompany } from '../support/test-app';

describe('matches of bank transactions', () => {
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

  const eventsOf = async (type: string): Promise<object[]> =>
    (await company.sql('SELECT payload FROM events WHERE type = $1 ORDER BY sequence', [type])).map(
      ({ payload }) => payload as object,
    );
  const allocation = (documentId: string, amount: string, more: object = {}): object => ({
    documentType: 'sale_invoice',
    documentId,
    amount,
    ...more,
  });

  describe('with one document', () => {
    it('pay an invoice, post the money and tell of it', async () => {
      const invoice = await sales.issued();
      const id = await bank.movement('121.00');
      const { status, body } = await bank.tryMatch(id, invoice.id);
      expect([status, body]).toMatchObject([
        200,
        {
          id,
          status: 'matched',
          matchedDocumentType: 'sale_invoice',
          matchedDocumentId: invoice.id,
          journalTransactionId: expect.any(String),
        },
      ]);
      expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid', paidAmount: '121.00' });
      expect(await balances(company)).toMatchObject({ '271': '121.00', '5001': '-100.00', '4492': '-21.00' });
      const posted = await company.ok('ledger/journal/transactions/get', { id: body.journalTransactionId });
      expect(posted).toMatchObject({
        date: '2026-10-05',
        documentType: 'bank_match',
        entries: [
          { accountCode: '271', debit: '121.00' },
          { accountCode: '2410', credit: '121.00' },
        ],
      });
      expect(await eventsOf('sale_invoice.paid')).toEqual([
        {
          id: invoice.id,
          number: invoice.fullNumber,
          partnerId: sales.partnerId,
          currency: 'EUR',
          paidOn: '2026-10-05',
          bankTransactionId: id,
        },
      ]);
      expect(
        (await company.post('ledger/journal/transactions/reverse', { id: body.journalTransactionId })).body
          .error.reason,
      ).toBe('belongs_to_document');
    });

    it('pay it in parts, and tell when the last is there', async () => {
      const invoice = await sales.issued();
      await bank.tryMatch(await bank.movement('100.00'), invoice.id);
      expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'partial', paidAmount: '100.00' });
      expect(await eventsOf('sale_invoice.paid')).toHaveLength(0);
      await bank.tryMatch(await bank.movement('21.00'), invoice.id);
      expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid' });
      expect(await eventsOf('sale_invoice.paid')).toHaveLength(1);
      expect(outcome(await bank.tryMatch(await bank.movement('1.00'), invoice.id))).toBe('422 match_refused');
    });

    it('leave what is too much to the partner, who can pay the next invoice with it', async () => {
      const invoice = await sales.issued();
      const next = await sales.issued();
      const id = await bank.movement('130.00', { externalId: 'BIG' });
      await bank.tryMatch(id, invoice.id);
      expect(await openAmounts(company)).toEqual({ BIG: '-9.00', [next.fullNumber!]: '121.00' });
      const { rows } = await company.ok('ledger/open-items/list', {
        filter: [{ field: 'documentNumber', op: 'in', value: ['BIG', next.fullNumber] }],
      });
      expect(rows).toMatchObject([
        { side: 'receivable', partnerId: sales.partnerId },
        { partnerId: sales.partnerId },
      ]);
      await company.ok('ledger/open-items/allocate', {
        allocations: rows.map((item: { id: string; openAmount: string }) => ({
          openItemId: item.id,
          amount: item.openAmount.startsWith('-') ? '-9.00' : '9.00',
        })),
      });
      expect(await openAmounts(company)).toEqual({ [next.fullNumber!]: '112.00' });
      const used = await company.post('bank/transactions/unmatch', { transactionId: id });
      expect([outcome(used), (await balances(company))['271']]).toEqual(['409 in_use', '130.00']);
    });

    it("pay a supplier's invoice, and give money back on a credit note", async () => {
      const supplier = await customer(company, { isSupplier: true });
      const bill = await payable(company, supplier, '50.00');
      expect((await bank.tryMatch(await bank.movement('-50.00'), bill, 'purchase_invoice')).status).toBe(200);
      expect(await eventsOf('purchase_invoice.paid')).toMatchObject([{ id: bill, number: 'P-50.00' }]);
      const invoice = await sales.issued();
      await bank.tryMatch(await bank.movement('121.00'), invoice.id);
      const credit = await sales.credited(invoice.id);
      expect((await bank.tryMatch(await bank.movement('-121.00'), credit.id)).status).toBe(200);
      expect(await openAmounts(company)).toEqual({});
      expect(await balances(company)).toEqual({ '271': '-50.00', '6001': '50.00' });
      expect(await eventsOf('sale_invoice.paid')).toHaveLength(1);
    });

    it('are refused when the money goes the other way, or there is no such document', async () => {
      const invoice = await sales.issued();
      const draft = await sales.draft();
      const out = await bank.movement('-121.00');
      expect(outcome(await bank.tryMatch(out, invoice.id))).toBe('422 match_refused');
      expect(outcome(await bank.tryMatch(out, draft.id))).toBe('404 not_found');
      expect(outcome(await bank.tryMatch(out, invoice.id, 'purchase_invoice'))).toBe('404 not_found');
      expect(outcome(await bank.tryMatch(invoice.id, invoice.id))).toBe('404 not_found');
      expect(await company.count('bank_matches')).toBe(0);
    });

    it('respect locked periods', async () => {
      const invoice = await sales.issued();
      const id = await bank.movement('121.00', { date: '2026-09-30' });
      await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
      expect(outcome(await bank.tryMatch(id, invoice.id))).toBe('422 period_locked');
      await company.ok('ledger/periods/unlock', { year: 2026, month: 9 });
      expect((await bank.tryMatch(id, invoice.id)).status).toBe(200);
      await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
      expect(outcome(await company.post('bank/transactions/unmatch', { transactionId: id }))).toBe(
        '422 period_locked',
      );
    });
  });

  describe('with several documents', () => {
    it('pay invoices less a credit note, with charges kept back', async () => {
      const [one, two] = [await sales.issued(), await sales.issued({ lines: [line('50.00')] })];
      const credit = await sales.credited(two.id, {
        lines: [{ creditedLineId: two.lines[0]!.id, quantity: '0.2' }],
      });
      // The credit note has settled 12.10 of its own invoice already.
      expect(credit.grossTotal).toBe('12.10');
      const id = await bank.movement('166.40');
      const { status, body } = await bank.tryMatchMany(
        id,
        [allocation(one.id, '121.00'), allocation(two.id, '48.40')],
        { feeAmount: '3.00' },
      );
      expect([status, body.matchedDocumentId, body.matchedDocumentType]).toEqual([200, null, null]);
      expect(await openAmounts(company)).toEqual({});
      expect(await balances(company)).toMatchObject({ '271': '166.40', '6208': '3.00' });
      expect(await eventsOf('sale_invoice.paid')).toHaveLength(2);
    });

    it('take a credit note off an invoice', async () => {
      const invoice = await sales.issued();
      const outside = await sales.issued({
        type: 'credit_note',
        creditedInvoiceReference: 'OLD-1',
        creditedInvoiceDate: '2025-12-01',
        creditReason: 'Returned',
        lines: [line('10.00')],
      });
      const id = await bank.movement('108.90');
      expect(
        (await bank.tryMatchMany(id, [allocation(invoice.id, '121.00'), allocation(outside.id, '12.10')]))
          .status,
      ).toBe(200);
      expect(await openAmounts(company)).toEqual({});
    });

    it('pay in parts, and leave the rest to the partner', async () => {
      const invoice = await sales.issued();
      await bank.tryMatchMany(await bank.movement('100.00', { externalId: 'M' }), [
        allocation(invoice.id, '60.00'),
      ]);
      expect(await openAmounts(company)).toEqual({ M: '-40.00', [invoice.fullNumber!]: '61.00' });
    });

    it('may be charges alone', async () => {
      const id = await bank.movement('-2.50');
      expect(outcome(await bank.tryMatchMany(id, []))).toBe('422 match_refused');
      expect((await bank.tryMatchMany(id, [], { feeAmount: '2.50' })).body).toMatchObject({
        status: 'matched',
        matchedDocumentId: null,
      });
      expect(await balances(company)).toEqual({ '271': '-2.50', '6208': '2.50' });
    });

    it('are refused beyond what is open or there, twice, or with a rest of nobody', async () => {
      const [invoice, other] = [
        await sales.issued(),
        await (await Sales.of(company, { name: 'Other' })).issued(),
      ];
      const id = await bank.movement('200.00');
      const tried = async (allocations: object[], more: object = {}): Promise<string> =>
        outcome(await bank.tryMatchMany(id, allocations, more));
      expect(await tried([allocation(invoice.id, '121.01')])).toBe('422 match_refused');
      expect(await tried([allocation(invoice.id, '0.00')])).toBe('422 match_refused');
      expect(await tried([allocation(invoice.id, '121.00'), allocation(other.id, '79.01')])).toBe(
        '422 match_refused',
      );
      expect(await tried([allocation(invoice.id, '121.00'), allocation(other.id, '78.99')])).toBe(
        '422 match_refused',
      );
      expect(await tried([allocation(invoice.id, '10.00'), allocation(invoice.id, '10.00')])).toBe(
        '400 invalid_request',
      );
      expect(await tried([allocation(invoice.id, '10.001')])).toBe('400 invalid_request');
      expect(await tried([allocation(invoice.id, '10.00', { bankAmount: '9.00' })])).toBe(
        '422 match_refused',
      );
      expect(await tried([], { feeAmount: '200.00' })).toBe('422 match_refused');
      expect(await balances(company)).not.toHaveProperty('271');
      expect(await tried([allocation(invoice.id, '121.00'), allocation(other.id, '79.00')])).toBe('200');
    });
  });

  describe('in other currencies', () => {
    const rate = (date: string, value: string): Promise<unknown> =>
      company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate: value });
    let supplier: string;
    let dollars: Bank;
    beforeEach(async () => {
      supplier = await customer(company, { isSupplier: true });
      dollars = await bank.another({ currency: 'USD', accountCode: '272' });
    });

    it('realise gains and losses; the last part takes what is left of the carrying amount', async () => {
      const bill = await payable(company, supplier, '100.00', {
        number: 'D-1',
        currency: 'USD',
        baseAmount: '90.01',
      });
      await rate('2026-10-05', '1.25');
      await dollars.tryMatch(await dollars.movement('-33.33'), bill, 'purchase_invoice');
      // 33.33 USD are worth 26.66 EUR; they relieve 90.01 x 33.33 / 100 = 30.00.
      expect(await balances(company)).toMatchObject({ '272': '-26.66', '5803': '-3.34', '4480': '-60.01' });
      await rate('2026-10-06', '1');
      await dollars.tryMatch(
        await dollars.movement('-66.67', { date: '2026-10-06' }),
        bill,
        'purchase_invoice',
      );
      expect(await balances(company)).toEqual({
        '272': '-93.33',
        '5803': '-3.34',
        '6803': '6.66',
        '6001': '90.01',
      });
      expect(await openAmounts(company)).toEqual({});
    });

    it('exchange out of the base currency', async () => {
      const bill = await payable(company, supplier, '100.00', {
        number: 'D-1',
        currency: 'USD',
        baseAmount: '90.00',
      });
      const missing = await bank.tryMatch(await bank.movement('-92.17'), bill, 'purchase_invoice');
      expect(outcome(missing)).toBe('422 exchange_rate_missing');
      await rate('2026-10-05', '1.085');
      expect((await bank.tryMatch(await bank.movement('-92.17'), bill, 'purchase_invoice')).status).toBe(200);
      expect(await openAmounts(company)).toEqual({});
      expect(await balances(company)).toMatchObject({ '271': '-92.17', '6803': '2.17' });
    });

    it('take the amount of the bank where it is known', async () => {
      const bill = await payable(company, supplier, '100.00', {
        number: 'D-1',
        currency: 'USD',
        baseAmount: '90.00',
      });
      await rate('2026-10-05', '1.085');
      const paid = {
        ...allocation(bill, '100.00', { bankAmount: '93.00' }),
        documentType: 'purchase_invoice',
      };
      expect(
        (await bank.tryMatchMany(await bank.movement('-95.00'), [paid], { feeAmount: '2.00' })).status,
      ).toBe(200);
      expect(await openAmounts(company)).toEqual({});
      expect(await balances(company)).toMatchObject({ '271': '-95.00', '6803': '3.00', '6208': '2.00' });
    });

    it('keep what is too much in the currency of the bank', async () => {
      const bill = await payable(company, supplier, '100.00', {
        number: 'D-1',
        currency: 'USD',
        baseAmount: '90.00',
      });
      await rate('2026-10-05', '1.25');
      await dollars.tryMatch(
        await dollars.movement('-110.00', { externalId: 'TOO' }),
        bill,
        'purchase_invoice',
      );
      expect(await openAmounts(company)).toEqual({ TOO: '10.00' });
      expect(await balances(company)).toMatchObject({ '272': '-88.00', '4480': '8.00', '5803': '-10.00' });
    });

    it('are refused between two foreign ones', async () => {
      const bill = await payable(company, supplier, '100.00');
      await rate('2026-10-05', '1.25');
      const answer = await dollars.tryMatch(await dollars.movement('-100.00'), bill, 'purchase_invoice');
      expect([outcome(answer), answer.body.error.message]).toEqual([
        '422 match_refused',
        expect.stringContaining('in USD cannot pay a document in EUR'),
      ]);
    });
  });

  describe('taken back', () => {
    const unmatch = (transactionId: string): ReturnType<TestCompany['post']> =>
      company.post('bank/transactions/unmatch', { transactionId });

    it('leave the books as they were, and can be made anew', async () => {
      const invoice = await sales.issued();
      const id = await bank.movement('130.00');
      expect(outcome(await unmatch(id))).toBe('409 not_matched');
      const before = await balances(company);
      await bank.tryMatch(id, invoice.id);
      const { status, body } = await unmatch(id);
      expect([status, body]).toMatchObject([
        200,
        { status: 'new', matchedDocumentType: null, matchedDocumentId: null, journalTransactionId: null },
      ]);
      expect(await balances(company)).toEqual(before);
      expect(await openAmounts(company)).toEqual({ [invoice.fullNumber!]: '121.00' });
      expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'unpaid', paidAmount: '0.00' });
      expect((await bank.tryMatch(id, invoice.id)).status).toBe(200);
      expect((await balances(company))['271']).toBe('130.00');
      expect(await company.count('bank_matches')).toBe(2);
    });

    it('give exactly the carrying amount back, in whatever order', async () => {
      const supplier = await customer(company, { isSupplier: true });
      const dollars = await bank.another({ currency: 'USD', accountCode: '272' });
      await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-05', rate: '1.1' });
      const bill = await payable(company, supplier, '1.00', {
        number: 'D',
        currency: 'USD',
        baseAmount: '0.91',
      });
      const before = await balances(company);
      const parts = [];
      for (const amount of ['-0.33', '-0.33', '-0.34']) {
        const id = await dollars.movement(amount);
        await dollars.tryMatch(id, bill, 'purchase_invoice');
        parts.push(id);
      }
      expect(await openAmounts(company)).toEqual({});
      for (const id of parts) expect((await unmatch(id)).status).toBe(200);
      expect(await openAmounts(company)).toEqual({ D: '-1.00' });
      expect(await balances(company)).toEqual(before);
    });
  });

  describe('at once', () => {
    it('of one transaction happen once, to one document and to many', async () => {
      const invoices = await atOnce(20, () => sales.issued());
      const one = await bank.movement('121.00');
      expect(outcomes(await atOnce(20, () => bank.tryMatch(one, invoices[0]!.id)))).toEqual({
        '200': 1,
        '409 already_matched': 19,
      });
      const other = await bank.movement('121.00');
      expect(outcomes(await atOnce(19, index => bank.tryMatch(other, invoices[index + 1]!.id)))).toEqual({
        '200': 1,
        '409 already_matched': 18,
      });
      expect((await balances(company))['271']).toBe('242.00');
      const answers = await atOnce(20, () =>
        company.post('bank/transactions/unmatch', { transactionId: one }),
      );
      expect(outcomes(answers)).toEqual({ '200': 1, '409 not_matched': 19 });
      expect((await balances(company))['271']).toBe('121.00');
    });

    it('of many transactions pay an invoice once', async () => {
      const invoice = await sales.issued();
      const ids: string[] = [];
      for (let index = 0; index < 10; index++) ids.push(await bank.movement('121.00'));
      expect(outcomes(await atOnce(10, index => bank.tryMatch(ids[index]!, invoice.id)))).toEqual({
        '200': 1,
        '422 match_refused': 9,
      });
      expect(await eventsOf('sale_invoice.paid')).toHaveLength(1);
    });
  });

  it('can be recorded without a statement', async () => {
    const invoice = await sales.issued();
    const order = {
      bankAccountId: bank.accountId,
      date: SALES_TODAY,
      amount: '121.00',
      documentType: 'sale_invoice',
    };
    const { status, body } = await company.post('bank/transactions/record', {
      ...order,
      documentId: invoice.id,
      description: 'Cash box',
    });
    expect([status, body]).toMatchObject([
      201,
      {
        amount: '121.00',
        description: 'Cash box',
        status: 'matched',
        matchedDocumentId: invoice.id,
        externalId: null,
      },
    ]);
    expect(await openAmounts(company)).toEqual({});
    expect(
      outcome(await company.post('bank/transactions/record', { ...order, documentId: invoice.id })),
    ).toBe('422 match_refused');
    expect(await company.count('bank_transactions')).toBe(1);
  });

  it('are suggested, the likeliest first', async () => {
    const invoice = await sales.issued();
    const same = await sales.issued();
    await sales.issued({ lines: [line('7.00')] });
    const draft = await sales.draft();
    const transactionId = await bank.movement('121.00', {
      counterpartyName: 'BUYER',
      description: `Už ${invoice.fullNumber}`,
    });
    const { suggestions } = await company.ok('bank/transactions/suggest-matches', { transactionId });
    expect(suggestions.map(({ documentId }: { documentId: string }) => documentId)).not.toContain(draft.id);
    expect(suggestions.slice(0, 2)).toEqual([
      {
        documentType: 'sale_invoice',
        documentId: invoice.id,
        number: invoice.fullNumber,
        partnerName: 'Buyer UAB',
        currency: 'EUR',
        grossTotal: '121.00',
        remaining: '121.00',
        score: 85,
        reasons: expect.arrayContaining(['the text has the number']),
      },
      expect.objectContaining({ documentId: same.id, score: 55 }),
    ]);
    const limited = await company.ok('bank/transactions/suggest-matches', { transactionId, limit: 1 });
    expect(limited.suggestions).toHaveLength(1);
    await bank.tryMatch(transactionId, invoice.id);
    const out = await bank.movement('-121.00', { counterpartyName: 'BUYER' });
    expect(
      (await company.ok('bank/transactions/suggest-matches', { transactionId: out })).suggestions,
    ).toEqual([]);
  });

  it('cannot be doubled or changed by SQL either', async () => {
    const invoice = await sales.issued();
    const id = await bank.movement('121.00');
    await bank.tryMatch(id, invoice.id);
    const copy = `INSERT INTO bank_matches (company_id, match_id, transaction_id, document_type, document_id, journal_transaction_id, matched_at)
      SELECT company_id, gen_random_uuid(), transaction_id, document_type, document_id, journal_transaction_id, matched_at FROM bank_matches`;
    await expect(company.sql(copy)).rejects.toMatchObject({ constraint: 'uq_bank_matches__one_live' });
    await expect(company.sql('UPDATE bank_transactions SET amount = 1')).rejects.toThrow(/permission denied/);
    await expect(
      company.sql(`UPDATE open_items SET settled_amount = 122, settled_base_amount = 122`),
    ).rejects.toMatchObject({ constraint: expect.stringMatching(/^ck_open_items__settled/) });
  });
});
