import { lastDayOfMonth } from '../../src/shared/calendar-date';
import { Decimal } from '../../src/shared/decimal';
import { Bank } from './bank';
import { cost, Purchases } from './purchases';
import { customer, line, type Invoice } from './sales';
import { asset, assetGroup } from './sample-assets';
import type { TestCompany } from './test-app';
import { Random } from './vat-month';

type Members = Record<string, unknown>;
type Step<T> = () => Promise<T>;

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
  return {
    year,
    month,
    first: `${year}-${twoDigits(month)}-01`,
    last: lastDayOfMonth(year, month),
  };
});

/** The day before the books begin. */
export const OPENING_DAY = '2024-12-31';

const SEED = 20250101;
const AT_ONCE = 8;
const EACH_MONTH = { sales: 86, purchases: 38, credits: 8, receipts: 34, payments: 18 };
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'USD', 'PLN'];
/** What a euro is worth: between these, in thousandths. */
const RATES = { USD: [1030, 1180], PLN: [4150, 4350] } as const;

type DocumentType = 'sale_invoice' | 'purchase_invoice';

/** A document and what is open of it, in its currency. */
interface Claim {
  id: string;
  type: DocumentType;
  partnerId: string;
  currency: string;
  gross: Decimal;
  open: Decimal;
  lineIds: string[];
}

interface Sale {
  partnerId: string;
  currency: string;
  issueDate: string;
  lines: Members[];
}

/** How a claim is settled: half of it, all of it, or more than it; by the bank account in its currency or the one in euros. */
interface Settlement {
  claim: Claim;
  part: 'all' | 'half' | 'over';
  inEuros: boolean;
  date: string;
}

/**
 * The books of one company, told month by month. What happens is drawn from a seed before it is done, eight at a time: so it is
 * the same in every run, whoever comes first.
 */
export class FourteenMonths {
  private readonly random = new Random(SEED);
  private serial = 0;
  /** Documents made, by kind. */
  readonly documents: Record<string, number> = {};
  /** What partners owe (and are owed, negative) by what the story knows alone: "partner currency" to an amount. */
  private readonly known = new Map<string, Decimal>();
  private readonly receivables: Claim[] = [];
  private readonly payables: Claim[] = [];
  /** Advances that were paid, and their final invoices that come a month later. */
  private readonly paidAdvances: { advance: Claim; sale: Sale }[] = [];

  private constructor(
    private readonly company: TestCompany,
    private readonly banks: Record<string, Bank>,
    private readonly customers: string[],
    private readonly suppliers: Purchases[],
    private readonly costCenters: string[],
  ) {}

  /** The company with its partners, cost centers and bank accounts; nothing is posted. */
  static async of(company: TestCompany): Promise<FourteenMonths> {
    for (const [code, name] of [
      ['2718', 'Dollars'],
      ['2719', 'Zlotys'],
    ])
      await company.ok('ledger/accounts/create', { code, name, type: 'asset' });
    const euros = await Bank.of(company);
    const banks = {
      EUR: euros,
      USD: await euros.another({ currency: 'USD', accountCode: '2718' }),
      PLN: await euros.another({ currency: 'PLN', accountCode: '2719' }),
    };
    const [customers, suppliers, costCenters]: [string[], Purchases[], string[]] = [[], [], []];
    for (let index = 0; index < 12; index++)
      customers.push(
        await customer(company, { name: `Customer ${twoDigits(index)}`, code: String(302222200 + index) }),
      );
    for (let index = 0; index < 8; index++)
      suppliers.push(
        await Purchases.of(company, {
          name: `Supplier ${index}`,
          vatCode: undefined,
          code: String(303333300 + index),
        }),
      );
    for (const name of ['Shop', 'Office', 'Web']) {
      const { id } = (await company.ok('ledger/cost-centers/create', { code: name, name })) as { id: string };
      costCenters.push(id);
    }
    return new FourteenMonths(company, banks, customers, suppliers, costCenters);
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
    const [one, two, three] = this.customers;
    const [first, second] = this.suppliers.map(({ partnerId }) => partnerId);
    const items: [string | undefined, DocumentType, string, string, string?][] = [
      [one, 'sale_invoice', 'EUR', '1210.00'],
      [two, 'sale_invoice', 'USD', '1050.00', '1000.00'],
      [three, 'sale_invoice', 'EUR', '-60.50'],
      [first, 'purchase_invoice', 'EUR', '605.00'],
      [second, 'purchase_invoice', 'PLN', '4280.00', '1000.00'],
    ];
    const opened = (await this.company.ok('ledger/opening-items/create', {
      date: OPENING_DAY,
      items: items.map(([partnerId, type, currency, amount, baseAmount], index) => ({
        ...{ partnerId, currency, amount, baseAmount, documentNumber: `OLD-${index}` },
        side: type === 'sale_invoice' ? 'receivable' : 'payable',
        documentDate: '2024-11-30',
        dueDate: '2024-12-30',
      })),
    })) as { clearingBalance: string; items: { id: string }[] };
    items.forEach(([partnerId, type, currency, amount], index) => {
      const id = opened.items[index]!.id;
      this.keep(
        this.owedBy(type, { partnerId: partnerId!, currency }, { id, grossTotal: amount, lines: [] }),
      );
    });
    await asset(this.company, await assetGroup(this.company), '2024-01-15', {
      acquisitionCost: '12000.00',
      usefulLifeMonths: 48,
      openingAccumulatedDepreciation: '2750.00',
      openingDepreciatedMonths: 11,
    });
    return opened;
  }

