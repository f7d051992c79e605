import { Bank } from '../support/bank';
import { BUYER, GERMAN, AMERICAN, peppolXml, SELLER } from '../support/e-invoices';
import { kh1Faults, kvdphFaults } from '../support/control-statements';
import { companyOf } from '../support/foreign-books';
import { cost, Purchases } from '../support/purchases';
import { asset, assetGroup } from '../support/sample-assets';
import { line, Sales, type Invoice } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { describeWithSchemas, validateAllInBackground } from '../support/xml-schema';

type Members = Record<string, unknown>;

/** What is sold and bought in one kind of month, by the codes of a country. */
interface Codes {
  standard: string;
  reduced: string;
  exempt: string;
  export: string;
  toTheUnion: string;
  reverseCharge: string;
  fromTheUnion: string;
  servicesFromTheUnion: string;
  reverseChargeBought: string;
  bought: string;
}

const LT: Codes = {
  standard: 'PVM1', reduced: 'PVM3', exempt: 'PVM5', export: 'PVM12', toTheUnion: 'PVM13', reverseCharge: 'PVM25',
  fromTheUnion: 'PVM16', servicesFromTheUnion: 'PVM21', reverseChargeBought: 'PVM25', bought: 'PVM1',
}; // prettier-ignore
const CZ: Codes = {
  standard: 'CZ1', reduced: 'CZ2', exempt: 'CZ50', export: 'CZ22', toTheUnion: 'CZ20', reverseCharge: 'CZ25-4',
  fromTheUnion: 'CZ3', servicesFromTheUnion: 'CZ5', reverseChargeBought: 'CZ10-4', bought: 'CZ40',
}; // prettier-ignore
const SK: Codes = {
  standard: 'SK03', reduced: 'SK01A', exempt: 'SK13', export: 'SK15', toTheUnion: 'SK14', reverseCharge: 'SK69',
  fromTheUnion: 'SK07', servicesFromTheUnion: 'SK11E', reverseChargeBought: 'SK09B', bought: 'SK21',
}; // prettier-ignore

/** A company whose months are of all kinds, and who it deals with. */
interface Trade {
  company: TestCompany;
  codes: Codes;
  home: Sales;
  german: Sales;
  american: Sales;
  consumer: Sales;
  supplier: Purchases;
  abroad: Purchases;
  issued: Invoice[];
}
type Filling = (trade: Trade, day: (of: number) => string) => Promise<unknown>;

const sell = async (trade: Trade, to: Sales, issueDate: string, codes: string[], members: Members = {}) => {
  const lines = codes.map(code => line('100.00', { vatRatePercent: undefined, vatClassifierCode: code }));
  const invoice = await to.issued({ issueDate, lines, ...members });
  trade.issued.push(invoice);
  return invoice;
};
const buy = (from: Purchases, day: string, codes: string[], members: Members = {}) =>
  from.registered(
    {
      documentDate: day,
      receivedDate: day,
      lines: codes.map(code => cost('100.00', { vatRatePercent: undefined, vatClassifierCode: code })),
      ...members,
    },
    day,
  );

/** The kinds of month, each in a month of its own from January 2026 on. */
const MONTHS: Record<string, Filling> = {
  'the turn of 2025 to 2026': async (trade, day) => {
    const { codes, home } = trade;
    const old = await sell(trade, home, '2025-12-20', [codes.standard]);
    await sell(trade, home, day(5), [codes.standard], { taxPointDate: '2025-12-31' });
    trade.issued.push(await home.credited(old.id, { issueDate: day(20) }));
    await buy(trade.supplier, day(5), [codes.bought], { documentDate: '2025-12-28' });
  },
  ordinary: async (trade, day) => {
    const { codes, home, supplier } = trade;
    await sell(trade, home, day(3), [codes.standard]);
    await buy(supplier, day(4), [codes.bought]);
  },
  empty: () => Promise.resolve(),
  'with credits': async (trade, day) => {
    const { codes, home, supplier } = trade;
    const sold = await sell(trade, home, day(3), [codes.standard, codes.reduced]);
    trade.issued.push(await home.credited(sold.id, { issueDate: day(9) }));
    const bought = await buy(supplier, day(4), [codes.bought]);
    await buy(supplier, day(20), [codes.bought], { type: 'credit_note', creditedInvoiceId: bought.id });
  },
  'with exports': (trade, day) => sell(trade, trade.american, day(3), [trade.codes.export]),
  'with EU supplies and acquisitions': async (trade, day) => {
    const { codes, german, abroad } = trade;
    await sell(trade, german, day(3), [codes.toTheUnion]);
    await buy(abroad, day(4), [codes.fromTheUnion, codes.servicesFromTheUnion]);
  },
  'with domestic reverse charge': async (trade, day) => {
    const { codes, home, supplier } = trade;
    await sell(trade, home, day(3), [codes.reverseCharge]);
    await buy(supplier, day(4), [codes.reverseChargeBought]);
  },
  'with exempt sales': (trade, day) => sell(trade, trade.home, day(3), [trade.codes.exempt]),
  'with two rates on one invoice': (trade, day) =>
    sell(trade, trade.home, day(3), [trade.codes.standard, trade.codes.reduced]),
  'with an unknown consumer': async (trade, day) => {
    const invoice = await sell(trade, trade.consumer, day(3), [trade.codes.standard]);
    trade.issued.splice(trade.issued.indexOf(invoice), 1); // a consumer has no electronic address
  },
};
const KINDS = Object.keys(MONTHS);

