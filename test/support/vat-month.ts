import { Bank } from './bank';
import { cost, Purchases, type Purchase } from './purchases';
import { customer, line, Sales, type Invoice } from './sales';
import type { TestCompany } from './test-app';

type Members = Record<string, unknown>;

/** After the month, so that what is late comes in time. */
export const VAT_MONTH_NOW = '2026-12-05T09:00:00Z';
export const VAT_MONTH = { year: 2026, month: 10 };

/** Numbers that come again with their seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** 0 to `below` - 1. */
  below(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** 0.01 to 2,000.00. */
  amount(): string {
    const cents = String(1 + this.below(200_000)).padStart(3, '0');
    return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
  }

  day(from = 1, to = 31): string {
    return `2026-10-${String(from + this.below(to - from + 1)).padStart(2, '0')}`;
  }
}

export const coded = (price: string, vatClassifierCode: string, members: Members = {}): Members =>
  line(price, { vatRatePercent: undefined, vatClassifierCode, ...members });
const codedCost = (price: string, vatClassifierCode: string, members: Members = {}): Members =>
  cost(price, { vatRatePercent: undefined, vatClassifierCode, ...members });

export interface Parties {
  company: TestCompany;
  bank: Bank;
  random: Random;
  lt: Sales;
  de: Sales;
  us: Sales;
  consumer: Sales;
  german: Sales;
  supplier: Purchases;
  abroad: Purchases;
}

/** Makes one thing of a kind; how many documents it was. */
export type Making = (parties: Parties) => Promise<number>;

const one = async (made: Promise<Invoice | Purchase>): Promise<number> => (await made, 1);
const RATES = ['PVM1', 'PVM3', 'PVM58'] as const;
const SHARES = ['100', '50', '33.3333', '0'] as const;

const SALES: Record<string, Making> = {
  taxed: ({ lt, random }) =>
    one(
      lt.issued({
        issueDate: random.day(),
        lines: Array.from({ length: 1 + random.below(3) }, () => coded(random.amount(), random.pick(RATES))),
      }),
    ),
  'priced with VAT': ({ lt, random }) =>
    one(
      lt.issued({
        issueDate: random.day(),
        lines: [coded('', 'PVM1', { unitPriceExclVat: undefined, unitPriceInclVat: random.amount() })],
      }),
    ),
  'in foreign money': ({ lt, random }) =>
    one(lt.issued({ issueDate: random.day(), currency: 'USD', lines: [coded(random.amount(), 'PVM1')] })),
  untaxed: ({ lt, random }) =>
    one(
      lt.issued({
        issueDate: random.day(),
        lines: [coded(random.amount(), random.pick(['PVM5', 'PVM14', 'PVM25']))],
      }),
    ),
  'of no box': ({ lt, random }) =>
    one(
      lt.issued({
        issueDate: random.day(),
        lines: [coded(random.amount(), 'PVM100')],
      }),
    ),
  'without a code': ({ lt, random }) =>
    one(lt.issued({ issueDate: random.day(), lines: [line(random.amount())] })),
  export: ({ us, random }) =>
    one(us.issued({ issueDate: random.day(), lines: [coded(random.amount(), 'PVM12')] })),
  'to the Union': ({ de, random }) =>
    one(de.issued({ issueDate: random.day(), lines: [coded(random.amount(), 'PVM13')] })),
  'to a consumer': ({ consumer, random }) =>
    one(consumer.issued({ issueDate: random.day(), lines: [coded(random.amount(), 'PVM1')] })),
  'under OSS': ({ german, random }) =>
    one(
      german.issued({
        issueDate: random.day(),
        vatScheme: 'oss_union',
        vatCountryCode: 'DE',
        lines: [line(random.amount(), { vatRatePercent: '19' })],
      }),
    ),
  'with another tax point': ({ lt, random }) =>
    one(
      lt.issued({
        ...random.pick([
          { issueDate: '2026-10-03', taxPointDate: '2026-09-30' },
          { issueDate: '2026-11-02', taxPointDate: '2026-10-31' },
        ]),
        lines: [coded(random.amount(), 'PVM1')],
      }),
    ),
  credited: async ({ lt, random }) => {
    const invoice = await lt.issued({
      issueDate: random.pick(['2026-09-15', random.day(1, 20)]),
      lines: [coded(random.amount(), 'PVM1', { quantity: '3' }), coded(random.amount(), 'PVM3')],
    });
    await lt.credited(invoice.id, {
      issueDate: random.pick([random.day(21, 31), '2026-11-04']),
      ...(random.below(2) === 0 && { lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '1' }] }),
    });
    return 2;
  },
};

const received = (
  from: Purchases,
  random: Random,
  lines: Members[],
  members: Members = {},
): Promise<Purchase> => {
  const day = random.day();
  return from.registered(
    {
      documentDate: random.pick(['2026-09-28', day]),
      receivedDate: day,
      lines,
      ...members,
    },
    day,
  );
};

