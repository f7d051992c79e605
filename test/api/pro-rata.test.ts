import { expectSoundBooks } from '../support/books';
import { cost, Purchases, PURCHASES_NOW } from '../support/purchases';
import { atOnce, outcome } from '../support/sales';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

interface Fr0600 {
  deductionPercent: number;
  fields: { field: string; value: string }[];
  warnings: string[];
  exact: { outputVat: string; deductibleVat: string; due: string };
}

const reverseCharged = (price: string, members: object = {}): object =>
  cost(price, { vatRatePercent: undefined, vatClassifierCode: 'PVM25', ...members });

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({}, new TestClock(new Date(PURCHASES_NOW)));
});
afterAll(() => app.stop());

describe('pro rata', () => {
  let company: TestCompany;
  let purchases: Purchases;
  beforeEach(async () => {
    company = await app.company();
    purchases = await Purchases.of(company);
  });
  afterEach(() => expectSoundBooks(company));

  const set = (percent: number, month?: number, year = 2026): Promise<Answer> =>
    company.post('vat/pro-rata/set', { year, month, percent });
  const fr0600 = (members: object = {}): Promise<Fr0600> =>
    company.ok('declarations/lt/fr0600/compute', { year: 2026, month: 10, ...members }) as Promise<Fr0600>;
  const boxes = ({ fields }: Fr0600): Record<string, string> =>
    Object.fromEntries(fields.filter(({ value }) => value !== '0').map(({ field, value }) => [field, value]));

  it('is deducted and posted at registration, by account and in the register, and never twice in the return', async () => {
    await set(60);
    const invoice = await purchases.registered({
      lines: [cost('1000.00'), cost('100.00', { deductiblePercent: '100' }), reverseCharged('200.00')],
    });
    expect(invoice).toMatchObject({ deductibleVat: '172.20', selfAssessedVat: '42.00' }); // 126 + 21 + 25.20
    expect(invoice.lines.map(({ deductiblePercent, isProRata }) => [deductiblePercent, isProRata])).toEqual([
      ['60', true],
      ['100', false],
      ['60', true],
    ]);
    expect((await purchases.entries(invoice.journalTransactionId)).sort()).toEqual([
      '2441 debit 147.00',
      '2441 debit 25.20',
      '4430 credit 1531.00',
      '4492 credit 42.00',
      '63081 debit 100.80', // 84.00 + 16.80
      '6312 debit 1300.00',
    ]);
    const month = await fr0600();
    expect(month.deductionPercent).toBe(60);
    // 25: 231 charged and 42 owed; 35: 172.20. What is deducted in full makes 35 more than 60 % of 25.
    expect(boxes(month)).toEqual({ '25': '273', '28': '60', '33': '42', '35': '172', '36': '-130' });
    expect(month.exact).toEqual({ outputVat: '42.00', deductibleVat: '172.20', due: '-130.20' });
    expect(month.warnings).toEqual(['Box 35 is not the percentage of box 28 of boxes 25, 26 and 27.']);
    expect(await fr0600({ deductionPercent: 60 })).toEqual(month);
    const other = await company.post('declarations/lt/fr0600/compute', { year: 2026, month: 10, deductionPercent: 50 });
    expect([outcome(other), Object.keys(other.body.error.fieldErrors)]).toEqual(['400 invalid_request', ['deductionPercent']]);
    const { boxes: rows } = (await company.ok('declarations/eu/vat-return/compute', {
      year: 2026, month: 10, countryCode: 'LT',
    })) as { boxes: { code: string; amount: string }[] };
    expect(rows.filter(({ code }) => code === '28' || code === '35').map(({ amount }) => amount)).toEqual(['60', '172']);
  }); // prettier-ignore

  it('of an ordinary month agrees with the check of the form', async () => {
    await set(60);
    await purchases.registered({ lines: [cost('333.33'), cost('66.67', { deductiblePercent: '0' })] });
    const month = await fr0600();
    expect(boxes(month)).toEqual({ '25': '70', '28': '60', '35': '42', '36': '-42' });
    expect(month.warnings).toEqual([]);
  });

  it('applies at registration, by the day of receipt: from a month on, within a calendar year', async () => {
    const draft = await purchases.draft({ documentDate: '2026-08-20' });
    expect(draft.deductibleVat).toBe('21.00');
    await set(60);
    await set(80, 9);
    const received = async (receivedDate: string): Promise<unknown> => {
      const { lines } = await purchases.registered({ documentDate: '2025-12-30', receivedDate });
      return lines[0]!.deductiblePercent;
    };
    expect(await received('2026-08-31')).toBe('60');
    expect(await received('2026-09-01')).toBe('80');
    expect(await received('2025-12-31')).toBe('100');
    const registered = (await company.ok('purchases/invoices/register', {
      id: draft.id,
      registrationDate: '2026-08-31',
    })) as { deductibleVat: string };
    expect(registered.deductibleVat).toBe('12.60');
    const { rows } = (await company.ok('vat/pro-rata/list', { year: 2026 })) as { rows: object[] };
    expect(rows).toMatchObject([
      { validFrom: '2026-01-01', percent: 60 },
      { validFrom: '2026-09-01', percent: 80 },
    ]);
    expect(((await company.ok('vat/pro-rata/list', { year: 2025 })) as { rows: object[] }).rows).toEqual([]);
  });

  it('a credit note takes back what its invoice deducted, whatever the percentage is since', async () => {
    await set(60);
    const invoice = await purchases.registered({ receivedDate: '2026-09-30', documentDate: '2026-09-30' });
    await set(80, 10);
    const credit = await purchases.credited(invoice.id);
    expect([invoice.deductibleVat, credit.deductibleVat]).toEqual(['12.60', '12.60']);
    const void_ = await purchases.registered();
    expect(void_.deductibleVat).toBe('16.80');
    expect(outcome(await purchases.tryVoid(void_.id))).toBe('200');
    expect((await purchases.balances())['63081']).toBeUndefined();
    expect((await purchases.balances())['2441']).toBeUndefined();
    expect((await fr0600()).exact.deductibleVat).toBe('-12.60');
  });

  it('set late does not change what a credit note takes back, and is refused for months that are registered without it', async () => {
    const invoice = await purchases.registered({ receivedDate: '2026-09-30', documentDate: '2026-09-30' });
    const other = await purchases.registered({ lines: [cost('100.00', { deductiblePercent: '100' })] }); // October: given
    const late = await set(60);
    expect(outcome(late)).toBe('409 pro_rata_registered');
    expect(late.body.error.message).toContain('Purchases of 2026-09 are');
    expect(late.body.error.message).toContain('from 2026-10 on');
    expect(outcome(await set(100))).toBe('200');
    expect(outcome(await set(60, 10))).toBe('200');
    expect(outcome(await set(80))).toBe('409 pro_rata_registered');
    const credits = [await purchases.credited(invoice.id), await purchases.credited(other.id)];
    expect(credits.map(({ deductibleVat }) => deductibleVat)).toEqual(['21.00', '21.00']);
    expect(credits.map(({ lines }) => lines[0]!.isProRata)).toEqual([true, false]);
    expect((await purchases.balances())['63081']).toBeUndefined();
    const carried = await purchases.registered();
    expect(outcome(await set(80, 10))).toBe('409 pro_rata_registered');
    await purchases.tryVoid(carried.id);
    expect(outcome(await set(80, 10))).toBe('200');
    expect(outcome(await set(60, 1, 2027))).toBe('200');
  }); // prettier-ignore

  it('is none of a company that is no VAT payer', async () => {
    await company.ok('account/companies/update', { isVatPayer: false });
    await set(60);
    const { lines } = await purchases.registered();
    expect([lines[0]!.deductiblePercent, lines[0]!.isProRata]).toEqual(['0', false]);
  });

  it('above 95 is 100 in Lithuania, and a month whose VAT is closed keeps its percentage', async () => {
    for (const percent of [96, 99]) expect(outcome(await set(percent))).toBe('400 invalid_request');
    for (const percent of [95, 100, 0]) expect(outcome(await set(percent))).toBe('200');
    await company.ok('vat-periods/close', { year: 2026, month: 8 });
    expect(outcome(await set(60))).toBe('422 vat_period_closed');
    expect(outcome(await set(60, 8))).toBe('422 vat_period_closed');
    expect(outcome(await set(60, 9))).toBe('200');
    expect(outcome(await set(60, 12, 2025))).toBe('200');
  });

  it('of twenty calls at once leaves one of their percentages, and each is in the audit log', async () => {
    const answers = await atOnce(20, percent => set(percent));
    expect(answers.map(outcome)).toEqual(Array(20).fill('200'));
    expect(await company.count('vat_deduction_percents')).toBe(1);
    const facts: { before: number | null; after: number }[] = await company.sql(
      `SELECT diff #> '{before,percent}' AS before, diff #> '{after,percent}' AS after
         FROM audit_log WHERE action = 'vat_deduction_percent.set'`,
    );
    expect(facts).toHaveLength(20);
    // One after the other: each found what another one left, and the first nothing.
    const [stored] = await company.sql('SELECT percent FROM vat_deduction_percents');
    const left = facts.map(({ after }) => after).filter(percent => percent !== stored.percent);
    expect(facts.map(({ before }) => before ?? -1).sort()).toEqual([-1, ...left].sort());
  });
});
