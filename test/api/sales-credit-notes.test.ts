import { randomUUID } from 'node:crypto';
import { Decimal } from '../../src/shared/decimal';
import { expectSoundBooks, growth, issuedNumbers, NOTHING, ONE_ISSUED } from '../support/books';
import { atOnce, customer, line, outcome, outcomes, Sales, SALES_NOW, type Invoice } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const sum = (amounts: string[]): string =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed(2);

describe('credit notes', () => {
  const clock = new TestClock(new Date(SALES_NOW));
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, clock);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    clock.instant = new Date(SALES_NOW);
    company = await app.company();
    sales = await Sales.of(company);
  });
  afterEach(() => expectSoundBooks(company));

  /** Credits so many units of the invoice's first line. */
  const units = (invoice: Invoice, quantity: string) => ({
    lines: [{ creditedLineId: invoice.lines[0]!.id, quantity }],
  });

  it('take a line once: two credits of one line in one note are refused', async () => {
    const invoice = await sales.issued({
      lines: [line('10.00', { quantity: '2' }), line('10.00', { quantity: '8' })],
    });
    const twice = { creditedLineId: invoice.lines[0]!.id, quantity: '2' };
    const answer = await sales.tryCredit(invoice.id, { lines: [twice, twice] });
    expect([answer.status, answer.body.error.fieldErrors]).toEqual([
      400,
      { 'lines.1.creditedLineId': ['is there twice'] },
    ]);
  });

  it('of the rest of a line take what is left when it is their turn', async () => {
    const invoice = await sales.issued({ lines: [line('10.00', { quantity: '3' })] });
    const creditedLineId = invoice.lines[0]!.id;
    const answers = await Promise.all([
      sales.tryCredit(invoice.id, { lines: [{ creditedLineId, quantity: '1' }] }),
      sales.tryCredit(invoice.id, { lines: [{ creditedLineId }] }),
    ]);
    // Whichever comes first: the one credits a unit, the other what is left; or the other all, and nothing is left for the one,
    // of the line (422) or of the invoice (409), as far as it had read on.
    expect(['201 201', '409 201', '422 201']).toContain(answers.map(({ status }) => status).join(' '));
    const credited = answers.flatMap(({ status, body }) =>
      status === 201 ? [body.grossTotal as string] : [],
    );
    expect(sum(credited)).toBe('36.30');
    await expectSoundBooks(sales.company);
  });

  it('stand on the receivable account of their invoice, whatever the posting rule says since', async () => {
    const invoice = await sales.issued();
    await company.ok('ledger/accounts/create', { code: '2499', name: 'Other receivables', type: 'asset' });
    const rules = [{ key: 'sales.receivable', accountCode: '2499' }];
    await company.ok('ledger/posting-rules/update', { rules });
    await sales.credited(invoice.id);
    const balances = await company.sql(
      `SELECT a.code, sum(e.debit - e.credit)::text AS balance FROM journal_entries e
         JOIN accounts a USING (company_id, account_id) WHERE a.control = 'receivable' GROUP BY a.code`,
    );
    expect(balances).toEqual([{ code: '2410', balance: '0.0000' }]);
  });

  it('without lines credit everything: mirror image in journal and register, the invoice is settled', async () => {
    const invoice = await sales.issued({
      discountPercent: '10',
      lines: [line('100.00', { quantity: '3' }), line('50.00', { vatRatePercent: '5' }), line('-20.00')],
    });
    let credit: Invoice | undefined;
    expect(
      await growth(company, async () => {
        credit = await sales.credited(invoice.id, { creditReason: 'Goods returned' });
      }),
    ).toEqual({ ...ONE_ISSUED, registerRows: 2 });
    expect(credit).toMatchObject({
      type: 'credit_note',
      fullNumber: 'CN-0001',
      creditedInvoiceId: invoice.id,
      creditedInvoiceReference: null,
      creditedInvoiceDate: invoice.issueDate,
      creditReason: 'Goods returned',
      isUncappedCredit: false,
      discountPercent: '0',
      netTotal: invoice.netTotal,
      vatTotal: invoice.vatTotal,
      grossTotal: invoice.grossTotal,
      paymentStatus: 'paid',
      paidAmount: invoice.grossTotal,
    });
    // What a reader recomputes from the printed lines is what is printed.
    for (const row of credit!.lines as unknown as Record<string, string>[])
      expect(new Decimal(row.quantity!).times(row.unitPriceExclVat!).toFixed(2)).toBe(row.lineNet);
    expect(await sales.get(invoice.id)).toEqual({
      ...invoice,
      paymentStatus: 'paid',
      paidAmount: invoice.grossTotal,
    });
    expect(
      await company.sql(
        'SELECT sum(base_net)::text AS net, sum(base_vat)::text AS vat FROM vat_register_rows',
      ),
    ).toEqual([{ net: '0.0000', vat: '0.0000' }]);
    expect(
      await company.sql(
        'SELECT account_id FROM journal_entries GROUP BY account_id HAVING sum(debit - credit) <> 0',
      ),
    ).toEqual([]);
    const again = await sales.tryCredit(invoice.id);
    expect(outcome(again)).toBe('409 already_credited');
    expect(again.body.error.existingId).toBe(credit!.id);
  });

  it('by line and quantity take price, discount and VAT of the line, and settle that much', async () => {
    const invoice = await sales.issued({
      lines: [
        line('100.00', {
          quantity: '3',
          discountPercent: '5',
          description: 'Chair',
          unit: 'pcs',
          vatClassifierCode: 'PVM1',
        }),
        line('10.00', { vatRatePercent: '5' }),
      ],
    });
    const credit = await sales.credited(invoice.id, units(invoice, '2'));
    expect(credit).toMatchObject({
      netTotal: '190.00',
      vatTotal: '39.90',
      lines: [
        {
          description: 'Chair',
          unit: 'pcs',
          quantity: '2',
          unitPriceExclVat: '100.00',
          discountPercent: '5',
          vatRatePercent: '21',
          vatClassifierCode: 'PVM1',
          creditedLineId: invoice.lines[0]!.id,
        },
      ],
    });
    expect(await sales.get(invoice.id)).toMatchObject({
      paymentStatus: 'partial',
      paidAmount: '229.90',
      grossTotal: '355.35',
    });
    // No quantity: all that is left of the line.
    const rest = await sales.credited(invoice.id, { lines: [{ creditedLineId: invoice.lines[0]!.id }] });
    expect(rest).toMatchObject({ netTotal: '95.00', vatTotal: '19.95', lines: [{ quantity: '1' }] });
    expect(await sales.credited(invoice.id)).toMatchObject({ netTotal: '10.00', vatTotal: '0.50' });
    expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid', paidAmount: '355.35' });
  });

  it.each([
    ['3 x 0.36', '3', '0.36', ['0.44', '0.44', '0.43']],
    ['3 x 0.35', '3', '0.35', ['0.42', '0.42', '0.43']],
    ['20 x 0.03', '20', '0.03', null],
    ['12 x 0.02', '12', '0.02', null],
  ])('unit by unit exhaust %s exactly', async (_, quantity, price, expected) => {
    const invoice = await sales.issued({ lines: [line(price, { quantity })] });
    const credits: Invoice[] = [];
    for (let unit = 0; unit < Number(quantity); unit++)
      credits.push(await sales.credited(invoice.id, units(invoice, '1')));
    if (expected) expect(credits.map(({ grossTotal }) => grossTotal)).toEqual(expected);
    expect(sum(credits.map(({ netTotal }) => netTotal))).toBe(invoice.netTotal);
    expect(sum(credits.map(({ vatTotal }) => vatTotal))).toBe(invoice.vatTotal);
    for (const credit of credits) expect(credit.vatTotal).toMatch(/^0\.\d\d$/);
    const once = await sales.tryCredit(invoice.id, { lines: [line('0.01')] });
    expect(outcome(once)).toBe('409 already_credited');
  });

  it('say in the trace where keeping to the invoice costs the cent of BR-CO-17', async () => {
    const invoice = await sales.issued({ lines: [line('0.36', { quantity: '3' })] });
    await sales.credited(invoice.id, units(invoice, '1'));
    const second = await sales.credited(invoice.id, units(invoice, '1'));
    const third = await sales.credited(invoice.id, units(invoice, '1'));
    expect([second.roundingTrace, third.roundingTrace]).toEqual([
      null,
      expect.stringContaining('credits add up to the invoice'),
    ]);
  });

  it('of prices with VAT and rounding per line exhaust the invoice, too', async () => {
    const perLine = await app.company({ vatRounding: 'line' });
    const other = await Sales.of(perLine);
    const invoice = await other.issued({
      lines: [
        line('', { unitPriceExclVat: undefined, unitPriceInclVat: '0.99', quantity: '7' }),
        line('0.35', { quantity: '3' }),
        line('0.35', { quantity: '3', vatRatePercent: '5' }),
      ],
    });
    for (const [index, count] of [7, 3, 3].entries())
      for (let unit = 0; unit < count; unit++)
        await other.credited(invoice.id, {
          lines: [{ creditedLineId: invoice.lines[index]!.id, quantity: '1' }],
        });
    expect(outcome(await other.tryCredit(invoice.id))).toBe('409 already_credited');
    await expectSoundBooks(perLine);
  });

  it('over what is left of a line, a rate or the invoice are refused, and the refusal is kept with its key', async () => {
    const invoice = await sales.issued({
      lines: [line('10.00', { quantity: '3' }), line('5.00', { vatRatePercent: '5' })],
    });
    await sales.credited(invoice.id, units(invoice, '1'));
    const key = randomUUID();
    const refusals = {
      [key]: units(invoice, '2.000001'),
      [randomUUID()]: { lines: [line('20.01')] },
      [randomUUID()]: { lines: [line('5.01', { vatRatePercent: '5' })] },
      [randomUUID()]: { lines: [line('1.00', { vatRatePercent: '9' })] },
      [randomUUID()]: { lines: [line('30.00'), line('-40.00')] },
      [randomUUID()]: units(invoice, '0'),
      [randomUUID()]: units(invoice, '-1'),
    };
    expect(
      await growth(company, async () => {
        for (const [each, members] of Object.entries(refusals)) {
          const answer = await sales.tryCredit(invoice.id, members, each);
          expect(outcome(answer)).toBe('422 over_credit');
          const replay = await sales.tryCredit(invoice.id, members, each);
          expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([answer.text, 'true']);
        }
      }),
    ).toEqual(NOTHING);
    const first = await sales.tryCredit(invoice.id, units(invoice, '2.000001'), key);
    expect(first.body.error.message).toContain('2 is left');
    expect(first.body.error.fieldErrors).toHaveProperty(['lines.0.quantity']);
    expect((await sales.credited(invoice.id)).grossTotal).toBe('29.45');
    expect(await issuedNumbers(company, 'credit_note')).toEqual([1, 2]);
  });

  it('never exceed the total, although a discount at another rate leaves room at each rate', async () => {
    const invoice = await sales.issued({ lines: [line('100.00'), line('-50.00', { vatRatePercent: '5' })] });
    expect(invoice.grossTotal).toBe('68.50');
    const [goods, discount] = invoice.lines.map(({ id }) => ({ creditedLineId: id }));
    const refused = await sales.tryCredit(invoice.id, { lines: [goods] });
    expect(outcome(refused)).toBe('422 over_credit');
    expect(refused.body.error.message).toContain('68.50 is left in total');
    await sales.credited(invoice.id, { lines: [{ ...goods, quantity: '0.5' }] });
    const both = await sales.credited(invoice.id, { lines: [goods, discount] });
    expect(both).toMatchObject({
      grossTotal: '8.00',
      lines: [{ quantity: '0.5' }, { quantity: '1', unitPriceExclVat: '-50.00' }],
    });
    expect(outcome(await sales.tryCredit(invoice.id))).toBe('409 already_credited');
  });

  it('of a rate that cancels out but for a cent of VAT take the cent', async () => {
    const perLine = await Sales.of(await app.company({ vatRounding: 'line' }));
    const invoice = await perLine.issued({
      lines: [
        line('10.00', { vatRatePercent: '5' }),
        line('0.02'),
        line('0.02'),
        line('0.02'),
        line('-0.06'),
      ],
    });
    expect(invoice).toMatchObject({ netTotal: '10.00', vatTotal: '0.49' });
    await perLine.credited(invoice.id, units(invoice, '0.5'));
    expect(await perLine.credited(invoice.id)).toMatchObject({ netTotal: '5.00', vatTotal: '0.24' });
    expect(outcome(await perLine.tryCredit(invoice.id))).toBe('409 already_credited');
    await expectSoundBooks(perLine.company);
  });

  it('ten in full at once with ten keys: one, and nine learn which', async () => {
    const invoice = await sales.issued();
    const answers = await atOnce(10, () => sales.tryCredit(invoice.id));
    expect(outcomes(answers)).toEqual({ '201': 1, '409 already_credited': 9 });
    const id = answers.find(({ status }) => status === 201)!.body.id as string;
    for (const { status, body } of answers) if (status === 409) expect(body.error.existingId).toBe(id);
    expect(outcome(await sales.tryCredit(invoice.id))).toBe('409 already_credited');
    expect(outcome(await sales.tryCredit(id))).toBe('422 not_creditable');
    expect(await company.sql('SELECT (amount - settled_amount)::text AS open FROM open_items')).toEqual([
      { open: '0.0000' },
      { open: '0.0000' },
    ]);
  });

  it('ten parts at once that together exceed the invoice never do', async () => {
    const invoice = await sales.issued({ lines: [line('33.33', { quantity: '10' })] });
    const answers = await atOnce(10, () => sales.tryCredit(invoice.id, units(invoice, '3')));
    expect(outcomes(answers)).toEqual({ '201': 3, '422 over_credit': 7 });
    expect((await sales.credited(invoice.id)).netTotal).toBe('33.33');
    expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid' });
  });

  it('against an invoice from elsewhere name its number and date and have no cap', async () => {
    const reference = {
      type: 'credit_note',
      creditedInvoiceReference: 'OLD-17',
      creditedInvoiceDate: '2026-03-05',
    };
    expect(outcome(await sales.tryIssue({ type: 'credit_note' }))).toBe('400 invalid_request');
    expect(outcome(await sales.tryIssue({ ...reference, creditedInvoiceDate: undefined }))).toBe(
      '400 invalid_request',
    );
    expect(outcome(await sales.tryIssue({ ...reference, lines: [] }))).toBe('400 invalid_request');
    expect(outcome(await sales.tryIssue({ ...reference, type: 'invoice' }))).toBe('400 invalid_request');
    expect(outcome(await sales.tryIssue({ ...reference, creditedInvoiceDate: '2026-10-06' }))).toBe(
      '422 chronology',
    );
    const credit = await sales.issued(reference);
    expect(credit).toMatchObject({
      number: 1,
      isUncappedCredit: true,
      creditedInvoiceId: null,
      creditedInvoiceReference: 'OLD-17',
      creditedInvoiceDate: '2026-03-05',
      grossTotal: '121.00',
      paymentStatus: 'unpaid',
    });
    expect(
      await company.sql('SELECT corrected_number, corrected_on::text, net::text FROM vat_register_rows'),
    ).toEqual([{ corrected_number: 'OLD-17', corrected_on: '2026-03-05', net: '-100.0000' }]);
    expect(await company.sql('SELECT (amount - settled_amount)::text AS open FROM open_items')).toEqual([
      { open: '-121.0000' },
    ]);
  });

  it('credit issued invoices of the company only', async () => {
    const draft = await sales.draft();
    const invoice = await sales.issued();
    const credit = await sales.credited(invoice.id);
    const foreign = await (await Sales.of(await app.company())).issued();
    expect(
      await growth(company, async () => {
        for (const [id, refusal] of [
          [draft.id, '422 not_creditable'],
          [credit.id, '422 not_creditable'],
          [foreign.id, '404 not_found'],
          [randomUUID(), '404 not_found'],
        ] as const) {
          const answer = await sales.tryCredit(id);
          expect(outcome(answer)).toBe(refusal);
          if (refusal.startsWith('404'))
            expect(answer.body.error.fieldErrors).toHaveProperty('creditedInvoiceId');
        }
      }),
    ).toEqual(NOTHING);
  });

  it.each([
    ['another partner', { partnerId: 'other' }, 'partnerId'],
    ['another date', { creditedInvoiceDate: '2026-10-04' }, 'creditedInvoiceDate'],
    ['a reference as well', { creditedInvoiceReference: 'X-1' }, 'creditedInvoiceReference'],
    ['another scheme', { vatScheme: 'export' }, 'vatScheme'],
    ['another discount', { discountPercent: '5' }, 'discountPercent'],
    ['a line of another invoice', { lines: [{ creditedLineId: randomUUID() }] }, 'lines.0.creditedLineId'],
    [
      'a price on a credited line',
      { lines: [{ creditedLineId: 'own', unitPriceExclVat: '1.00' }] },
      'lines.0.unitPriceExclVat',
    ],
    [
      'another VAT code',
      { lines: [line('1.00', { vatClassifierCode: 'PVM6' })] },
      'lines.0.vatClassifierCode',
    ],
    ['no VAT code', { lines: [line('1.00')] }, 'lines.0.vatClassifierCode'],
  ])('refuse %s than the invoice has', async (_, members, member) => {
    const invoice = await sales.issued({ lines: [line('100.00', { vatClassifierCode: 'PVM1' })] });
    const text = JSON.stringify(members)
      .replace('"other"', `"${await customer(company, { name: 'Other UAB' })}"`)
      .replace('"own"', `"${invoice.lines[0]!.id}"`);
    expect(
      await growth(company, async () => {
        const answer = await sales.tryCredit(invoice.id, JSON.parse(text) as Record<string, unknown>);
        expect(outcome(answer)).toBe('400 invalid_request');
        expect(Object.keys(answer.body.error.fieldErrors)).toEqual([member]);
      }),
    ).toEqual(NOTHING);
    expect(
      await sales.credited(invoice.id, { lines: [line('1.00', { vatClassifierCode: 'PVM1' })] }),
    ).toMatchObject({ grossTotal: '1.21' });
  });

  it('are not dated before their invoice', async () => {
    const invoice = await sales.issued({ issueDate: '2026-10-02' });
    const refused = await sales.tryCredit(invoice.id, { issueDate: '2026-10-01' });
    expect(outcome(refused)).toBe('422 chronology');
    expect(refused.body.error.fieldErrors).toHaveProperty('issueDate');
    expect((await sales.credited(invoice.id, { issueDate: '2026-10-02' })).number).toBe(1);
  });

  describe('as drafts', () => {
    const draftCredit = (invoice: Invoice, members = {}): Promise<Invoice> =>
      sales.credited(invoice.id, { issue: false, ...members });

    it('take what is left when they are issued, not when they were written', async () => {
      const invoice = await sales.issued({ lines: [line('0.36', { quantity: '3' })] });
      const whole = await draftCredit(invoice);
      const unit = await draftCredit(invoice, units(invoice, '1'));
      expect([whole.grossTotal, unit.grossTotal]).toEqual(['1.31', '0.44']);
      for (let time = 0; time < 2; time++) await sales.credited(invoice.id, units(invoice, '1'));
      expect(await company.ok('sales/invoices/issue', { id: unit.id })).toMatchObject({ grossTotal: '0.43' });
      expect(outcome(await company.post('sales/invoices/issue', { id: whole.id }))).toBe(
        '409 already_credited',
      );
      expect(await sales.get(whole.id)).toEqual(whole);
    });

    it('of the rest shrink with it, and may be given lines', async () => {
      const invoice = await sales.issued({
        discountPercent: '10',
        lines: [line('10.00', { quantity: '3' })],
      });
      const whole = await draftCredit(invoice);
      await sales.credited(invoice.id, units(invoice, '1'));
      expect(await company.ok('sales/invoices/update', { id: whole.id, notes: 'x' })).toMatchObject({
        netTotal: '18.00',
        discountPercent: '0',
      });
      const byLine = await company.ok('sales/invoices/update', { id: whole.id, ...units(invoice, '1') });
      expect(byLine).toMatchObject({
        netTotal: '9.00',
        discountPercent: '10',
        lines: [{ unitPriceExclVat: '10.00' }],
      });
      expect(await company.ok('sales/invoices/issue', { id: whole.id })).toMatchObject({
        netTotal: '9.00',
        vatTotal: '1.89',
      });
      expect((await sales.credited(invoice.id)).grossTotal).toBe('10.89');
    });

    it('over what is left by now are refused at issue', async () => {
      const invoice = await sales.issued({ lines: [line('10.00', { quantity: '3' })] });
      const draft = await draftCredit(invoice, units(invoice, '2'));
      await sales.credited(invoice.id, units(invoice, '2'));
      expect(outcome(await company.post('sales/invoices/issue', { id: draft.id }))).toBe('422 over_credit');
      expect(
        await company.ok('sales/invoices/update', { id: draft.id, ...units(invoice, '1') }),
      ).toMatchObject({ grossTotal: '12.10' });
      expect(await company.ok('sales/invoices/issue', { id: draft.id })).toMatchObject({
        grossTotal: '12.10',
      });
    });
  });

  it('in April for a March invoice count in April; March stays as it was', async () => {
    clock.instant = new Date('2026-03-20T09:00:00Z');
    const invoice = await sales.issued({ lines: [line('1000.00')] });
    const march = `SELECT period_month AS month, sum(base_net)::text AS net, sum(base_vat)::text AS vat FROM vat_register_rows GROUP BY 1 ORDER BY 1`;
    expect(await company.sql(march)).toEqual([{ month: 3, net: '1000.0000', vat: '210.0000' }]);
    clock.instant = new Date('2026-04-10T09:00:00Z');
    await company.ok('ledger/periods/lock', { year: 2026, month: 3 });
    await sales.credited(invoice.id, { lines: [line('200.00')] });
    expect(await company.sql(march)).toEqual([
      { month: 3, net: '1000.0000', vat: '210.0000' },
      { month: 4, net: '-200.0000', vat: '-42.0000' },
    ]);
  });

  it('of an invoice whose VAT code has ended, whose company is no VAT payer any more and whose buyer lost the number', async () => {
    clock.instant = new Date('2025-12-20T09:00:00Z');
    const buyer = await customer(company, { name: 'Käufer GmbH', vatCode: 'DE123456788' });
    const hotel = await sales.issued({
      lines: [line('100.00', { vatRatePercent: '9', vatClassifierCode: 'PVM2' })],
    });
    const abroad = await sales.issued({
      partnerId: buyer,
      vatScheme: 'intra_eu_b2b',
      lines: [line('100.00', { vatRatePercent: '0', vatClassifierCode: 'PVM13' })],
    });
    clock.instant = new Date(SALES_NOW);
    await company.ok('account/companies/update', { isVatPayer: false });
    await company.ok('partners/update', { id: buyer, vatCode: null });
    expect(await sales.credited(hotel.id, units(hotel, '0.5'))).toMatchObject({
      vatTotal: '4.50',
      lines: [{ vatClassifierCode: 'PVM2' }],
    });
    expect(await sales.credited(hotel.id)).toMatchObject({ vatTotal: '4.50' });
    expect(await sales.credited(abroad.id, { partnerId: buyer })).toMatchObject({
      vatScheme: 'intra_eu_b2b',
      vatTotal: '0.00',
      lines: [{ vatCategory: 'K', vatClassifierCode: 'PVM13' }],
    });
  });
});
