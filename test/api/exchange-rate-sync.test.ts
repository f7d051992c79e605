import { outcome, Sales } from '../support/sales';
import { ecbFile, forgetEcbRates, OutsideServer } from '../support/outside-server';
import { Caller, TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

const SYNC = 'reference/exchange-rates/sync';
/** A Sunday. The years around it are nobody else's: all companies share these rates. */
const NOW = '2013-06-16T10:00:00Z';
const FRIDAY = { USD: '1.3340', GBP: '0.85010', CZK: '25.682', JPY: '126.35' };
const THURSDAY = { USD: '1.3327', GBP: '0.85050' };
const SPRING = { USD: '1.2801' };

describe('rates of the European Central Bank', () => {
  let ecb: OutsideServer;
  let app: TestApp;
  beforeAll(async () => {
    ecb = await OutsideServer.start();
    app = await TestApp.start(ecb.settings, new TestClock(new Date(NOW)));
  });
  beforeEach(async () => {
    await forgetEcbRates(app);
    // A file that was read is good for a minute.
    app.clock.instant = new Date(app.clock.now().getTime() + 61_000);
    ecb.asked = [];
    ecb.answer = ({ path }) => ({ body: FILES[path] ?? 'not found', status: FILES[path] ? 200 : 404 });
  });
  afterAll(async () => {
    await forgetEcbRates(app);
    await app.stop();
    await ecb.stop();
  });

  const FILES: Record<string, string> = {
    '/eurofxref/eurofxref-daily.xml': ecbFile({ '2013-06-14': FRIDAY }),
    '/eurofxref/eurofxref-hist-90d.xml': ecbFile({ '2013-06-14': FRIDAY, '2013-06-13': THURSDAY }),
    '/eurofxref/eurofxref-hist.xml': ecbFile({
      '2013-06-14': FRIDAY,
      '2013-06-13': THURSDAY,
      '2013-03-28': { ...SPRING, LTL: '3.4528' },
    }),
  };
  const rows = async (company: TestCompany, list = 'list'): Promise<string[]> =>
    (
      (await company.ok(`reference/exchange-rates/${list}`)) as {
        rows: { currencyCode: string; date: string; rate: string }[];
      }
    ).rows.map(({ currencyCode, date, rate }) => `${date} ${currencyCode} ${rate}`);
  const stored = async (): Promise<number> =>
    (await app.asOwner<{ n: number }>('SELECT count(*)::int AS n FROM ecb_exchange_rates'))[0]!.n;

  it('come with the latest file, once, and for all companies', async () => {
    const [one, other] = [await app.company(), await app.company()];
    expect(await one.ok(SYNC)).toEqual({ date: '2013-06-14', imported: 4 });
    expect(await one.ok(SYNC)).toEqual({ date: '2013-06-14', imported: 0 });
    expect(await other.ok(SYNC)).toEqual({ date: '2013-06-14', imported: 0 });
    expect(await rows(other)).toEqual([
      '2013-06-14 CZK 25.682',
      '2013-06-14 GBP 0.8501',
      '2013-06-14 JPY 126.35',
      '2013-06-14 USD 1.334',
    ]);
    expect(ecb.asked.map(({ path }) => path)).toEqual(['/eurofxref/eurofxref-daily.xml']);
    expect(await one.sql(`SELECT diff FROM audit_log WHERE action = 'exchange_rates.synced'`)).toEqual([
      { diff: { date: '2013-06-14', imported: 4, bankRatesSince: '2013-06-16' } },
      { diff: { date: '2013-06-14', imported: 0 } },
    ]);
  });

  it.each([
    ['2013-06-13', '2013-06-13', 2, 'hist-90d'],
    ['2013-06-16', '2013-06-14', 4, 'hist-90d'],
    // Easter Monday; the litas is a currency no more.
    ['2013-04-01', '2013-03-28', 1, 'hist'],
  ])('of %s are those of %s', async (asked, date, imported, file) => {
    const company = await app.company();
    expect(await company.ok(SYNC, { date: asked })).toEqual({ date, imported });
    expect(ecb.asked.map(({ path }) => path)).toEqual([`/eurofxref/eurofxref-${file}.xml`]);
  });

  it('are used for documents, until the company sets its own, and again when that is deleted', async () => {
    const company = await app.company();
    const sales = await Sales.of(company);
    await company.ok(SYNC);
    const fxRate = async (): Promise<unknown> =>
      (
        (await company.ok('sales/invoices/create', sales.request({ currency: 'USD', issue: true }))) as {
          fxRate: string;
          id: string;
        }
      ).fxRate;
    expect(await fxRate()).toBe('1.334');
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2013-06-14', rate: '1.4' });
    expect(await fxRate()).toBe('1.4');
    expect(await rows(company, 'overrides/list')).toEqual(['2013-06-14 USD 1.4']);
    expect(await rows(company)).toContain('2013-06-14 USD 1.4');
    expect(await rows(company)).toHaveLength(4);
    const gone = { currency: 'USD', date: '2013-06-14' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => company.post('reference/exchange-rates/overrides/delete', gone)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
    expect(answers.find(({ status }) => status === 200)!.body).toEqual({ deleted: true });
    expect(await fxRate()).toBe('1.334');
    expect(await rows(company, 'overrides/list')).toEqual([]);
    const frozen = await company.sql(`SELECT exchange_rate::text AS r FROM sale_invoices ORDER BY number`);
    expect(frozen.map(({ r }: { r: string }) => r)).toEqual(['1.33400000', '1.40000000', '1.33400000']);
  });

  it('are asked for once, however many want them at once, and not at all for a day that is there', async () => {
    const companies = await Promise.all(Array.from({ length: 6 }, () => app.company()));
    const days = ['2013-06-12', '2013-06-13', '2013-06-14', '2013-06-15', '2013-06-16', '2013-06-14'];
    const answers = await Promise.all(
      companies.map((company, index) => company.post(SYNC, { date: days[index] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([422, 200, 200, 200, 200, 200]);
    expect(ecb.asked.map(({ path }) => path)).toEqual(['/eurofxref/eurofxref-hist-90d.xml']);
    ecb.answer = () => 'drop';
    app.clock.instant = new Date(app.clock.now().getTime() + 61_000);
    expect(await companies[0]!.ok(SYNC, { date: '2013-06-13' })).toEqual({ date: '2013-06-13', imported: 0 });
    expect(ecb.asked).toHaveLength(1);
  });

  it('are not used more than five days later', async () => {
    const company = await app.company();
    const sales = await Sales.of(company);
    await company.ok(SYNC, { date: '2013-03-28' });
    const on = (taxPointDate: string): Promise<Answer> =>
      company.post('sales/invoices/create', sales.request({ currency: 'USD', taxPointDate }));
    expect((await on('2013-04-02')).body).toMatchObject({ fxRate: '1.2801' });
    expect(outcome(await on('2013-04-03'))).toBe('422 exchange_rate_missing');
  });

  it('do not replace an own rate when somebody else fetches those of a later day', async () => {
    const company = await app.company();
    const sales = await Sales.of(company);
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2013-06-13', rate: '1.5' });
    await (await app.company()).ok(SYNC);
    const rateOn = async (taxPointDate: string): Promise<unknown> =>
      (
        (await company.ok('sales/invoices/create', sales.request({ currency: 'USD', taxPointDate }))) as {
          fxRate: string;
        }
      ).fxRate;
    expect(await rateOn('2013-06-13')).toBe('1.5');
    expect(await rateOn('2013-06-16')).toBe('1.5');
    // The list says the same of the 14th: no other rate counts on it.
    expect((await rows(company)).filter(row => row.includes('USD'))).toEqual(['2013-06-13 USD 1.5']);
    await company.ok('reference/exchange-rates/overrides/delete', { currency: 'USD', date: '2013-06-13' });
    expect(await rateOn('2013-06-16')).toBe('1.334');
  });

  it('count newest first beside own rates in a company that fetched them itself', async () => {
    const company = await app.company();
    const sales = await Sales.of(company);
    const rateOn = async (taxPointDate: string): Promise<unknown> =>
      (
        (await company.ok('sales/invoices/create', sales.request({ currency: 'USD', taxPointDate }))) as {
          fxRate: string;
        }
      ).fxRate;
    const set = (date: string, rate: string) =>
      company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate });
    const dollars = async () => (await rows(company)).filter(row => row.includes('USD'));
    await set('2013-06-12', '1.5');
    await (await app.company()).ok(SYNC, { date: '2013-06-13' });
    expect([await rateOn('2013-06-13'), await dollars()]).toEqual(['1.5', ['2013-06-12 USD 1.5']]);
    await company.ok(SYNC);
    const days = ['2013-06-12', '2013-06-13', '2013-06-14', '2013-06-16'];
    const all = async () => Promise.all(days.map(rateOn));
    expect(await all()).toEqual(['1.5', '1.3327', '1.334', '1.334']);
    expect(await dollars()).toEqual(['2013-06-14 USD 1.334', '2013-06-13 USD 1.3327', '2013-06-12 USD 1.5']);
    // An own one of the same day, and a newer one.
    await set('2013-06-13', '1.6');
    await set('2013-06-15', '1.7');
    expect(await all()).toEqual(['1.5', '1.6', '1.334', '1.7']);
    expect(await dollars()).toEqual([
      '2013-06-15 USD 1.7',
      '2013-06-14 USD 1.334',
      '2013-06-13 USD 1.6',
      '2013-06-12 USD 1.5',
    ]);
    // The first time stands.
    const { instant } = app.clock;
    app.clock.instant = new Date('2013-06-17T10:00:00Z');
    await company.ok(SYNC, { date: '2013-06-14' });
    app.clock.instant = instant;
    expect(await company.sql('SELECT bank_rates_since::text AS since FROM companies')).toEqual([
      { since: '2013-06-16' },
    ]);
  });

  // Worked out by hand: 1/25.682 = 0.0389377774... EUR, 0.85010/25.682 = 0.0331010046... GBP,
  // 126.35/25.682 = 4.9197881785... JPY, and 1.3340/25.682 = 0.0519429950... USD.
  it('become cross rates where the books are not kept in euro', async () => {
    const company = await app.bareCompany({ countryCode: 'CZ', baseCurrency: 'CZK', vatCode: 'CZ25123891' });
    await company.ok(SYNC);
    expect(await rows(company)).toEqual([
      '2013-06-14 EUR 0.03893778',
      '2013-06-14 GBP 0.033101',
      '2013-06-14 JPY 4.91978818',
      '2013-06-14 USD 0.051943',
    ]);
  });

  describe('that do not come', () => {
    const refused = async (why: RegExp): Promise<void> => {
      const company = await app.company();
      await company.ok(SYNC, { date: '2013-06-13' });
      const before = await stored();
      ecb.answer = fault;
      const key = 'once';
      const answer = await company.post(SYNC, {}, { key });
      expect(outcome(answer)).toBe('503 rates_unavailable');
      expect(answer.body.error.message).toMatch(why);
      expect(answer.headers.get('Retry-After')).toBe('60');
      expect(await stored()).toBe(before);
      // The key is free: the same call succeeds when the bank is back.
      ecb.answer = () => ({ body: FILES['/eurofxref/eurofxref-daily.xml']! });
      expect((await company.post(SYNC, {}, { key })).body).toMatchObject({ date: '2013-06-14' });
    };
    let fault: OutsideServer['answer'];

    it.each<[string, OutsideServer['answer'], RegExp]>([
      ['an error', () => ({ status: 500, body: 'oops' }), /status 500/],
      [
        'a redirect',
        () => ({ status: 302, body: '', headers: { location: '/eurofxref/eurofxref-hist.xml' } }),
        /status 302/,
      ],
      ['a page', () => ({ body: '<html><p>Maintenance</p></html>' }), /root is html/],
      ['nonsense', () => ({ body: 'rates: many' }), /not well-formed/],
      ['rates of tomorrow week', () => ({ body: ecbFile({ '2013-06-23': FRIDAY }) }), /still to come/],
      ['a rate of nothing', () => ({ body: ecbFile({ '2013-06-14': { USD: '0' } }) }), /USD on 2013-06-14/],
      ['nothing', () => 'drop', /could not be read/],
    ])('but %s are refused, and the old ones stay', async (_, answer, why) => {
      fault = answer;
      await refused(why);
    });

    it('are told from those that nobody publishes any more, or yet', async () => {
      const company = await app.company();
      expect(outcome(await company.post(SYNC, { date: '2013-06-17' }))).toBe('422 future_date');
      expect(outcome(await company.post(SYNC, { date: '1998-12-31' }))).toBe('422 exchange_rate_missing');
    });

    it('are not kept for who lost his key meanwhile', async () => {
      const company = await app.company();
      const { id, key } = (await company.ok('account/api-keys/create', { name: 'short' })) as {
        id: string;
        key: string;
      };
      ecb.answer = async () => {
        await company.ok('account/api-keys/revoke', { id });
        return { body: FILES['/eurofxref/eurofxref-daily.xml']! };
      };
      expect(outcome(await new Caller(app.url, key).post(SYNC))).toBe('401 unauthenticated');
      expect(await company.count('audit_log', `action = 'exchange_rates.synced'`)).toBe(0);
    });

    it('hold no connection of the database while they are waited for', async () => {
      const company = await app.company();
      const inTransaction = async (): Promise<number> =>
        (
          await app.asOwner<{ n: number }>(
            `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'gapless_app' AND datname = current_database() AND state LIKE 'idle in transaction%'`,
          )
        )[0]!.n;
      let seen = -1;
      ecb.answer = async () => {
        seen = await inTransaction();
        return { body: FILES['/eurofxref/eurofxref-daily.xml']! };
      };
      await company.ok(SYNC);
      expect(seen).toBe(0);
    });
  });

  it('of which somebody asks with one key at once come once', async () => {
    const company = await app.company();
    const answers: Answer[] = await Promise.all(
      Array.from({ length: 8 }, () => company.post(SYNC, {}, { key: 'same' })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set(['{"date":"2013-06-14","imported":4}']));
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(await company.count('audit_log', `action = 'exchange_rates.synced'`)).toBe(1);
  });

  it('are added by the application and neither changed nor deleted', async () => {
    const company = await app.company();
    await company.ok(SYNC);
    const add = (rates: object, day = '2013-06-14'): Promise<unknown> =>
      company.sql('SELECT add_ecb_exchange_rates($1, $2) AS n', [day, JSON.stringify(rates)]);
    expect(await add({ USD: '9.99', XXX: '1', EUR: '1', CHF: '1.2' })).toEqual([{ n: 1 }]);
    expect(await rows(company)).toContain('2013-06-14 USD 1.334');
    await expect(add({ CHF: '-1' }, '2013-06-13')).rejects.toThrow('ck_ecb_exchange_rates__positive');
    for (const statement of [
      `UPDATE ecb_exchange_rates SET rate = 1`,
      `DELETE FROM ecb_exchange_rates`,
      `INSERT INTO ecb_exchange_rates VALUES ('USD', '2013-01-01', 1)`,
    ])
      await expect(company.sql(statement)).rejects.toThrow('permission denied');
  });
});
