import { Metrics } from '../../src/platform/metrics';
import { Advances } from '../support/advances';
import { Bank, balances, expectSoundItems, openAmounts } from '../support/bank';
import { expectSoundBooks, growth, NOTHING } from '../support/books';
import { BUYER, peppolXml, SELLER } from '../support/e-invoices';
import { atOnce, line, outcome, outcomes, Sales, SALES_NOW, type Invoice } from '../support/sales';
import { whileHeld } from '../support/held-rows';
import { TestApp } from '../support/test-app';
import { brokenRules } from '../support/ubl-checker';

const ADVANCES = '4420';
const VAT = '4492';

/** @invariant INV-03 @invariant INV-12 */
describe('VAT on the payment of an advance', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());

  /** Deadlocks are run again, which nobody but a waiting caller would see. */
  const retries = async (): Promise<number> =>
    (await app.nest.get(Metrics).transactionRetries.get()).values[0]!.value;

  const ofSlovakia = (): Promise<Advances> => Advances.inSlovakia(app);
  const at = (rate: string, price: string, members: Record<string, unknown> = {}) =>
    line(price, { vatRatePercent: rate, ...members });

  async function expectSound(books: Advances): Promise<void> {
    await expectSoundBooks(books.company);
    await expectSoundItems(books.company);
  }

  /** What the return of October says of advances. */
  const warnings = async ({ company }: Advances): Promise<string[]> => {
    const { warnings: all } = (await company.ok('declarations/eu/vat-return/compute', {
      countryCode: 'SK',
      year: 2026,
      month: 10,
    })) as { warnings: string[] };
    return all.filter(warning => warning.includes('advances'));
  };

  /** What stands in the VAT register, by document. */
  const registered = async ({ company }: Advances): Promise<string[]> => {
    const rows = (await company.sql(
      `SELECT document_number || ' ' || tax_point_on || ' ' || vat_rate::numeric(5, 0) || '%: ' || net::numeric(12, 2) || ' + ' || vat::numeric(12, 2) AS row
         FROM vat_register_rows ORDER BY document_number, vat_rate DESC`,
    )) as { row: string }[];
    return rows.map(({ row }) => row);
  };

  it('is taken out of what came, with a document of its own, once per receipt', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '1000.00')], issueDate: '2026-09-01' });
    await books.paid(advance.id, '100.00', { date: '2026-09-10' });
    await books.paid(advance.id, '123.00', { date: '2026-09-20' });
    expect(await books.tax(advance.id, { issueDate: '2026-09-09' })).toEqual([]);
    const documents = await books.tax(advance.id);
    // 100.00 x 23 / 123 = 18.699..., 123.00 x 23 / 123 = 23.00
    expect(documents).toMatchObject([
      {
        type: 'invoice',
        nature: 'advance_tax',
        fullNumber: 'TD-0001',
        taxPointDate: '2026-09-10',
        netTotal: '81.30',
        vatTotal: '18.70',
        grossTotal: '100.00',
        taxedAdvanceId: advance.id,
      },
      { fullNumber: 'TD-0002', taxPointDate: '2026-09-20', netTotal: '100.00', vatTotal: '23.00' },
    ]);
    expect(await books.sales.get(documents[0]!.id)).toEqual(documents[0]);
    expect(await registered(books)).toEqual([
      'TD-0001 2026-09-10 23%: 81.30 + 18.70',
      'TD-0002 2026-09-20 23%: 100.00 + 23.00',
    ]);
    expect(await balances(books.company)).toMatchObject({ [ADVANCES]: '-1188.30', [VAT]: '-41.70' });
    expect(await books.tax(advance.id)).toEqual([]);
    expect(await warnings(books)).toEqual([]);
    await expectSound(books);
  });

  it('is missed by the return until its documents are made', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00')] });
    expect(await warnings(books)).toEqual([]);
    await books.paid(advance.id, '123.00');
    expect(await warnings(books)).toEqual([expect.stringContaining('ADV-0001 (2026-10-05)')]);
    await books.tax(advance.id);
    expect(await warnings(books)).toEqual([]);
    await expectSound(books);
  });

  it('is not taken twice by many calls at once', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00')] });
    await books.paid(advance.id, '123.00');
    const answers = await atOnce(10, () =>
      books.company.post('sales/invoices/tax-receipts', { id: advance.id }),
    );
    expect(outcomes(answers)).toEqual({ 200: 10 });
    expect(answers.flatMap(({ body }) => (body as { documents: unknown[] }).documents)).toHaveLength(1);
    await expectSound(books);
  });

  it('waits for nobody who waits for it: the series is opened before an event is numbered', async () => {
    const books = await ofSlovakia();
    const lines = [at('23', '200.00')];
    const [one, other] = [await books.advance({ lines }), await books.advance({ lines })];
    const transactionId = await books.paid(one.id, '123.00');
    await books.tax(one.id);
    await books.company.ok('bank/transactions/unmatch', { transactionId });
    for (const { id } of [one, other]) await books.paid(id, '61.50');
    const tax = (id: string) => () => books.company.post('sales/invoices/tax-receipts', { id });
    const before = await retries();
    const answers = await whileHeld(
      app,
      `SELECT 1 FROM sale_advances WHERE advance_id = '${other.id}' FOR UPDATE`,
      [tax(other.id), tax(one.id)],
    );
    expect([...answers.map(outcome), await retries()]).toEqual(['200', '200', before]);
    await expectSound(books);
  });

  it('waits for nobody who waits for it: all that it credits is locked first', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '200.00')] });
    const paid = [await books.paid(advance.id, '123.00'), await books.paid(advance.id, '61.50')];
    const [, second] = await books.tax(advance.id);
    for (const transactionId of paid) await books.company.ok('bank/transactions/unmatch', { transactionId });
    const before = await retries();
    const answers = await whileHeld(
      app,
      `SELECT 1 FROM sale_advances WHERE advance_id = '${advance.id}' FOR UPDATE`,
      [
        () => books.company.post('sales/invoices/tax-receipts', { id: advance.id }),
        () => books.sales.tryCredit(second!.id),
      ],
    );
    expect([...answers.map(outcome), await retries()]).toEqual(['200', '409 already_credited', before]);
    await expectSound(books);
  });

  it('shares a receipt out over the rates of the advance', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00'), at('5', '100.00')] });
    await books.paid(advance.id, '100.00');
    await books.tax(advance.id);
    // Of 228.00, 123.00 are at 23 %: 53.95 of 100.00, VAT 10.09; 46.05 at 5 %, VAT 2.19.
    expect(await registered(books)).toEqual([
      'TD-0001 2026-10-05 23%: 43.86 + 10.09',
      'TD-0001 2026-10-05 5%: 43.86 + 2.19',
    ]);
    await expectSound(books);
  });

  it('goes by the rate of the day of the receipt', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('20', '100.00')], issueDate: '2024-12-20' });
    await books.paid(advance.id, '120.00', { date: '2025-01-10' });
    expect(await books.tax(advance.id)).toMatchObject([{ netTotal: '97.56', vatTotal: '22.44' }]);
    await expectSound(books);
  });

  it('leaves the final invoice the remainder', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00')] });
    await books.paid(advance.id, '123.00');
    const final = { lines: [at('23', '300.00'), at('5', '10.00')], deductedAdvances: [advance.id] };
    expect(outcome(await books.sales.tryIssue(final))).toBe('422 advance_refused');
    await books.tax(advance.id);
    const draft = await books.sales.draft(final);
    expect(draft).toMatchObject({ netTotal: '210.00', vatTotal: '46.50', deductedAdvances: [advance.id] });
    const invoice = (await books.company.ok('sales/invoices/issue', { id: draft.id })) as Invoice;
    expect(invoice).toMatchObject({ netTotal: '210.00', vatTotal: '46.50', grossTotal: '256.50' });
    expect(invoice.lines[2]).toMatchObject({
      quantity: '-1',
      lineNet: '-100.00',
      lineVat: '-23.00',
      deductedAdvanceId: advance.id,
    });
    expect(await books.sales.get(invoice.id)).toMatchObject({
      advanceDeductedAmount: '123.00',
      advanceAppliedAmount: null,
    });
    expect(await books.sales.get(advance.id)).toMatchObject({ appliedToInvoiceId: invoice.id });
    await books.paid(invoice.id, '256.50');
    expect(await balances(books.company)).toEqual({ 271: '379.50', 5001: '-310.00', [VAT]: '-69.50' });
    expect(outcome(await books.sales.tryIssue(final))).toBe('422 advance_refused');
    await expectSound(books);
  });

  it('is deducted once by many invoices at once, and never below zero', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00')] });
    await books.paid(advance.id, '123.00');
    await books.tax(advance.id);
    const answers = await atOnce(10, () =>
      books.sales.tryIssue({ lines: [at('23', '30.00')], deductedAdvances: [advance.id] }),
    );
    // 30 + 30 + 30 + 10
    expect(outcomes(answers)).toEqual({ 201: 4, '422 advance_refused': 6 });
    const invoices = answers.flatMap(({ status, body }) => (status === 201 ? [body as Invoice] : []));
    expect(invoices.map(({ netTotal }) => netTotal).sort()).toEqual(['0.00', '0.00', '0.00', '20.00']);
    expect(invoices.filter(({ paymentStatus }) => paymentStatus === 'paid')).toHaveLength(3);
    const left = await balances(books.company);
    expect(left[ADVANCES]).toBeUndefined();
    expect(left[VAT]).toBe('-27.60');
    await expectSound(books);
  });

  it('leaves no cent where prices include VAT', async () => {
    const books = await ofSlovakia();
    // Each receipt is rounded on its own: 0.03 is 0.02 + 0.01, three of them are 0.09 and not 0.07 + 0.02.
    const priced = { description: 'Small', quantity: '1', unitPriceInclVat: '0.09', vatRatePercent: '23' };
    const advance = await books.advance({ lines: [priced] });
    for (const amount of ['0.03', '0.03', '0.03']) await books.paid(advance.id, amount);
    await books.tax(advance.id);
    const invoice = await books.sales.issued({ lines: [priced], deductedAdvances: [advance.id] });
    expect(invoice).toMatchObject({ netTotal: '0.00', vatTotal: '0.00', grossTotal: '0.00' });
    expect(await openAmounts(books.company)).toEqual({});
    expect((await balances(books.company))[ADVANCES]).toBeUndefined();
    await expectSound(books);
  });

  it('comes back with the full credit of the final invoice, and goes with the payment', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00')] });
    const transactionId = await books.paid(advance.id, '123.00');
    const [document] = await books.tax(advance.id);
    const unmatch = () => books.company.post('bank/transactions/unmatch', { transactionId });
    for (const price of ['100.00', '150.00']) {
      const invoice = await books.sales.issued({
        lines: [at('23', price)],
        deductedAdvances: [advance.id],
      });
      expect(outcome(await books.sales.tryCredit(document!.id))).toBe('422 advance_refused');
      expect(outcome(await unmatch())).toBe('409 advance_applied');
      const deducting = invoice.lines[1]!;
      expect(
        outcome(await books.sales.tryCredit(invoice.id, { lines: [{ creditedLineId: deducting.id }] })),
      ).toBe('400 invalid_request');
      await books.sales.credited(invoice.id);
      expect(outcome(await books.sales.tryCredit(invoice.id))).toBe('409 already_credited');
      expect(await balances(books.company)).toEqual({
        271: '123.00',
        [ADVANCES]: '-100.00',
        [VAT]: '-23.00',
      });
      expect(await books.sales.get(advance.id)).toMatchObject({ appliedToInvoiceId: null });
    }
    expect(outcome(await unmatch())).toBe('200');
    expect(await warnings(books)).toHaveLength(1);
    const [correction, ...more] = await books.tax(advance.id);
    expect(more).toEqual([]);
    expect(correction).toMatchObject({
      type: 'credit_note',
      creditedInvoiceId: document!.id,
      vatTotal: '23.00',
    });
    expect(await books.tax(advance.id)).toEqual([]);
    expect(await balances(books.company)).toEqual({ 2410: '123.00', [ADVANCES]: '-123.00' });
    await books.sales.credited(advance.id);
    expect(await balances(books.company)).toEqual({});
    await expectSound(books);
  });

  it('is given back before a paid advance is', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00')] });
    await books.paid(advance.id, '61.50');
    expect(outcome(await books.sales.tryCredit(advance.id))).toBe('422 advance_refused');
    const [document] = await books.tax(advance.id);
    expect(outcome(await books.sales.tryCredit(advance.id))).toBe('422 advance_refused');
    await books.sales.credited(document!.id);
    const credit = await books.sales.credited(advance.id);
    await books.paid(credit.id, '-61.50');
    expect(await balances(books.company)).toEqual({});
    expect(await books.tax(advance.id)).toEqual([]);
    await expectSound(books);
  });

  it('is not for what the books cannot tax, and an advance without VAT is applied', async () => {
    const books = await ofSlovakia();
    await books.company.ok('reference/exchange-rates/set', {
      currency: 'USD',
      date: '2026-10-05',
      rate: '1.1',
    });
    const tries: object[] = [{ currency: 'USD', lines: [at('23', '100.00')] }];
    for (const members of tries)
      expect(outcome(await books.sales.tryIssue({ type: 'advance', ...members }))).toBe('422 not_supported');
    expect(outcome(await books.sales.tryIssue({ type: 'advance', vatOnPayment: false }))).toBe(
      '400 invalid_request',
    );
    const taxed = await books.advance({ lines: [at('23', '100.00')] });
    await books.paid(taxed.id, '123.00');
    const invoice = await books.sales.issued({ lines: [at('23', '100.00')] });
    expect(outcome(await books.tryApply(taxed.id, invoice.id))).toBe('422 advance_refused');
    await expectSound(books);
  });

  it('leaves a valid electronic invoice of the remainder, down to nothing', async () => {
    const company = await app.company(SELLER);
    const sales = await Sales.of(company, BUYER);
    const bank = await Bank.of(company);
    const advance = await sales.issued({ type: 'advance', vatOnPayment: true });
    await bank.tryMatch(await bank.movement('121.00'), advance.id);
    await company.ok('sales/invoices/tax-receipts', { id: advance.id });
    for (const [price, net] of [
      ['60.00', '0.00'],
      ['200.00', '160.00'],
    ] as const) {
      const { id } = await sales.issued({ lines: [line(price)], deductedAdvances: [advance.id] });
      const { xml } = await peppolXml(company, id);
      expect(brokenRules(xml)).toEqual([]);
      expect(xml).toContain(`>${net}</cbc:TaxExclusiveAmount>`);
    }
    await expectSoundBooks(company);
  });

  it('goes by the VAT code that the request names where that of the advance has ended', async () => {
    const books = await Advances.open(app);
    const coded = (price: string, vatClassifierCode: string) =>
      line(price, { vatRatePercent: undefined, vatClassifierCode });
    const advance = await books.advance({
      vatOnPayment: true,
      issueDate: '2025-12-20',
      lines: [coded('100.00', 'PVM2'), coded('100.00', 'PVM1')],
    });
    await books.paid(advance.id, '115.00', { date: '2025-12-29' });
    await books.paid(advance.id, '115.00', { date: '2026-01-05' });
    const tax = (vatCodes?: object[]) =>
      books.company.post('sales/invoices/tax-receipts', { id: advance.id, vatCodes });
    const reduced = { vatRatePercent: '9', vatClassifierCode: 'PVM58' };
    const refused = await tax();
    expect([outcome(refused), refused.body.error.fieldErrors]).toEqual([
      '422 vat_code_invalid',
      { vatCodes: ['is missing'] },
    ]);
    for (const vatCodes of [[{ ...reduced, vatRatePercent: '5' }], [reduced, reduced]])
      expect(outcome(await tax(vatCodes))).toBe('400 invalid_request');
    const atOtherRate = await tax([{ ...reduced, vatClassifierCode: 'PVM6' }]);
    expect([outcome(atOtherRate), atOtherRate.body.error.fieldErrors]).toEqual([
      '422 vat_code_invalid',
      { vatCodes: ['give PVM1 and PVM6 at 21 %'] },
    ]);
    for (const vatClassifierCode of ['PVM2', 'PVM7777'])
      expect(outcome(await tax([{ ...reduced, vatClassifierCode }]))).toBe('422 vat_code_invalid');
    expect(await books.tax(advance.id, { vatCodes: [reduced] })).toHaveLength(2);
    // 54.50 at 9 %, or at 12 %: 48.66; 60.50 at 21 %
    expect(await registered(books)).toEqual([
      'TD-0001 2025-12-29 21%: 50.00 + 10.50',
      'TD-0001 2025-12-29 9%: 50.00 + 4.50',
      'TD-0002 2026-01-05 21%: 50.00 + 10.50',
      'TD-0002 2026-01-05 12%: 48.66 + 5.84',
    ]);
    const final = await books.sales.issued({
      deductedAdvances: [advance.id],
      lines: [coded('48.66', 'PVM58'), coded('100.00', 'PVM1')],
    });
    expect(final.grossTotal).toBe('0.00');
    await expectSound(books);
  });

  it('is deducted by no invoice of an earlier day than its receipt or its tax document', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00')], issueDate: '2026-09-01' });
    await books.paid(advance.id, '123.00', { date: '2026-09-20' });
    await books.tax(advance.id, { issueDate: '2026-09-25' });
    const final = { lines: [at('23', '200.00')], deductedAdvances: [advance.id] };
    for (const dates of [
      { issueDate: '2026-09-24', taxPointDate: '2026-09-24' },
      { issueDate: '2026-09-30', taxPointDate: '2026-09-19' },
    ])
      expect(outcome(await books.sales.tryIssue({ ...final, ...dates }))).toBe('422 advance_refused');
    await books.sales.issued({ ...final, issueDate: '2026-09-25', taxPointDate: '2026-09-20' });
    await expectSound(books);
  });

  it('is released by a credit without lines alone, which lines may not make impossible', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '100.00')] });
    await books.paid(advance.id, '123.00');
    await books.tax(advance.id);
    const invoice = await books.sales.issued({ lines: [at('23', '300.00')], deductedAdvances: [advance.id] });
    const credit = (price: string) => books.sales.tryCredit(invoice.id, { lines: [at('23', price)] });
    expect(outcome(await credit('200.00'))).toBe('422 advance_refused');
    expect(outcome(await credit('150.00'))).toBe('201');
    expect(outcome(await credit('50.00'))).toBe('422 advance_refused');
    await books.sales.credited(invoice.id);
    expect(await balances(books.company)).toEqual({ 271: '123.00', [ADVANCES]: '-100.00', [VAT]: '-23.00' });
    await books.sales.issued({ lines: [at('23', '100.00')], deductedAdvances: [advance.id] });
    await expectSound(books);
  });

  it('leaves no cent on the liability either when it is given back and deducted again', async () => {
    const books = await ofSlovakia();
    const priced = { description: 'Small', quantity: '1', unitPriceInclVat: '0.09', vatRatePercent: '23' };
    const advance = await books.advance({ lines: [priced] });
    for (const amount of ['0.03', '0.03', '0.03']) await books.paid(advance.id, amount);
    await books.tax(advance.id);
    const before = await balances(books.company);
    const final = { lines: [priced], deductedAdvances: [advance.id] };
    const invoice = await books.sales.issued(final);
    await books.sales.credited(invoice.id);
    expect(await balances(books.company)).toEqual(before);
    await books.sales.issued(final);
    expect((await balances(books.company))[ADVANCES]).toBeUndefined();
    await expectSound(books);
  });

  it('keeps the payment whose tax document is deducted, though another one covers the sum', async () => {
    const books = await ofSlovakia();
    const advance = await books.advance({ lines: [at('23', '200.00')] });
    const first = await books.paid(advance.id, '123.00', { date: '2026-10-01' });
    const second = await books.paid(advance.id, '123.00', { date: '2026-10-02' });
    await books.tax(advance.id);
    const unmatch = (transactionId: string) =>
      books.company.post('bank/transactions/unmatch', { transactionId });
    const final = { lines: [at('23', '100.00')], deductedAdvances: [advance.id] };
    const invoice = await books.sales.issued(final);
    expect(outcome(await unmatch(first))).toBe('409 advance_applied');
    expect(outcome(await unmatch(second))).toBe('200');
    expect(outcome(await books.sales.tryIssue(final))).toBe('422 advance_refused');
    expect(await books.tax(advance.id)).toMatchObject([{ type: 'credit_note', vatTotal: '23.00' }]);
    await books.sales.credited(invoice.id);
    expect(outcome(await unmatch(first))).toBe('200');
    await books.tax(advance.id);
    expect(await balances(books.company)).toEqual({ 2410: '246.00', [ADVANCES]: '-246.00' });
    await expectSound(books);
  });

  it('falls due in Lithuania where the author of the advance says so', async () => {
    const books = await Advances.open(app);
    const plain = await books.advance();
    await books.paid(plain.id, '121.00');
    const grown = await growth(books.company, () => books.tax(plain.id));
    expect(grown).toEqual({ ...NOTHING, auditRows: 1 });
    expect(outcome(await books.sales.tryIssue({ deductedAdvances: [plain.id] }))).toBe('422 advance_refused');
    const chosen = await books.advance({ vatOnPayment: true });
    await books.paid(chosen.id, '121.00');
    expect(await books.tax(chosen.id)).toMatchObject([{ netTotal: '100.00', vatTotal: '21.00' }]);
    await books.sales.issued({
      deductedAdvances: [chosen.id],
      lines: [line('150.00')],
      discountPercent: '10',
    });
    // 135.00 less 100.00
    expect(await registered(books)).toEqual([
      'INV-0001 2026-10-05 21%: 35.00 + 7.35',
      'TD-0001 2026-10-05 21%: 100.00 + 21.00',
    ]);
    await expectSound(books);
  });
});
