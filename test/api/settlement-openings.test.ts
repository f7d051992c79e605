import { balances, Bank, expectSoundItems } from '../support/bank';
import { payoutRow, Payouts, report } from '../support/payouts';
import { outcome, SALES_NOW } from '../support/sales';
import { TestApp, type TestCompany } from '../support/test-app';

describe('payouts and receivables of the old books', () => {
  let app: TestApp;
  let company: TestCompany;
  let payouts: Payouts;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    payouts = new Payouts(company, (await Bank.of(company)).accountId);
  });
  afterEach(() => expectSoundItems(company));

  /** Receivables of the old books: OLD-17 of 121.00, OLD-18 of 60.00. */
  async function openedItems(): Promise<{
    id: string;
    partnerId: string;
    items: [{ id: string }, { id: string }];
  }> {
    const { id: partnerId } = (await company.ok('partners/create', { name: 'Old buyer' })) as { id: string };
    const old = (documentNumber: string, amount: string): object => ({
      ...{ partnerId, side: 'receivable', documentNumber, currency: 'EUR', amount },
      ...{ documentDate: '2025-11-30', dueDate: '2025-12-30' },
    });
    const opened = (await company.ok('ledger/opening-items/create', {
      date: '2025-12-31',
      items: [old('OLD-17', '121.00'), old('OLD-18', '60.00')],
    })) as { id: string; items: [{ id: string }, { id: string }] };
    return { ...opened, partnerId };
  }

  it('pay what was open in the old books, by its number or by hand', async () => {
    const { partnerId, ...opened } = await openedItems();
    const id = await payouts.imported([
      { gross: '121.00', fee: '1.00', charge: 'ch_1', description: 'Payment for old-17' },
      { gross: '60.00', charge: 'ch_2' },
      { category: 'refund', gross: '-21.00', charge: 'ch_1', source: 're_1' },
      payoutRow('159.00'),
    ]);
    const { lines } = await payouts.get(id);
    const [first, second] = opened.items;
    expect(lines).toMatchObject([
      { matchedInvoiceId: first.id },
      { matchedInvoiceId: null },
      { matchedInvoiceId: first.id },
    ]);
    const match = { lineId: lines[1]!.id, invoiceId: second.id };
    expect((await company.post('bank/settlements/match', match)).status).toBe(200);
    expect((await payouts.tryPost(id)).body).toMatchObject({ status: 'posted', warnings: [] });
    expect((await balances(company))['2410']).toBe('21.00');
    const { rows } = (await company.ok('bank/settlements/refunds-without-credit-note')) as { rows: object[] };
    expect(rows).toMatchObject([{ invoiceId: first.id, invoiceNumber: 'OLD-17', partnerId }]);
    expect(outcome(await company.post('ledger/opening-items/reverse', { id: opened.id }))).toBe(
      '409 document_settled',
    );
  });

  it('do not pay what was opened and is taken back since', async () => {
    const opened = await openedItems();
    const [first, second] = opened.items;
    const id = await payouts.imported([
      { gross: '121.00', charge: 'ch_1', description: 'Payment for old-17' },
    ]);
    const other = { gross: '60.00', charge: 'ch_2', payout: 'po_2' };
    const byHand = await payouts.imported([other]);
    const match = { lineId: (await payouts.get(byHand)).lines[0]!.id, invoiceId: second.id };
    await company.ok('bank/settlements/match', match);
    await company.ok('ledger/opening-items/reverse', { id: opened.id });

    // nothing new names them: by hand, by the charge, in a file that changes, by SQL
    expect(outcome(await company.post('bank/settlements/match', { ...match, invoiceId: first.id }))).toBe(
      '404 not_found',
    );
    const refund = { category: 'refund', gross: '-21.00', charge: 'ch_1', source: 're_1', payout: 'po_3' };
    const ofCharge = await payouts.imported([refund]);
    expect((await payouts.get(ofCharge)).lines).toMatchObject([{ matchedInvoiceId: null }]);
    const changed = await payouts.tryImport(report([{ ...other, reference: 'web-1' }]));
    expect(changed.body).toMatchObject({ updated: 1 });
    expect((await payouts.get(byHand)).lines).toMatchObject([{ matchedInvoiceId: null }]);
    await expect(
      company.sql(`UPDATE settlement_lines SET matched_invoice_id = '${second.id}', match_status = 'manual'`),
    ).rejects.toMatchObject({ constraint: 'fk_settlement_lines__invoice' });

    // and the line that named one is on the suspense account
    expect((await payouts.get(id)).lines).toMatchObject([{ matchedInvoiceId: first.id }]);
    const { body } = await payouts.tryPost(id);
    expect(body).toMatchObject({
      status: 'posted',
      summary: { receivableApplied: '0.00', suspenseAmount: '121.00' },
      warnings: ['1 line(s) of customers have no invoice; their money is on the suspense account.'],
    });
    expect((await payouts.get(id)).lines).toMatchObject([
      { matchedInvoiceId: null, matchStatus: 'unmatched' },
    ]);
    expect(await company.count('open_items', `document_type = 'settlement_line'`)).toBe(0);
  });
});
