import { TestApp, type Answer } from '../support/test-app';
import { openBooks, type Books } from '../support/sample-books';

/** @invariant INV-10 */
describe('an invoice is never credited beyond what it was', () => {
  let app: TestApp;
  let books: Books;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    books = await openBooks(app);
  });
  afterAll(() => app.stop());

  /** 20.00 net and 4.20 VAT at 21 %, of which 10.00 and 2.10 are credited. */
  const credit = (change: string, rate = 21): Promise<number | string> =>
    books.attacker.try(
      `UPDATE sale_invoice_credit_limits SET ${change} WHERE invoice_id = $1 AND vat_rate = $2`,
      [books.invoice.id, rate],
    );

  describe('by SQL', () => {
    it('in net, in VAT, in base currency', async () => {
      expect(await credit('credited_net = 20.01')).toBe('ck_sale_invoice_credit_limits__net');
      expect(await credit('credited_net = -0.01')).toMatch(
        /^ck_sale_invoice_credit_limits__(net|append_only)$/,
      );
      expect(await credit('credited_vat = 4.21')).toBe('ck_sale_invoice_credit_limits__vat');
      expect(await credit('credited_base_net = 20.01')).toBe('ck_sale_invoice_credit_limits__base');
      expect(await credit('credited_base_vat = 4.21')).toBe('ck_sale_invoice_credit_limits__base');
    });

    it('nor at another rate than it was invoiced at', async () => {
      expect(await credit('credited_net = 5.01', 9)).toBe('ck_sale_invoice_credit_limits__net');
      expect(await credit('credited_net = 1', 5)).toBe(0);
    });

    it('and the credit that takes the last net takes the last VAT', async () => {
      expect(
        await credit(
          'credited_net = 20, credited_base_net = 20, credited_vat = 4.19, credited_base_vat = 4.19',
        ),
      ).toBe('ck_sale_invoice_credit_limits__emptied_together');
      expect(
        await credit(
          'credited_net = 20, credited_base_net = 20, credited_vat = 4.20, credited_base_vat = 4.20',
        ),
      ).toBe(1);
    });

    it('nor by raising the limit or forgetting a credit', async () => {
      for (const change of [
        'net = 100',
        'vat = 100',
        'base_net = 100',
        'vat_rate = 0',
        'credited_net = 0',
        'credited_vat = 0',
        'credited_base_vat = 0',
      ]) {
        expect([change, await credit(change)]).toEqual([
          change,
          'ck_sale_invoice_credit_limits__append_only',
        ]);
      }
      expect(await books.attacker.try('DELETE FROM sale_invoice_credit_limits')).toBe('42501');
    });
  });

  describe('through the API', () => {
    const creditOne = (): Promise<Answer> =>
      books.company.post('sales/invoices/create', {
        type: 'credit_note',
        issue: true,
        partnerId: books.partnerId,
        creditedInvoiceId: books.invoice.id,
        creditReason: 'Returned',
        lines: [{ creditedLineId: books.invoice.lines[0]!.id, quantity: '1' }],
      });

    it('by twenty credits at once of the one unit that is left', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, creditOne));
      const counts = answers.map(({ status }) => status).sort();
      expect(counts[0]).toBe(201);
      expect(counts.slice(1).filter(status => ![409, 422].includes(status))).toEqual([]);
      const [left] = await books.company.sql(
        'SELECT sum(net - credited_net)::text AS net, sum(vat - credited_vat)::text AS vat FROM sale_invoice_credit_limits WHERE vat_rate = 21',
      );
      expect(left).toEqual({ net: '0.0000', vat: '0.0000' });
    });

    it('and a credit of all that is left ends at zero to the cent', async () => {
      const rest = {
        type: 'credit_note',
        issue: true,
        partnerId: books.partnerId,
        creditedInvoiceId: books.invoice.id,
        creditReason: 'Cancelled',
      };
      const { grossTotal } = (await books.company.ok('sales/invoices/create', rest)) as {
        grossTotal: string;
      };
      expect([books.invoice.grossTotal, books.creditNote.grossTotal, grossTotal]).toEqual([
        '29.65',
        '12.10',
        '17.55',
      ]);
      const again = await books.company.post('sales/invoices/create', rest);
      expect([409, 422]).toContain(again.status);
    });
  });
});