describeWithSchemas('every kind of file is valid for every kind of month', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-11-30T09:00:00Z')));
  });
  afterAll(() => app.stop());

  async function trade(company: TestCompany, codes: Codes, home: Members): Promise<Trade> {
    const currency = codes === CZ ? { currency: 'CZK' } : {};
    const [sales, purchases] = [
      (partner: Members) => Sales.of(company, partner).then(made => withMembers(made, currency)),
      (partner: Members) => Purchases.of(company, partner).then(made => withMembers(made, currency)),
    ];
    const customer = await sales(home);
    const filled = {
      company,
      codes,
      home: customer,
      german: await sales(GERMAN),
      american: await sales(AMERICAN),
      consumer: await sales({ name: 'Ona', type: 'person' }),
      supplier: withMembers(new Purchases(company, customer.partnerId), currency),
      abroad: await purchases({ name: 'Lieferant GmbH', vatCode: 'DE129273398' }),
      issued: [],
    };
    for (const [index, fill] of Object.values(MONTHS).entries())
      await fill(filled, of => `2026-${String(index + 1).padStart(2, '0')}-${String(of).padStart(2, '0')}`);
    return filled;
  }

  it('Lithuania: i.SAF of every type, SAF-T of every type, e-invoices', async () => {
    const { company, issued } = await trade(await app.company(SELLER), LT, BUYER);
    // In the ordinary month its sale is paid, and a machine is bought.
    const bank = await Bank.of(company);
    const paid = issued.find(({ issueDate }) => issueDate === '2026-02-03')!;
    const matched = await bank.tryMatch(await bank.movement('121.00', { date: '2026-02-10' }), paid.id);
    expect(matched.status).toBe(200);
    await asset(company, await assetGroup(company), '2026-02-15');
    const isaf: Record<string, string> = {};
    const saft: Record<string, string> = {};
    for (const [index, kind] of KINDS.entries()) {
      const month = String(index + 1).padStart(2, '0');
      for (const dataType of ['F', 'S', 'P']) {
        const { xml } = await company.ok('declarations/lt/isaf/generate', {
          year: 2026,
          month: index + 1,
          dataType,
        });
        isaf[`${kind}, i.SAF ${dataType}`] = xml as string;
      }
      for (const dataType of ['F', 'GL', 'SI', 'PI', 'PA', 'MG', 'AS']) {
        const { xml } = await company.ok('declarations/lt/saft/generate', {
          fromDate: `2026-${month}-01`,
          toDate: `2026-${month}-28`,
          dataType,
        });
        saft[`${kind}, SAF-T ${dataType}`] = xml as string;
      }
    }
    const files = await Promise.all(issued.map(({ id }) => peppolXml(company, id)));
    const ubl = (root: string) =>
      Object.fromEntries(
        files.filter(file => file.root.name === root).map(({ fileName, xml }) => [fileName, xml]),
      );
    expect(await faultsOf(isaf, 'isaf/isaf_1_2.xsd')).toEqual({});
    expect(await faultsOf(saft, 'saft-lt/SAFT_2_01.xsd')).toEqual({});
    for (const [root, count] of [
      ['Invoice', 9],
      ['CreditNote', 2],
    ] as const) {
      expect(Object.keys(ubl(root))).toHaveLength(count);
      expect(await faultsOf(ubl(root), `ubl21/maindoc/UBL-${root}-2.1.xsd`)).toEqual({});
    }
    // What the months are about is in their files.
    const inFile = (kind: string, text: string): boolean => isaf[`${kind}, i.SAF F`]!.includes(text);
    expect(inFile('empty', '<SourceDocuments>')).toBe(false);
    for (const [kind, text] of [
      ['with credits', '<InvoiceType>KS<'],
      ['with exports', '>PVM12<'],
      ['with EU supplies and acquisitions', '>PVM16<'],
      ['with domestic reverse charge', '>PVM25<'],
      ['with exempt sales', '>PVM5<'],
      ['with two rates on one invoice', '>PVM3<'],
      ['with an unknown consumer', '>ND<'],
      ['the turn of 2025 to 2026', '<VATPointDate>2025-12-31<'],
    ] as const)
      expect([kind, inFile(kind, text)]).toEqual([kind, true]);
    const ordinary = (dataType: string, element: string): string[] => {
      const found = saft[`ordinary, SAF-T ${dataType}`]!.matchAll(
        new RegExp(`<${element}>(.*?)</${element}>`, 'gs'),
      );
      return [...found].map(([, inner]) => inner!);
    };
    for (const [dataType, element, ...members] of [
      ['SI', 'SalesInvoices', '<TotalCredit>100.00<', '<NetTotal>100.00<', '<GrossTotal>121.00<'],
      ['PI', 'PurchaseInvoices', '<TotalDebit>100.00<', '<GrossTotal>121.00<'],
      ['PA', 'Payment', `<SourceDocumentID>${paid.fullNumber}<`, '<GrossTotal>121.00<'],
      ['AS', 'AssetTransaction', '<AssetTransactionAmount>1200.00<'],
    ] as const)
      for (const file of ['F', dataType]) {
        const sections = ordinary(file, element);
        expect([file, element, sections.length]).toEqual([file, element, 1]);
        for (const member of members) expect(sections[0]).toContain(member);
      }
  }, 60_000);

  it.each([
    ['Czech', 'CZ', CZ, 'declarations/cz/kh1/generate', { taxOffice: '451' }, kh1Faults],
    ['Slovak', 'SK', SK, 'declarations/sk/kvdph/generate', {}, kvdphFaults],
  ] as const)(
    'the %s control statement, by its structure: there is no schema',
    async (_, country, codes, path, members, faults) => {
      const number = country === 'CZ' ? '87654321' : '2020123456';
      const { company } = await trade(await companyOf(app, country), codes, {
        vatCode: `${country}${number}`,
        address: { countryCode: country },
      });
      const found: Record<string, string[]> = {};
      const rows: Record<string, number> = {};
      for (const [index, kind] of KINDS.entries()) {
        const { xml, counts } = (await company.ok(path, { year: 2026, month: index + 1, ...members })) as {
          xml: string;
          counts: Record<string, number>;
        };
        found[kind] = faults(xml);
        // The check does say no.
        expect(faults(xml.replaceAll(/VetaP|Druh/g, 'Other'))).not.toEqual([]);
        rows[kind] = Object.values(counts).reduce((sum, count) => sum + count, 0);
      }
      expect(found).toEqual(Object.fromEntries(KINDS.map(kind => [kind, []])));
      expect([rows.empty, rows['with exports'], rows['with exempt sales']]).toEqual([0, 0, 0]);
      expect(rows['with EU supplies and acquisitions']).toBeGreaterThan(0);
      expect(rows['with domestic reverse charge']).toBe(2);
    },
    60_000,
  );

  /** What is wrong with each of the files; nothing where all are valid. */
  async function faultsOf(files: Record<string, string>, schema: string): Promise<Record<string, string[]>> {
    const results = await validateAllInBackground(Object.values(files), schema);
    const faults = Object.keys(files).map((name, index) => [name, results[index]!.errors] as const);
    return Object.fromEntries(faults.filter(([, errors]) => errors.length > 0));
  }
});

/** The same, whose documents have these members beside their own. */
function withMembers<T extends Sales | Purchases>(of: T, members: Members): T {
  const request = of.request.bind(of);
  of.request = (own: Members = {}) => request({ ...members, ...own });
  return of;
}
