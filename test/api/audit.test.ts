import { createHash, randomUUID } from 'node:crypto';
import { TestApp, type TestCompany } from '../support/test-app';

interface Entry {
  action: string;
  actorType: string;
  actorId: string;
  diff: { before: object; after: object };
  apiKeyId: string | null;
  requestId: string;
  idempotencyKeyHash: string | null;
}

describe('the audit log', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
    company = await app.company();
  });
  afterAll(() => app.stop());

  const last = async (action: string): Promise<Entry> =>
    (
      (await company.ok('audit/list', {
        filter: [{ field: 'action', op: 'eq', value: action }],
        pageSize: 1,
      })) as { rows: [Entry] }
    ).rows[0];

  it('leads from a fact back to the call: request, Idempotency-Key and API key', async () => {
    const key = randomUUID();
    const answer = await company.post('partners/create', { name: 'Traced' }, { key });
    const entry = await last('partner.created');
    const { rows } = (await company.ok('account/api-keys/list')) as { rows: [{ id: string }] };
    expect(entry).toMatchObject({
      actorType: 'api_key',
      apiKeyId: rows[0].id,
      requestId: answer.headers.get('X-Request-Id'),
      idempotencyKeyHash: createHash('sha256').update(key).digest('hex'),
    });
    const found = (await company.ok('audit/list', {
      filter: [{ field: 'idempotencyKeyHash', op: 'eq', value: entry.idempotencyKeyHash }],
    })) as { rows: Entry[] };
    expect(found.rows).toEqual([entry]);
  });

  it('says of changes what was and what is, and nothing of what stayed', async () => {
    const { id } = await company.ok('partners/create', {
      name: 'Before',
      phone: '1',
      email: 'a@example.com',
    });
    await company.ok('partners/update', { id, name: 'After', phone: null, email: 'a@example.com' });
    expect((await last('partner.updated')).diff).toEqual({
      before: { name: 'Before', phone: '1' },
      after: { name: 'After', phone: null },
    });

    await company.ok('account/companies/update', { vatRounding: 'line', fiscalYearEndMonth: 6, phone: '2' });
    expect((await last('company.updated')).diff).toEqual({
      before: { vatRounding: 'total', fiscalYearEndMonth: 12, phone: null },
      after: { vatRounding: 'line', fiscalYearEndMonth: 6, phone: '2' },
    });

    const rule = { key: 'sales.revenueServices', accountCode: '5000' };
    await company.ok('ledger/posting-rules/update', { rules: [rule] });
    expect((await last('posting_rules.updated')).diff).toEqual({
      before: { rules: [{ ...rule, accountCode: null }] },
      after: { rules: [rule] },
    });
    await company.ok('ledger/posting-rules/update', { rules: [{ ...rule, accountCode: null }] });
    expect((await last('posting_rules.updated')).diff.before).toEqual({ rules: [rule] });

    const item = await company.ok('catalog/items/create', { name: 'Old', code: 'X' });
    await company.ok('catalog/items/update', { id: item.id, name: 'New' });
    expect((await last('item.updated')).diff).toEqual({ before: { name: 'Old' }, after: { name: 'New' } });

    const series = await company.ok('document-series/create', { prefix: 'S-' });
    await company.ok('document-series/update', { id: series.id, prefix: 'T-', label: 'L' });
    expect((await last('document_series.updated')).diff).toEqual({
      before: { prefix: 'S-', label: null },
      after: { prefix: 'T-', label: 'L' },
    });

    await company.ok('reference/vat-classifiers/upsert', { rows: [{ code: 'OWN', name: 'One' }] });
    await company.ok('reference/vat-classifiers/upsert', {
      rows: [{ code: 'OWN', name: 'Two', ratePercent: '5' }],
    });
    expect((await last('vat_classifiers.upserted')).diff).toEqual({
      before: { rows: [{ countryCode: 'LT', code: 'OWN', name: 'One', ratePercent: null }] },
      after: { rows: [{ countryCode: 'LT', code: 'OWN', name: 'Two', ratePercent: '5' }] },
    });
  });

  it('holds no secret of what was changed', async () => {
    const { id, secret } = await company.ok('webhooks/subscriptions/create', {
      url: 'http://127.0.0.1:9/a',
      events: ['*'],
    });
    await company.ok('webhooks/subscriptions/update', { id, url: 'http://127.0.0.1:9/b' });
    expect((await last('webhook_subscription.updated')).diff).toEqual({
      before: { url: 'http://127.0.0.1:9/a' },
      after: { url: 'http://127.0.0.1:9/b' },
    });
    const [{ n }] = await company.sql('SELECT count(*)::int AS n FROM audit_log WHERE diff::text LIKE $1', [
      `%${secret}%`,
    ]);
    expect(n).toBe(0);
  });
});