  /** About 140 documents, then what is credited, received and paid, and what ends the month. */
  async live(month: Month): Promise<void> {
    await this.setRates(month);
    const { sales, purchases, credits, receipts, payments } = EACH_MONTH;
    const documents = [
      ...this.times(sales, () => this.sell(this.sale(this.day(month)))),
      ...this.times(purchases, () => this.buy(this.day(month))),
    ];
    for (const claim of await inParallel(documents)) this.keep(claim);
    const waiting = this.paidAdvances.splice(0);
    const steps = [
      ...this.times(credits, () => this.someCredit(month)),
      ...this.times(receipts, () => this.settle(this.settlement(this.receivables, month))),
      ...this.times(payments, () => this.settle(this.settlement(this.payables, month))),
      this.creditPurchase(month),
      ...waiting.map(({ advance, sale }) => this.invoiceAdvance(advance, this.finalSale(sale, month), month)),
      this.advance(month, 'invoiced'),
      this.advance(month, 'half'),
      this.advance(month, 'paid'),
      this.advance(month, 'credited'),
      this.proforma(month),
      this.rent(this.day(month)),
    ];
    for (const claim of await inParallel(steps)) if (claim) this.keep(claim);
    await this.company.ok('assets/depreciation/post', { year: month.year, month: month.month });
    if (month.month % 3 === 0) await this.company.ok('ledger/revaluations/create', { date: month.last });
  }

  /** What is found only after the month: dated in it, while it is open. */
  async backDate(month: Month): Promise<void> {
    const steps = [this.sell(this.sale(month.last)), this.buy(month.last), this.rent(month.last)];
    for (const claim of await inParallel(steps)) if (claim) this.keep(claim);
  }

  /** What the story knows to be open, by partner and currency; receivables positive, payables negative. */
  expectedOpen(): Record<string, string> {
    return Object.fromEntries(
      [...this.known]
        .filter(([, amount]) => !amount.isZero())
        .map(([owner, amount]) => [owner, amount.toFixed(2)]),
    );
  }

  private async setRates({ first, last }: Month): Promise<void> {
    for (const [currency, [least, most]] of Object.entries(RATES))
      for (const date of [first, `${first.slice(0, 8)}15`, last]) {
        const rate = new Decimal(least + this.random.below(most - least)).div(1000).toFixed(4);
        await this.company.ok('reference/exchange-rates/set', { currency, date, rate });
      }
  }

  // Draws: everything that is random happens here, before it is done.

  private times<T>(count: number, draw: () => Step<T>): Step<T>[] {
    return Array.from({ length: count }, draw);
  }

  private day({ first }: Month): string {
    return `${first.slice(0, 8)}${twoDigits(1 + this.random.below(28))}`;
  }

  private line(members: Members = {}): Members {
    return line(this.random.amount(), {
      quantity: String(1 + this.random.below(4)),
      vatRatePercent: this.random.pick(['21', '21', '5']),
      costCenterId: this.random.pick(this.costCenters),
      ...(this.random.below(5) === 0 && { discountPercent: '7.5' }),
      ...members,
    });
  }

  private sale(issueDate: string): Sale {
    return {
      partnerId: this.random.pick(this.customers),
      currency: this.random.pick(CURRENCIES),
      issueDate,
      lines: Array.from({ length: 1 + this.random.below(3) }, () => this.line()),
    };
  }

