import { lastDayOfMonth } from '../../src/shared/calendar-date';
import { Decimal } from '../../src/shared/decimal';
import { Bank } from './bank';
import { cost } from './purchases';
import { customer, line } from './sales';
import { asset, assetGroup } from './sample-assets';
import { OVERPAID, StoryBooks, type Claim, type Deal, type Settlement } from './story-books';
import type { TestCompany } from './test-app';
import { Random } from './vat-month';

type Members = Record<string, unknown>;
/** Something that was drawn, and is not done yet; it returns what it leaves open. */
type Step = () => Promise<Claim | void>;

export interface Month {
  year: number;
  month: number;
  first: string;
  last: string;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** January 2025 to February 2026. */
export const MONTHS: Month[] = Array.from({ length: 14 }, (_, index) => {
  const [year, month] = [2025 + Math.floor(index / 12), (index % 12) + 1];
  return { year, month, first: `${year}-${twoDigits(month)}-01`, last: lastDayOfMonth(year, month) };
});

/** The day before the books begin. */
export const OPENING_DAY = '2024-12-31';

const SEED = 20250101;
const AT_ONCE = 8;
const EACH_MONTH = { sales: 85, purchases: 37, credits: 8, receipts: 34, payments: 18 };
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'USD', 'PLN'];
/** What a euro is worth: between these, in thousandths. */
const RATES = { USD: [1030, 1180], PLN: [4150, 4350] } as const;
const FATES = ['invoiced', 'half paid', 'paid', 'credited'] as const;

interface Parties {
  customers: string[];
  suppliers: string[];
  costCenters: string[];
}

/**
 * Fourteen months of one company. What happens is drawn from a seed before it is done, eight things at a time: so the books are
 * the same in every run, whatever comes first. Only the numbers of documents differ.
 */
export class FourteenMonths {
  private readonly random = new Random(SEED);
  private serial = 0;
  private readonly receivables: Claim[] = [];
  private readonly payables: Claim[] = [];
  /** Customers who paid too much, in euros. */
  private readonly overpaid: string[] = [];
  /** Paid advances, whose invoices come a month later. */
  private readonly advances: { advance: Claim; deal: Deal }[] = [];

  private constructor(
    private readonly company: TestCompany,
    readonly books: StoryBooks,
    private readonly parties: Parties,
  ) {}

  /** The company with its partners, cost centers and bank accounts; nothing is posted. */
  static async of(company: TestCompany): Promise<FourteenMonths> {
    for (const [code, name] of Object.entries({ 2718: 'Dollars', 2719: 'Zlotys' }))
      await company.ok('ledger/accounts/create', { code, name, type: 'asset' });
    const euros = await Bank.of(company);
    const books = new StoryBooks(company, {
      EUR: euros,
      USD: await euros.another({ currency: 'USD', accountCode: '2718' }),
      PLN: await euros.another({ currency: 'PLN', accountCode: '2719' }),
    });
    const parties: Parties = { customers: [], suppliers: [], costCenters: [] };
    for (let index = 0; index < 12; index++)
      parties.customers.push(await customer(company, { name: `Customer ${twoDigits(index)}` }));
    for (let index = 0; index < 8; index++)
      parties.suppliers.push(await customer(company, { name: `Supplier ${index}` }));
    for (const name of ['Shop', 'Office', 'Web']) {
      const { id } = (await company.ok('ledger/cost-centers/create', { code: name, name })) as { id: string };
      parties.costCenters.push(id);
    }
    return new FourteenMonths(company, books, parties);
  }

  /** What the old books left: a balance, open documents in three currencies, and a machine eleven months old. */
  async open(): Promise<{ clearingBalance: string }> {
    await this.company.ok('ledger/opening-balances/create', {
      date: OPENING_DAY,
      entries: [
        { accountCode: '271', debit: '20000.00' },
        { accountCode: '2718', debit: '2000.00', currency: 'USD', currencyAmount: '2100.00' },
        { accountCode: '1220', debit: '12000.00' },
        { accountCode: '1227', credit: '2750.00' },
        { accountCode: '3011', credit: '2500.00' },
        { accountCode: '3421', credit: '29294.50' },
        // 1,210.00 + 1,000.00 - 60.50 - 605.00 - 1,000.00 of the items
        { accountCode: '390', debit: '544.50' },
      ],
    });
    await asset(this.company, await assetGroup(this.company), '2024-01-15', {
      acquisitionCost: '12000.00',
      usefulLifeMonths: 48,
      openingAccumulatedDepreciation: '2750.00',
      openingDepreciatedMonths: 11,
    });
    return this.openItems();
  }

