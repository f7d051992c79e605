import { createHash, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { withClient } from '../support/database';
import { TestApp } from '../support/test-app';
import { openBooks, type Books } from '../support/sample-books';

const BODY = Buffer.from('{"id":1}');

/**
 * The database's side of it; what the interceptor does with it is tested in test/api/idempotency.test.ts.
 * @invariant INV-04
 */
describe('an Idempotency-Key has one effect', () => {
  let app: TestApp;
  let books: Books;
  beforeAll(async () => {
    app = await TestApp.start();
    books = await openBooks(app);
  });
  afterAll(() => app.stop());

  const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

  async function claim(client: Client, key: string): Promise<string> {
    const { rows } = await client.query<{ outcome: string }>(
      `SELECT outcome FROM idempotency_claim($1, $2, $3, 1::smallint, $2, 'actor', 'route')`,
      [books.company.id, hashOf(key), key],
    );
    return rows[0]!.outcome;
  }
  const store = (client: Client, key: string): Promise<unknown> =>
    client.query(`SELECT idempotency_store($1, $2, 201::smallint, '{}', $3, true, NULL)`, [
      books.company.id,
      hashOf(key),
      BODY,
    ]);
  const begin = (client: Client): Promise<unknown> =>
    client.query(`BEGIN; SET LOCAL app.company_id = '${books.company.id}'`);

  it('is one row, whatever is written beside it', async () => {
    const row = { table: 'idempotency_keys', where: 'true', changes: {} };
    expect(await books.attacker.forge(row)).toBe('pk_idempotency_keys');
    expect(await books.attacker.forge({ ...row, changes: { key_hash: '\\x00' } })).toBe(
      'ck_idempotency_keys__sha256',
    );
  });

  it('is claimed by one of two transactions; the other neither waits nor gets it', async () => {
    const key = randomUUID();
    await withClient(app.applicationUrl, first =>
      withClient(app.applicationUrl, async second => {
        await begin(first);
        await begin(second);
        expect(await claim(first, key)).toBe('claimed');
        expect(await claim(second, key)).toBe('busy');
        await store(first, key);
        await first.query('COMMIT');
        expect(await claim(second, key)).toBe('replay');
        await second.query('ROLLBACK');
      }),
    );
  });

  it('is free again when the claiming transaction ends without a commit', async () => {
    const key = randomUUID();
    await withClient(app.applicationUrl, async client => {
      await begin(client);
      await claim(client, key);
      await client.query('ROLLBACK');
      await begin(client);
      expect(await claim(client, key)).toBe('claimed');
      await client.query('ROLLBACK');
    });
  });

  it('stores one answer, and only under a claim', async () => {
    const key = randomUUID();
    await withClient(app.applicationUrl, async client => {
      await begin(client);
      await expect(store(client, key)).rejects.toThrow('the idempotency claim of this transaction is gone');
      await client.query('ROLLBACK');
      await begin(client);
      await claim(client, key);
      await store(client, key);
      await expect(store(client, key)).rejects.toThrow('the idempotency claim of this transaction is gone');
      await client.query('ROLLBACK');
    });
  });

  it('posts one journal transaction per place in its request', async () => {
    const transaction_id = randomUUID();
    const copy = [
      {
        table: 'journal_transactions',
        where: `transaction_id = '${books.transactionId}'`,
        changes: { transaction_id },
      },
      {
        table: 'journal_entries',
        where: `transaction_id = '${books.transactionId}'`,
        changes: { transaction_id },
      },
    ];
    expect(await books.attacker.forge(...copy)).toBe('uq_journal_transactions__request');
  });
});
