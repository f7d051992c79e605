import { Bank } from './bank';
import { Sales, type Invoice } from './sales';
import type { Answer, TestApp, TestCompany } from './test-app';

type Members = Record<string, unknown>;

/** What the posting rules name, under the codes that they have by default. */
const ACCOUNTS = {
  271: 'asset',
  2410: 'asset',
  4420: 'liability',
  4492: 'liability',
  5001: 'income',
  6319: 'expense',
  5803: 'income',
  6803: 'expense',
};

/** Advances of one company to one partner, and the bank that pays them. */
export class Advances {
  private constructor(
    readonly company: TestCompany,
    readonly sales: Sales,
    readonly bank: Bank,
  ) {}

  static async open(app: TestApp, company: Members = {}, account: object = {}): Promise<Advances> {
    const made = await app.company(company);
    return new Advances(made, await Sales.of(made), await Bank.of(made, account));
  }

  /** Of a company in Slovakia, where VAT falls due when an advance is paid; with the accounts that it posts to. */
  static async inSlovakia(app: TestApp): Promise<Advances> {
    const made = await app.bareCompany({ countryCode: 'SK', baseCurrency: 'EUR', vatCode: 'SK2020202020' });
    for (const [code, type] of Object.entries(ACCOUNTS))
      await made.ok('ledger/accounts/create', { code, name: code, type });
    return new Advances(made, await Sales.of(made), await Bank.of(made));
  }

  /** An issued advance: 121.00 unless the members have lines. */
  advance(members: Members = {}): Promise<Invoice> {
    return this.sales.issued({ type: 'advance', ...members });
  }

  /** Money that is matched to a document; the id of the movement. */
  async paid(documentId: string, amount: string, members: Members = {}): Promise<string> {
    const transactionId = await this.bank.movement(amount, members);
    await this.company.ok('bank/transactions/match', {
      transactionId,
      documentType: 'sale_invoice',
      documentId,
    });
    return transactionId;
  }

  apply(advanceId: string, invoiceId: string, members: Members = {}): Promise<Invoice> {
    return this.company.ok('sales/invoices/apply-advance', {
      advanceId,
      invoiceId,
      ...members,
    }) as Promise<Invoice>;
  }

  tryApply(advanceId: string, invoiceId: string, members: Members = {}): Promise<Answer> {
    return this.company.post('sales/invoices/apply-advance', { advanceId, invoiceId, ...members });
  }

  /** The documents that the call made. */
  async tax(id: string, members: Members = {}): Promise<Invoice[]> {
    const { documents } = (await this.company.ok('sales/invoices/tax-receipts', { id, ...members })) as {
      documents: Invoice[];
    };
    return documents;
  }
}