  private async openItems(): Promise<{ clearingBalance: string }> {
    const { customers, suppliers } = this.parties;
    const old = [
      { side: 'receivable', partnerId: customers[0]!, currency: 'EUR', amount: '1210.00' },
      { side: 'receivable', partnerId: customers[1]!, currency: 'USD', amount: '1050.00', base: '1000.00' },
      { side: 'receivable', partnerId: customers[2]!, currency: 'EUR', amount: '-60.50' },
      { side: 'payable', partnerId: suppliers[0]!, currency: 'EUR', amount: '605.00' },
      { side: 'payable', partnerId: suppliers[1]!, currency: 'PLN', amount: '4280.00', base: '1000.00' },
    ];
    const opened = (await this.company.ok('ledger/opening-items/create', {
      date: OPENING_DAY,
      items: old.map(({ base: baseAmount, ...item }, index) => ({
        ...item,
        ...(baseAmount !== undefined && { baseAmount }),
        ...{ documentNumber: `OLD-${index}`, documentDate: '2024-11-30', dueDate: '2024-12-30' },
      })),
    })) as { clearingBalance: string; items: { id: string }[] };
    old.forEach(({ side, amount, ...owner }, index) => {
      const type = side === 'receivable' ? 'sale_invoice' : 'purchase_invoice';
      const document = { id: opened.items[index]!.id, grossTotal: amount, lines: [] };
      this.keep(this.books.claimed(type, owner, document));
    });
    return opened;
  }

  /** About 140 documents, then what is credited, received and paid, and what ends the month. */
  async live(month: Month): Promise<void> {
    await this.setRates(month);
    const { sales, purchases, credits, receipts, payments } = EACH_MONTH;
    await this.run([
      ...this.times(sales, () => this.sale(this.day(month))),
      ...this.times(purchases, () => this.purchase(this.day(month))),
      this.voidPurchase(month),
      this.proforma(month),
    ]);
    await this.run([
      ...this.times(credits, () => this.credit(month)),
      ...this.times(receipts, () => this.settlement(this.receivables, month)),
      ...this.times(payments, () => this.settlement(this.payables, month)),
      this.creditOfPurchase(month),
      ...this.advances.splice(0).map(({ advance, deal }) => this.finalInvoice(advance, deal, month)),
      ...FATES.map(fate => this.advance(fate, month)),
      this.rent(this.day(month)),
      this.rent(this.day(month), month.last),
    ]);
    await this.net(month);
    await this.company.ok('assets/depreciation/post', { year: month.year, month: month.month });
    if (isRevalued(month)) await this.company.ok('ledger/revaluations/create', { date: month.last });
  }

  /** Three postings that are found only after the month: dated in it, while it is open. */
  async backDate({ last }: Month): Promise<void> {
    await this.run([this.sale(last), this.purchase(last), this.rent(last)]);
  }

  private async setRates(month: Month): Promise<void> {
    for (const [currency, [least, most]] of Object.entries(RATES))
      for (const date of [month.first, dayOf(month, 15), month.last]) {
        const rate = new Decimal(least + this.random.below(most - least)).div(1000).toFixed(4);
        await this.company.ok('reference/exchange-rates/set', { currency, date, rate });
      }
  }

  // Everything that is random happens in these, none of it in the step that they return.

  private times(count: number, draw: () => Step): Step[] {
    return Array.from({ length: count }, draw);
  }

  private day(month: Month): string {
    return dayOf(month, 1 + this.random.below(28));
  }

  private line(members: Members = {}): Members {
    return {
      ...line(this.random.amount(), { costCenterId: this.random.pick(this.parties.costCenters) }),
      ...members,
    };
  }

  private deal(date: string, partners: string[], lines: Members[]): Deal {
    return { partnerId: this.random.pick(partners), currency: this.random.pick(CURRENCIES), date, lines };
  }

  private dealOfSale(date: string): Deal {
    const lines = Array.from({ length: 1 + this.random.below(3) }, () =>
      this.line({
        quantity: String(1 + this.random.below(4)),
        vatRatePercent: this.random.pick(['21', '21', '5']),
        ...(this.random.below(5) === 0 && { discountPercent: '7.5' }),
      }),
    );
    return this.deal(date, this.parties.customers, lines);
  }

  private dealOfPurchase(date: string): Deal {
    const lines = Array.from({ length: 1 + this.random.below(2) }, () =>
      cost(this.random.amount(), {
        accountCode: this.random.pick(['6001', '6312']),
        costCenterId: this.random.pick(this.parties.costCenters),
      }),
    );
    return this.deal(date, this.parties.suppliers, lines);
  }

  private sale(date: string): Step {
    const deal = this.dealOfSale(date);
    return () => this.books.sell(deal);
  }

  private proforma(month: Month): Step {
    const deal = this.dealOfSale(this.day(month));
    return () => this.books.proforma(deal);
  }

  private purchase(date: string): Step {
    const [deal, number] = [this.dealOfPurchase(date), `S-${++this.serial}`];
    return () => this.books.buy(deal, number);
  }

  private voidPurchase(month: Month): Step {
    const [deal, number] = [this.dealOfPurchase(this.day(month)), `S-${++this.serial}`];
    return () => this.books.buyInVain(deal, number);
  }

  private rent(date: string, reversedOn?: string): Step {
    const amount = this.random.amount();
    return () => this.books.rent(date, amount, reversedOn);
  }