const PURCHASES: Record<string, Making> = {
  bought: ({ supplier, random }) =>
    one(
      received(supplier, random, [
        codedCost(random.amount(), random.pick(RATES), { deductiblePercent: random.pick(SHARES) }),
        cost(random.amount()),
      ]),
    ),
  'from abroad': ({ abroad, random }) =>
    one(
      received(abroad, random, [
        codedCost(random.amount(), random.pick(['PVM16', 'PVM21']), {
          deductiblePercent: random.pick(SHARES),
        }),
      ]),
    ),
  'under reverse charge at home': ({ supplier, random }) =>
    one(received(supplier, random, [codedCost(random.amount(), 'PVM25')])),
  imported: ({ supplier, random }) => {
    const value = random.amount();
    return one(
      received(supplier, random, [
        codedCost(value, 'PVM23', { vatRatePercent: '21' }),
        codedCost(`-${value}`, 'PVM100'),
      ]),
    );
  },
  'imported, set off': ({ supplier, random }) =>
    one(received(supplier, random, [codedCost(random.amount(), 'PVM24', { vatRatePercent: '21' })])),
  'without VAT': ({ supplier, random }) =>
    one(received(supplier, random, [cost(random.amount(), { vatRatePercent: '0' })])),
  'in foreign money': ({ supplier, random }) =>
    one(received(supplier, random, [cost(random.amount())], { currency: 'USD' })),
  'registered late or early': ({ supplier, random }) => {
    const [receivedDate, registered] = random.pick([
      ['2026-10-30', '2026-11-03'],
      ['2026-09-29', '2026-10-02'],
    ] as const);
    const lines = [cost(random.amount(), { deductiblePercent: random.pick(SHARES) })];
    return one(supplier.registered({ documentDate: '2026-09-20', receivedDate, lines }, registered));
  },
  credited: async ({ supplier, random }) => {
    const lines = [codedCost(random.amount(), 'PVM1', { deductiblePercent: random.pick(SHARES) })];
    const invoice = await received(supplier, random, lines);
    await supplier.registered(
      {
        type: 'credit_note',
        creditedInvoiceId: invoice.id,
        documentDate: '2026-10-31',
        receivedDate: '2026-10-31',
        lines,
      },
      '2026-10-31',
    );
    return 2;
  },
  voided: async ({ supplier, random }) => {
    const { id } = await received(supplier, random, [
      cost(random.amount(), { deductiblePercent: random.pick(SHARES) }),
    ]);
    const answer = await supplier.tryVoid(id);
    if (answer.status !== 200) throw new Error(answer.text);
    return 1;
  },
};

const OTHERS: Record<string, Making> = {
  'by hand': async ({ company, random }) => {
    const [account, amount, side] = [
      random.pick(['2441', '4492']),
      random.amount(),
      random.pick(['debit', 'credit']),
    ];
    await company.ok('ledger/journal/transactions/create', {
      date: random.day(),
      entries: [
        { accountCode: account, [side]: amount },
        { accountCode: '6312', [side === 'debit' ? 'credit' : 'debit']: amount },
      ],
    });
    return 1;
  },
};

const MAKINGS = { sales: SALES, purchases: PURCHASES, others: OTHERS };

/** A company that may post to VAT accounts by hand. */
export const VAT_MONTH_PROFILE = { allowManualControlEntries: true };

/**
 * Fills October 2026 with so many documents of every kind, from a seed: sales and purchases of all treatments, credits, voids (of
 * a closed month too), what is dated, posted and counted in different months, and manual entries on VAT accounts.
 * @param more kinds, for a company that they suit
 */
export async function fillVatMonth(
  company: TestCompany,
  documents: number,
  seed: number,
  more: Record<string, Making> = {},
): Promise<void> {
  const parties = await partiesOf(company, new Random(seed));
  await voidOfClosedMonth(parties);
  const kinds = [...Object.values(more), ...Object.values(MAKINGS).flatMap(group => Object.values(group))];
  // Every kind is there at least once; the ordinary ones more often.
  const often = [SALES.taxed!, SALES.taxed!, PURCHASES.bought!, PURCHASES.bought!];
  let [made, turn] = [1, 0];
  const worker = async (): Promise<void> => {
    while (made < documents) {
      const next = turn++;
      const making = kinds[next] ?? parties.random.pick([...kinds, ...often]);
      made++;
      const documentsOfIt = await making(parties);
      made += documentsOfIt - 1;
    }
  };
  const endings = await Promise.allSettled(Array.from({ length: 8 }, worker));
  const failed = endings.find(ending => ending.status === 'rejected');
  if (failed) throw failed.reason;
}

async function partiesOf(company: TestCompany, random: Random): Promise<Parties> {
  for (const date of ['2026-09-20', '2026-10-01', '2026-10-10', '2026-10-20'])
    await company.ok('reference/exchange-rates/set', {
      currency: 'USD',
      date,
      rate: date === '2026-10-20' ? '1.0937' : '1.1234',
    });
  return {
    company,
    bank: await Bank.of(company),
    random,
    lt: await Sales.of(company, { vatCode: 'LT100005555510', address: { countryCode: 'LT' } }),
    de: await Sales.of(company, { name: 'Käufer GmbH', vatCode: 'DE123456788' }),
    us: await Sales.of(company, { name: 'Buyer Inc', code: '88', address: { countryCode: 'US' } }),
    consumer: await Sales.of(company, { name: 'Ona', type: 'person' }),
    german: await Sales.of(company, { name: 'Anna', type: 'person', address: { countryCode: 'DE' } }),
    supplier: await Purchases.of(company),
    abroad: new Purchases(
      company,
      await customer(company, { name: 'Lieferant GmbH', vatCode: 'DE129273398' }),
    ),
  };
}

/** Received in August, which is closed before the registration is voided: the void counts in the first open month. */
async function voidOfClosedMonth({ company, supplier, random }: Parties): Promise<void> {
  const { id } = await supplier.registered(
    { documentDate: '2026-08-01', receivedDate: '2026-08-02', lines: [cost(random.amount())] },
    '2026-08-02',
  );
  for (const month of [8, 9]) await company.ok('vat-periods/close', { year: 2026, month });
  const answer = await supplier.tryVoid(id);
  if (answer.status !== 200) throw new Error(answer.text);
  await company.ok('vat-periods/reopen', { year: 2026, month: 9, reason: 'Late documents' });
}
