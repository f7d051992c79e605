import { Decimal } from '../../src/shared/decimal';
import type { Bank } from './bank';
import { Purchases } from './purchases';
import type { Invoice } from './sales';
import type { TestCompany } from './test-app';

type Members = Record<string, unknown>;
type DocumentType = 'sale_invoice' | 'purchase_invoice';

/** A document and what is open of it, in its currency. */
export interface Claim {
  id: string;
  type: DocumentType;
  partnerId: string;
  currency: string;
  gross: Decimal;
  open: Decimal;
  lineIds: string[];
}

/** What is bought or sold, dated on one day. */
export interface Deal {
  partnerId: string;
  currency: string;
  date: string;
  lines: Members[];
}

/** How a claim is settled. */
export interface Settlement {
  claim: Claim;
  part: 'all' | 'half' | 'over';
  /** By the bank account in euros, though the document is in another currency. */
  inEuros: boolean;
  /** Matched, taken back and matched again. */
  twice: boolean;
  date: string;
}

/** What an overpayment is too much by. */
export const OVERPAID = '17.35';

/** What happens in the books of a story, step by step, and what the story knows of it without asking them. */
export class StoryBooks {
  /** Documents made, by kind. */
  readonly documents: Record<string, number> = {};
  /** What partners owe, and are owed (negative): "partner currency" to an amount. */
  private readonly known = new Map<string, Decimal>();

  constructor(
    private readonly company: TestCompany,
    private readonly banks: Record<string, Bank>,
  ) {}

  /** What the story knows to be open, by partner and currency; receivables positive, payables negative. */
  expectedOpen(): Record<string, string> {
    return Object.fromEntries(
      [...this.known]
        .filter(([, amount]) => !amount.isZero())
        .map(([owner, amount]) => [owner, amount.toFixed(2)]),
    );
  }

  async sell({ date, ...deal }: Deal, type = 'invoice'): Promise<Claim> {
    const invoice = (await this.company.ok('sales/invoices/create', {
      ...deal,
      ...{ type, issueDate: date, issue: true },
    })) as Invoice;
    this.count(type);
    return this.claimed('sale_invoice', deal, invoice);
  }

  async proforma({ date, ...deal }: Deal): Promise<void> {
    const body = { ...deal, type: 'proforma', issueDate: date, issue: true };
    await this.company.ok('sales/invoices/create', body);
    this.count('proforma');
  }

  async buy({ date, partnerId, ...deal }: Deal, documentNumber: string): Promise<Claim> {
    const supplier = new Purchases(this.company, partnerId);
    const purchase = await supplier.registered({ ...deal, documentNumber, documentDate: date }, date);
    this.count('purchase');
    return this.claimed('purchase_invoice', { partnerId, ...deal }, purchase);
  }

  /** A purchase that is registered and void on the same day. */
  async buyInVain(deal: Deal, documentNumber: string): Promise<void> {
    const claim = await this.buy(deal, documentNumber);
    await this.company.ok('purchases/invoices/void', { id: claim.id, reason: 'Not ours' });
    this.owe(claim, claim.gross.negated());
  }

  /** Credits a line of an invoice, or all that is left of it. */
  async credit(claim: Claim, date: string, creditedLineId?: string): Promise<Claim> {
    const { grossTotal } = (await this.company.ok('sales/invoices/create', {
      partnerId: claim.partnerId,
      type: 'credit_note',
      creditedInvoiceId: claim.id,
      creditReason: 'Returned',
      issue: true,
      issueDate: date,
      ...(creditedLineId !== undefined && { lines: [{ creditedLineId }] }),
    })) as Invoice;
    this.count('credit note');
    return this.credited(claim, grossTotal);
  }

  async creditPurchase(claim: Claim, date: string, documentNumber: string, line: Members): Promise<Claim> {
    const { grossTotal } = await new Purchases(this.company, claim.partnerId).registered(
      {
        ...{ type: 'credit_note', creditedInvoiceId: claim.id, documentNumber, documentDate: date },
        ...{ currency: claim.currency, lines: [line] },
      },
      date,
    );
    this.count('purchase credit note');
    return this.credited(claim, grossTotal);
  }

