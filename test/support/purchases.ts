import type { Answer, TestCompany } from './test-app';

/** The day on which the purchase tests happen: noon in Vilnius. */
export const PURCHASES_NOW = '2026-10-05T09:00:00Z';
export const PURCHASES_TODAY = '2026-10-05';

type Members = Record<string, unknown>;

/** A supplier document as it is returned, as far as tests read it. */
export interface Purchase {
  id: string;
  partnerId: string;
  documentNumber: string;
  status: string;
  paymentStatus: string;
  netTotal: string;
  vatTotal: string;
  grossTotal: string;
  selfAssessedVat: string;
  deductibleVat: string;
  paidAmount: string;
  registrationDate: string | null;
  receivedDate: string | null;
  journalTransactionId: string | null;
  isVoid: boolean;
  lines: { id: string; lineNet: string; lineVat: string; lineGross: string; [member: string]: unknown }[];
  [member: string]: unknown;
}

/** A line at 21 %, unless told otherwise. */
export function cost(unitPriceExclVat: string, members: Members = {}): Members {
  return { description: 'Paper', unitPriceExclVat, vatRatePercent: '21', ...members };
}

/** Purchases of one company from one supplier: 100.00 + 21 % of today unless the members say otherwise. */
export class Purchases {
  private serial = 0;

  constructor(
    readonly company: TestCompany,
    readonly partnerId: string,
  ) {}

  static async of(company: TestCompany, partner: Members = {}): Promise<Purchases> {
    const { id } = (await company.ok('partners/create', {
      name: 'Supplier UAB',
      vatCode: 'LT100001234511',
      ...partner,
    })) as { id: string };
    return new Purchases(company, id);
  }

  request(members: Members = {}): Members {
    return {
      partnerId: this.partnerId,
      documentNumber: `AB-${String(++this.serial).padStart(3, '0')}`,
      documentDate: PURCHASES_TODAY,
      lines: [cost('100.00')],
      ...members,
    };
  }

  try(members: Members = {}): Promise<Answer> {
    return this.company.post('purchases/invoices/create', this.request(members));
  }

  draft(members: Members = {}): Promise<Purchase> {
    return this.company.ok('purchases/invoices/create', this.request(members)) as Promise<Purchase>;
  }

  async registered(members: Members = {}, registrationDate?: string): Promise<Purchase> {
    const { id } = await this.draft(members);
    return this.company.ok('purchases/invoices/register', { id, registrationDate }) as Promise<Purchase>;
  }

  /** Registers a credit note of an invoice. */
  credited(creditedInvoiceId: string, members: Members = {}): Promise<Purchase> {
    return this.registered({ type: 'credit_note', creditedInvoiceId, ...members });
  }

  tryRegister(id: string, members: Members = {}): Promise<Answer> {
    return this.company.post('purchases/invoices/register', { id, ...members });
  }

  tryUpdate(id: string, members: Members): Promise<Answer> {
    return this.company.post('purchases/invoices/update', { id, ...members });
  }

  tryVoid(id: string, reason = 'Registered twice'): Promise<Answer> {
    return this.company.post('purchases/invoices/void', { id, reason });
  }

  get(id: string): Promise<Purchase> {
    return this.company.ok('purchases/invoices/get', { id }) as Promise<Purchase>;
  }

  /** The entries of a journal transaction: account code, debit, credit. */
  async entries(transactionId: unknown): Promise<string[]> {
    const rows = (await this.company.sql(
      `SELECT a.code, e.debit::numeric(28, 2) AS debit, e.credit::numeric(28, 2) AS credit
         FROM journal_entries e JOIN accounts a USING (company_id, account_id) WHERE e.transaction_id = $1 ORDER BY e.entry_no`,
      [transactionId],
    )) as { code: string; debit: string; credit: string }[];
    return rows.map(({ code, debit, credit }) =>
      debit === '0.00' ? `${code} credit ${credit}` : `${code} debit ${debit}`,
    );
  }

  /** Debits less credits per account, without those at zero. */
  async balances(): Promise<Record<string, string>> {
    const rows = (await this.company.sql(
      `SELECT a.code, sum(e.debit - e.credit)::numeric(28, 2) AS balance
         FROM journal_entries e JOIN accounts a USING (company_id, account_id)
        GROUP BY a.code HAVING sum(e.debit - e.credit) <> 0 ORDER BY a.code`,
    )) as { code: string; balance: string }[];
    return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
  }
}
