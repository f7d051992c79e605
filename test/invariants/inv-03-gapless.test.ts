import { randomUUID } from 'node:crypto';
import { TestApp, type TestCompany } from '../support/test-app';
import type { Forgery } from '../support/attacker';
import { openBooks, type Books } from '../support/sample-books';

/** @invariant INV-03 */
describe('a document series has no gap and no duplicate', () => {
  let app: TestApp;
  let books: Books;
  beforeAll(async () => {
    app = await TestApp.start();
    books = await openBooks(app);
  });
  afterAll(() => app.stop());

  /** The issued invoice once more, with lines and VAT totals, under another number. */
  function copyOfInvoice(changes: object, from: Books = books): Forgery[] {
    const invoice_id = randomUUID();
    const where = `invoice_id = '${from.invoice.id}'`;
    return [
      { table: 'sale_invoices', where, changes: { invoice_id, full_number: `X-${invoice_id}`, ...changes } },
      { table: 'sale_invoice_vat_totals', where, changes: { invoice_id } },
      {
        table: 'sale_invoice_lines',
        where: `${where} AND sort_order = 1`,
        changes: { invoice_id, line_id: randomUUID() },
      },
      {
        table: 'sale_invoice_lines',
        where: `${where} AND sort_order = 2`,
        changes: { invoice_id, line_id: randomUUID() },
      },
    ];
  }
  const forge = (changes: object): Promise<number | string> =>
    books.attacker.forge(...copyOfInvoice(changes));

  it('refuses a number that leaves one out', async () => {
    expect(await forge({ number: 3, previous_number: 2 })).toBe('fk_sale_invoices__previous');
    expect(await forge({ number: 3, previous_number: 1 })).toBe('ck_sale_invoices__follows_previous');
    expect(await forge({ number: 3, previous_number: null })).toBe('ck_sale_invoices__follows_previous');
  });

  it('refuses a number twice, also the first one', async () => {
    expect(await forge({ number: 1, previous_number: null })).toBe('uq_sale_invoices__number');
    expect(await forge({ number: 2, previous_number: 1, full_number: books.invoice.fullNumber })).toBe(
      'uq_sale_invoices__full_number',
    );
  });

  it('refuses to begin again elsewhere', async () => {
    expect(await forge({ number: 7, previous_number: null, first_number: 7 })).toBe(
      'fk_sale_invoices__series_year',
    );
    expect(await forge({ number: 1, previous_number: null, year_key: 2026 })).toBe(
      'fk_sale_invoices__series_year',
    );
    const counter = {
      table: 'document_series_years',
      where: 'true',
      changes: { first_number: 7, last_number: 7 },
    };
    expect(await books.attacker.forge(counter)).toBe('pk_document_series_years');
    expect(
      await books.attacker.try('UPDATE document_series_years SET first_number = 7, last_number = 7'),
    ).toBe('fk_sale_invoices__series_year');
    expect(await books.attacker.try('UPDATE document_series_years SET year_key = 2026')).toBe(
      'fk_sale_invoices__series_year',
    );
  });

  it('gives a draft no number, and an issued document no way without one', async () => {
    expect(
      await books.attacker.try('UPDATE sale_invoices SET number = 2 WHERE invoice_id = $1', [books.draft.id]),
    ).toBe('ck_sale_invoices__issued_is_complete');
    expect(await forge({ number: null })).toBe('ck_sale_invoices__issued_is_complete');
    expect(await forge({ series_id: null })).toBe('ck_sale_invoices__issued_is_complete');
    expect(await forge({ year_key: null })).toBe('ck_sale_invoices__issued_is_complete');
    expect(await forge({ first_number: null })).toBe('ck_sale_invoices__issued_is_complete');
  });

  describe('through the API', () => {
    const sale = (partnerId: string, more: object = {}): object => ({
      partnerId,
      issue: true,
      lines: [{ description: 'Work', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
      ...more,
    });
    const proof = async (company: TestCompany, seriesId: string): Promise<unknown> =>
      company.ok('document-series/proof', { id: seriesId });

    it('numbers thirty at once without a gap, and a refusal uses none', async () => {
      const { company, partnerId, invoice } = await openBooks(app);
      const { documentSeriesId } = (await company.ok('sales/invoices/get', { id: invoice.id })) as {
        documentSeriesId: string;
      };
      const bodies = Array.from({ length: 30 }, (_, index) =>
        sale(partnerId, index % 3 === 2 ? { issueDate: '2199-01-01' } : {}),
      );
      const answers = await Promise.all(bodies.map(body => company.post('sales/invoices/create', body)));
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
      const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.number as number);
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
      expect(await proof(company, documentSeriesId)).toMatchObject({
        first: 1,
        last: 21,
        count: 21,
        missing: [],
        duplicates: [],
      });
    });

    it('issues a draft once, of twenty at a time', async () => {
      const { company, draft } = await openBooks(app);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => company.post('sales/invoices/issue', { id: draft.id })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
      expect(await company.count('sale_invoices', `type = 'invoice' AND status = 'issued'`)).toBe(2);
    });
  });
});
