import { Advances } from '../support/advances';
import { Bank, balances, expectSoundItems, openAmounts } from '../support/bank';
import { expectSoundBooks, growth, NOTHING, ONE_ISSUED } from '../support/books';
import { BUYER, peppolXml, SELLER } from '../support/e-invoices';
import { atOnce, line, outcome, outcomes, SALES_NOW, Sales } from '../support/sales';
import { TestApp } from '../support/test-app';

/** Advances received, receivables, VAT payable, bank. */
const ADVANCES = '4420';
const RECEIVABLE = '2410';

/** @invariant INV-01 @invariant INV-03 @invariant INV-12 */
describe('proformas and advances', () => {
  let app: TestApp;
  let books: Advances;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    books = await Advances.open(app);
  });
  afterEach(async () => {
    await expectSoundBooks(books.company);
    await expectSoundItems(books.company);
  });

  it('number proformas and nothing else: no journal, VAT or open item, and no payment or credit', async () => {
    const { sales, company, bank } = books;
    const grown = await growth(company, async () => {
      const proforma = await sales.issued({ type: 'proforma' });
      expect(proforma).toMatchObject({
        fullNumber: 'PF-0001',
        grossTotal: '121.00',
        journalTransactionId: null,
        paymentStatus: 'unpaid',
      });
    });
    expect(grown).toEqual({ ...NOTHING, documents: 1, auditRows: 1, events: 1 });
    const second = await sales.issued({ type: 'proforma' });
    expect(second.fullNumber).toBe('PF-0002');
    expect(outcome(await sales.tryCredit(second.id))).toBe('422 not_creditable');
    expect(outcome(await bank.tryMatch(await bank.movement('121.00'), second.id))).toBe('422 match_refused');
    expect(outcome(await company.post('sales/invoices/peppol-xml', { id: second.id }))).toBe(
      '422 not_supported',
    );
  });

  it('issue a proforma of a locked month, and refuse an advance there', async () => {
    const { sales } = books;
    await sales.issued({ issueDate: '2026-09-30' });
    await lock(books, 2026, 9);
    await sales.issued({ type: 'proforma', issueDate: '2026-09-30' });
    expect(outcome(await sales.tryIssue({ type: 'advance', issueDate: '2026-09-30' }))).toBe(
      '422 period_locked',
    );
  });

  it('ask for an advance without revenue and VAT; what is paid waits for the invoice', async () => {
    const grown = await growth(books.company, () => books.advance());
    expect(grown).toEqual({ ...ONE_ISSUED, registerRows: 0, auditRows: 1 });
    expect(await balances(books.company)).toEqual({ [RECEIVABLE]: '121.00', [ADVANCES]: '-121.00' });
    const { id } = await books.advance();
    await books.paid(id, '100.00');
    expect(await books.sales.get(id)).toMatchObject({ paidAmount: '100.00', paymentStatus: 'partial' });
    await books.paid(id, '21.00');
    expect(await books.sales.get(id)).toMatchObject({ fullNumber: 'ADV-0002', paymentStatus: 'paid' });
    expect(await balances(books.company)).toEqual({
      271: '121.00',
      [RECEIVABLE]: '121.00',
      [ADVANCES]: '-242.00',
    });
    const events = (await books.company.sql(
      `SELECT type FROM events WHERE entity_id = '${id}' ORDER BY sequence`,
    )) as { type: string }[];
    expect(events.map(({ type }) => type)).toEqual(['sale_invoice.issued', 'sale_invoice.paid']);
  });

  it('apply what is paid to the invoice, in parts, until both are used up', async () => {
    const advance = await books.advance();
    const first = await books.sales.issued({ lines: [line('60.00')] });
    const second = await books.sales.issued();
    expect(outcome(await books.tryApply(advance.id, first.id))).toBe('422 advance_refused');
    await books.paid(advance.id, '100.00');
    expect(outcome(await books.tryApply(advance.id, first.id, { amount: '72.61' }))).toBe(
      '422 advance_refused',
    );
    expect(await books.apply(advance.id, first.id, { amount: '2.60' })).toMatchObject({
      id: first.id,
      advanceAppliedAmount: '2.60',
      paidAmount: '2.60',
      paymentStatus: 'partial',
    });
    expect(await books.apply(advance.id, first.id)).toMatchObject({
      advanceAppliedAmount: '72.60',
      paymentStatus: 'paid',
    });
    expect(await books.sales.get(advance.id)).toMatchObject({ appliedToInvoiceId: first.id });
    expect(await books.apply(advance.id, second.id)).toMatchObject({ advanceAppliedAmount: '27.40' });
    expect(outcome(await books.tryApply(advance.id, second.id))).toBe('422 advance_refused');
    await books.paid(advance.id, '21.00');
    await books.apply(advance.id, second.id);
    await books.paid(second.id, '72.60');
    expect(await openAmounts(books.company)).toEqual({});
    // 160.00 of revenue and its VAT, paid by the bank; nothing is receivable or owed to the customer.
    expect(await balances(books.company)).toEqual({ 271: '193.60', 5001: '-160.00', 4492: '-33.60' });
    const { rows } = (await books.company.ok('sales/invoices/list', {
      filter: [{ field: 'type', op: 'eq', value: 'advance' }],
    })) as { rows: { appliedToInvoiceId: string }[] };
    expect(rows).toMatchObject([{ appliedToInvoiceId: second.id }]);
  });

  it('never apply more than is there, whoever asks at the same time', async () => {
    const advance = await books.advance();
    await books.paid(advance.id, '121.00');
    const invoices = await atOnce(2, () => books.sales.issued());
    const answers = await atOnce(20, index =>
      books.tryApply(advance.id, invoices[index % 2]!.id, { amount: '12.10' }),
    );
    expect(outcomes(answers)).toEqual({ 200: 10, '422 advance_refused': 10 });
    expect(
      await books.company.sql('SELECT applied::numeric(9, 2)::text AS applied FROM sale_advances'),
    ).toEqual([{ applied: '121.00' }]);
  });

  it('tell of the invoice that an advance paid', async () => {
    const advance = await books.advance();
    const transactionId = await books.paid(advance.id, '121.00');
    const invoice = await books.sales.issued();
    await books.apply(advance.id, invoice.id);
    expect(
      await books.company.sql(
        `SELECT payload->>'advanceId' AS advance FROM events WHERE type = 'sale_invoice.paid' AND entity_id = '${invoice.id}'`,
      ),
    ).toEqual([{ advance: advance.id }]);
    // The payment is not taken back under the invoice.
    expect(outcome(await books.company.post('bank/transactions/unmatch', { transactionId }))).toBe(
      '409 advance_applied',
    );
  });

  it('take a payment back as long as nothing is applied', async () => {
    const advance = await books.advance();
    const transactionId = await books.paid(advance.id, '121.00');
    await books.company.ok('bank/transactions/unmatch', { transactionId });
    expect(await balances(books.company)).toEqual({ [RECEIVABLE]: '121.00', [ADVANCES]: '-121.00' });
    const invoice = await books.sales.issued();
    expect(outcome(await books.tryApply(advance.id, invoice.id))).toBe('422 advance_refused');
  });

  it('credit an advance without revenue and VAT, as far as it is not applied', async () => {
    const advance = await books.advance();
    const invoice = await books.sales.issued({ lines: [line('50.00')] });
    await books.paid(advance.id, '60.50');
    await books.apply(advance.id, invoice.id);
    const tooMuch = { lines: [{ creditedLineId: advance.lines[0]!.id, quantity: '0.51' }] };
    expect(outcome(await books.sales.tryCredit(advance.id, tooMuch))).toBe('422 advance_refused');
    const grown = await growth(books.company, () =>
      books.sales.credited(advance.id, {
        lines: [{ creditedLineId: advance.lines[0]!.id, quantity: '0.5' }],
      }),
    );
    expect(grown).toEqual({ ...ONE_ISSUED, registerRows: 0, auditRows: 1 });
    expect(await openAmounts(books.company)).toEqual({});
    expect(await balances(books.company)).toEqual({ 271: '60.50', 5001: '-50.00', 4492: '-10.50' });
  });

  it('without lines credit all that is left of an advance applied in part, at each of its rates', async () => {
    const advance = await books.advance({ lines: [line('700.00'), line('100.00', { vatRatePercent: '5' })] });
    const invoice = await books.sales.issued({ lines: [line('100.00')] });
    await books.paid(advance.id, '200.00');
    await books.apply(advance.id, invoice.id);
    // 952.00 less 121.00 is 831.00: 847 and 105 parts of 952.
    const draft = await books.sales.credited(advance.id, { issue: false });
    const credit = (await books.company.ok('sales/invoices/issue', { id: draft.id })) as typeof draft;
    expect([draft.grossTotal, credit.grossTotal]).toEqual(['831.00', '831.00']);
    expect(credit.lines.map(({ lineGross }) => lineGross)).toEqual(['739.35', '91.65']);
    expect(await balances(books.company)).toEqual({
      271: '200.00',
      [RECEIVABLE]: '-79.00',
      5001: '-100.00',
      4492: '-21.00',
    });
    expect(outcome(await books.sales.tryCredit(advance.id))).toBe('422 advance_refused');
  });

  it('give a paid advance back by its credit', async () => {
    const advance = await books.advance();
    await books.paid(advance.id, '121.00');
    const credit = await books.sales.credited(advance.id);
    expect(await openAmounts(books.company)).toEqual({ [credit.fullNumber!]: '-121.00' });
    await books.paid(credit.id, '-121.00');
    expect(await balances(books.company)).toEqual({});
    const invoice = await books.sales.issued();
    expect(outcome(await books.tryApply(advance.id, invoice.id))).toBe('422 advance_refused');
  });

  it('refuse other partners, currencies, days and documents', async () => {
    const { company, sales } = books;
    const advance = await books.advance({ issueDate: '2026-09-10' });
    await books.paid(advance.id, '121.00');
    const invoice = await sales.issued({ issueDate: '2026-09-20' });
    const stranger = await (await Sales.of(company, { name: 'Other UAB' })).issued();
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-05', rate: '1.1' });
    const dollars = await sales.issued({ currency: 'USD' });
    const tries: [string, string, object][] = [
      [advance.id, stranger.id, {}],
      [advance.id, dollars.id, {}],
      [advance.id, invoice.id, { date: '2026-10-04' }],
      [advance.id, invoice.id, { amount: '0.00' }],
    ];
    for (const [from, to, members] of tries)
      expect(outcome(await books.tryApply(from, to, members as Record<string, unknown>))).toBe(
        '422 advance_refused',
      );
    expect(outcome(await books.tryApply(invoice.id, advance.id))).toBe('400 invalid_request');
    const draft = await sales.draft();
    expect(outcome(await books.tryApply(advance.id, draft.id))).toBe('409 not_issued');
    await lock(books, 2026, 10);
    expect(outcome(await books.tryApply(advance.id, invoice.id))).toBe('422 period_locked');
    expect(await books.company.count('sale_advance_applications')).toBe(0);
  });

  it('apply in another currency at what each side carries', async () => {
    const { company, sales } = books;
    const rate = (date: string, value: string) =>
      company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate: value });
    await rate('2026-09-01', '1.25');
    await rate('2026-09-15', '1.20');
    await rate('2026-10-01', '1.00');
    const usd = await books.bank.another({ name: 'Dollars', currency: 'USD', iban: undefined });
    const ten = {
      currency: 'USD',
      lines: [line('82.64'), line('0.01', { vatRatePercent: '0', vatClassifierCode: 'PVM5' })],
    };
    const advance = await sales.issued({ type: 'advance', ...ten, issueDate: '2026-09-01' });
    expect(advance).toMatchObject({ grossTotal: '100.00', baseGrossTotal: '80.00' });
    const transactionId = await usd.movement('100.00', { date: '2026-09-15' });
    await company.ok('bank/transactions/match', {
      transactionId,
      documentType: 'sale_invoice',
      documentId: advance.id,
    });
    const invoice = await sales.issued({ ...ten, issueDate: '2026-10-01' });
    expect(invoice).toMatchObject({ baseGrossTotal: '100.00' });
    await books.apply(advance.id, invoice.id, { amount: '33.33' });
    await books.apply(advance.id, invoice.id);
    const left = await balances(company);
    expect(left[RECEIVABLE]).toBeUndefined();
    expect(left[ADVANCES]).toBeUndefined();
    // Received: 83.33 for 80.00; applied: 100.00 of receivable for 80.00 of liability.
    expect(left).toEqual({ 271: '83.33', 5001: '-82.65', 4492: '-17.35', 5803: '-3.33', 6803: '20.00' });
    expect(outcome(await sales.tryCredit(advance.id))).toBe('422 advance_refused');
  });

  it('are held to it by the database', async () => {
    const advance = await books.advance();
    await books.paid(advance.id, '121.00');
    await books.apply(advance.id, (await books.sales.issued()).id);
    const attempts = {
      'UPDATE sale_advances SET applied = 121.01': 'ck_sale_advances__within_gross',
      'UPDATE sale_advances SET credited = 0.01': 'ck_sale_advances__within_gross',
      'UPDATE sale_advances SET taxed = 0.01, applied = 0, base_applied = 0':
        'ck_sale_advances__taxed_on_payment',
      'UPDATE sale_advances SET gross = 500': 'only changes by being used',
      'UPDATE sale_advance_applications SET amount = 1': 'permission denied',
      [`UPDATE open_items SET settled_amount = 0, settled_base_amount = 0 WHERE document_id = '${advance.id}'`]:
        'has been applied',
    };
    for (const [statement, refusal] of Object.entries(attempts))
      await expect(books.company.sql(statement)).rejects.toThrow(refusal);
  });

  it('keep companies apart', async () => {
    const advance = await books.advance();
    await books.paid(advance.id, '121.00');
    const other = await Advances.open(app);
    const invoice = await other.sales.issued();
    expect(outcome(await other.tryApply(advance.id, invoice.id))).toBe('404 not_found');
    expect(outcome(await other.company.post('sales/invoices/tax-receipts', { id: advance.id }))).toBe(
      '404 not_found',
    );
  });

  it('say in the electronic invoice what is left to pay', async () => {
    const company = await app.company(SELLER);
    const sales = await Sales.of(company, BUYER);
    const bank = await Bank.of(company);
    const advance = await sales.issued({ type: 'advance' });
    await bank.tryMatch(await bank.movement('121.00'), advance.id);
    const invoice = await sales.issued({ lines: [line('200.00')] });
    await company.ok('sales/invoices/apply-advance', { advanceId: advance.id, invoiceId: invoice.id });
    const { xml } = await peppolXml(company, invoice.id);
    expect(xml).toContain('>121.00</cbc:PrepaidAmount>');
    expect(xml).toContain('>121.00</cbc:PayableAmount>');
  });
});

async function lock({ company }: Advances, year: number, month: number): Promise<void> {
  await company.ok('ledger/periods/lock', { year, month });
}
