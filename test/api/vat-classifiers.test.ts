import type { Tx } from '../../src/platform/database';
import { Database } from '../../src/platform/database';
import type { CompanyProfile } from '../../src/platform/http';
import { vatCodes, type VatCode } from '../../src/vat';
import type { CalendarDate } from '../../src/shared/calendar-date';
import { TestApp, type TestCompany } from '../support/test-app';

describe('VAT classifiers', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.bareCompany();
  });

  const upsert = (...rows: object[]) => company.post('reference/vat-classifiers/upsert', { rows });
  const listed = async (code: string) =>
    (
      await company.ok('reference/vat-classifiers/list', {
        filter: [{ field: 'code', op: 'eq', value: code }],
      })
    ).rows;

  it('show the shared classifier with its dates and categories', async () => {
    const { total } = await company.ok('reference/vat-classifiers/list');
    expect(total).toBe(113);
    expect(await listed('PVM2')).toEqual([
      {
        code: 'PVM2',
        countryCode: 'LT',
        name: 'Domestic supply at 9 %',
        ratePercent: '9',
        validFrom: null,
        validTo: '2025-12-31',
        category: 'S',
        source: 'default',
      },
    ]);
    expect((await listed('PVM5'))[0]).toMatchObject({ ratePercent: null });
  });

  it('take codes and names of the company, which come first and stay its own', async () => {
    const answer = await upsert(
      { code: 'PVM1', name: 'Ours' },
      { code: 'OWN7', countryCode: 'EE', name: 'Estonian', ratePercent: '24.0' },
    );
    expect([answer.status, answer.body]).toEqual([200, { upserted: 2 }]);
    const { rows, total } = await company.ok('reference/vat-classifiers/list', { pageSize: 3 });
    expect(total).toBe(114);
    expect(rows).toEqual([
      expect.objectContaining({
        code: 'OWN7',
        countryCode: 'EE',
        ratePercent: '24',
        category: null,
        source: 'company',
      }),
      expect.objectContaining({
        code: 'PVM1',
        countryCode: 'LT',
        name: 'Ours',
        ratePercent: '21',
        category: 'S',
        source: 'company',
      }),
      expect.objectContaining({ source: 'default' }),
    ]);
    const stranger = await app.bareCompany();
    expect((await stranger.ok('reference/vat-classifiers/list')).rows).not.toContainEqual(
      expect.objectContaining({ source: 'company' }),
    );
    expect(await company.count('audit_log', `action = 'vat_classifiers.upserted'`)).toBe(1);
  });

  it('are set again by a second upsert', async () => {
    await upsert({ code: 'OWN', name: 'First', ratePercent: '5' });
    await upsert({ code: 'OWN', name: 'Second', ratePercent: '6.5' });
    expect(await listed('OWN')).toEqual([expect.objectContaining({ name: 'Second', ratePercent: '6.5' })]);
  });

  it.each([
    [[], 'rows'],
    [[{ code: 'A' }], 'rows.0.name'],
    [[{ name: 'A' }], 'rows.0.code'],
    [[{ code: 'A', name: 'A', ratePercent: 21 }], 'rows.0.ratePercent'],
    [[{ code: 'A', name: 'A', ratePercent: '-1' }], 'rows.0.ratePercent'],
    [[{ code: 'A', name: 'A', ratePercent: '101' }], 'rows.0.ratePercent'],
    [[{ code: 'A', name: 'A', ratePercent: '1.00001' }], 'rows.0.ratePercent'],
    [[{ code: 'A', name: 'A', ratePercent: '2e1' }], 'rows.0.ratePercent'],
    [
      [
        { code: 'A', name: 'A' },
        { code: 'B', name: 'B', countryCode: 'XX' },
      ],
      'rows.1.countryCode',
    ],
    [
      [
        { code: 'A', name: 'A' },
        { code: 'A', name: 'B', countryCode: 'LT' },
      ],
      'rows.1.code',
    ],
    [[{ code: 'A', name: 'A', category: 'S' }], 'rows.0.category'],
  ])('refuse %j, naming the member', async (rows, member) => {
    const answer = await upsert(...rows);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fieldErrors)).toContain(member);
    expect(await company.count('company_vat_classifiers')).toBe(0);
  });

  it('survive twenty upserts of the same codes in both orders at once', async () => {
    const a = { code: 'A', name: 'A', ratePercent: '1' };
    const b = { code: 'B', name: 'B', ratePercent: '2' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? upsert(a, b) : upsert(b, a))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(await company.count('company_vat_classifiers')).toBe(2);
  });

  describe('as the rules of a document see them', () => {
    async function known(...codes: string[]): Promise<Map<string, VatCode>> {
      const session = await app.nest.get(Database).session();
      try {
        await session.begin(company.id, 'read');
        const tx: Tx = session.transaction({
          companyId: company.id,
          company: { companyId: company.id, countryCode: 'LT' } as CompanyProfile,
          actor: { type: 'system', id: 'test', apiKeyId: null, scopes: [] },
          requestId: 'test',
          now: new Date(),
          today: '2026-10-05' as CalendarDate,
        });
        return await vatCodes(tx, codes);
      } finally {
        await session.release();
      }
    }

    it('have the rate as a decimal, the rest from the classifier', async () => {
      await upsert({ code: 'PVM1', name: 'Ours', ratePercent: '22' }, { code: 'OWN', name: 'Own' });
      const codes = await known('PVM1', 'PVM2', 'OWN', 'NONE', 'PVM2');
      expect([...codes.keys()].sort()).toEqual(['OWN', 'PVM1', 'PVM2']);
      expect(codes.get('PVM1')?.ratePercent?.toString()).toBe('22');
      expect(codes.get('PVM1')).toMatchObject({
        category: 'S',
        registers: 'SP',
        legalBasis: expect.any(String),
      });
      expect(codes.get('PVM2')).toMatchObject({ validTo: '2025-12-31' });
      expect(codes.get('OWN')).toEqual({
        code: 'OWN',
        ratePercent: null,
        validFrom: null,
        validTo: null,
        category: null,
        legalBasis: null,
        registers: 'SP',
        hasInputVat: false,
        isSelfAssessed: false,
      });
    });

    it('are none when none is asked for', async () => {
      expect(await known()).toEqual(new Map());
    });
  });
});
