import chart from '../../migrations/seeds/chart-lt.json';
import type { TestApp, TestCompany } from './test-app';

const PROFILES = {
  CZ: { countryCode: 'CZ', baseCurrency: 'CZK', vatCode: 'CZ12345678' },
  SK: { countryCode: 'SK', baseCurrency: 'EUR', vatCode: 'SK2020999999' },
};

/** A Czech or Slovak company with a chart of its own: there is no template for its country. */
export async function companyOf(app: TestApp, country: keyof typeof PROFILES): Promise<TestCompany> {
  const company = await app.bareCompany(PROFILES[country]);
  const { rows } = (await company.ok('ledger/posting-rules/list')) as {
    rows: { key: string; defaultCode: string }[];
  };
  const codes = new Set(rows.map(({ defaultCode }) => defaultCode));
  for (const { code, nameEn: name, type } of chart.filter(account => codes.has(account.code)))
    await company.ok('ledger/accounts/create', { code, name, type });
  await company.ok('ledger/posting-rules/update', {
    rules: rows.map(({ key, defaultCode }) => ({ key, accountCode: defaultCode })),
  });
  return company;
}
