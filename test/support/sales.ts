import type { Answer, TestCompany } from './test-app';

/** The day on which the sales tests happen: noon in Vilnius. */
export const SALES_NOW = '2026-10-05T09:00:00Z';
export const SALES_TODAY = '2026-10-05';

type Members = Record<string, unknown>;

/** The id of a new partner: a Lithuanian VAT payer, unless told otherwise. */
export async function customer(company: TestCompany, members: Members = {}): Promise<string> {
  const { id } = (await company.ok('partners/create', { name: 'Buyer UAB', ...members })) as { id: string };
  return id;
}

/** A line at 21 %, unless told otherwise. */
export function line(unitPriceExclVat: string, members: Members = {}): Members {
  return { description: 'Service', quantity: '1', unitPriceExclVat, vatRatePercent: '21', ...members };
}

/** Lets a company of Lithuania use whatever rate a worked example is told with: its own rates stand in place of the shared ones. */
export async function withAnyRate<T extends TestCompany>(company: T): Promise<T> {
  const percents = ['21', '25', '23', '22', '20', '19', '15', '12', '10', '9', '5.5', '5'];
  const rates = percents.map((ratePercent, index) => ({
    category: index === 0 ? 'standard' : 'reduced',
    ratePercent,
  }));
  await company.ok('reference/eu-vat-rates/set-overrides', { countryCode: 'LT', rates });
  return company;
}

/** An invoice as it is returned, as far as tests read it. */
export interface Invoice {
  id: string;
  number: number | null;
  fullNumber: string | null;
  netTotal: string;
  vatTotal: string;
  grossTotal: string;
  lines: { id: string; lineNet: string; lineVat: string; lineGross: string }[];
  [member: string]: unknown;
}

/** Sales of one company to one partner: 100.00 + 21 % unless the members say otherwise. */
export class Sales {
  constructor(
    readonly company: TestCompany,
    readonly partnerId: string,
  ) {}

  static async of(company: TestCompany, partner: Members = {}): Promise<Sales> {
    return new Sales(company, await customer(company, partner));
  }

  request(members: Members = {}): Members {
    return { partnerId: this.partnerId, lines: [line('100.00')], ...members };
  }

  /** A draft. */
  draft(members: Members = {}): Promise<Invoice> {
    return this.company.ok('sales/invoices/create', this.request(members)) as Promise<Invoice>;
  }

  /** An issued document. */
  issued(members: Members = {}): Promise<Invoice> {
    return this.draft({ issue: true, ...members });
  }

  /** Tries to create and issue. */
  tryIssue(members: Members = {}, key?: string): Promise<Answer> {
    return this.company.post('sales/invoices/create', this.request({ issue: true, ...members }), { key });
  }

  /** Issues a credit note of an invoice: all that is left, unless the members have lines. */
  credited(creditedInvoiceId: string, members: Members = {}): Promise<Invoice> {
    return this.company.ok(
      'sales/invoices/create',
      this.credit(creditedInvoiceId, members),
    ) as Promise<Invoice>;
  }

  tryCredit(creditedInvoiceId: string, members: Members = {}, key?: string): Promise<Answer> {
    return this.company.post('sales/invoices/create', this.credit(creditedInvoiceId, members), { key });
  }

  get(id: string): Promise<Invoice> {
    return this.company.ok('sales/invoices/get', { id }) as Promise<Invoice>;
  }

  private credit(creditedInvoiceId: string, members: Members): Members {
    return { partnerId: this.partnerId, type: 'credit_note', creditedInvoiceId, issue: true, ...members };
  }
}

/** What an answer says: its status, and for a refusal the reason. */
export function outcome(answer: Answer): string {
  const { error } = answer.body as { error?: { reason: string } };
  return error ? `${answer.status} ${error.reason}` : String(answer.status);
}

/** How often each outcome came. */
export function outcomes(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1;
  return counts;
}

/** Calls `work` `count` times at once. */
export function atOnce<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}
