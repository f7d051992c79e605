import { balances, Bank, expectSoundItems, OTHER_IBAN, openAmounts } from '../support/bank';
import { camt, entry, statement } from '../support/bank-files';
import { whileHeld } from '../support/held-rows';
import { payoutRow, Payouts, report, type PayoutRow } from '../support/payouts';
import { atOnce, customer, outcome, outcomes, Sales, SALES_NOW, type Invoice } from '../support/sales';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

describe('payouts of payment providers', () => {
  let app: TestApp;
  let company: TestCompany;
  let bank: Bank;
  let sales: Sales;
  let payouts: Payouts;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    bank = await Bank.of(company);
    sales = await Sales.of(company);
    payouts = new Payouts(company, bank.accountId);
  });
  afterEach(() => expectSoundItems(company));

  const invoice = (gross: string, members: object = {}): Promise<Invoice> =>
    sales.issued({
      lines: [{ description: 'Goods', quantity: '1', unitPriceInclVat: gross, vatRatePercent: '21' }],
      ...members,
    });
  /** Only the accounts that a payout may touch. */
  const moved = async (): Promise<Record<string, string>> => {
    const { '5001': revenue, '4492': vat, ...rest } = await balances(company);
    expect([revenue, vat]).not.toContain('0.00');
    return rest;
  };
  const vatAndRevenue = async (): Promise<unknown[]> => {
    const all = await balances(company);
    return [all['5001'], all['4492'], await company.count('vat_register_rows')];
  };
  const charge = (gross: string, fee: string, of: Invoice, charge: string): PayoutRow => ({
    gross,
    fee,
    charge,
    description: `Payment for ${of.fullNumber}`,
  });

  /** Charges of 1,000.00 less fees of 29.30 and refunds of 50.00. */
  async function caseA(): Promise<PayoutRow[]> {
    const one = await invoice('600.00');
    await invoice('400.00', { orderNumber: 'WEB-77' });
    return [
      charge('600.00', '17.50', one, 'ch_1'),
      { gross: '400.00', fee: '11.80', charge: 'ch_2', reference: 'web-77' },
      { category: 'refund', gross: '-50.00', charge: 'ch_1', source: 're_1' },
    ];
  }

  describe('payouts by worked examples', () => {
    it('charges, fees and refunds add up to the payout', async () => {
      const rows = await caseA();
      const before = await vatAndRevenue();
      const id = await payouts.imported([...rows, payoutRow('920.70')]);
      expect(await payouts.get(id)).toMatchObject({
        payoutId: 'po_1',
        payoutDate: '2026-10-06',
        currency: 'EUR',
        grossTotal: '950.00',
        feeTotal: '29.30',
        netTotal: '920.70',
        difference: '0.00',
        status: 'imported',
        journalTransactionId: null,
        lineCount: 3,
        matchedCount: 3,
        unmatchedCount: 0,
        clearedNet: null,
        clearingOpenCount: 0,
        lines: [
          { gross: '600.00', fee: '17.50', net: '582.50', chargeId: 'ch_1', matchStatus: 'matched' },
          { reference: 'web-77', matchStatus: 'matched', matchedInvoiceId: expect.any(String) },
          { category: 'refund', sourceId: 're_1', matchStatus: 'matched' },
        ],
      });
      expect((await payouts.tryPost(id)).body).toMatchObject({
        status: 'posted',
        fxRate: '1',
        journalTransactionId: expect.any(String),
        warnings: [],
        summary: {
          receivableApplied: '950.00',
          feeAmount: '29.30',
          suspenseAmount: '0.00',
          clearedAmount: '0.00',
          commissionAmount: '0.00',
          sellerAmount: '0.00',
          fxRate: '1',
          exchangeDifference: '0.00',
        },
      });
      expect(await moved()).toEqual({ '271': '920.70', '6208': '29.30', '2410': '50.00' });
      expect(await openAmounts(company)).toEqual({ re_1: '50.00' });
      expect(await vatAndRevenue()).toEqual(before);
    });

    it('what the lines do not explain is on the suspense account, not in the fees', async () => {
      const { warnings, summary, difference } = await payouts.posted([
        ...(await caseA()),
        payoutRow('908.36'),
      ]);
      expect([difference, summary.suspenseAmount, summary.feeAmount]).toEqual(['-12.34', '-12.34', '29.30']);
      expect(warnings).toEqual([expect.stringContaining('-12.34 EUR is on the suspense account')]);
      expect(await moved()).toEqual({ '271': '908.36', '6208': '29.30', '2410': '50.00', '2448': '12.34' });
    });

    it('a negative payout is owed to the provider', async () => {
      const paid = await invoice('15.00');
      await payouts.posted([charge('15.00', '0.50', paid, 'ch_1')]);
      const refund = { category: 'refund', gross: '-15.00', charge: 'ch_1', source: 're_1', payout: 'po_2' };
      await payouts.posted([refund, payoutRow('-15.00', 'po_2')]);
      expect(await moved()).toEqual({ '271': '14.50', '6208': '0.50', '2410': '15.00', '4494': '-15.00' });
    });

    it('to the supplier that it is, which the bank then pays', async () => {
      const stripe = await customer(company, { name: 'Stripe Payments Europe', isSupplier: true });
      await company.ok('bank/accounts/update', { id: bank.accountId, feePartnerId: stripe });
      await payouts.posted([{ category: 'other_adjustment', gross: '-15.00' }]);
      const { rows } = await company.ok('ledger/open-items/list', {
        filter: [{ field: 'partnerId', op: 'eq', value: stripe }],
      });
      expect(rows).toMatchObject([{ side: 'payable', amount: '-15.00', documentNumber: 'po_1' }]);
      const debit = await bank.movement('-15.00');
      expect((await bank.tryMatch(debit, rows[0].documentId, 'purchase_invoice')).status).toBe(200);
      expect(await moved()).toEqual({ '271': '-15.00', '2448': '15.00' });
    });

    it('both sides of a conversion are kept under one id; each currency ends as it should', async () => {
      const rows: PayoutRow[] = [
        { category: 'payment', gross: '-10.00', currency: 'usd', id: 'T1' },
        { category: 'conversion', gross: '-9.20', currency: 'eur', id: 'T1' },
        { category: 'conversion', gross: '10.00', currency: 'usd', id: 'T1' },
      ];
      const id = await payouts.imported(rows);
      const { lines, ...batch } = await payouts.get(id);
      expect(
        lines.map(({ externalId, category, currency, net }) => [externalId, category, currency, net]),
      ).toEqual([
        ['T1', 'payment', 'USD', '-10.00'],
        ['T1', 'conversion', 'EUR', '-9.20'],
        ['T1', 'conversion', 'USD', '10.00'],
      ]);
      expect(batch).toMatchObject({ currency: 'EUR', netTotal: '-9.20' });
      expect((await payouts.tryPost(id)).status).toBe(200);
      expect(await moved()).toEqual({ '2448': '9.20', '4494': '-9.20' });
      expect(await company.count('journal_entries', `document_currency <> 'EUR'`)).toBe(0);
      expect(
        outcome(await payouts.tryImport(report(rows.slice(0, 2).map(row => ({ ...row, payout: 'po_2' }))))),
      ).toBe('422 settlement_refused');
    });

    it('the same payout with another amount is brought up to date, once posted it is refused', async () => {
      const rows = await caseA();
      const id = await payouts.imported([...rows, payoutRow('908.36')]);
      const again = await payouts.tryImport(report([...rows, payoutRow('920.70')]));
      expect(again.body).toMatchObject({
        imported: 0,
        updated: 1,
        skipped: 0,
        batches: [{ id, netTotal: '920.70' }],
      });
      await payouts.tryPost(id);
      const second = { ...rows[0]!, payout: 'po_2', charge: 'ch_9', id: 'txn_9' };
      const refused = await payouts.tryImport(report([second, ...rows, payoutRow('908.36')]));
      expect([outcome(refused), refused.body.error.existingId]).toEqual(['409 settlement_posted', id]);
      expect(await company.count('settlements')).toBe(1);
      const same = await payouts.tryImport(report([...rows, payoutRow('920.70')]));
      expect(same.body).toMatchObject({
        imported: 0,
        updated: 0,
        skipped: 1,
        batches: [{ id, status: 'posted' }],
      });
      expect(
        (await company.sql('SELECT type FROM events WHERE entity_id = $1 ORDER BY sequence', [id])).map(
          ({ type }) => type as string,
        ),
      ).toEqual(['settlement.imported', 'settlement.updated', 'settlement.posted']);
    });

    it('charges in another currency than the payout end at zero in both', async () => {
      await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-01', rate: '1.10' });
      const clearing = await bank.another({ type: 'stripe', currency: 'USD' });
      const [booked, direct] = [
        await invoice('110.00', { currency: 'USD' }),
        await invoice('220.00', { currency: 'USD' }),
      ];
      await bookByHand(clearing, '110.00', booked, 'ch_1');
      expect(await moved()).toEqual({ '273': '100.00', '2410': '200.00' });
      const posted = await payouts.posted([
        { gross: '98.00', charge: 'ch_1', customerAmount: '110.00', customerCurrency: 'usd' },
        {
          ...charge('203.00', '3.00', direct, 'ch_2'),
          customerAmount: '220.00',
          customerCurrency: 'usd',
        },
      ]);
      expect(posted).toMatchObject({
        warnings: [],
        summary: {
          clearedAmount: '98.00',
          receivableApplied: '203.00',
          exchangeDifference: '1.00',
          suspenseAmount: '0.00',
        },
      });
      expect(await moved()).toEqual({ '271': '298.00', '6208': '3.00', '5803': '-3.00', '6803': '2.00' });
      const left = await company.sql(
        `SELECT a.code, e.document_currency AS currency, sum(e.document_amount)::numeric(28,2)::text AS amount
           FROM journal_entries e JOIN accounts a USING (company_id, account_id)
          WHERE a.code IN ('273', '2410') GROUP BY 1, 2 HAVING sum(e.document_amount) <> 0`,
      );
      expect(left).toEqual([]);
    });
  });

  /** The customer's payment as a movement on the provider's account, matched to the invoice. */
  async function bookByHand(clearing: Bank, amount: string, of: Invoice, chargeId: string): Promise<string> {
    const id = await clearing.movement(amount, { externalId: chargeId });
    const { status, text } = await clearing.tryMatch(id, of.id);
    if (status !== 200) throw new Error(text);
    return id;
  }

  describe('charges booked before (INV-05)', () => {
    let clearing: Bank;
    beforeEach(async () => {
      clearing = await bank.another({ type: 'stripe' });
    });

    it('clear the account of the provider; with the arrival all is zero and the fee there once', async () => {
      const paid = await invoice('121.00');
      const byHand = await bookByHand(clearing, '121.00', paid, 'ch_1');
      const id = await payouts.imported([charge('121.00', '3.30', paid, 'ch_1'), payoutRow('117.70')]);
      expect(await payouts.get(id)).toMatchObject({
        clearedNet: '117.70',
        clearingDifference: '0.00',
        lines: [
          {
            clearingBankAccountId: clearing.accountId,
            clearingBooked: '121.00',
            clearingDifference: '0.00',
            clearingUnposted: false,
          },
        ],
      });
      const { body } = await payouts.tryPost(id);
      expect(body.summary).toMatchObject({ clearedAmount: '121.00', receivableApplied: '0.00' });
      const details = [{ amount: '117.70', name: 'Stripe Payments', text: 'STRIPE X1' }];
      const entries = [entry({ amount: '117.70', date: '2026-10-07', details })];
      expect(
        (await bank.tryImport(camt([statement({ entries, opening: '0.00', closing: '117.70' })]))).body,
      ).toMatchObject({
        imported: 1,
      });
      const { rows } = await company.ok('bank/transactions/list', {
        filter: [{ field: 'bankAccountId', op: 'eq', value: bank.accountId }],
      });
      const { journalTransactionId } = body;
      expect(rows).toMatchObject([{ status: 'matched', journalTransactionId }]);
      const arrival = rows[0].id as string;
      expect(await moved()).toEqual({ '271': '117.70', '6208': '3.30' });
      expect(await openAmounts(company)).toEqual({});
      expect(await payouts.get(id)).toMatchObject({ bankTransactionId: arrival });
      expect(outcome(await bank.tryMatch(arrival, (await invoice('117.70')).id))).toBe('409 already_matched');
      expect(outcome(await company.post('bank/transactions/unmatch', { transactionId: byHand }))).toBe(
        '409 in_use',
      );
    });

    it('are booked once: a payout before, then by hand, is refused', async () => {
      const [paid, later] = [await invoice('121.00'), await invoice('121.00')];
      await payouts.posted([charge('121.00', '3.30', paid, 'ch_1')]);
      const id = await clearing.movement('121.00', { externalId: 'ch_1' });
      expect(outcome(await clearing.tryMatch(id, later.id))).toBe('409 charge_booked');
      const recorded = await company.post('bank/transactions/record', {
        bankAccountId: clearing.accountId,
        date: '2026-10-05',
        amount: '121.00',
        description: 'Card payment ch_1',
        documentType: 'sale_invoice',
        documentId: later.id,
      });
      expect(outcome(recorded)).toBe('409 charge_booked');
      expect(await openAmounts(company)).toEqual({ [later.fullNumber!]: '121.00' });
    });

    it('in a second payout are on the suspense account, with a warning', async () => {
      const paid = await invoice('121.00');
      await payouts.posted([charge('121.00', '0.00', paid, 'ch_1')]);
      const second = await payouts.posted([{ ...charge('121.00', '0.00', paid, 'ch_1'), payout: 'po_2' }]);
      expect(second.warnings).toEqual([expect.stringContaining('ch_1 is in payout po_1 already')]);
      expect(await moved()).toEqual({ '271': '242.00', '2448': '-121.00' });
    });

    it('are cleared once when two payouts that have them are posted at once', async () => {
      const paid = await invoice('121.00');
      await bookByHand(clearing, '121.00', paid, 'ch_1');
      // Without its invoice: the open item would make the second wait before it reads the charge.
      const row = { gross: '121.00', charge: 'ch_1' };
      const first = await payouts.imported([row]);
      const second = await payouts.imported([{ ...row, payout: 'po_2' }]);
      const answers = await whileHeld(
        app,
        `SELECT 1 FROM provider_charges WHERE company_id = '${company.id}' FOR UPDATE`,
        [first, second].map(id => () => payouts.tryPost(id)),
      );
      expect(outcomes(answers)).toEqual({ 200: 2 });
      expect(answers[1]!.body.warnings).toEqual([expect.stringContaining('ch_1 is in payout po_1 already')]);
      expect(await moved()).toEqual({ '271': '242.00', '2448': '-121.00' });
    });

    it('are refused by hand without the id that tells them from the lines of a payout', async () => {
      const paid = await invoice('121.00');
      const nameless = await clearing.movement('121.00', { description: 'Card payment' });
      expect(outcome(await clearing.tryMatch(nameless, paid.id))).toBe('422 match_refused');
      const refund = await clearing.movement('-121.00', { description: 'Refund of ch_1' });
      const credit = await sales.credited(paid.id);
      expect(outcome(await clearing.tryMatch(refund, credit.id))).toBe('422 match_refused');
      const charges = await clearing.movement('-5.00', { description: 'Fee' });
      expect((await clearing.tryMatchMany(charges, [], { feeAmount: '5.00' })).status).toBe(200);
    });

    it('tell of a difference, and take fees booked by hand as they are', async () => {
      const [one, other] = [await invoice('100.00'), await invoice('50.00')];
      await bookByHand(clearing, '100.00', one, 'ch_1');
      const net = await clearing.movement('48.00', { externalId: 'ch_2' });
      await clearing.tryMatchMany(
        net,
        [{ documentType: 'sale_invoice', documentId: other.id, amount: '50.00' }],
        { feeAmount: '2.00' },
      );
      const { summary, warnings } = await payouts.posted([
        charge('101.00', '3.00', one, 'ch_1'),
        charge('50.00', '2.00', other, 'ch_2'),
      ]);
      expect(summary).toMatchObject({ feeAmount: '3.00', suspenseAmount: '1.00', clearedAmount: '151.00' });
      expect(warnings).toHaveLength(1);
      expect(await moved()).toEqual({ '271': '146.00', '6208': '5.00', '2448': '-1.00' });
    });

    it('given back by hand clear the account too', async () => {
      const paid = await invoice('100.00');
      await bookByHand(clearing, '100.00', paid, 'ch_1');
      const credit = await sales.credited(paid.id);
      await bookByHand(clearing, '-100.00', credit, 're_1');
      const { warnings } = await payouts.posted([
        charge('100.00', '3.00', paid, 'ch_1'),
        { category: 'refund', gross: '-100.00', charge: 'ch_1', source: 're_1' },
        { category: 'other_adjustment', gross: '10.00' },
      ]);
      expect(warnings).toHaveLength(1);
      const after = await balances(company);
      expect(after).toEqual({ '271': '7.00', '6208': '3.00', '2448': '-10.00' });
      expect(await openAmounts(company)).toEqual({});
      const missing = await company.ok('bank/settlements/refunds-without-credit-note');
      expect(missing.rows).toEqual([]);
    });

    it('on the account without a match are told', async () => {
      const paid = await invoice('121.00');
      await clearing.movement('121.00', { externalId: 'ch_1' });
      const id = await payouts.imported([charge('121.00', '3.30', paid, 'ch_1')]);
      expect(await payouts.get(id)).toMatchObject({
        clearingOpenCount: 1,
        lines: [{ clearingUnposted: true, clearingBooked: null }],
      });
    });

    it('a payout left on the account of the provider is moved to the bank when it arrives', async () => {
      const paid = await invoice('121.00');
      await bookByHand(clearing, '121.00', paid, 'ch_1');
      const onAccount = new Payouts(company, clearing.accountId);
      const { id } = await onAccount.posted([charge('121.00', '3.30', paid, 'ch_1')]);
      expect(await moved()).toEqual({ '273': '117.70', '6208': '3.30' });
      const arrival = await bank.movement('117.70', { description: 'Stripe' });
      const link = { id, transactionId: arrival };
      expect(outcomes(await atOnce(5, () => company.post('bank/settlements/link-deposit', link)))).toEqual({
        200: 1,
        '409 already_matched': 4,
      });
      expect(await moved()).toEqual({ '271': '117.70', '6208': '3.30' });
      await company.ok('bank/transactions/unmatch', { transactionId: arrival });
      expect(await moved()).toEqual({ '273': '117.70', '6208': '3.30' });
      expect(outcome(await company.post('bank/settlements/link-deposit', link))).toBe('200');
    });

    it('whose money was moved to the bank keep account and amount until the arrival is unmatched', async () => {
      const paid = await invoice('121.00');
      const row = charge('121.00', '3.30', paid, 'ch_1');
      const onAccount = new Payouts(company, clearing.accountId);
      const { id } = await onAccount.posted([row]);
      const arrival = await bank.movement('117.70', { description: 'Stripe' });
      await company.ok('bank/settlements/link-deposit', { id, transactionId: arrival });
      await company.ok('bank/settlements/reverse', { id });
      const refused = await payouts.tryImport(report([row]));
      expect([outcome(refused), refused.body.error.existingId]).toEqual(['422 settlement_refused', arrival]);
      const less = report([{ ...row, fee: '3.31' }]);
      expect(outcome(await onAccount.tryImport(less))).toBe('422 settlement_refused');
      const same = report([{ ...row, reference: 'web-1' }]);
      expect((await onAccount.tryImport(same)).body).toMatchObject({ updated: 1 });
      await company.ok('bank/transactions/unmatch', { transactionId: arrival });
      expect((await payouts.tryImport(report([row]))).body).toMatchObject({ updated: 1 });
      expect((await payouts.tryPost(id)).status).toBe(200);
      expect(await moved()).toEqual({ '271': '117.70', '6208': '3.30' });
    });
  });

  describe('parallel calls with different keys', () => {
    it('import a payout once', async () => {
      const content = report([{ gross: '10.00', charge: 'ch_1' }]);
      const answers = await atOnce(20, () => payouts.tryImport(content));
      const effects = answers.map(({ status, body }) => `${status} ${body.imported} ${body.skipped}`).sort();
      expect(effects).toEqual([...Array<string>(19).fill('200 0 1'), '200 1 0']);
      expect(new Set(answers.map(({ body }) => body.batches[0].id as string)).size).toBe(1);
      expect(await company.count('settlement_lines')).toBe(1);
      expect(await company.count('events', `type = 'settlement.imported'`)).toBe(1);
    });

    const held = (...calls: (() => Promise<Answer>)[]): Promise<Answer[]> =>
      whileHeld(app, `SELECT 1 FROM settlements WHERE company_id = '${company.id}' FOR UPDATE`, calls);
    const arrive = (): Promise<Answer> =>
      company.post('bank/transactions/import', {
        bankAccountId: bank.accountId,
        transactions: [{ date: '2026-10-07', amount: '10.00', description: 'Stripe', externalId: 'a' }],
      });

    it('do not note the arrival of a payout that is being reversed', async () => {
      const { id } = await payouts.posted([{ gross: '10.00', charge: 'ch_1' }]);
      const answers = await held(() => company.post('bank/settlements/reverse', { id }), arrive);
      expect(outcomes(answers)).toEqual({ 200: 2 });
      expect(answers[1]!.body).toEqual({ imported: 1, skipped: 0 });
      expect(await payouts.get(id)).toMatchObject({ status: 'imported', bankTransactionId: null });
    });

    it('post and reverse it once, and match a line once', async () => {
      const [paid] = [await invoice('10.00')];
      const id = await payouts.imported([{ gross: '10.00', charge: 'ch_1' }]);
      const lineId = (await payouts.get(id)).lines[0]!.id;
      const match = { lineId, invoiceId: paid.id };
      expect(outcomes(await atOnce(20, () => company.post('bank/settlements/match', match)))).toEqual({
        200: 1,
        '409 already_matched': 19,
      });
      expect(outcomes(await atOnce(20, () => payouts.tryPost(id)))).toEqual({
        200: 1,
        '409 settlement_posted': 19,
      });
      expect(await moved()).toEqual({ '271': '10.00' });
      expect(await company.count('events', `type = 'sale_invoice.paid'`)).toBe(1);
      expect(outcomes(await atOnce(20, () => company.post('bank/settlements/reverse', { id })))).toEqual({
        200: 1,
        '409 settlement_not_posted': 19,
      });
      expect(await moved()).toEqual({ '2410': '10.00' });
      expect((await payouts.tryPost(id)).status).toBe(200);
      expect(await moved()).toEqual({ '271': '10.00' });
    });
  });

  describe('lines', () => {
    it('are matched by hand, and keep that when the file comes again', async () => {
      const [one, other] = [await invoice('10.00'), await invoice('20.00')];
      const row = charge('10.00', '0.00', one, 'ch_1');
      const id = await payouts.imported([row]);
      const lineId = (await payouts.get(id)).lines[0]!.id;
      const answer = await company.ok('bank/settlements/match', { lineId, invoiceId: other.id });
      expect(answer).toMatchObject({ id: lineId, matchedInvoiceId: other.id, matchStatus: 'manual' });
      await payouts.tryImport(report([row, { gross: '1.00', charge: 'ch_2' }]));
      expect(await payouts.get(id)).toMatchObject({
        netTotal: '11.00',
        matchedCount: 1,
        unmatchedCount: 1,
        lines: [
          { id: lineId, matchedInvoiceId: other.id, matchStatus: 'manual' },
          { matchStatus: 'unmatched' },
        ],
      });
      expect(await company.ok('bank/settlements/match', { lineId })).toMatchObject({
        matchedInvoiceId: null,
        matchStatus: 'unmatched',
      });
      expect(outcome(await company.post('bank/settlements/match', { lineId }))).toBe('409 not_matched');
      const draft = await sales.draft();
      expect(outcome(await company.post('bank/settlements/match', { lineId, invoiceId: draft.id }))).toBe(
        '404 not_found',
      );
    });

    it('that name two invoices are left to somebody', async () => {
      const [one, other] = [await invoice('10.00'), await invoice('20.00')];
      const id = await payouts.imported([
        { gross: '30.00', charge: 'ch_1', description: `${one.fullNumber} and ${other.fullNumber}` },
      ]);
      expect(await payouts.get(id)).toMatchObject({ matchedCount: 0 });
      const { body } = await payouts.tryPost(id);
      expect(body).toMatchObject({
        summary: { suspenseAmount: '30.00' },
        warnings: [expect.stringContaining('no invoice')],
      });
    });

    it('beyond the invoice are an item of the customer; a refund settles the credit note there is', async () => {
      const paid = await invoice('121.00');
      await payouts.posted([charge('130.00', '0.00', paid, 'ch_1')]);
      expect(await openAmounts(company)).toEqual({ ch_1: '-9.00' });
      const credit = await sales.credited(paid.id);
      const refund = { category: 'refund', gross: '-125.00', charge: 'ch_1', source: 're_1', payout: 'po_2' };
      const { id } = await payouts.posted([refund]);
      expect(await openAmounts(company)).toEqual({ ch_1: '-9.00', re_1: '4.00' });
      const list = await company.ok('bank/settlements/refunds-without-credit-note');
      expect(list).toMatchObject({
        total: 1,
        rows: [
          {
            settlementId: id,
            amount: '125.00',
            openAmount: '4.00',
            invoiceNumber: paid.fullNumber,
            partnerId: sales.partnerId,
            sourceId: 're_1',
            status: 'posted',
          },
        ],
      });
      await company.ok('bank/settlements/reverse', { id });
      expect(await openAmounts(company)).toEqual({ ch_1: '-9.00', [credit.fullNumber!]: '-121.00' });
    });

    it('disputes, reserves and fees of their own go where they belong', async () => {
      const clearing = await bank.another({ type: 'stripe' });
      const paid = await invoice('100.00');
      expect(clearing.accountId).toEqual(expect.any(String));
      await payouts.posted([
        charge('100.00', '2.00', paid, 'ch_1'),
        { category: 'dispute', gross: '-100.00', fee: '15.00', charge: 'ch_1', source: 'du_1' },
        { category: 'dispute_reversal', gross: '100.00', fee: '-15.00', charge: 'ch_1', source: 'du_1' },
        { category: 'risk_reserved_funds', gross: '-10.00' },
        { category: 'fee', gross: '-5.00', description: 'Billing' },
        { category: 'other_adjustment', gross: '1.00' },
      ]);
      expect(await moved()).toEqual({ '271': '84.00', '6208': '7.00', '273': '10.00', '2448': '-1.00' });
    });

    it('fees are paid to the provider where it is a supplier', async () => {
      const stripe = await customer(company, { name: 'Stripe', isSupplier: true });
      await company.ok('bank/accounts/update', { id: bank.accountId, feePartnerId: stripe });
      const paid = await invoice('100.00');
      const { id } = await payouts.posted([charge('100.00', '2.00', paid, 'ch_1')]);
      expect(await moved()).toEqual({ '271': '98.00', '4430': '2.00' });
      expect(await openAmounts(company)).toEqual({ po_1: '2.00' });
      await company.ok('bank/settlements/reverse', { id });
      expect(await openAmounts(company)).toEqual({ [paid.fullNumber!]: '100.00' });
      expect((await payouts.tryPost(id)).status).toBe(200);
    });
  });

  it('22f: a payout of 1,000 yen is 1,000', async () => {
    await company.ok('reference/exchange-rates/set', { currency: 'JPY', date: '2026-10-01', rate: '160' });
    const yen = await bank.another({ currency: 'JPY', iban: OTHER_IBAN });
    const inYen = new Payouts(company, yen.accountId);
    const posted = await inYen.posted([
      { gross: '1000', fee: '0', currency: 'jpy', charge: 'ch_1' },
      payoutRow('1000', 'po_1', 'jpy'),
    ]);
    expect(posted).toMatchObject({
      currency: 'JPY',
      netTotal: '1000',
      fxRate: '160',
      summary: { suspenseAmount: '1000' },
    });
    expect(await moved()).toEqual({ '271': '6.25', '2448': '-6.25' });
    const half = report([{ gross: '100.50', fee: '0', currency: 'jpy', payout: 'po_2' }]);
    expect(outcome(await inYen.tryImport(half))).toBe('422 settlement_refused');
  });

  it('of unified payments are read by their own columns', async () => {
    const paid = await invoice('121.00');
    const content = [
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Converted Amount Refunded,Converted Currency,Description,Fee,Refunded date (UTC),Status,Taxes On Fee,Transfer,Transfer Date (UTC),order_id (metadata)',
      `ch_1,2026-10-01 10:00,121.00,21.00,eur,true,121.00,21.00,eur,"Order, ${paid.fullNumber}",3.00,2026-10-02 10:00,Paid,0.30,po_1,2026-10-06 00:00,`,
      'ch_2,2026-10-01 10:00,9.00,0.00,eur,true,9.00,0.00,eur,,0.50,,Paid,0.00,,,',
      'ch_3,2026-10-01 10:00,9.00,0.00,eur,false,9.00,0.00,eur,,0.00,,Failed,0.00,,,',
      'ch_4,2026-10-01 10:00,9.00,9.00,eur,true,9.00,9.00,eur,,0.50,2026-10-20 10:00,Refunded,0.00,po_1,2026-10-06 00:00,A-1',
    ].join('\r\n');
    const { body } = await payouts.tryImport(content);
    expect(body).toMatchObject({
      format: 'unified_payments',
      imported: 1,
      skippedUnassigned: 2,
      skippedPayoutRows: 0,
      skippedNotSettled: 1,
      batches: [
        { payoutId: 'po_1', grossTotal: '109.00', feeTotal: '3.80', netTotal: '105.20', matchedCount: 2 },
      ],
    });
  });

  it('are refused when the file is none, or not of the account', async () => {
    for (const content of [
      'a,b\n1,2',
      report([{ gross: '1,000.00', net: '1.00' }]),
      report([{ gross: '1.00', net: '0.50' }]),
      report([{ gross: '1000000000000000.00' }]),
      '"',
    ]) {
      expect([content, outcome(await payouts.tryImport(content))]).toEqual([
        content,
        '422 settlement_refused',
      ]);
    }
    expect(outcome(await payouts.tryImport(report([{ gross: '1.00', currency: 'usd' }])))).toBe(
      '422 settlement_refused',
    );
    expect(
      outcome(await payouts.tryImport(report([{ gross: '1.00' }]), { bankAccountId: sales.partnerId })),
    ).toBe('404 not_found');
    const counted = await payouts.tryImport(
      report([{ gross: '1.00', payout: '' }, { gross: '1.00' }, payoutRow('1.00')]),
    );
    expect(counted.body).toMatchObject({ imported: 1, skippedUnassigned: 1, skippedPayoutRows: 1 });
  });

  it('respect locked periods', async () => {
    const id = await payouts.imported([{ gross: '10.00', charge: 'ch_1', paidOn: '2026-09-30' }]);
    await company.ok('ledger/periods/lock', { year: 2026, month: 9 });
    expect(outcome(await payouts.tryPost(id))).toBe('422 period_locked');
    expect((await payouts.tryPost(id, { date: '2026-10-01' })).status).toBe(200);
    expect(outcome(await payouts.tryPost(id, { commissionPercent: '5' }))).toBe('422 not_supported');
  });
});