  /** What an advance was for, and something more. */
  private finalSale(ofAdvance: Sale, month: Month): Sale {
    return { ...ofAdvance, issueDate: dayOf(month, '15'), lines: [...ofAdvance.lines, this.line()] };
  }

  private take(claims: Claim[], fits: (claim: Claim) => boolean = () => true): Claim {
    const claim = this.random.pick(claims.filter(fits));
    claims.splice(claims.indexOf(claim), 1);
    return claim;
  }

  private settlement(claims: Claim[], month: Month): Settlement {
    const claim = this.take(claims);
    const parts: readonly Settlement['part'][] =
      claim.type === 'sale_invoice' ? ['all', 'all', 'half', 'over'] : ['all', 'half'];
    return {
      claim,
      part: claim.open.isNegative() ? 'all' : this.random.pick(parts),
      inEuros: this.random.below(3) === 0,
      date: this.day(month),
    };
  }

  /** Of an invoice a line, or all that is left, on the last day of the month. */
  private someCredit({ last }: Month): Step<Claim> {
    const claim = this.take(this.receivables, isCreditable);
    const lineId = this.random.pick(claim.lineIds);
    return this.credit(claim, last, this.random.below(2) === 0 ? lineId : undefined);
  }

  // Steps: what they leave open is kept by `live`, in the order in which they were drawn.

  private sell(sale: Sale, type = 'invoice'): Step<Claim> {
    return async () => {
      const body = { ...sale, type, issue: true };
      const invoice = (await this.company.ok('sales/invoices/create', body)) as Invoice;
      this.count(type);
      return this.owedBy('sale_invoice', sale, invoice);
    };
  }

  private buy(day: string): Step<Claim> {
    const supplier = this.random.pick(this.suppliers);
    const currency = this.random.pick(CURRENCIES);
    const documentNumber = `S-${++this.serial}`;
    const lines = Array.from({ length: 1 + this.random.below(2) }, () =>
      cost(this.random.amount(), {
        accountCode: this.random.pick(['6001', '6312']),
        costCenterId: this.random.pick(this.costCenters),
      }),
    );
    return async () => {
      const purchase = await supplier.registered({ documentNumber, documentDate: day, currency, lines }, day);
      this.count('purchase');
      return this.owedBy('purchase_invoice', { partnerId: supplier.partnerId, currency }, purchase);
    };
  }

  private credit(claim: Claim, day: string, creditedLineId?: string): Step<Claim> {
    return async () => {
      const { grossTotal } = (await this.company.ok('sales/invoices/create', {
        partnerId: claim.partnerId,
        type: 'credit_note',
        creditedInvoiceId: claim.id,
        creditReason: 'Returned',
        issue: true,
        issueDate: day,
        ...(creditedLineId !== undefined && { lines: [{ creditedLineId }] }),
      })) as Invoice;
      this.count('credit note');
      return this.credited(claim, grossTotal);
    };
  }

  private creditPurchase({ last }: Month): Step<Claim> {
    const claim = this.take(this.payables, isCreditable);
    const supplier = this.suppliers.find(({ partnerId }) => partnerId === claim.partnerId)!;
    const documentNumber = `C-${++this.serial}`;
    const atMost = claim.gross.div('1.21').toFixed(2, Decimal.ROUND_DOWN);
    const lines = [
      cost(Decimal.min(this.random.amount(), atMost).toFixed(2), {
        accountCode: '6312',
        costCenterId: this.random.pick(this.costCenters),
      }),
    ];
    return async () => {
      const members = { documentNumber, documentDate: last, currency: claim.currency, lines };
      const { grossTotal } = await supplier.registered(
        { type: 'credit_note', creditedInvoiceId: claim.id, ...members },
        last,
      );
      this.count('purchase credit note');
      return this.credited(claim, grossTotal);
    };
  }

  /** Money of the bank; what is too much stays open on the partner's account. */
  private settle({ claim, part, inEuros, date }: Settlement): Step<Claim> {
    return async () => {
      const { id, type, currency, open } = claim;
      const amount = part === 'half' ? new Decimal(open.div(2).toFixed(2)) : open;
      const excess = new Decimal(part === 'over' ? '17.35' : '0');
      const isExchanged = inEuros && currency !== 'EUR' && part !== 'over';
      // A rate of the bank's own, so that there is a difference to realise.
      const money = isExchanged ? amount.div(currency === 'USD' ? '1.09' : '4.27') : amount.plus(excess);
      const moved = new Decimal((type === 'sale_invoice' ? money : money.negated()).toFixed(2));
      const bank = this.banks[isExchanged ? 'EUR' : currency]!;
      const transactionId = await bank.movement(moved.toFixed(2), { date });
      const answer = await bank.tryMatchMany(transactionId, [
        {
          documentType: type,
          documentId: id,
          amount: amount.abs().toFixed(2),
          ...(isExchanged && { bankAmount: moved.abs().toFixed(2) }),
        },
      ]);
      if (answer.status !== 200) throw new Error(`match-many answered ${answer.status}: ${answer.text}`);
      this.owe(claim, amount.plus(excess).negated());
      return { ...claim, open: open.minus(amount) };
    };
  }

