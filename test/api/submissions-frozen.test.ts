import { randomUUID } from 'node:crypto';
import { NOT_PERMITTED } from '../support/attacker';
import { openBooks, type Books } from '../support/sample-books';
import { TestApp } from '../support/test-app';

/** What the database refuses of submissions and kept files, whatever the code does. */
describe('by hand,', () => {
  let app: TestApp;
  let books: Books;
  let submission: { id: string; fileId: string };
  beforeAll(async () => {
    app = await TestApp.start();
    books = await openBooks(app);
    const { rows } = (await books.company.ok('declarations/submissions/list')) as {
      rows: [typeof submission];
    };
    submission = rows[0];
  });
  afterAll(() => app.stop());

  const change = (what: string): Promise<number | string> =>
    books.attacker.try(`UPDATE declaration_submissions SET ${what} WHERE submission_id = $1`, [
      submission.id,
    ]);
  const forge = (changes: object, onlyIf = 'true'): Promise<number | string> =>
    books.attacker.forge({
      table: 'declaration_submissions',
      where: onlyIf,
      changes: { submission_id: randomUUID(), ...changes },
    });

  it.each([
    ['generated to accepted', `status = 'accepted'`, 'ck_declaration_submissions__next_state'],
    [
      'generated to rejected',
      `status = 'rejected', event_sequence = 1`,
      'ck_declaration_submissions__next_state',
    ],
    ['nowhere', `message = 'x'`, 'ck_declaration_submissions__next_state'],
    ['another file', `file_id = '${randomUUID()}'`, 'ck_declaration_submissions__append_only'],
    ['another header', `header = '{}'`, 'ck_declaration_submissions__append_only'],
    ['another month', `period_month = 2`, 'ck_declaration_submissions__append_only'],
  ])('a submission does not go from %s', async (_, what, constraint) => {
    expect(await change(what)).toBe(constraint);
  });

  it('it does go to submitted, and discarded while it is generated', async () => {
    expect(await change(`status = 'submitted'`)).toBe(1);
    expect(await change(`discarded_at = now()`)).toBe(1);
    expect(await change(`status = 'submitted', discarded_at = now()`)).toBe(
      'ck_declaration_submissions__discarded_before_filing',
    );
  });

  it('final states stay', async () => {
    const inState = `UPDATE declaration_submissions SET status = 'submitted' WHERE submission_id = $1`;
    const state = (statements: string[]): Promise<number | string> =>
      books.attacker.try(
        `DO $$ BEGIN ${[inState, ...statements].map(text => text.replace('$1', `'${submission.id}'`)).join('; ')}; END $$`,
      );
    const to = (status: string): string =>
      `UPDATE declaration_submissions SET status = '${status}' WHERE submission_id = $1`;
    expect(await state([to('accepted')])).toBe(0);
    expect(await state([to('accepted'), to('submitted')])).toBe('ck_declaration_submissions__next_state');
    expect(await state([to('rejected')])).toBe('ck_declaration_submissions__rejected_is_told');
  });

  it('there is no second live original, and no correction of another month', async () => {
    expect(await forge({})).toBe('uq_declaration_submissions__one_live_original');
    expect(await forge({ variant: 'S' })).toBe('uq_declaration_submissions__one_original_of_sales');
    expect(await forge({ variant: 'P' })).toBe('uq_declaration_submissions__one_original_of_purchases');
    expect(await forge({ variant: 'S', period_month: 2 })).toBe(1);
    expect(await forge({ shares_register: true })).toBe('ck_declaration_submissions__append_only');
    expect(await change('shares_register = true')).toBe('ck_declaration_submissions__next_state');
    const correction = { kind: 'corrective', replaces_id: submission.id };
    expect(await forge(correction)).toBe(1);
    expect(await forge({ ...correction, period_month: 2 })).toBe('fk_declaration_submissions__replaces');
    expect(await forge({ ...correction, file_id: randomUUID() })).toBe('fk_declaration_submissions__file');
    expect(await forge({ kind: 'corrective' })).toBe('ck_declaration_submissions__corrective_replaces');
  });

  it('a submission is never deleted', async () => {
    const statement = 'DELETE FROM declaration_submissions';
    expect(await books.attacker.try(statement)).toBe(NOT_PERMITTED);
    expect(await books.attacker.as('owner').try(statement)).toBe('ck_declaration_submissions__append_only');
    expect(await books.attacker.as('owner').try('TRUNCATE declaration_submissions CASCADE')).toMatch(
      /__append_only$/,
    );
  });

  it('a kept file has the content that it says, and takes no more', async () => {
    const [file_id, chunk] = [randomUUID(), `file_id = '${submission.fileId}'`];
    const file = { table: 'files', where: chunk };
    const changes = { file_id, entity_id: randomUUID() };
    expect(await books.attacker.forge({ ...file, changes })).toBe('ck_files__complete');
    expect(await books.attacker.forge({ ...file, changes: { ...changes, chunk_count: 7 } })).toBe(
      'ck_files__full_chunks',
    );
    const more = { table: 'file_chunks', where: chunk };
    expect(await books.attacker.forge({ ...more, changes: { chunk_no: 2 } })).toBe(
      'ck_file_chunks__come_first',
    );
    expect(await books.attacker.forge({ ...more, changes: { file_id } })).toBe('fk_file_chunks__file');
  });
});
