import { createHash, randomUUID } from 'node:crypto';
import { atOnce, outcome, outcomes, Sales, SALES_NOW } from '../support/sales';
import { Caller, TestApp, type Answer, type TestCompany } from '../support/test-app';

const UPLOAD = 'files/upload';

describe('files/upload', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
    company = await app.company();
  });
  afterAll(() => app.stop());

  const voucher = (content: Buffer | string = randomUUID(), more: object = {}): object => ({
    fileName: 'čekis 1.pdf',
    mimeType: 'application/pdf',
    content: Buffer.from(content).toString('base64'),
    ...more,
  });
  const upload = (body: object, key?: string): Promise<Answer> => company.post(UPLOAD, body, { key });

  it('keeps the bytes with what they belong to, under one key once', async () => {
    const { id: entityId } = await (await Sales.of(company)).issued();
    const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 256));
    const body = voucher(content, { entity: 'sale_invoice', entityId });
    const first = await upload(body, 'k');
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        entity: 'sale_invoice',
        entityId,
        fileName: 'čekis 1.pdf',
        mimeType: 'application/pdf',
        sizeBytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        storageKey: first.body.id as string,
        createdAt: '2026-10-05T09:00:00.000Z',
      },
    ]);
    expect((await upload(body, 'k')).text).toBe(first.text);
    expect(await company.count('files')).toBe(1);
    const kept = (await company.ok('files/get', { id: first.body.id })) as { content: string };
    expect(kept).toEqual({ ...(first.body as object), content: kept.content });
    expect(Buffer.from(kept.content, 'base64').equals(content)).toBe(true);
    const filter = [{ field: 'entityId', op: 'eq', value: entityId }];
    expect(await company.ok('files/list', { filter })).toMatchObject({ total: 1, rows: [first.body] });
    const downloaded = await company.post('files/download', { id: first.body.id });
    expect(downloaded.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(
      await company.count('audit_log', `action = 'file.uploaded' AND entity_id = '${first.body.id}'`),
    ).toBe(1);
  });

  it('belongs to the company unless told otherwise, and to each kind of thing that there is', async () => {
    const purchase = await company.ok('purchases/invoices/create', {
      partnerId: (await Sales.of(company)).partnerId,
      documentNumber: 'P-1',
      documentDate: '2026-10-01',
      lines: [{ description: 'Work', quantity: '1', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
    });
    const entry = await company.ok('ledger/journal/transactions/create', {
      date: '2026-10-01',
      entries: [
        { accountCode: '6001', debit: '1.00' },
        { accountCode: '271', credit: '1.00' },
      ],
    });
    const partnerId = (await Sales.of(company, { name: 'Other' })).partnerId;
    const subjects = [
      ['purchase_invoice', purchase.id],
      ['journal_transaction', entry.id],
      ['partner', partnerId],
      ['company', company.id],
    ] as const;
    for (const [entity, entityId] of subjects)
      expect((await upload(voucher('same', { entity, entityId }))).body).toMatchObject({ entity, entityId });
    expect((await upload(voucher('other'))).body).toMatchObject({ entity: 'company', entityId: company.id });
    // The draft goes, what was kept with it stays.
    await company.ok('purchases/invoices/delete', { id: purchase.id });
    expect(await company.count('files', `entity_id = '${purchase.id}'`)).toBe(1);
  });

  it('takes what the official SDK sends, and the name of the content that our other answers have', async () => {
    // nordlet 0.5.6: client.files.upload(entity=..., file_name=..., mime_type=..., content=...)
    const sent = { entity: 'company', fileName: 'a.txt', mimeType: 'text/plain', content: 'QQ==' };
    const answer = await upload({ ...sent, content: Buffer.from(randomUUID()).toString('base64') });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body as object).sort()).toEqual(
      [
        'id',
        'entity',
        'entityId',
        'fileName',
        'mimeType',
        'sizeBytes',
        'sha256',
        'storageKey',
        'createdAt',
      ].sort(),
    );
    const data = Buffer.from(randomUUID()).toString('base64');
    const { id } = (await upload({ fileName: 'a.txt', mimeType: 'text/plain', data })).body as { id: string };
    expect(await company.ok('files/get', { id })).toMatchObject({ content: data });
  });

  it('does not keep the same content twice for one thing, also not of twenty at once', async () => {
    const body = voucher();
    const found = outcomes(await atOnce(20, () => upload(body)));
    expect(found).toEqual({ 201: 1, '409 duplicate': 19 });
    const again = await upload(body);
    const { rows } = await company.ok('files/list', { sort: [{ field: 'createdAt', dir: 'desc' }] });
    expect(rows.map(({ id }: { id: string }) => id)).toContain(again.body.error.existingId);
  });

  it.each([
    [{ fileName: '../etc/passwd' }, '400 invalid_request'],
    [{ fileName: 'a\nb.pdf' }, '400 invalid_request'],
    [{ fileName: 'abc\u202efdp.exe' }, '400 invalid_request'],
    [{ fileName: '..' }, '400 invalid_request'],
    [{ mimeType: 'text/html\r\nX: y' }, '400 invalid_request'],
    [{ mimeType: 'pdf' }, '400 invalid_request'],
    [{ content: 'not base64!' }, '400 invalid_request'],
    [{ content: 'QQ' }, '400 invalid_request'],
    [{ content: 'QR==' }, '400 invalid_request'],
    [{ content: '' }, '400 invalid_request'],
    [{ content: undefined }, '400 invalid_request'],
    [{ content: undefined, data: 'QR==' }, '400 invalid_request'],
    [{ data: 'QQ==' }, '400 invalid_request'],
    [{ entity: 'sale_invoice' }, '400 invalid_request'],
    [{ entityId: randomUUID() }, '400 invalid_request'],
    [{ entity: 'email', entityId: randomUUID() }, '400 invalid_request'],
    [{ entity: 'asset', entityId: randomUUID() }, '404 not_found'],
  ])('refuses %j', async (more, refusal) => {
    expect(outcome(await upload(voucher('x', more)))).toBe(refusal);
  });

  it('refuses what is too large', async () => {
    expect(outcome(await upload(voucher(Buffer.alloc(10 * 1024 * 1024 + 1))))).toBe('422 file_too_large');
    expect(outcome(await upload(voucher(Buffer.alloc(11 * 1024 * 1024))))).toBe('413 body_too_large');
  });

  it('is read by who may read what it belongs to', async () => {
    const sales = await Sales.of(company);
    const { id: entityId } = await sales.issued();
    const ids = [
      (await upload(voucher(undefined, { entity: 'sale_invoice', entityId }))).body.id as string,
      (await upload(voucher(undefined, { entity: 'partner', entityId: sales.partnerId }))).body.id as string,
      (await upload(voucher())).body.id as string,
    ];
    const seenWith = async (scopes: string[]): Promise<boolean[]> => {
      const { key } = (await company.ok('account/api-keys/create', { name: 'k', scopes })) as { key: string };
      const caller = new Caller(app.url, key);
      const filter = [{ field: 'id', op: 'in', value: ids }];
      const { rows } = (await caller.ok('files/list', { filter })) as { rows: { id: string }[] };
      const listed = ids.map(id => rows.some(row => row.id === id));
      for (const [index, id] of ids.entries())
        for (const path of ['files/get', 'files/download']) {
          const { status } = await caller.post(path, { id });
          expect([path, status]).toEqual([path, listed[index] ? 200 : 403]);
        }
      return listed;
    };
    expect(await seenWith(['files:read'])).toEqual([false, false, true]);
    expect(await seenWith(['files:read', 'sales:read'])).toEqual([true, false, true]);
    expect(await seenWith(['files:read', 'sales:write', 'partners:read'])).toEqual([false, true, true]);
    expect(await seenWith(['*'])).toEqual([true, true, true]);
  });

  it("refuses another company's thing", async () => {
    const other = await app.company();
    const { id: entityId } = await (await Sales.of(other)).issued();
    expect(outcome(await upload(voucher('x', { entity: 'sale_invoice', entityId })))).toBe('404 not_found');
    expect(outcome(await upload(voucher('x', { entity: 'company', entityId: other.id })))).toBe(
      '404 not_found',
    );
  });
});