  /** Of an invoice of this month or an earlier one a line, or all that is left, on the last day. */
  private credit({ last }: Month): Step {
    const claim = this.take(this.receivables, isCreditable);
    const lineId = this.random.pick(claim.lineIds);
    const isWhole = this.random.below(2) === 0;
    return () => this.books.credit(claim, last, isWhole ? undefined : lineId);
  }

  private creditOfPurchase({ last }: Month): Step {
    const [claim, number] = [this.take(this.payables, isCreditable), `C-${++this.serial}`];
    const atMost = claim.gross.div('1.21').toFixed(2, Decimal.ROUND_DOWN);
    const price = Decimal.min(this.random.amount(), atMost).toFixed(2);
    const costCenterId = this.random.pick(this.parties.costCenters);
    const credited = cost(price, { accountCode: '6312', costCenterId });
    return () => this.books.creditPurchase(claim, last, number, credited);
  }

  /** Money that comes or goes in this month, or came in the one before and is only found now: then before its document, maybe. */
  private settlement(claims: Claim[], month: Month): Step {
    const claim = this.take(claims);
    const parts = ['all', 'half', ...(claim.type === 'sale_invoice' ? ['all', 'over'] : [])];
    const settlement = {
      claim,
      part: (claim.open.isNegative() ? 'all' : this.random.pick(parts)) as Settlement['part'],
      inEuros: this.random.below(3) === 0,
      twice: this.random.below(12) === 0,
      date: this.day(this.random.below(8) === 0 ? this.monthBefore(month, claim) : month),
    };
    if (settlement.part === 'over' && claim.currency === 'EUR') this.overpaid.push(claim.partnerId);
    return () => this.books.settle(settlement);
  }

  /** Into a month that is revalued, foreign money comes no more. */
  private monthBefore(month: Month, { currency }: Claim): Month {
    const before = MONTHS[MONTHS.indexOf(month) - 1] ?? month;
    return isRevalued(before) && currency !== 'EUR' ? month : before;
  }

  private advance(fate: (typeof FATES)[number], month: Month): Step {
    const deal = this.deal(dayOf(month, 3), this.parties.customers, [this.line()]);
    const part = fate === 'half paid' ? 'half' : 'all';
    const final = this.finalDeal(deal, month);
    return async () => {
      const claim = await this.books.sell(deal, 'advance');
      if (fate === 'credited') return this.books.credit(claim, month.last);
      const payment = { claim, part, inEuros: false, twice: false, date: dayOf(month, 10) } as const;
      const advance = await this.books.settle(payment);
      if (fate !== 'paid') return this.invoiced(advance, final, month);
      return void this.advances.push({ advance, deal });
    };
  }

  private finalInvoice(advance: Claim, ofAdvance: Deal, month: Month): Step {
    const deal = this.finalDeal(ofAdvance, month);
    return () => this.invoiced(advance, deal, month);
  }

  /** What an advance was for, and something more. */
  private finalDeal(ofAdvance: Deal, month: Month): Deal {
    return { ...ofAdvance, date: dayOf(month, 15), lines: [...ofAdvance.lines, this.line()] };
  }

  private async invoiced(advance: Claim, deal: Deal, month: Month): Promise<Claim> {
    return this.books.apply(advance, await this.books.sell(deal), dayOf(month, 20));
  }

  /** Who paid too much has it taken off another invoice, where there is one. One after the other: a partner may have several. */
  private async net({ last }: Month): Promise<void> {
    for (const partnerId of this.overpaid.splice(0)) {
      const fits = (claim: Claim): boolean =>
        claim.partnerId === partnerId &&
        claim.currency === 'EUR' &&
        claim.open.gt(new Decimal(OVERPAID).plus(1));
      if (this.receivables.some(fits))
        this.keep(await this.books.net(this.take(this.receivables, fits), last));
    }
  }

  private take(claims: Claim[], fits: (claim: Claim) => boolean = () => true): Claim {
    const claim = this.random.pick(claims.filter(fits));
    claims.splice(claims.indexOf(claim), 1);
    return claim;
  }

  private keep(claim: Claim): void {
    if (!claim.open.isZero()) (claim.type === 'sale_invoice' ? this.receivables : this.payables).push(claim);
  }

  /** Takes the steps, eight at a time; what they leave open is kept in the order in which they were drawn. */
  private async run(steps: Step[]): Promise<void> {
    const left: (Claim | void)[] = [];
    const waiting = [...steps.entries()];
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) left[next[0]] = await next[1]();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    for (const claim of left) if (claim) this.keep(claim);
  }
}

function isRevalued({ month }: Month): boolean {
  return month % 3 === 0;
}

/** Not credited yet, and not of the old books. */
function isCreditable({ lineIds }: Claim): boolean {
  return lineIds.length > 0;
}

function dayOf({ first }: Month, day: number): string {
  return `${first.slice(0, 8)}${twoDigits(day)}`;
}
