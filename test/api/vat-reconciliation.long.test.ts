import { expectSoundBooks } from '../support/books';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { fillVatMonth, VAT_MONTH, VAT_MONTH_NOW, VAT_MONTH_PROFILE } from '../support/vat-month';
import { SETTLED, settledMonths } from '../support/vat-month-settled';
import { reconciliation, told, unexplained } from '../support/vat-reconciliation';
import { describeWithSchemas, validateInBackground } from '../support/xml-schema';

const DOCUMENTS = 5_000;
/** Another month each day, and the same one when a failure is looked into: `VAT_MONTH_SEED`. */
const SEED = Number(process.env.VAT_MONTH_SEED ?? Math.floor(Date.now() / 86_400_000));

describeWithSchemas(`a random month of ${DOCUMENTS} documents (seed ${SEED})`, () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(VAT_MONTH_NOW)));
    company = await app.company(VAT_MONTH_PROFILE);
    const began = performance.now();
    await fillVatMonth(company, DOCUMENTS, SEED);
    report('made', began);
    await app.asOwner('ANALYZE'); // as the database does of itself after a while
  }, 1_200_000);
  afterAll(() => app.stop());

  const report = (what: string, began: number): void =>
    void process.stdout.write(
      `${DOCUMENTS} documents ${what}: ${Math.round(performance.now() - began)} ms\n`,
    );

  it('is bridged from the VAT accounts to FR0600 with nothing left over', async () => {
    const began = performance.now();
    const month = await reconciliation(company, { ...VAT_MONTH, deductionPercent: 83 });
    report('reconciled', began);
    process.stdout.write(`${told(month, 'isaf_to_fr0600.input_vat').join(' | ')}\n`);
    expect(unexplained(month)).toEqual({});
    expect(month.unequalDocuments.total).toBe(0);
    for (const other of [8, 9, 11])
      expect(unexplained(await reconciliation(company, { year: 2026, month: other }))).toEqual({});
    await expectSoundBooks(company);
  }, 300_000);

  it('is so under cash accounting and pro rata, with advances', async () => {
    const other = await app.company(VAT_MONTH_PROFILE);
    await settledMonths(other);
    await fillVatMonth(other, DOCUMENTS / 10, SEED, SETTLED);
    for (const month of [8, 9, 10, 11]) {
      const whole = await reconciliation(other, { year: 2026, month });
      expect(unexplained(whole)).toEqual({});
      expect(whole.unequalDocuments.total).toBe(0);
    }
    await expectSoundBooks(other);
  }, 600_000);

  it('is a valid i.SAF file', async () => {
    const { xml } = (await company.ok('declarations/lt/isaf/generate', VAT_MONTH)) as { xml: string };
    expect(await validateInBackground(xml, 'isaf/isaf_1_2.xsd')).toEqual({ valid: true, errors: [] });
  }, 300_000);
});
