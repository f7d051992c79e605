import { Advances } from '../support/advances';
import { cost, Purchases } from '../support/purchases';
import { line, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

interface Row {
  id: string;
  type: string;
  status: string;
  paymentStatus: string;
}

/** What a document shows of its payment is what the list finds it by: two pieces of code that must say one thing. */
describe('the payment status of', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());

  /** `type status paymentStatus` of the documents, each as shown, once the list was found to find the same. */
  async function shown(company: TestCompany, resource: string): Promise<string[]> {
    const { rows } = (await company.ok(`${resource}/list`)) as { rows: Row[] };
    const found: string[] = [];
    for (const value of ['unpaid', 'partial', 'paid']) {
      const filter = [{ field: 'paymentStatus', op: 'eq', value }];
      const list = (await company.ok(`${resource}/list`, { filter })) as { rows: Row[] };
      for (const { id } of list.rows) {
        const { type, status, paymentStatus } = (await company.ok(`${resource}/get`, { id })) as Row;
        expect([paymentStatus, rows.find(row => row.id === id)?.paymentStatus]).toEqual([value, value]);
        found.push(`${type} ${status} ${paymentStatus}`);
      }
    }
    expect(found).toHaveLength(rows.length);
    return [...new Set(found)].sort();
  }

  it('sales documents of every kind is found as it is shown', async () => {
    const books = await openBooks();
    const { sales, bank, company } = books;
    await sales.draft();
    await sales.issued();
    await books.advance();
    await bank.tryMatch(await bank.movement('21.00'), (await sales.issued()).id);
    await bank.tryMatch(await bank.movement('121.00'), (await sales.issued()).id);
    const credited = await sales.issued();
    await sales.credited(credited.id, { lines: [line('10.00')] });
    const paid = await sales.issued();
    await bank.tryMatch(await bank.movement('121.00'), paid.id);
    await sales.credited(paid.id);
    const nearlyPaid = await sales.issued();
    await bank.tryMatch(await bank.movement('100.00'), nearlyPaid.id);
    await sales.credited(nearlyPaid.id);
    expect(await shown(company, 'sales/invoices')).toEqual([
      'advance issued unpaid',
      'credit_note issued paid',
      'credit_note issued partial',
      'credit_note issued unpaid',
      'invoice draft unpaid',
      'invoice issued paid',
      'invoice issued partial',
      'invoice issued unpaid',
    ]);
  });

  it('documents that owe nothing is found as it is shown', async () => {
    const books = await Advances.inSlovakia(app);
    const lines = [line('100.00', { vatRatePercent: '23' })];
    const advance = await books.advance({ lines });
    await books.paid(advance.id, '123.00');
    await books.tax(advance.id);
    await books.sales.issued({ lines, deductedAdvances: [advance.id] });
    const found = await shown(books.company, 'sales/invoices');
    expect(found).toEqual(['advance issued paid', 'invoice issued paid']);
  });

  it("suppliers' documents of every kind is found as it is shown", async () => {
    const { company, bank } = await openBooks();
    const purchases = await Purchases.of(company);
    const pay = async (amount: string, id: string): Promise<unknown> =>
      bank.tryMatch(await bank.movement(`-${amount}`), id, 'purchase_invoice');
    await purchases.draft();
    await purchases.registered();
    await pay('21.00', (await purchases.registered()).id);
    const paid = await purchases.registered();
    await pay('121.00', paid.id);
    await purchases.credited(paid.id, { lines: [cost('10.00')] });
    await purchases.tryVoid((await purchases.registered()).id);
    const nearlyPaid = await purchases.registered();
    await pay('100.00', nearlyPaid.id);
    await purchases.credited(nearlyPaid.id, { lines: [cost('100.00')] });
    const credited = await purchases.registered();
    await purchases.credited(credited.id, { lines: [cost('10.00')] });
    expect(await shown(company, 'purchases/invoices')).toEqual([
      'credit_note registered paid',
      'credit_note registered partial',
      'credit_note registered unpaid',
      'invoice draft unpaid',
      'invoice registered paid',
      'invoice registered partial',
      'invoice registered unpaid',
    ]);
  });

  const openBooks = (): Promise<Advances> => Advances.open(app);
});
