import { Bank, OTHER_IBAN, OUR_IBAN, payable } from '../support/bank';
import { atOnce, customer, outcome, outcomes, SALES_NOW, SALES_TODAY } from '../support/sales';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

describe('payment messages', () => {
  let app: TestApp;
  let company: TestCompany;
  let bank: Bank;
  let supplier: string;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company({ name: 'Mūsų UAB' });
    bank = await Bank.of(company);
    supplier = await customer(company, {
      name: 'Tiekėjas',
      isSupplier: true,
      iban: 'de89 3704 0044 0532 0130 00',
      bic: 'cobadeff',
    });
  });

  const tryExport = (purchaseInvoiceIds: string[], more: object = {}): Promise<Answer> =>
    company.post('bank/payments/export', { bankAccountId: bank.accountId, purchaseInvoiceIds, ...more });
  const cancel = (messageId: string): Promise<Answer> =>
    company.post('bank/payments/cancel-export', { messageId });

  it('pay what is open, one transfer an invoice, and post nothing', async () => {
    const [one, two] = [
      await payable(company, supplier, '100.10'),
      await payable(company, supplier, '60.00', { number: 'Ž/2' }),
    ];
    await bank.tryMatch(await bank.movement('-20.00'), two, 'purchase_invoice');
    const transactions = await company.count('journal_transactions');
    const { status, body } = await tryExport([two, one], { executionDate: '2026-10-07' });
    expect([status, body]).toEqual([
      200,
      {
        messageId: expect.stringMatching(/^[0-9a-f]{32}$/),
        fileName: `pain001-2026-10-07-${body.messageId}.xml`,
        transactionCount: 2,
        controlSum: '140.10',
        xml: expect.stringContaining(
          `<MsgId>${body.messageId}</MsgId><CreDtTm>2026-10-05T09:00:00Z</CreDtTm>`,
        ),
      },
    ]);
    const parts = [
      'Musu UAB',
      OUR_IBAN,
      '2026-10-07',
      '<EndToEndId>Z/2</EndToEndId>',
      'COBADEFF',
      '<Nm>Tiekejas</Nm>',
      OTHER_IBAN,
    ];
    for (const part of parts) expect(body.xml).toContain(part);
    expect(body.xml.match(/<InstdAmt Ccy="EUR">[0-9.]+/g)).toEqual([
      '<InstdAmt Ccy="EUR">40.00',
      '<InstdAmt Ccy="EUR">100.10',
    ]);
    expect(await company.count('journal_transactions')).toBe(transactions);
  });

  it('hold an invoice once, until they are cancelled', async () => {
    const bill = await payable(company, supplier, '10.00');
    const answers = await atOnce(20, () => tryExport([bill]));
    expect(outcomes(answers)).toEqual({ '200': 1, '409 payment_exported': 19 });
    const { messageId } = answers.find(({ status }) => status === 200)!.body as { messageId: string };
    const again = await tryExport([bill]);
    expect(again.body.error).toMatchObject({ existingId: bill, message: expect.stringContaining(messageId) });
    expect((await cancel(messageId)).body).toEqual({ messageId, freedCount: 1 });
    expect(outcome(await cancel(messageId))).toBe('409 export_cancelled');
    expect(outcome(await cancel('0'.repeat(32)))).toBe('404 not_found');
    expect((await tryExport([bill])).status).toBe(200);
    const copy = `INSERT INTO payment_export_lines SELECT company_id, $1, open_item_id, amount FROM payment_export_lines`;
    await expect(company.sql(copy, [messageId])).rejects.toMatchObject({
      constraint: 'uq_payment_export_lines__item',
    });
  });

  it('are refused with the name of the invoice that cannot be in them', async () => {
    const good = await payable(company, supplier, '10.00');
    const dollars = await payable(company, supplier, '11.00', { currency: 'USD', number: 'USD-1' });
    const nameless = await payable(company, await customer(company, { name: 'No IBAN' }), '12.00', {
      number: 'NI-1',
    });
    const unwritable = await payable(
      company,
      await customer(company, { name: '株式会社', iban: OTHER_IBAN }),
      '12.00',
      { number: 'JP-1' },
    );
    const paid = await payable(company, supplier, '13.00', { number: 'PAID-1' });
    await bank.tryMatch(await bank.movement('-13.00'), paid, 'purchase_invoice');
    for (const [bill, number] of [
      [dollars, 'USD-1'],
      [nameless, 'NI-1'],
      [unwritable, 'JP-1'],
      [paid, 'PAID-1'],
    ] as const) {
      const answer = await tryExport([good, bill]);
      expect([outcome(answer), answer.body.error.message]).toEqual([
        '422 payment_refused',
        expect.stringContaining(number),
      ]);
    }
    expect(outcome(await tryExport([good, good]))).toBe('400 invalid_request');
    expect(outcome(await tryExport(['x']))).toBe('400 invalid_request');
    expect(outcome(await tryExport([bank.accountId]))).toBe('404 not_found');
    expect(outcome(await tryExport([good], { executionDate: '2026-10-04' }))).toBe('400 invalid_request');
    const dollarAccount = await bank.another({ currency: 'USD', accountCode: '272' });
    expect(outcome(await tryExport([good], { bankAccountId: dollarAccount.accountId }))).toBe(
      '422 payment_refused',
    );
    expect(await company.count('payment_exports')).toBe(0);
    expect((await tryExport([good], { executionDate: SALES_TODAY })).status).toBe(200);
  });

  it('are not found in another company', async () => {
    const { messageId } = (await tryExport([await payable(company, supplier, '10.00')])).body as {
      messageId: string;
    };
    const other = await app.company();
    expect(outcome(await other.post('bank/payments/cancel-export', { messageId }))).toBe('404 not_found');
  });
});
