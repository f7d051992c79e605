import { randomUUID } from 'node:crypto';
import { withClient } from '../support/database';
import { TestApp } from '../support/test-app';
import { tables } from '../architecture/support/catalogs';
import { Attacker, NOT_PERMITTED } from '../support/attacker';
import { openFullBooks, type Books } from '../support/sample-books';

/** Hold no more than which companies there are and when which work is due, for workers that have no scope yet. */
const WITHOUT_SCOPE = ['company_directory', 'work_items'];

/**
 * Every table of companies is attacked, also one that is added tomorrow; the routes are in test/architecture.
 * @invariant INV-08
 */
describe("a company neither sees nor changes another's rows", () => {
  let app: TestApp;
  let ours: Books;
  let theirs: Books;
  let companyTables: { name: string; columns: string[] }[];
  beforeAll(async () => {
    app = await TestApp.start();
    [ours, theirs] = [await openFullBooks(app), await openFullBooks(app)];
    companyTables = (await withClient(app.ownerUrl, tables)).filter(
      ({ name, columns }) => columns.includes('company_id') && !WITHOUT_SCOPE.includes(name),
    );
  });
  afterAll(() => app.stop());

  const theirRows = (): string => `company_id = '${theirs.company.id}'`;

  it('is tried on tables that do have rows', async () => {
    for (const { name } of companyTables) {
      expect([name, await theirs.attacker.try(`SELECT 1 FROM ${name}`)]).not.toEqual([name, 0]);
    }
  });

  it.each(['application', 'owner'] as const)('reads nothing of them, as the %s role', async role => {
    for (const { name } of companyTables) {
      expect([name, await ours.attacker.as(role).try(`SELECT 1 FROM ${name} WHERE ${theirRows()}`)]).toEqual([
        name,
        0,
      ]);
    }
  });

  it.each([
    ['no scope', null],
    ['the scope of a company that does not exist', randomUUID()],
    ['the scope of the operator', '00000000-0000-0000-0000-000000000000'],
  ])('reads nothing of anybody in %s', async (_, scope) => {
    for (const { name } of companyTables) {
      const attacker = new Attacker(app, scope);
      expect([
        name,
        await attacker.try(`SELECT 1 FROM ${name} WHERE company_id IN ($1, $2)`, [
          ours.company.id,
          theirs.company.id,
        ]),
      ]).toEqual([name, 0]);
    }
  });

  it('changes and deletes nothing of them', async () => {
    for (const { name } of companyTables) {
      for (const statement of [
        `UPDATE ${name} SET company_id = company_id WHERE ${theirRows()}`,
        `DELETE FROM ${name} WHERE ${theirRows()}`,
      ]) {
        expect([statement, [0, NOT_PERMITTED]]).toEqual([
          statement,
          expect.arrayContaining([await ours.attacker.try(statement)]),
        ]);
      }
    }
  });

  it('puts no row into their books, and moves none of its own there', async () => {
    for (const { name } of companyTables) {
      const forged = await ours.attacker.forge({
        table: name,
        where: 'true',
        changes: { company_id: theirs.company.id },
      });
      expect([name, forged]).toEqual([name, NOT_PERMITTED]);
      const moved = await ours.attacker.try(`UPDATE ${name} SET company_id = $1`, [theirs.company.id]);
      expect([name, moved]).toEqual([
        name,
        expect.stringMatching(`^(${NOT_PERMITTED}|ck_${name}__append_only)$`),
      ]);
    }
  });

  it('takes no row of theirs over by way of a conflict', async () => {
    const partner = {
      table: 'partners',
      where: 'true',
      changes: { company_id: theirs.company.id, partner_id: theirs.partnerId },
    };
    const onConflict = `ON CONFLICT (company_id, partner_id) DO UPDATE SET name = 'Taken'`;
    expect(await ours.attacker.forge({ ...partner, onConflict })).toBe(NOT_PERMITTED);
  });

  it('refers to nothing of theirs', async () => {
    const refer = (statement: string, id: string): Promise<number | string> =>
      ours.attacker.try(statement, [id, ours.draft.id]);
    expect(
      await refer('UPDATE sale_invoices SET partner_id = $1 WHERE invoice_id = $2', theirs.partnerId),
    ).toBe('fk_sale_invoices__partner');
    expect(
      await refer(
        `UPDATE sale_invoices SET type = 'credit_note', credited_invoice_id = $1 WHERE invoice_id = $2`,
        theirs.invoice.id,
      ),
    ).toBe('fk_sale_invoices__credited');
    const [account] = (await theirs.company.sql(`SELECT account_id FROM accounts WHERE code = '271'`)) as {
      account_id: string;
    }[];
    const transaction_id = randomUUID();
    const where = `transaction_id = '${ours.transactionId}'`;
    const header = { table: 'journal_transactions', where, changes: { transaction_id, request_ordinal: 1 } };
    const entries = {
      table: 'journal_entries',
      where,
      changes: { transaction_id, account_id: account!.account_id },
    };
    expect(await ours.attacker.forge(header, entries)).toBe('fk_journal_entries__account');
  });
});
