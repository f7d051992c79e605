import { randomUUID } from 'node:crypto';
import { withClient } from '../support/database';
import { TestApp } from '../support/test-app';
import { appendOnlyTables } from '../architecture/support/catalogs';
import { NOT_PERMITTED } from '../support/attacker';
import { openFullBooks, type Books } from '../support/sample-books';

/** @invariant INV-02 */
describe('what is issued, posted or registered never changes', () => {
  let app: TestApp;
  let books: Books;
  let frozenTables: string[];
  beforeAll(async () => {
    app = await TestApp.start();
    books = await openFullBooks(app);
    frozenTables = [
      ...(await withClient(app.ownerUrl, appendOnlyTables)),
      'sale_invoices',
      'sale_invoice_lines',
    ];
  });
  afterAll(() => app.stop());

  const ofInvoice = (): string => `invoice_id = '${books.invoice.id}'`;

  describe('by the application role', () => {
    it('finds no issued document to change or delete', async () => {
      for (const change of [
        'net_total = 1, vat_total = 0, gross_total = 1',
        `details = '{}'`,
        `status = 'draft'`,
        'number = 7',
        'event_sequence = NULL',
      ]) {
        expect(await books.attacker.try(`UPDATE sale_invoices SET ${change} WHERE ${ofInvoice()}`)).toBe(0);
      }
      expect(await books.attacker.try(`DELETE FROM sale_invoices WHERE ${ofInvoice()}`)).toBe(0);
      expect(await books.attacker.try(`DELETE FROM sale_invoice_lines WHERE ${ofInvoice()}`)).toBe(0);
    });

    it('does change a draft, so that the refusals mean something', async () => {
      expect(
        await books.attacker.try(`UPDATE sale_invoices SET details = '{}' WHERE invoice_id = $1`, [
          books.draft.id,
        ]),
      ).toBe(1);
      expect(
        await books.attacker.try('DELETE FROM sale_invoices WHERE invoice_id = $1', [books.draft.id]),
      ).toBe(1);
    });

    it('may not change an issued document by way of a conflict', async () => {
      const overwrite = { table: 'sale_invoices', where: ofInvoice(), changes: {} };
      const onConflict = `ON CONFLICT (company_id, invoice_id) DO UPDATE SET details = '{}'`;
      expect(await books.attacker.forge({ ...overwrite, onConflict })).toBe(NOT_PERMITTED);
    });

    it.each(['UPDATE', 'DELETE', 'TRUNCATE'])('may not %s what is append-only', async command => {
      for (const table of frozenTables.filter(
        name => command === 'TRUNCATE' || !name.startsWith('sale_invoices'),
      )) {
        if (command === 'DELETE' && table === 'sale_invoice_lines') continue; // of drafts; see above
        const statement = {
          UPDATE: `UPDATE ${table} SET company_id = company_id`,
          DELETE: `DELETE FROM ${table}`,
          TRUNCATE: `TRUNCATE ${table} CASCADE`,
        };
        expect([table, await books.attacker.try(statement[command as keyof typeof statement])]).toEqual([
          table,
          NOT_PERMITTED,
        ]);
      }
    });

    it.each([
      'ALTER TABLE journal_entries DISABLE TRIGGER ALL',
      'ALTER TABLE sale_invoices NO FORCE ROW LEVEL SECURITY',
      'DROP POLICY rls_sale_invoices__update ON sale_invoices',
      'DROP TRIGGER tr_journal_entries__append_only ON journal_entries',
      'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      `SET session_replication_role = 'replica'`,
      'SET ROLE gapless_owner',
      'SET row_security = off; SELECT * FROM journal_entries',
    ])('may not take the guard away: %s', async statement => {
      expect(await books.attacker.try(statement)).toBe(NOT_PERMITTED);
    });
  });

  describe('where no grant and no policy binds', () => {
    const SCOPE = `company_id = current_setting('app.company_id')::uuid`;

    it.each(['UPDATE', 'DELETE'])('meets a trigger on every %s', async command => {
      for (const table of frozenTables) {
        const rows = `${SCOPE}${table === 'sale_invoices' ? ` AND status = 'issued'` : table === 'sale_invoice_lines' ? ` AND ${ofInvoice()}` : ''}`;
        const statement =
          command === 'UPDATE'
            ? `UPDATE ${table} SET company_id = company_id WHERE ${rows}`
            : `DELETE FROM ${table} WHERE ${rows}`;
        expect([table, await books.attacker.as('superuser').try(statement)]).toEqual([
          table,
          `ck_${table}__append_only`,
        ]);
      }
    });

    it('meets a trigger on every TRUNCATE', async () => {
      for (const table of frozenTables) {
        expect(await books.attacker.as('owner').try(`TRUNCATE ${table} CASCADE`)).toMatch(
          /^ck_\w+__append_only$/,
        );
      }
    });

    it('lets the owner delete nothing of a living company', async () => {
      for (const table of frozenTables) {
        const rows =
          table === 'sale_invoices'
            ? `status = 'issued'`
            : table === 'sale_invoice_lines'
              ? ofInvoice()
              : 'true';
        expect([table, await books.attacker.as('owner').try(`DELETE FROM ${table} WHERE ${rows}`)]).toEqual([
          table,
          `ck_${table}__append_only`,
        ]);
      }
    });
  });

  it.each(['application', 'owner', 'superuser'] as const)(
    'lets the %s role write no sum of the journal, which follows the entries alone',
    async role => {
      const attacker = books.attacker.as(role);
      const refused = 'ck_account_balances__append_only';
      const rows = `company_id = '${books.company.id}'`;
      expect(await attacker.try(`UPDATE account_balances SET debit = debit + 1 WHERE ${rows}`)).toBe(refused);
      const forged = { table: 'account_balances', where: rows, changes: { slot: 99 } };
      expect(await attacker.forge(forged)).toBe(refused);
    },
  );

  describe('an issued document does not grow', () => {
    const line = (changes: object): Parameters<Books['attacker']['forge']>[0] => ({
      table: 'sale_invoice_lines',
      where: `${ofInvoice()} AND sort_order = 1`,
      changes: { line_id: randomUUID(), ...changes },
    });
    const nothing = { net: 0, vat: 0, gross: 0, base_net: 0, base_vat: 0 };

    it('by a line, by lines that cancel each other out, or by one of nothing', async () => {
      expect(await books.attacker.forge(line({ sort_order: 3 }))).toBe('ck_sale_invoices__parts_match');
      const taken = { net: -20, vat: -4.2, gross: -24.2, base_net: -20, base_vat: -4.2 };
      expect(await books.attacker.forge(line({ sort_order: 3 }), line({ sort_order: 4, ...taken }))).toBe(
        'ck_sale_invoices__parts_match',
      );
      expect(await books.attacker.forge(line({ sort_order: 3, ...nothing }))).toBe(
        'ck_sale_invoices__parts_match',
      );
    });

    it('by a VAT total or a register row', async () => {
      const total = {
        table: 'sale_invoice_vat_totals',
        where: `${ofInvoice()} AND vat_rate = 21`,
        changes: { vat_rate: 5 },
      };
      expect(await books.attacker.forge(total)).toBe('ck_sale_invoices__parts_match');
      expect(await books.attacker.forge({ ...total, changes: { vat_rate: 5, ...nothing } })).toBe(
        'ck_sale_invoices__parts_match',
      );
      const row = {
        table: 'vat_register_rows',
        where: `sale_invoice_id = '${books.invoice.id}' AND vat_rate = 21`,
      };
      expect(await books.attacker.forge({ ...row, changes: {} })).toBe('pk_vat_register_rows');
      expect(await books.attacker.forge({ ...row, changes: { vat_rate: 5 } })).toBe(
        'fk_vat_register_rows__document_totals',
      );
    });
  });

  it('lets an open item be settled and nothing else', async () => {
    const change = (what: string): Promise<number | string> =>
      books.attacker.try(`UPDATE open_items SET ${what} WHERE document_id = $1`, [books.invoice.id]);
    expect(await change('settled_amount = 13, settled_base_amount = 13')).toBe(1);
    for (const what of [
      'amount = 1, base_amount = 1',
      `due_on = '2030-01-01'`,
      `document_number = 'X'`,
      `side = 'payable'`,
    ]) {
      expect([what, await change(what)]).toEqual([what, 'ck_open_items__append_only']);
    }
    expect(await change('settled_amount = 29.66')).toBe('ck_open_items__settled_within_amount');
  });

  describe('through the API', () => {
    it('answers 409 and leaves every byte as it was', async () => {
      const { company, invoice } = books;
      const before = (await company.post('sales/invoices/get', { id: invoice.id })).text;
      const answers = [
        await company.post('sales/invoices/update', { id: invoice.id, notes: 'changed' }),
        await company.post('sales/invoices/delete', { id: invoice.id }),
        await company.post('sales/invoices/issue', { id: invoice.id }),
      ];
      for (const { status, body } of answers) expect([status, body.error.code]).toEqual([409, 'conflict']);
      expect((await company.post('sales/invoices/get', { id: invoice.id })).text).toBe(before);
    });
  });
});