  private advance(month: Month, fate: 'invoiced' | 'half' | 'paid' | 'credited'): Step<Claim | undefined> {
    const sale = { ...this.sale(dayOf(month, '03')), lines: [this.line()] };
    const final = this.finalSale(sale, month);
    const issue = this.sell(sale, 'advance');
    return async () => {
      const claim = await issue();
      if (fate === 'credited') {
        await this.credit(claim, month.last)();
        return undefined;
      }
      const part = fate === 'half' ? 'half' : 'all';
      const { open } = await this.settle({ claim, part, inEuros: false, date: dayOf(month, '10') })();
      const advance = { ...claim, gross: claim.gross.minus(open) };
      if (fate !== 'paid') return this.invoiceAdvance(advance, final, month)();
      this.paidAdvances.push({ advance, sale });
      return undefined;
    };
  }

  /** The final invoice of an advance, which is applied to it. */
  private invoiceAdvance(advance: Claim, final: Sale, month: Month): Step<Claim> {
    return async () => {
      const invoice = await this.sell(final)();
      await this.company.ok('sales/invoices/apply-advance', {
        advanceId: advance.id,
        invoiceId: invoice.id,
        amount: advance.gross.toFixed(2),
        date: dayOf(month, '20'),
      });
      this.owe(invoice, advance.gross.negated());
      return { ...invoice, open: invoice.open.minus(advance.gross) };
    };
  }

  private proforma(month: Month): Step<undefined> {
    const sale = this.sale(this.day(month));
    return async () => {
      await this.company.ok('sales/invoices/create', { ...sale, type: 'proforma', issue: true });
      this.count('proforma');
      return undefined;
    };
  }

  private rent(date: string): Step<undefined> {
    const amount = this.random.amount();
    return async () => {
      await this.company.ok('ledger/journal/transactions/create', {
        date,
        entries: [
          { accountCode: '6300', debit: amount },
          { accountCode: '271', credit: amount },
        ],
      });
      return undefined;
    };
  }

  // What the story knows.

  private count(kind: string): void {
    this.documents[kind] = (this.documents[kind] ?? 0) + 1;
  }

  private owe({ type, partnerId, currency }: Claim, amount: Decimal): void {
    const owner = `${partnerId} ${currency}`;
    const signed = type === 'sale_invoice' ? amount : amount.negated();
    this.known.set(owner, (this.known.get(owner) ?? new Decimal(0)).plus(signed));
  }

  /** A new claim. */
  private owedBy(
    type: DocumentType,
    { partnerId, currency }: { partnerId: string; currency: string },
    { id, grossTotal, lines }: { id: string; grossTotal: string; lines: { id: string }[] },
  ): Claim {
    const gross = new Decimal(grossTotal);
    const claim = { id, type, partnerId, currency, gross, open: gross, lineIds: lines.map(of => of.id) };
    this.owe(claim, gross);
    return claim;
  }

  /** What is left of a claim after a credit; of a credit beyond what was open, the partner is owed the rest. */
  private credited(claim: Claim, grossTotal: string): Claim {
    this.owe(claim, new Decimal(grossTotal).negated());
    return { ...claim, open: Decimal.max(claim.open.minus(grossTotal), 0), lineIds: [] };
  }

  private keep(claim: Claim): void {
    if (!claim.open.isZero()) (claim.type === 'sale_invoice' ? this.receivables : this.payables).push(claim);
  }
}

/** Not credited yet, and not of the old books. */
function isCreditable({ lineIds }: Claim): boolean {
  return lineIds.length > 0;
}

function dayOf({ first }: Month, day: string): string {
  return `${first.slice(0, 8)}${day}`;
}

/** Runs the steps, eight at a time; what they return is in their order. */
async function inParallel<T>(steps: Step<T>[]): Promise<T[]> {
  const results: T[] = [];
  const waiting = [...steps.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
