import { createHash, randomUUID } from 'node:crypto';
import { withClient } from '../support/database';
import { TestApp, type TestCompany } from '../support/test-app';

const ROTATED = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

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

  it('says of settings what was and what is', async () => {
    const center = await company.ok('ledger/cost-centers/create', { code: 'A', name: 'Old' });
    await company.ok('ledger/cost-centers/update', { id: center.id, isActive: false });
    expect((await last('cost_center.updated')).diff).toEqual({
      before: { isActive: true },
      after: { isActive: false },
    });

    const pro = { year: 2026, month: 1 };
    await company.ok('vat/pro-rata/set', { ...pro, percent: 60 });
    await company.ok('vat/pro-rata/set', { ...pro, percent: 70 });
    expect((await last('vat_deduction_percent.set')).diff).toEqual({
      validFrom: '2026-01-01',
      before: { percent: 60 },
      after: { percent: 70 },
    });
  });

  describe('of drafts', () => {
    const partner = async (): Promise<unknown> => (await company.ok('partners/create', { name: 'P' })).id;
    const line = (price: string, description = 'A') => ({
      description,
      unitPriceExclVat: price,
      vatRatePercent: '21',
    });
    interface Draft {
      before: { lines: { description: string }[] };
      after: { lines: { description: string }[] };
    }
    const drafts = [
      { area: 'sales', fact: 'sale_invoice', members: {} },
      {
        area: 'purchases',
        fact: 'purchase_invoice',
        members: { documentNumber: 'N-1', documentDate: '2026-10-01' },
      },
    ];

    it.each(drafts)(
      '$area says what was and is, of lines those that differ',
      async ({ area, fact, members }) => {
        const update = (body: object) => company.ok(`${area}/invoices/update`, body);
        const { id } = await company.ok(`${area}/invoices/create`, {
          ...members,
          partnerId: await partner(),
          lines: [line('10.00'), line('20.00', 'B')],
          notes: 'old',
        });
        await update({ id, notes: 'new' });
        expect((await last(`${fact}.updated`)).diff).toEqual({
          before: { notes: 'old' },
          after: { notes: 'new' },
        });
        await update({ id, lines: [line('10.00'), line('20.00', 'B')] });
        expect((await last(`${fact}.updated`)).diff).toEqual({ before: {}, after: {} });

        await update({ id, lines: [line('10.00'), line('25.00', 'B'), line('1.00', 'C')] });
        const { before, after } = (await last(`${fact}.updated`)).diff;
        expect(before).toMatchObject({
          netTotal: '30.00',
          grossTotal: '36.30',
          lineCount: 2,
          lines: [{ description: 'B', unitPriceExclVat: '20.00', lineNet: '20.00' }],
        });
        expect(after).toMatchObject({
          netTotal: '36.00',
          grossTotal: '43.56',
          lineCount: 3,
          lines: [
            { description: 'B', unitPriceExclVat: '25.00', lineNet: '25.00' },
            { description: 'C', lineNet: '1.00' },
          ],
        });
        expect(Object.keys(before)).not.toContain('updatedAt');

        const was = await company.ok(`${area}/invoices/get`, { id });
        await company.ok(`${area}/invoices/delete`, { id });
        expect((await last(`${fact}.deleted`)).diff).toEqual({ before: { ...was, lineCount: 3 } });
      },
    );

    it.each(drafts)('$area holds at most 200 lines of each side', async ({ area, fact, members }) => {
      const lines = (price: string) => Array.from({ length: 300 }, (_, index) => line(price, `L${index}`));
      const { id } = await company.ok(`${area}/invoices/create`, {
        ...members,
        partnerId: await partner(),
        lines: lines('1.00'),
      });
      await company.ok(`${area}/invoices/update`, {
        id,
        lines: [...lines('1.00').slice(0, 50), ...lines('2.00').slice(50)],
      });
      const { before, after } = (await last(`${fact}.updated`)).diff as Draft;
      expect([before, after]).toMatchObject([{ lineCount: 300 }, { lineCount: 300 }]);
      for (const { lines: told } of [before, after])
        expect([told.length, told[0]!.description, told.at(-1)!.description]).toEqual([200, 'L50', 'L249']);
      await company.ok(`${area}/invoices/delete`, { id });
      const lost = (await last(`${fact}.deleted`)).diff as Draft;
      expect(lost.before).toMatchObject({ lineCount: 300 });
      expect(lost.before.lines).toHaveLength(200);
    });
  });

  it('says of what is deleted what it was', async () => {
    const remove = async (route: string, action: string, body: object): Promise<object> => {
      await company.ok(route, body);
      return (await last(action)).diff;
    };
    const partner = await company.ok('partners/create', { name: 'Gone', phone: '7' });
    expect(await remove('partners/delete', 'partner.deleted', { id: partner.id })).toMatchObject({
      before: { name: 'Gone', phone: '7' },
    });
    const item = await company.ok('catalog/items/create', { name: 'Gone', code: 'GONE' });
    expect(await remove('catalog/items/delete', 'item.deleted', { id: item.id })).toMatchObject({
      before: { name: 'Gone', code: 'GONE' },
    });
    const series = await company.ok('document-series/create', { prefix: 'GONE-', label: 'L' });
    expect(
      await remove('document-series/delete', 'document_series.deleted', { id: series.id }),
    ).toMatchObject({
      before: { prefix: 'GONE-', label: 'L' },
    });
    const rate = { currency: 'USD', date: '2026-10-01' };
    await company.ok('reference/exchange-rates/set', { ...rate, rate: '1.1' });
    expect(await remove('reference/exchange-rates/overrides/delete', 'exchange_rate.deleted', rate)).toEqual({
      currencyCode: 'USD',
      date: rate.date,
      before: { rate: '1.1' },
    });
    const url = 'http://127.0.0.1:9/gone';
    const told = await company.ok('webhooks/subscriptions/create', { url, events: ['*'] });
    expect(
      await remove('webhooks/subscriptions/delete', 'webhook_subscription.deleted', { id: told.id }),
    ).toEqual({ before: { url, events: ['*'], isActive: true } });
  });

  it('says of a company how it stood', async () => {
    const other = await app.company();
    await app.operator.ok('account/companies/delete', { companyId: other.id });
    const { rows } = await withClient(app.superuserUrl, client =>
      client.query<{ diff: object }>(
        `SELECT diff FROM audit_log WHERE company_id = $1 AND action = 'company.deleted'`,
        [other.id],
      ),
    );
    expect(rows).toEqual([{ diff: { before: { status: 'active' }, after: { status: 'deleted' } } }]);
  });

  it('holds no secret of what was changed', async () => {
    const sandbox = await app.company({ isSandbox: true });
    const keys = ['sk_test_first_0123456789abcdef4242', 'sk_test_second_0123456789abcdef4343'];
    for (const secretKey of keys)
      await sandbox.ok('payments/providers/set', { provider: 'stripe', secretKey, sameAccount: true });
    const endpoint = await sandbox.ok('webhooks/endpoints/create', {
      provider: 'standard',
      description: 'D',
    });
    const made = await sandbox.ok('webhooks/endpoints/update', { id: endpoint.id, secret: ROTATED });
    await sandbox.ok('webhooks/endpoints/delete', { id: endpoint.id });
    const facts = await sandbox.sql(
      `SELECT action, diff FROM audit_log WHERE action ~ '^(payment_provider|webhook_endpoint)[.]' ORDER BY audit_id`,
    );
    const { previousSecretUntil } = made;
    const shown = { provider: 'standard', description: 'D', bankAccountId: null, previousSecretUntil };
    expect(facts).toMatchObject([
      { diff: { before: null, after: { secretKeyEnding: '4242', isLive: false } } },
      { diff: { before: { secretKeyEnding: '4242' }, after: { secretKeyEnding: '4343' } } },
      { action: 'webhook_endpoint.created' },
      {
        action: 'webhook_endpoint.secret_rotated',
        diff: { before: { previousSecretUntil: null }, after: { previousSecretUntil } },
      },
      { action: 'webhook_endpoint.deleted', diff: { before: shown } },
    ]);
    const told = JSON.stringify(facts);
    for (const secret of [...keys, endpoint.secret as string, ROTATED]) expect(told).not.toContain(secret);
    expect(told).not.toMatch(/sealed/i);

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
