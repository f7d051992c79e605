import { VAT_MONTH, VAT_MONTH_NOW, VAT_MONTH_PROFILE, fillVatMonth } from '../support/vat-month';
import { reconciliation, unexplained } from '../support/vat-reconciliation';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

describe('probe', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(VAT_MONTH_NOW)));
  });
  afterAll(() => app.stop());
  it('x', async () => {
    company = await app.company(VAT_MONTH_PROFILE);
    await fillVatMonth(company, 50, 7);
    const r = await reconciliation(company, VAT_MONTH);
    process.stdout.write(JSON.stringify(r, null, 1));
    expect(unexplained(r)).toEqual({});
  });
});
