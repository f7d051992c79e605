import { TestApp, type TestCompany } from '../support/test-app';

describe('reference data', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
    company = await app.bareCompany();
  });
  afterAll(() => app.stop());

  it('lists all countries at once, in three languages', async () => {
    const answer = await company.ok('reference/countries/list');
    expect(Object.keys(answer)).toEqual(['rows']);
    expect(answer.rows).toHaveLength(249);
    expect(answer.rows.filter((row: { isEu: boolean }) => row.isEu)).toHaveLength(27);
    expect(answer.rows.filter((row: { isEea: boolean }) => row.isEea)).toHaveLength(30);
    expect(answer.rows).toContainEqual({
      code: 'LT',
      isEu: true,
      isEea: true,
      names: { en: 'Lithuania', lt: 'Lietuva', ru: 'Литва' },
    });
    expect((await company.post('reference/countries/list', { page: 1 })).status).toBe(400);
  });

  it('lists currencies with their decimals, page by page', async () => {
    const known = await company.ok('reference/currencies/list', {
      filter: [{ field: 'code', op: 'in', value: ['JPY', 'EUR', 'KWD'] }],
      sort: [{ field: 'minorUnits', dir: 'desc' }],
    });
    expect(known.rows.map((row: { code: string; minorUnits: number }) => [row.code, row.minorUnits])).toEqual(
      [
        ['KWD', 3],
        ['EUR', 2],
        ['JPY', 0],
      ],
    );
    const codes: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await company.ok('reference/currencies/list', { pageSize: 50, cursor });
      codes.push(...page.rows.map((row: { code: string }) => row.code));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(codes).toHaveLength(157);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  it('lists units in two languages', async () => {
    const { rows, total } = await company.ok('reference/units/list', {
      filter: [{ field: 'nameEn', op: 'contains', value: 'THOUSAND UNITS' }],
    });
    expect(total).toBe(1);
    expect(rows[0]).toEqual({ code: 'tūkst', nameLt: 'tūkstantis vienetų', nameEn: 'thousand units' });
  });

  it('is read only, for the application too', async () => {
    for (const table of ['countries', 'currencies', 'units', 'vat_classifiers']) {
      await expect(company.sql(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
    }
  });
});
