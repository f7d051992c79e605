import { createHash } from 'node:crypto';
import packageJson from '../../package.json';
import { inCompany } from '../support/database';
import { Purchases } from '../support/purchases';
import { line, Sales } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const OCTOBER = { year: 2026, month: 10 };
const MONTH = { fromDate: '2026-10-01', toDate: '2026-10-31' };
const YEAR = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const VERSION = packageJson.version;

/** Files of what is shut are the same, byte for byte, whatever changes around the books. */
describe('files of', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  let purchases: Purchases;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock());
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    packageJson.version = VERSION;
    app.clock.instant = new Date('2026-11-05T09:00:00Z');
    company = await app.company();
    await company.ok('account/companies/update', { isVatPayer: true, vatPayerFrom: '2020-01-01' });
    sales = await Sales.of(company, { vatCode: 'LT100004321019' });
    purchases = await Purchases.of(company);
    await sales.issued({
      issueDate: '2026-10-10',
      lines: [line('100.00', { vatClassifierCode: 'PVM1' })],
    });
    const { id } = await purchases.draft({ documentDate: '2026-10-05', receivedDate: '2026-10-05' });
    await company.ok('purchases/invoices/register', { id, registrationDate: '2026-10-05' });
  });
  afterAll(() => {
    packageJson.version = VERSION;
  });

  const hashOf = async (route: string, order: object): Promise<string> => {
    const { xml } = (await company.ok(route, order)) as { xml: string };
    return createHash('sha256').update(xml).digest('hex');
  };
  const isaf = (): Promise<string[]> =>
    Promise.all(
      ['F', 'S', 'P'].map(dataType => hashOf('declarations/lt/isaf/generate', { ...OCTOBER, dataType })),
    );
  const saft = (period: object, dataTypes = ['F']): Promise<string[]> =>
    Promise.all(dataTypes.map(dataType => hashOf('declarations/lt/saft/generate', { ...period, dataType })));

  let turn = 0;
  /** Time, the software, and what is known of the company, its partners and accounts. */
  async function everythingElseChanges(): Promise<void> {
    turn += 1;
    app.clock.instant = new Date(app.clock.now().getTime() + 40 * 86_400_000);
    packageJson.version = `99.0.${turn}`;
    await company.ok('account/companies/update', {
      name: `Renamed ${turn} UAB`,
      code: `30500000${turn}`,
      address: { street: `Nauja g. ${turn}`, city: 'Kaunas', postalCode: 'LT-44001', countryCode: 'LT' },
      phone: `+3706000000${turn}`,
      bookkeeperName: `Nauja Buhalterė ${turn}`,
      vatPayerTo: '2026-10-01',
    });
    await company.ok('declarations/configs/update', {
      system: 'lt-isaf',
      config: { softwareName: `Software ${turn}` },
    });
    for (const [index, { partnerId }] of [sales, purchases].entries())
      await company.ok('partners/update', {
        id: partnerId,
        name: `Partner ${turn}`,
        code: `30222${turn}${index}`,
        address: { city: `Miestas ${turn}`, postalCode: '1', countryCode: 'LT' },
      });
    const { rows } = (await company.ok('ledger/accounts/list', {
      filter: [{ field: 'code', op: 'eq', value: '271' }],
    })) as { rows: { id: string }[] };
    await company.ok('ledger/accounts/update', { id: rows[0]!.id, name: `Bank ${turn}` });
    await company.ok('ledger/accounts/create', { code: `2719${turn}`, name: 'Another', type: 'asset' });
  }

  /** What the files are before everything else changes, and after. */
  async function twice(files: () => Promise<string[]>): Promise<string[][]> {
    const before = await files();
    await everythingElseChanges();
    return [before, await files()];
  }
  const expectSame = ([first, ...others]: string[][]): void => {
    for (const other of others) expect(other).toEqual(first);
    expect(new Set(first).size).toBe(first!.length);
  };
  /** None of the files is like any other. */
  const expectOther = (...made: string[][]): void => {
    expect(new Set(made.flat()).size).toBe(made.flat().length);
  };

  describe('a VAT period (i.SAF)', () => {
    const close = (): Promise<unknown> => company.ok('vat-periods/close', OCTOBER);
    const reopen = (): Promise<unknown> =>
      company.ok('vat-periods/reopen', { ...OCTOBER, reason: 'A late document' });

    it('change while it is open', async () => {
      expectOther(...(await twice(isaf)));
    });

    it('stay when it is closed, change when it is reopened, and stay again', async () => {
      await close();
      const closed = await twice(isaf);
      expectSame(closed);
      await reopen();
      const open = await isaf();
      await close();
      const again = await twice(isaf);
      expectSame(again);
      expectOther(closed[0]!, open, again[0]!);
    });

    it('are the same as what is filed of it, and as the other registers of a month that was filed', async () => {
      await close();
      const made = await isaf();
      await everythingElseChanges();
      const create = (members: object): Promise<{ id: string; sha256: string; fileId: string }> =>
        company.ok('declarations/submissions/create', {
          obligation: 'lt-isaf',
          ...OCTOBER,
          ...members,
        }) as Promise<{ id: string; sha256: string; fileId: string }>;
      const { id, sha256 } = await create({});
      expect(sha256).toBe(made[0]);
      for (const status of ['submitted', 'accepted'])
        await company.ok('declarations/submissions/mark', { id, status });
      expectSame([made, ...(await twice(isaf))]);
      // A correction is a file of its own time, of the same taxpayer.
      const { fileId } = await create({ kind: 'corrective', replacesId: id });
      const { content } = (await company.ok('files/get', { id: fileId })) as { content: string };
      const corrected = Buffer.from(content, 'base64').toString();
      expect(corrected).toContain(`<FileDateCreated>${app.clock.now().toISOString()}</FileDateCreated>`);
      expect(corrected).toContain('<RegistrationNumber>305555553</RegistrationNumber>');
    });

    it('say what was when the month was filed, also where it was submitted before it was closed', async () => {
      const { id, sha256 } = (await company.ok('declarations/submissions/create', {
        obligation: 'lt-isaf',
        ...OCTOBER,
      })) as { id: string; sha256: string };
      await everythingElseChanges();
      await company.ok('declarations/submissions/mark', { id, status: 'submitted' });
      const made = await twice(isaf);
      expectSame(made);
      expect(made[0]![0]).toBe(sha256);
    });
  });

  describe('ledger months (SAF-T)', () => {
    const lock = (month: number): Promise<unknown> =>
      company.ok('ledger/periods/lock', { year: 2026, month });
    const unlock = (month: number): Promise<unknown> =>
      company.ok('ledger/periods/unlock', { year: 2026, month, reason: 'A late document' });

    it('stay while the month is locked, not while it is open', async () => {
      const ofMonth = (): Promise<string[]> => saft(MONTH, ['F', 'GL', 'SI', 'PI']);
      const open = await ofMonth();
      await lock(10);
      const locked = await twice(ofMonth);
      expectSame(locked);
      await unlock(10);
      const unlocked = await twice(ofMonth);
      await lock(10);
      const again = await twice(ofMonth);
      expectSame(again);
      expectOther(open, locked[0]!, ...unlocked, again[0]!);
    });

    it('stay when all of them are locked, one by one; with the header of the last lock', async () => {
      const quarter = { fromDate: '2026-08-01', toDate: '2026-10-31' };
      await lock(8);
      await lock(10);
      const some = await twice(() => saft(quarter));
      await lock(9);
      const all = await twice(() => saft(quarter));
      expectSame(all);
      expectOther(...some, all[0]!);
      const { xml } = (await company.ok('declarations/lt/saft/generate', quarter)) as { xml: string };
      expect(xml).toContain(`<SoftwareVersion>99.0.${turn - 1}</SoftwareVersion>`);
      expect(xml).toContain(`<Name>Renamed ${turn - 1} UAB</Name>`);
      expect(xml).toContain(`<Name>Partner ${turn - 1}</Name>`);
    });

    it('stay when the year is closed, and change when it is reopened', async () => {
      app.clock.instant = new Date('2027-02-05T09:00:00Z');
      const open = await saft(YEAR);
      await company.ok('ledger/fiscal-years/close', { year: 2026 });
      const closed = await twice(() => saft(YEAR));
      expectSame(closed);
      // Nothing was ever posted there, and nothing can be.
      expectSame(await twice(() => saft({ fromDate: '2025-11-01', toDate: '2026-10-31' })));
      await company.ok('ledger/fiscal-years/reopen', { year: 2026, reason: 'A late document' });
      expectOther(open, closed[0]!, await saft(YEAR));
    });

    it('have a partner that is being changed as it is after the change: the lock waits for it', async () => {
      let lockIsDone = false;
      let locking: Promise<unknown> | undefined;
      await inCompany(app.applicationUrl, company.id, async client => {
        await client.query(`UPDATE partners SET name = 'In flight UAB' WHERE partner_id = $1`, [
          sales.partnerId,
        ]);
        locking = lock(10).finally(() => (lockIsDone = true));
        while (!lockIsDone && (await client.query(SOMEBODY_WAITS)).rowCount === 0);
        expect(lockIsDone).toBe(false);
      });
      await locking;
      expectSame(await twice(() => saft(MONTH)));
      const { xml } = (await company.ok('declarations/lt/saft/generate', MONTH)) as { xml: string };
      expect(xml).toContain('<Name>In flight UAB</Name>');
    });
  });

  it.each([
    ['Czech', 'CZ', 'CZK', 'cz/kh1', { taxOffice: '451' }],
    ['Slovak', 'SK', 'EUR', 'sk/kvdph', {}],
  ])('a quarter (%s control statement) name the taxpayer of the close', async (...given) => {
    const [, countryCode, baseCurrency, route, members] = given;
    const vatCode = { CZ: 'CZ12345679', SK: 'SK2020000007' }[countryCode];
    company = await app.bareCompany({ countryCode, baseCurrency, vatCode });
    const statement = (): Promise<string> =>
      hashOf(`declarations/${route}/generate`, { year: 2026, month: 7, months: 3, ...members });
    const rename = (name: string): Promise<unknown> => company.ok('account/companies/update', { name });
    const open = await statement();
    await company.ok('vat-periods/close', { year: 2026, month: 7, months: 2 });
    await rename('Second s.r.o.');
    const partly = await statement();
    await company.ok('vat-periods/close', { year: 2026, month: 9 });
    await rename('Third s.r.o.');
    const closed = await statement();
    expect([partly === open, closed === partly]).toEqual([false, true]);
    await company.ok('vat-periods/reopen', { year: 2026, month: 7, reason: 'A late document' });
    expect(await statement()).not.toBe(closed);
  });
});

const SOMEBODY_WAITS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
