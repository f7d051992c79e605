import { Bank } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { withClient } from '../support/database';
import { cost, Purchases } from '../support/purchases';
import { line, Sales } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { fillVatMonth, VAT_MONTH, VAT_MONTH_NOW, VAT_MONTH_PROFILE } from '../support/vat-month';
import { SETTLED, settledMonths } from '../support/vat-month-settled';
import { reconciliation, told, unexplained } from '../support/vat-reconciliation';

const coded = (price: string, vatClassifierCode: string, members: object = {}): object =>
  line(price, { vatRatePercent: undefined, vatClassifierCode, ...members });
const codedCost = (price: string, vatClassifierCode: string, members: object = {}): object =>
  cost(price, { vatRatePercent: undefined, vatClassifierCode, ...members });

describe('reports/vat-reconciliation', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(VAT_MONTH_NOW)));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company(VAT_MONTH_PROFILE);
  });

  it('of an empty month is zero on every line', async () => {
    const { bridges, ...others } = await reconciliation(company, VAT_MONTH);
    expect(bridges).toHaveLength(12);
    const amounts = bridges
      .flatMap(({ from, lines, to }) => [from, ...lines, to])
      .map(({ amount }) => amount);
    expect(new Set(amounts)).toEqual(new Set(['0.00']));
    expect(others).toMatchObject({ periodEnd: '2026-10-31', unexplained: '0.00', notes: [] });
  });

  it('names every difference of a month, with figures worked out by hand', async () => {
    const sales = await Sales.of(company, { vatCode: 'LT100005555510' });
    const german = await Sales.of(company, { type: 'person', name: 'Anna', address: { countryCode: 'DE' } });
    const purchases = await Purchases.of(company);
    const received = { documentDate: '2026-10-05', receivedDate: '2026-10-05' };
    await sales.issued({
      issueDate: '2026-10-05',
      lines: [coded('100.30', 'PVM1'), coded('20.00', 'PVM100')],
    });
    await sales.issued({
      issueDate: '2026-10-05',
      taxPointDate: '2026-09-30',
      lines: [coded('10.00', 'PVM1')],
    });
    await sales.issued({
      issueDate: '2026-11-02',
      taxPointDate: '2026-10-31',
      lines: [coded('30.00', 'PVM1')],
    });
    await german.issued({
      issueDate: '2026-10-05',
      vatScheme: 'oss_union',
      vatCountryCode: 'DE',
      lines: [line('200.00', { vatRatePercent: '19' })],
    });
    await purchases.registered(
      { ...received, lines: [codedCost('50.00', 'PVM1', { deductiblePercent: '40' })] },
      '2026-10-05',
    );
    const abroad = await Purchases.of(company, { name: 'Lieferant GmbH', vatCode: 'DE129273398' });
    await abroad.registered({ ...received, lines: [codedCost('60.00', 'PVM16')] }, '2026-11-03');
    await purchases.registered(
      { ...received, lines: [codedCost('70.00', 'PVM24', { vatRatePercent: '21' })] },
      '2026-10-05',
    );
    await purchases.registered(
      { ...received, lines: [cost('80.00', { vatRatePercent: '20.125' })] }, // i.SAF takes rates of two decimals
      '2026-10-05',
    );
    await purchases.registered({ ...received, lines: [cost('9.00', { vatRatePercent: '0' })] }, '2026-10-05');
    const wrong = await purchases.registered({ ...received, lines: [cost('1000.00')] }, '2026-10-05');
    await purchases.tryVoid(wrong.id);
    const byHand = (await company.ok('ledger/journal/transactions/create', {
      date: '2026-10-20',
      description: 'Correction',
      entries: [
        { accountCode: '4492', debit: '3.00' },
        { accountCode: '2441', credit: '3.00' },
      ],
    })) as { id: string };

    const month = await reconciliation(company, { ...VAT_MONTH, deductionPercent: 90 });
    expect(unexplained(month)).toEqual({});
    // Posted: 21.06 + 2.10 + 38.00 of sales, 14.70 of import VAT set off, 3.00 taken off by hand. The 12.60 of PVM16 are posted in
    // November with the 6.30 of the invoice of then.
    expect(told(month, 'ledger_to_register.output_vat')).toEqual([
      '72.86',
      'manual 3.00 of 1',
      'posted_here_counted_elsewhere -2.10 of 1',
      'posted_elsewhere_counted_here 18.90 of 2',
      '92.66',
    ]);
    // 4.20 of 10.50, 14.70, 16.10; 210.00 and their void; 3.00 taken off by hand.
    expect(told(month, 'ledger_to_register.input_vat')).toEqual([
      '32.00',
      'manual 3.00 of 1',
      'posted_elsewhere_counted_here 12.60 of 1',
      '47.60',
    ]);
    expect(told(month, 'ledger_to_register.sales_base')).toEqual([
      '330.30',
      'posted_here_counted_elsewhere -10.00 of 1',
      'posted_elsewhere_counted_here 30.00 of 1',
      '350.30',
    ]);
    expect(told(month, 'ledger_to_register.purchases_base')).toEqual([
      '215.30', // 50.00 + 6.30 + 70.00 + 80.00 + 9.00
      'non_deductible -6.30 of 1',
      'posted_elsewhere_counted_here 60.00 of 1',
      '269.00',
    ]);
    expect(told(month, 'register_to_isaf.output_vat')).toEqual([
      '92.66',
      'self_assessed -27.30 of 2',
      'taxed_elsewhere -38.00 of 1',
      'issued_in_other_month -6.30 of 1',
      'counted_in_other_month 2.10 of 1',
      '23.16',
    ]);
    expect(told(month, 'isaf_to_fr0600.output_vat')).toEqual([
      '23.16',
      'self_assessed 27.30 of 2',
      'issued_in_other_month 6.30 of 1',
      'counted_in_other_month -2.10 of 1',
      'rounding 0.34', // 27: 14.70, 29: 27.36, 34: 12.60
      '55.00',
    ]);
    expect(told(month, 'register_to_isaf.input_vat')).toEqual([
      '47.60',
      'non_deductible 6.30 of 1',
      'import -14.70 of 1',
      'voided -210.00 of 1',
      'void 210.00 of 1',
      'not_enterable -16.10 of 1',
      '23.10', // 10.50 + 12.60
    ]);
    expect(told(month, 'isaf_to_fr0600.input_vat')).toEqual([
      '23.10',
      'non_deductible -6.30 of 1',
      'import 14.70 of 1',
      'voided 210.00 of 1',
      'void -210.00 of 1',
      'not_enterable 16.10 of 1',
      'pro_rata -4.76',
      'rounding 0.16', // 47.60 x 90 % = 42.84
      '43.00',
    ]);
    expect(told(month, 'isaf_to_fr0600.sales_base')).toEqual([
      '130.30',
      'taxed_elsewhere 200.00 of 1',
      'issued_in_other_month 30.00 of 1',
      'counted_in_other_month -10.00 of 1',
      'no_box -20.00',
      'rounding -0.30',
      '330.00',
    ]);
    expect(told(month, 'isaf_to_fr0600.purchases_base')).toEqual([
      '110.00',
      'import 70.00 of 1',
      'no_vat_invoice 9.00 of 1',
      'voided 1000.00 of 1',
      'void -1000.00 of 1',
      'not_enterable 80.00 of 1',
      'no_value_box -209.00',
      '60.00',
    ]);
    expect(month.entriesOutsideDocuments).toMatchObject({
      total: 2,
      rows: [
        { journalTransactionId: byHand.id, accountCode: '4492', debit: '3.00', documentType: null },
        { journalTransactionId: byHand.id, accountCode: '2441', credit: '3.00', description: 'Correction' },
      ],
    });
    expect(month.documentsBetweenMonths.total).toBe(3);
    await expectSoundBooks(company);
  });

  it('leaves nothing without a name of a random month, and shows damage', async () => {
    await fillVatMonth(company, 60, 2026);
    const whole = await reconciliation(company, VAT_MONTH);
    expect(unexplained(whole)).toEqual({});
    expect(whole.unequalDocuments.total).toBe(0);
    expect(Object.values(unexplained(await reconciliation(company, { year: 2026, month: 9 })))).toEqual([]);
    expect(Object.values(unexplained(await reconciliation(company, { year: 2026, month: 11 })))).toEqual([]);

    const [lost] = await damage(
      `DELETE FROM vat_register_rows r WHERE ctid = (
         SELECT ctid FROM vat_register_rows WHERE company_id = $1 AND side = 'sales' AND vat_code = 'PVM1'
            AND base_vat > 1 AND document_type = 'invoice' AND document_on BETWEEN '2026-10-01' AND '2026-10-31'
            AND tax_point_on = document_on ORDER BY document_number LIMIT 1)
       RETURNING document_id AS id, round(base_net, 2) AS net, round(base_vat, 2) AS vat`,
    );
    const damaged = await reconciliation(company, VAT_MONTH);
    expect(unexplained(damaged)).toEqual({
      'ledger_to_register.output_vat': lost!.vat,
      'ledger_to_register.sales_base': lost!.net,
    });
    expect(damaged.unequalDocuments).toMatchObject({ total: 1, rows: [{ documentId: lost!.id }] });
  });

  it('takes the pro rata, advances and cash accounting by name, with figures worked out by hand', async () => {
    await settledMonths(company);
    const [sales, bank] = [await Sales.of(company, { vatCode: 'LT100005555510' }), await Bank.of(company)];
    const purchases = await Purchases.of(company);
    const pay = async (id: string, date: string, amount: string, type?: string): Promise<void> => {
      expect((await bank.tryMatch(await bank.movement(amount, { date }), id, type)).status).toBe(200);
    };
    const september = await sales.issued({ issueDate: '2026-09-10', lines: [coded('100.00', 'PVM1')] });
    await pay(september.id, '2026-10-06', '60.50');
    const october = await sales.issued({ issueDate: '2026-10-10', lines: [coded('200.00', 'PVM1')] });
    await pay(october.id, '2026-10-11', '24.20');
    const day = { documentDate: '2026-10-05', receivedDate: '2026-10-05' };
    const bought = await purchases.registered(
      {
        ...day,
        cashAccounting: true,
        lines: [codedCost('100.00', 'PVM1'), codedCost('10.00', 'PVM1', { deductiblePercent: '0' })],
      },
      '2026-10-05',
    );
    await pay(bought.id, '2026-10-20', '-66.55', 'purchase_invoice');
    const advance = await sales.issued({
      type: 'advance',
      vatOnPayment: true,
      issueDate: '2026-10-01',
      lines: [coded('300.00', 'PVM1')],
    });
    await pay(advance.id, '2026-10-02', '363.00');
    await company.ok('sales/invoices/tax-receipts', { id: advance.id, issueDate: '2026-10-02' });
    const final = { issueDate: '2026-10-15', lines: [coded('50.00', 'PVM1')] };
    await sales.issued({ ...final, deductedAdvances: [advance.id] });
    const unpaid = await sales.issued({ type: 'advance', issueDate: '2026-10-01' });
    await sales.credited(unpaid.id, { issueDate: '2026-10-02' });

    const month = await reconciliation(company, VAT_MONTH);
    expect(unexplained(month)).toEqual({});
    expect(month.entriesOutsideDocuments.total).toBe(0);
    expect(month.unequalDocuments.total).toBe(0);
    expect(told(month, 'ledger_to_register.output_vat')).toEqual(['105.00', '105.00']); // 42 + 63
    expect(told(month, 'ledger_to_register.sales_base')).toEqual([
      '250.00', // 200 + 50
      'advances_taxed 300.00 of 1',
      'advances_deducted -50.00 of 1',
      '500.00',
    ]);
    expect(told(month, 'ledger_to_register.purchases_base')).toEqual([
      '120.50', // 110 + 8.40 + 2.10
      'non_deductible -2.10 of 1',
      'undeducted_pro_rata -8.40 of 1',
      '110.00',
    ]);
    expect(told(month, 'register_to_isaf.input_vat')).toEqual([
      '12.60',
      'non_deductible 2.10 of 1',
      'undeducted_pro_rata 8.40 of 1',
      '23.10',
    ]);
    // Of 242.00, 24.20 are paid: 4.20 of 42.00; of September's 21.00 a half.
    expect(told(month, 'isaf_to_fr0600.output_vat')).toEqual([
      '105.00',
      'cash_not_due -37.80',
      'cash_due_now 10.50 of 1',
      'rounding 0.30',
      '78.00', // 63 + 4.20 + 10.50
    ]);
    expect(told(month, 'isaf_to_fr0600.sales_base')).toEqual([
      '500.00',
      'cash_not_due -180.00',
      'cash_due_now 50.00 of 1',
      '370.00',
    ]);
    expect(told(month, 'isaf_to_fr0600.input_vat')).toEqual([
      '23.10',
      'non_deductible -2.10 of 1',
      'undeducted_pro_rata -8.40 of 1',
      'cash_not_due -6.30', // the half of 12.60
      'rounding -0.30',
      '6.00',
    ]);
    const refused = await company.post('reports/vat-reconciliation', { ...VAT_MONTH, deductionPercent: 50 });
    expect([refused.status, Object.keys(refused.body.error.fieldErrors)]).toEqual([
      400,
      ['deductionPercent'],
    ]);
    await expectSoundBooks(company);
  });

  it('leaves nothing without a name of random months of settled documents', async () => {
    await settledMonths(company);
    await fillVatMonth(company, 60, 2027, SETTLED);
    for (const month of [9, 10, 11]) {
      const whole = await reconciliation(company, { year: 2026, month });
      expect(unexplained(whole)).toEqual({});
      expect(whole.unequalDocuments.total).toBe(0);
    }
    await expectSoundBooks(company);
  });

  it('shows a posting that is neither manual nor of a document in the register as a line of its own', async () => {
    await fillVatMonth(company, 1, 1);
    const change = await damage(
      `UPDATE journal_transactions SET document_type = 'bank_match', document_id = transaction_id
        WHERE company_id = $1 AND transaction_id = (SELECT t.transaction_id FROM journal_transactions t
                JOIN journal_entries e USING (company_id, transaction_id) JOIN accounts a USING (company_id, account_id)
               WHERE t.company_id = $1 AND t.document_type = 'sale_invoice' AND a.code = '4492' AND t.posted_on = '2026-10-05' LIMIT 1)
       RETURNING transaction_id AS id`,
      () =>
        Sales.of(company).then(sales =>
          sales.issued({ issueDate: '2026-10-05', lines: [coded('100.00', 'PVM1')] }),
        ),
    );
    const month = await reconciliation(company, VAT_MONTH);
    expect(told(month, 'ledger_to_register.output_vat')).toContain('other_postings -21.00 of 1');
    expect(unexplained(month)).toEqual({
      'ledger_to_register.output_vat': '-21.00',
      'ledger_to_register.sales_base': '-100.00',
    });
    expect(month.entriesOutsideDocuments.rows).toMatchObject([
      { journalTransactionId: change[0]!.id, documentType: 'bank_match' },
    ]);
  });

  it('is one bridge of VAT where one account takes output and input VAT', async () => {
    await company.ok('ledger/posting-rules/update', {
      rules: [{ key: 'purchases.vatReceivable', accountCode: '4492' }],
    });
    const [sales, purchases] = [await Sales.of(company), await Purchases.of(company)];
    await sales.issued({ issueDate: '2026-10-05' });
    const day = '2026-10-05';
    await purchases.registered({ documentDate: day, receivedDate: day, lines: [cost('10.00')] }, day);
    const month = await reconciliation(company, VAT_MONTH);
    expect(told(month, 'ledger_to_register.vat')).toEqual(['18.90', '18.90']);
    expect(unexplained(month)).toEqual({});
  });

  it('ends at the register outside Lithuania, and says why', async () => {
    const foreign = await app.bareCompany({ countryCode: 'CZ', baseCurrency: 'CZK', vatCode: 'CZ12345678' });
    const month = await reconciliation(foreign, VAT_MONTH);
    expect(month.bridges.map(({ name }) => name)).toEqual([
      'ledger_to_register.output_vat',
      'ledger_to_register.input_vat',
      'ledger_to_register.sales_base',
      'ledger_to_register.purchases_base',
    ]);
    expect(month.notes).toEqual([expect.stringContaining('i.SAF is filed by Lithuanian companies')]);
  });

  /** Changes rows as only a superuser can, with every rule of the database off. */
  async function damage(
    statement: string,
    before: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Record<string, string>[]> {
    await before();
    return withClient(app.superuserUrl, async client => {
      await client.query(`SET session_replication_role = 'replica'`);
      return (await client.query<Record<string, string>>(statement, [company.id])).rows;
    });
  }
});
