import { randomUUID } from 'node:crypto';
import { Decimal } from '../../src/shared/decimal';
import { TestApp } from '../support/test-app';
import { openBooks, type Books, type Document } from '../support/sample-books';

/** @invariant INV-12 */
describe('document, lines, VAT totals, register and journal agree to the cent', () => {
  let app: TestApp;
  let books: Books;
  beforeAll(async () => {
    app = await TestApp.start();
    books = await openBooks(app);
  });
  afterAll(() => app.stop());

  const ofInvoice = (): string => `invoice_id = '${books.invoice.id}'`;

  it('refuses a register row that differs from the document by a cent', async () => {
    // The totals of the draft, and a register row that names them.
    const invoice_id = books.draft.id;
    const totals = {
      table: 'sale_invoice_vat_totals',
      where: `${ofInvoice()} AND vat_rate = 21`,
      changes: { invoice_id },
    };
    const row = {
      table: 'vat_register_rows',
      where: `sale_invoice_id = '${books.invoice.id}' AND vat_rate = 21`,
    };
    const register = (changes: object): Promise<number | string> =>
      books.attacker.forge(totals, { ...row, changes: { document_id: invoice_id, ...changes } });
    expect(await register({})).toBe(2);
    for (const changes of [
      { net: 20.01 },
      { vat: 4.19 },
      { base_net: 20.01 },
      { base_vat: 4.21 },
      { vat_rate: 20 },
      { vat_category: 'Z' },
      { vat_code: 'PVM5' },
    ]) {
      expect([changes, await register(changes)]).toEqual([changes, 'fk_vat_register_rows__document_totals']);
    }
    expect(await register({ sign: -1 })).toBe('ck_vat_register_rows__sign_of_type');
    expect(await register({ document_id: randomUUID() })).toBe('fk_vat_register_rows__document_totals');
  });

  describe('refuses to issue a document', () => {
    /** The issued invoice again under the next number, one of its parts changed. */
    async function forge(parts: {
      header?: object;
      line?: object;
      total?: object;
      withoutLine?: boolean;
      withoutTotal?: boolean;
    }): Promise<number | string> {
      const invoice_id = randomUUID();
      const sequence = (await books.company.sql('SELECT last_sequence + 1 AS next FROM event_counters')) as {
        next: string;
      }[];
      const next = {
        sequence: sequence[0]!.next,
        previous_sequence: Number(sequence[0]!.next) - 1,
        event_id: randomUUID(),
        entity_id: invoice_id,
      };
      const header = {
        invoice_id,
        full_number: 'INV-0002',
        number: 2,
        previous_number: 1,
        event_sequence: next.sequence,
      };
      return books.attacker.forge(
        { table: 'events', where: 'sequence = 1', changes: next },
        { table: 'sale_invoices', where: ofInvoice(), changes: { ...header, ...parts.header } },
        {
          table: 'sale_invoice_lines',
          where: `${ofInvoice()} AND sort_order = 1`,
          changes: { invoice_id, line_id: randomUUID(), ...parts.line },
        },
        {
          table: 'sale_invoice_lines',
          where: parts.withoutLine ? 'false' : `${ofInvoice()} AND sort_order = 2`,
          changes: { invoice_id, line_id: randomUUID() },
        },
        {
          table: 'sale_invoice_vat_totals',
          where: `${ofInvoice()} AND vat_rate = 21`,
          changes: { invoice_id, ...parts.total },
        },
        {
          table: 'sale_invoice_vat_totals',
          where: parts.withoutTotal ? 'false' : `${ofInvoice()} AND vat_rate = 9`,
          changes: { invoice_id },
        },
      );
    }

    it('but takes one that is whole, so that the refusals mean something', async () => {
      expect(await forge({})).toBe(6);
    });

    it('whose lines, VAT totals or totals differ by a cent', async () => {
      expect(await forge({ line: { net: 20.01, gross: 24.21 } })).toBe('ck_sale_invoices__parts_match');
      expect(await forge({ line: { net: 20.01 } })).toBe('ck_sale_invoice_lines__gross');
      expect(await forge({ line: { base_vat: 4.21 } })).toBe('ck_sale_invoices__parts_match');
      expect(await forge({ total: { vat: 4.21 } })).toBe('ck_sale_invoices__parts_match');
      expect(await forge({ total: { base_net: 19.99 } })).toBe('ck_sale_invoices__parts_match');
      expect(await forge({ header: { gross_total: 29.66 } })).toBe('ck_sale_invoices__totals_add_up');
      expect(await forge({ header: { net_total: 25.01, gross_total: 29.66 } })).toBe(
        'ck_sale_invoices__parts_match',
      );
      expect(await forge({ header: { base_gross_total: 29.66 } })).toBe('ck_sale_invoices__totals_add_up');
    });

    it('some of whose parts are missing', async () => {
      expect(await forge({ withoutLine: true })).toBe('ck_sale_invoices__parts_match');
      expect(await forge({ withoutTotal: true })).toBe('ck_sale_invoices__parts_match');
    });
  });

  it('derives all of them from one total, also where every line rounds', async () => {
    const { company, partnerId } = books;
    const lines = [
      { description: 'A', quantity: '3', unitPriceExclVat: '0.333333', vatRatePercent: '21' },
      { description: 'B', quantity: '7', unitPriceExclVat: '1.005', vatRatePercent: '21' },
      { description: 'C', quantity: '0.5', unitPriceExclVat: '9.99', vatRatePercent: '9' },
      {
        description: 'D',
        quantity: '1',
        unitPriceExclVat: '0.03',
        vatRatePercent: '9',
        discountPercent: '33',
      },
    ];
    for (const discountPercent of ['0', '7.5']) {
      const document = (await company.ok('sales/invoices/create', {
        partnerId,
        issue: true,
        discountPercent,
        lines,
      })) as Document;
      const total = (column: string): string =>
        document.lines.reduce((sum, line) => sum.plus(line[column as 'lineNet']), new Decimal(0)).toFixed(2);
      expect([total('lineNet'), total('lineVat'), total('lineGross')]).toEqual([
        document.netTotal,
        document.vatTotal,
        document.grossTotal,
      ]);
      const [register] = await company.sql(
        `SELECT sum(net)::numeric(28, 2)::text AS net, sum(vat)::numeric(28, 2)::text AS vat FROM vat_register_rows WHERE sale_invoice_id = $1`,
        [document.id],
      );
      expect(register).toEqual({ net: document.netTotal, vat: document.vatTotal });
      const [journal] = await company.sql(
        `SELECT sum(debit)::numeric(28, 2)::text AS gross, sum(credit) FILTER (WHERE control = 'vat')::numeric(28, 2)::text AS vat
           FROM journal_entries JOIN accounts USING (company_id, account_id) WHERE transaction_id = $1`,
        [document.journalTransactionId],
      );
      expect(journal).toEqual({ gross: document.grossTotal, vat: document.vatTotal });
    }
  });
});