  /** Money of the bank; what is too much stays open on the partner's account. */
  async settle({ claim, part, inEuros, twice, date }: Settlement): Promise<Claim> {
    const { id, type, currency, open } = claim;
    const amount = part === 'half' ? new Decimal(open.div(2).toFixed(2)) : open;
    const excess = new Decimal(part === 'over' ? OVERPAID : '0');
    const isExchanged = inEuros && currency !== 'EUR' && part !== 'over';
    // A rate of the bank's own, so that there is a difference to realise.
    const money = isExchanged ? amount.div(currency === 'USD' ? '1.09' : '4.27') : amount.plus(excess);
    const moved = new Decimal((type === 'sale_invoice' ? money : money.negated()).toFixed(2));
    const bank = this.banks[isExchanged ? 'EUR' : currency]!;
    const transactionId = await bank.movement(moved.toFixed(2), { date });
    const allocation = {
      documentType: type,
      documentId: id,
      amount: amount.abs().toFixed(2),
      ...(isExchanged && { bankAmount: moved.abs().toFixed(2) }),
    };
    const match = (): Promise<unknown> =>
      this.company.ok('bank/transactions/match-many', { transactionId, allocations: [allocation] });
    await match();
    if (twice) {
      await this.company.ok('bank/transactions/unmatch', { transactionId });
      await match();
    }
    this.owe(claim, amount.plus(excess).negated());
    return { ...claim, open: open.minus(amount) };
  }

  /** An earlier overpayment in euros pays an invoice; one more cent that is open is written off. */
  async net(claim: Claim, date: string): Promise<Claim> {
    const item = async (field: string, value: string): Promise<string> => {
      const { rows } = (await this.company.ok('ledger/open-items/list', {
        filter: [
          { field: 'partnerId', op: 'eq', value: claim.partnerId },
          { field: 'currency', op: 'eq', value: 'EUR' },
          { field: 'openAmount', op: 'ne', value: '0' },
          { field, op: 'eq', value },
        ],
        sort: [{ field: 'date', dir: 'asc' }],
      })) as { rows: { id: string }[] };
      return rows[0]!.id;
    };
    const amount = new Decimal(OVERPAID).plus('0.01');
    await this.company.ok('ledger/open-items/allocate', {
      date,
      allocations: [
        { openItemId: await item('documentType', 'bank_payment'), amount: `-${OVERPAID}` },
        { openItemId: await item('documentId', claim.id), amount: amount.toFixed(2) },
      ],
      writeOff: '0.01',
    });
    this.owe(claim, new Decimal('-0.01'));
    return { ...claim, open: claim.open.minus(amount) };
  }

  /** What was paid of an advance pays its final invoice. */
  async apply({ id, gross, open }: Claim, invoice: Claim, date: string): Promise<Claim> {
    const paid = gross.minus(open);
    await this.company.ok('sales/invoices/apply-advance', {
      ...{ advanceId: id, invoiceId: invoice.id },
      ...{ amount: paid.toFixed(2), date },
    });
    this.owe(invoice, paid.negated());
    return { ...invoice, open: invoice.open.minus(paid) };
  }

  /** A manual entry; where it was wrong, with its reversal. */
  async rent(date: string, amount: string, reversedOn?: string): Promise<void> {
    const { id } = (await this.company.ok('ledger/journal/transactions/create', {
      date,
      entries: [
        { accountCode: '6300', debit: amount },
        { accountCode: '271', credit: amount },
      ],
    })) as { id: string };
    if (reversedOn !== undefined)
      await this.company.ok('ledger/journal/transactions/reverse', { id, date: reversedOn });
  }

  /** A new claim: its partner owes it, or is owed it. */
  claimed(
    type: DocumentType,
    { partnerId, currency }: { partnerId: string; currency: string },
    { id, grossTotal, lines }: { id: string; grossTotal: string; lines: { id: string }[] },
  ): Claim {
    const gross = new Decimal(grossTotal);
    const claim = { id, type, partnerId, currency, gross, open: gross, lineIds: lines.map(line => line.id) };
    this.owe(claim, gross);
    return claim;
  }

  /** What is left of a claim after a credit; of a credit beyond what was open, the partner is owed the rest. */
  private credited(claim: Claim, grossTotal: string): Claim {
    this.owe(claim, new Decimal(grossTotal).negated());
    return { ...claim, open: Decimal.max(claim.open.minus(grossTotal), 0), lineIds: [] };
  }

  private owe({ type, partnerId, currency }: Claim, amount: Decimal): void {
    const owner = `${partnerId} ${currency}`;
    const signed = type === 'sale_invoice' ? amount : amount.negated();
    this.known.set(owner, (this.known.get(owner) ?? new Decimal(0)).plus(signed));
  }

  private count(kind: string): void {
    this.documents[kind] = (this.documents[kind] ?? 0) + 1;
  }
}
