import { createHash, randomUUID } from 'node:crypto';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

const clock = new TestClock(new Date('2026-10-05T09:00:00Z'));

/** Stands for issued documents: the counter row comes with the first number and never goes. */
async function markUsed(company: TestCompany, seriesId: string, yearKey = 0, last = 1): Promise<void> {
  await company.sql(
    `INSERT INTO document_series_years (company_id, series_id, year_key, first_number, last_number, last_issued_on)
     VALUES ($1, $2, $3, 1, $4, '2026-10-05')`,
    [company.id, seriesId, yearKey, last],
  );
}

const statuses = (answers: Answer[]): Record<number, number> =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

describe('document series', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, clock);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.bareCompany();
  });

  it('come with the company: one default per kind of document', async () => {
    const { rows, total } = await company.ok('document-series/list', { sort: [{ field: 'prefix' }] });
    expect(total).toBe(4);
    expect(
      rows.map((row: { prefix: string; documentType: string }) => [row.prefix, row.documentType]),
    ).toEqual([
      ['ADV-', 'sale_advance'],
      ['CN-', 'sale_credit_note'],
      ['INV-', 'sale_invoice'],
      ['PF-', 'sale_proforma'],
    ]);
    for (const row of rows)
      expect(row).toMatchObject({ isDefault: true, isActive: true, nextNumber: 1, yearlyRestart: false });
  });

  it('are created with every member of the contract in the answer, and read back the same', async () => {
    const created = await company.post('document-series/create', { prefix: 'A-' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      documentType: 'sale_invoice',
      prefix: 'A-',
      name: null,
      label: null,
      operationTypeId: null,
      numberLength: 4,
      nextNumber: 1,
      allocatedFrom: null,
      allocatedTo: null,
      warehouseId: null,
      printSeries: true,
      isDefault: false,
      isActive: true,
      yearlyRestart: false,
      createdAt: clock.instant?.toISOString(),
      updatedAt: clock.instant?.toISOString(),
    });
    expect(await company.ok('document-series/get', { id: created.body.id })).toEqual(created.body);
    expect(
      await company.count(
        'audit_log',
        `action = 'document_series.created' AND entity_id = '${created.body.id}'`,
      ),
    ).toBe(1);
  });

  it('keep what is only text, and start at the range unless told otherwise', async () => {
    const series = await company.ok('document-series/create', {
      documentType: 'sale_credit_note',
      prefix: 'KR{YYYY}-',
      name: 'Kreditinės',
      label: 'Shop',
      numberLength: 6,
      allocatedFrom: 500,
      allocatedTo: 999,
      printSeries: false,
      yearlyRestart: true,
      warehouseId: null,
    });
    expect(series).toMatchObject({
      name: 'Kreditinės',
      label: 'Shop',
      nextNumber: 500,
      allocatedTo: 999,
      printSeries: false,
      yearlyRestart: true,
    });
  });

  it.each([
    [{ prefix: '' }, 'prefix'],
    [{ prefix: ' A' }, 'prefix'],
    [{ prefix: 'A{DD}' }, 'prefix'],
    [{ prefix: 'A'.repeat(31) }, 'prefix'],
    [{ prefix: 'A\u0000' }, ''],
    [{}, 'prefix'],
    [{ prefix: 'A-', documentType: 'invoice' }, 'documentType'],
    [{ prefix: 'A-', numberLength: 0 }, 'numberLength'],
    [{ prefix: 'A-', numberLength: 13 }, 'numberLength'],
    [{ prefix: 'A-', nextNumber: 0 }, 'nextNumber'],
    [{ prefix: 'A-', nextNumber: 1.5 }, 'nextNumber'],
    [{ prefix: 'A-', nextNumber: '1' }, 'nextNumber'],
    [{ prefix: 'A-', nextNumber: 4, allocatedFrom: 5 }, 'nextNumber'],
    [{ prefix: 'A-', nextNumber: 10, allocatedTo: 9 }, 'nextNumber'],
    [{ prefix: 'A-', allocatedFrom: 5, allocatedTo: 4 }, 'allocatedTo'],
    [{ prefix: 'A-', yearlyRestart: true }, 'yearlyRestart'],
    [{ prefix: 'A{MM}-', yearlyRestart: true }, 'yearlyRestart'],
    [{ prefix: 'A-', isDefault: true, isActive: false }, 'isActive'],
    [{ prefix: 'A-', colour: 'red' }, 'colour'],
  ])('refuse %j, naming the member', async (request, member) => {
    const answer = await company.post('document-series/create', request);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fieldErrors ?? { '': [] })).toContain(member);
    expect(await company.count('document_series')).toBe(4);
  });

  it.each(['warehouseId', 'operationTypeId'])('do not pretend to know a %s', async member => {
    const [own] = (await company.ok('document-series/list')).rows;
    for (const [path, request] of [
      ['create', { prefix: 'A-' }],
      ['update', { id: own.id }],
    ] as const) {
      const answer = await company.post(`document-series/${path}`, { ...request, [member]: randomUUID() });
      expect(answer.status).toBe(422);
      expect(answer.body.error).toMatchObject({
        reason: 'not_supported',
        fieldErrors: { [member]: expect.any(Array) },
      });
    }
  });

  it('have a prefix of their own in the company, and say who has it', async () => {
    const first = await company.ok('document-series/create', { prefix: 'A-' });
    const second = await company.post('document-series/create', {
      prefix: 'A-',
      documentType: 'sale_credit_note',
    });
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({ reason: 'duplicate', existingId: first.id });
    const other = await company.ok('document-series/create', { prefix: 'B-' });
    const renamed = await company.post('document-series/update', { id: other.id, prefix: 'A-' });
    expect(renamed.body.error).toMatchObject({ reason: 'duplicate', existingId: first.id });
    await (await app.bareCompany()).ok('document-series/create', { prefix: 'A-' });
  });

  it('have one default per kind of document: a new one takes the mark', async () => {
    const created = await company.ok('document-series/create', { prefix: 'A-', isDefault: true });
    const defaults = async (): Promise<string[]> =>
      (
        await company.ok('document-series/list', {
          filter: [
            { field: 'documentType', op: 'eq', value: 'sale_invoice' },
            { field: 'isDefault', op: 'eq', value: true },
          ],
        })
      ).rows.map((row: { prefix: string }) => row.prefix);
    expect(await defaults()).toEqual(['A-']);
    const other = await company.ok('document-series/create', { prefix: 'B-' });
    await company.ok('document-series/update', { id: other.id, isDefault: true });
    expect(await defaults()).toEqual(['B-']);
    const inactive = await company.post('document-series/update', { id: other.id, isActive: false });
    expect(inactive.body.error.fieldErrors).toHaveProperty('isActive');
    await company.ok('document-series/update', { id: other.id, isActive: false, isDefault: false });
    expect(await defaults()).toEqual([]);
    await company.ok('document-series/update', { id: created.id, isDefault: true });
  });

  it('stay one default when ten requests make one at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        company.post('document-series/create', { prefix: `R${index}-`, isDefault: true }),
      ),
    );
    expect(statuses(answers)).toEqual({ 201: 10 });
    expect(await company.count('document_series', `is_default AND document_type = 'sale_invoice'`)).toBe(1);
  });

  it('are retired when their range is used up', async () => {
    const { id } = await company.ok('document-series/create', { prefix: 'END-', allocatedTo: 1 });
    await markUsed(company, id);
    const answer = await company.post('document-series/update', { id, isActive: false });
    expect([answer.status, answer.body.isActive]).toEqual([200, false]);
  });

  it('give a prefix to one of twenty that ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.post('document-series/create', { prefix: 'R-' })),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: 19 });
  });

  it('change freely while unused; what is left out stays, null clears', async () => {
    const { id } = await company.ok('document-series/create', {
      prefix: 'A-',
      label: 'Shop',
      name: 'Main',
      nextNumber: 7,
    });
    const changed = await company.ok('document-series/update', {
      id,
      prefix: 'B{YY}-',
      numberLength: 2,
      label: null,
      yearlyRestart: true,
    });
    expect(changed).toMatchObject({
      prefix: 'B{YY}-',
      numberLength: 2,
      label: null,
      name: 'Main',
      yearlyRestart: true,
      nextNumber: 7,
    });
    expect(await company.ok('document-series/update', { id, nextNumber: 40, allocatedTo: 50 })).toMatchObject(
      { nextNumber: 40, allocatedTo: 50 },
    );
    expect(
      await company.count('audit_log', `action = 'document_series.updated' AND entity_id = '${id}'`),
    ).toBe(2);
  });

  it.each([
    ['prefix', 'B-'],
    ['numberLength', 5],
    ['nextNumber', 9],
    ['allocatedFrom', 1],
    ['allocatedTo', 99],
  ])('have a fixed %s once a number was given', async (member, value) => {
    const { id } = await company.ok('document-series/create', { prefix: 'A-' });
    await markUsed(company, id, 0, 3);
    const answer = await company.post('document-series/update', { id, [member]: value });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      reason: 'series_used',
      fieldErrors: { [member]: expect.any(Array) },
    });
    const same = await company.ok('document-series/update', {
      id,
      prefix: 'A-',
      numberLength: 4,
      nextNumber: 4,
      label: 'still mine',
    });
    expect(same).toMatchObject({ label: 'still mine', nextNumber: 4 });
  });

  it('cannot begin to restart by year once a number was given', async () => {
    const { id } = await company.ok('document-series/create', { prefix: 'A{YYYY}-' });
    await markUsed(company, id);
    const answer = await company.post('document-series/update', { id, yearlyRestart: true });
    expect(answer.body.error.reason).toBe('series_used');
  });

  it('are deleted while unused only', async () => {
    const unused = await company.ok('document-series/create', { prefix: 'A-' });
    expect(await company.ok('document-series/delete', { id: unused.id })).toEqual({
      id: unused.id,
      deleted: true,
    });
    expect((await company.post('document-series/get', { id: unused.id })).status).toBe(404);
    const used = await company.ok('document-series/create', { prefix: 'A-' });
    await markUsed(company, used.id);
    const answer = await company.post('document-series/delete', { id: used.id });
    expect(answer.status).toBe(409);
    expect(answer.body.error.reason).toBe('in_use');
  });

  it("are nobody else's", async () => {
    const { id } = await company.ok('document-series/create', { prefix: 'A-' });
    const stranger = await app.bareCompany();
    for (const path of ['get', 'proof', 'update', 'delete']) {
      const answer = await stranger.post(`document-series/${path}`, { id });
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({
        reason: 'not_found',
        fieldErrors: { id: expect.any(Array) },
      });
    }
  });

  it('show the next number of this year, by the clock of the company', async () => {
    const { id } = await company.ok('document-series/create', {
      prefix: 'Y{YYYY}-',
      yearlyRestart: true,
      nextNumber: 101,
    });
    expect(await company.ok('document-series/get', { id })).toMatchObject({ nextNumber: 101 });
    clock.instant = new Date('2026-12-31T22:30:00Z'); // 2027 in Vilnius
    try {
      expect(await company.ok('document-series/get', { id })).toMatchObject({ nextNumber: 1 });
    } finally {
      clock.instant = new Date('2026-10-05T09:00:00Z');
    }
  });

  it('prove an unused series empty, and name what a counter gave and no document has', async () => {
    const { id } = await company.ok('document-series/create', { prefix: 'A-' });
    const sha256 = createHash('sha256').update('').digest('hex');
    expect(await company.ok('document-series/proof', { id })).toEqual({
      first: null,
      last: null,
      count: 0,
      missing: [],
      duplicates: [],
      sha256,
      years: null,
    });
    await markUsed(company, id, 0, 3);
    expect(await company.ok('document-series/proof', { id })).toMatchObject({
      count: 0,
      missing: [1, 2, 3],
      duplicates: [],
    });
  });

  it('prove what was issued, by a hash over the full numbers', async () => {
    const books = await app.company();
    const partner = await books.ok('partners/create', { name: 'Beta UAB', code: '304444444' });
    const { id } = await books.ok('document-series/create', { prefix: 'S{YYYY}-', nextNumber: 5 });
    const invoice = {
      partnerId: partner.id,
      documentSeriesId: id,
      issue: true,
      lines: [
        {
          description: 'Work',
          quantity: '1',
          unitPriceExclVat: '100',
          vatRatePercent: '21',
          vatClassifierCode: 'PVM1',
        },
      ],
    };
    for (let count = 0; count < 3; count++) await books.ok('sales/invoices/create', invoice);
    await books.ok('sales/invoices/create', { ...invoice, issue: false });
    const sha256 = createHash('sha256').update('S2026-0005\nS2026-0006\nS2026-0007').digest('hex');
    expect(await books.ok('document-series/proof', { id })).toEqual({
      first: 5,
      last: 7,
      count: 3,
      missing: [],
      duplicates: [],
      sha256,
      years: null,
    });
    expect(await books.ok('document-series/get', { id })).toMatchObject({ nextNumber: 8 });
  });

  it('prove a yearly series year by year, naming at most 1000 numbers', async () => {
    const { id } = await company.ok('document-series/create', { prefix: 'Y{YYYY}-', yearlyRestart: true });
    await markUsed(company, id, 2026, 5000);
    await markUsed(company, id, 2027, 2);
    const proof = await company.ok('document-series/proof', { id });
    expect(proof.missing).toHaveLength(1000);
    expect(
      proof.years.map((year: { year: number; missing: number[] }) => [year.year, year.missing.length]),
    ).toEqual([
      [2026, 1000],
      [2027, 2],
    ]);
  });

  it('are listed with filter, sort and totals judged', async () => {
    const page = await company.ok('document-series/list', {
      pageSize: 2,
      sort: [{ field: 'nextNumber', dir: 'desc' }, { field: 'prefix' }],
      filter: [{ field: 'prefix', op: 'in', value: ['INV-', 'CN-', 'PF-'] }],
    });
    expect(page).toMatchObject({ total: 3, page: 1, pageSize: 2, nextCursor: expect.any(String) });
    expect(page.rows.map((row: { prefix: string }) => row.prefix)).toEqual(['CN-', 'INV-']);
    expect(page.rows[0]).toEqual(await company.ok('document-series/get', { id: page.rows[0].id }));
    expect((await company.post('document-series/list', { totals: ['nextNumber'] })).status).toBe(400);
    expect((await company.post('document-series/list', { sort: [{ field: 'secret' }] })).status).toBe(400);
  });
});
