import { Decimal } from '../../../shared/decimal';
import { invariant } from '../../../shared/invariant';
import { closeElement, openDocument, openElement, xmlElements, type XmlMembers } from '../../../shared/xml';
import type { Tx } from '../../../platform/database';
import { assets } from '../data/saft-assets';
import { documentLines, documents, documentTaxTotals } from '../data/saft-documents';
import {
  entriesOf,
  journalTransactions,
  ledgerAccounts,
  type LedgerAccounts,
  type SectionTotals,
} from '../data/saft-ledger';
import { accountsWithBalances, accountTable, partnersWithBalances, taxCodes } from '../data/saft-master-data';
import { grouped, MOST_ROWS, runsOf } from '../data/saft-pages';
import { payments } from '../data/saft-payments';
import { accountElement } from '../domain/saft-accounts';
import { assetElement, assetTransactions } from '../domain/saft-assets';
import { headerElement, type SaftHeader } from '../domain/saft-header';
import { invoiceElement, lineSide, type DocumentSide } from '../domain/saft-invoices';
import { entryElement, transactionMembers, type LedgerTerms, type SaftEntry } from '../domain/saft-ledger';
import { partsOf, type SaftPart } from '../domain/saft-order';
import { customerElement, supplierElement } from '../domain/saft-parties';
import { grossTotal, movedMoney, paymentLine, paymentMembers } from '../domain/saft-payments';
import { taxTable } from '../domain/saft-tax-table';
import { monetary, Texts, Warnings } from '../domain/saft-values';

/** What is announced at the head of each section, before its entries are read. */
export interface SaftTotals {
  ledger: SectionTotals;
  sales: SectionTotals;
  purchases: SectionTotals;
  payments: SectionTotals;
  assets: { assets: number; transactions: number };
}

export interface SaftCounts {
  accounts: number;
  customers: number;
  suppliers: number;
  glTransactions: number;
  salesInvoices: number;
  purchaseInvoices: number;
  payments: number;
  stockMovements: number;
  assetTransactions: number;
}

const NAMESPACES = {
  xmlns: 'https://www.vmi.lt/cms/saf-t',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
};

const JOURNAL = { JournalID: 'GJ', Description: 'Bendrasis žurnalas', Type: 'GJ' };

/**
 * Writes a SAF-T file 2.01 part by part, reading page by page in the transaction it is given: no more than a page is ever in
 * memory. Counts and warnings are complete when the last part is written.
 */
export class SaftWriter {
  readonly warnings = new Warnings();
  readonly counts: SaftCounts = {
    accounts: 0,
    customers: 0,
    suppliers: 0,
    glTransactions: 0,
    salesInvoices: 0,
    purchaseInvoices: 0,
    payments: 0,
    stockMovements: 0,
    assetTransactions: 0,
  };
  private readonly texts = new Texts(this.warnings);
  private readonly wanted: ReadonlySet<SaftPart>;
  private ledgerAccounts: LedgerAccounts = new Map();

  constructor(
    private readonly tx: Tx,
    private readonly header: SaftHeader,
    private readonly terms: LedgerTerms,
    private readonly totals: SaftTotals,
    /** The instant of which names and codes are: that of the lock of its months, or 'infinity'. */
    private readonly asOf: string,
  ) {
    this.wanted = partsOf(header.dataType);
  }

  async *write(): AsyncGenerator<string> {
    this.ledgerAccounts = await ledgerAccounts(this.tx, this.asOf);
    yield openDocument('AuditFile', NAMESPACES);
    yield xmlElements({ Header: headerElement(this.header, this.texts, this.warnings) }, 1);
    yield* this.section('MasterFiles', 1, this.masterFiles());
    if (this.wanted.has('ledger')) yield* this.ledger();
    yield* this.section('SourceDocuments', 1, this.sourceDocuments());
    yield closeElement('AuditFile');
  }

  /** An element around parts; nothing where there are none. */
  private async *section(name: string, depth: number, parts: AsyncIterable<string>): AsyncGenerator<string> {
    let isOpen = false;
    for await (const part of parts) {
      if (part === '') continue;
      if (!isOpen) yield openElement(name, depth);
      isOpen = true;
      yield part;
    }
    if (isOpen) yield closeElement(name, depth);
  }

  private async *masterFiles(): AsyncGenerator<string> {
    if (this.wanted.has('accounts')) yield* this.section('GeneralLedgerAccounts', 2, this.accounts());
    if (this.wanted.has('customers')) yield* this.section('Customers', 2, this.partners('customers'));
    if (this.wanted.has('suppliers')) yield* this.section('Suppliers', 2, this.partners('suppliers'));
    if (this.wanted.has('taxTable')) {
      const codes = await taxCodes(this.tx);
      if (codes.length > 0) yield xmlElements({ TaxTable: taxTable(codes, this.texts, this.warnings) }, 2);
    }
    if (this.wanted.has('assets')) yield* this.section('Assets', 2, this.assets());
  }

  private async *accounts(): AsyncGenerator<string> {
    const [accounts, table] = await Promise.all([
      accountsWithBalances(this.tx, this.header.period, this.asOf),
      accountTable(this.tx),
    ]);
    this.counts.accounts = accounts.length;
    for (const account of accounts)
      yield xmlElements({ Account: accountElement(account, table, this.texts, this.warnings) }, 3);
  }

  private async *partners(kind: 'customers' | 'suppliers'): AsyncGenerator<string> {
    const side = kind === 'customers' ? 'receivable' : 'payable';
    for await (const page of partnersWithBalances(this.tx, side, this.header.period, this.asOf)) {
      this.counts[kind] += page.length;
      for (const partner of page) {
        yield kind === 'customers'
          ? xmlElements({ Customer: customerElement(partner, this.texts, this.warnings) }, 3)
          : xmlElements({ Supplier: supplierElement(partner, this.texts, this.warnings) }, 3);
      }
    }
  }

  private async *assets(): AsyncGenerator<string> {
    for await (const page of assets(this.tx, this.header.period)) {
      for (const asset of page) {
        const element = assetElement(asset, this.header.period, this.texts, this.warnings);
        yield xmlElements({ Asset: element }, 3);
      }
    }
  }

  private async *ledger(): AsyncGenerator<string> {
    const { ledger } = this.totals;
    yield openElement('GeneralLedgerEntries', 1);
    yield xmlElements(totalsOf(ledger), 2);
    if (ledger.documents > 0) {
      yield openElement('Journals', 2) + openElement('Journal', 3) + xmlElements(JOURNAL, 4);
      yield* this.section('Transactions', 4, this.transactions());
      yield closeElement('Journal', 3) + closeElement('Journals', 2);
    }
    yield closeElement('GeneralLedgerEntries', 1);
    this.refuseOtherThanAnnounced('GeneralLedgerEntries', this.counts.glTransactions, ledger.documents);
  }

  private async *transactions(): AsyncGenerator<string> {
    for await (const page of journalTransactions(this.tx, this.header.period)) {
      this.counts.glTransactions += page.length;
      for await (const { item, entries, isFirst, isLast } of this.withEntries(page, ({ id }) => id)) {
        if (isFirst) {
          yield (
            openElement('Transaction', 5) +
            xmlElements(transactionMembers(item, entries, this.terms, this.texts), 6) +
            openElement('Lines', 6)
          );
        }
        const Line = entries.map(entry => entryElement(entry, item, this.terms, this.texts));
        yield xmlElements({ Line }, 7);
        if (isLast) yield closeElement('Lines', 6) + closeElement('Transaction', 5);
      }
    }
  }

  /** Each of a page with its entries; one with very many comes several times, with some of them each time. */
  private async *withEntries<T extends { entryCount: number }>(
    page: readonly T[],
    idOf: (item: T) => string,
  ): AsyncGenerator<{ item: T; entries: SaftEntry[]; isFirst: boolean; isLast: boolean }> {
    for (const run of runsOf(page, ({ entryCount }) => entryCount)) {
      const most = Math.max(...run.map(({ entryCount }) => entryCount));
      for (let after = 0; after < most; after += MOST_ROWS) {
        const entries = await entriesOf(this.tx, this.ledgerAccounts, run.map(idOf), after);
        const entriesById = grouped(entries, ({ transactionId }) => transactionId);
        for (const item of run) {
          const isLast = after + MOST_ROWS >= item.entryCount;
          yield { item, entries: entriesById.get(idOf(item)) ?? [], isFirst: after === 0, isLast };
        }
      }
    }
  }

  private async *sourceDocuments(): AsyncGenerator<string> {
    if (this.wanted.has('sales')) {
      const parts = this.headed(this.totals.sales, this.invoices('sales'));
      yield* this.section('SalesInvoices', 2, parts);
    }
    if (this.wanted.has('purchases')) {
      const parts = this.headed(this.totals.purchases, this.invoices('purchases'));
      yield* this.section('PurchaseInvoices', 2, parts);
    }
    if (this.wanted.has('payments')) {
      yield* this.section('Payments', 2, this.headed(this.totals.payments, this.payments()));
    }
    if (this.wanted.has('assetTransactions') && this.totals.assets.transactions > 0) {
      yield* this.section('AssetTransactions', 2, this.assetTransactions());
    }
  }

  /** Totals before the entries; a section without entries is left out, as the schema wants one at least. */
  private async *headed(totals: SectionTotals, entries: AsyncIterable<string>): AsyncGenerator<string> {
    if (totals.documents === 0) return;
    yield xmlElements(totalsOf(totals), 3);
    yield* entries;
  }

  private async *invoices(side: DocumentSide): AsyncGenerator<string> {
    const count = side === 'sales' ? 'salesInvoices' : 'purchaseInvoices';
    const written = { D: new Decimal(0), K: new Decimal(0) };
    for await (const page of documents(this.tx, side, this.header, this.ledgerAccounts)) {
      this.counts[count] += page.length;
      for (const run of runsOf(page, ({ lineCount }) => lineCount)) {
        const ids = run.map(({ id }) => id);
        const [lines, taxTotals] = await Promise.all([
          documentLines(this.tx, side, ids),
          documentTaxTotals(this.tx, side, ids),
        ]);
        const linesOf = grouped(lines, ({ invoiceId }) => invoiceId);
        const totalsOfInvoice = grouped(taxTotals, ({ invoiceId }) => invoiceId);
        for (const invoice of run) {
          const own = linesOf.get(invoice.id) ?? [];
          for (const line of own) {
            const at = lineSide(side, invoice.type, line);
            written[at] = written[at].plus(new Decimal(line.baseNet).abs());
          }
          const { baseCurrency } = this.terms;
          const ofInvoice = totalsOfInvoice.get(invoice.id) ?? [];
          yield xmlElements(
            { Invoice: invoiceElement(side, invoice, own, ofInvoice, baseCurrency, this.texts) },
            3,
          );
        }
      }
    }
    const announced = this.totals[side];
    this.refuseOtherThanAnnounced(side, this.counts[count], announced.documents);
    this.refuseOtherThanAnnounced(`${side}, debit`, monetary(written.D), monetary(announced.debit));
    this.refuseOtherThanAnnounced(`${side}, credit`, monetary(written.K), monetary(announced.credit));
  }

  private async *payments(): AsyncGenerator<string> {
    for await (const page of payments(this.tx, this.header.period)) {
      this.counts.payments += page.length;
      let moved = new Decimal(0);
      for await (const step of this.withEntries(page, ({ transactionId }) => transactionId)) {
        const { item, entries, isFirst, isLast } = step;
        if (isFirst) {
          moved = new Decimal(0);
          yield (
            openElement('Payment', 3) +
            xmlElements(paymentMembers(item, this.terms, this.texts), 4) +
            openElement('Lines', 4)
          );
        }
        moved = entries.reduce((sum, entry) => sum.plus(movedMoney(item, entry)), moved);
        const Line = entries.map(entry => paymentLine(item, entry, this.terms, this.texts));
        yield xmlElements({ Line }, 5);
        if (isLast) {
          yield (
            closeElement('Lines', 4) +
            xmlElements({ GrossTotal: grossTotal(item, moved) }, 4) +
            closeElement('Payment', 3)
          );
        }
      }
    }
    this.refuseOtherThanAnnounced('Payments', this.counts.payments, this.totals.payments.documents);
  }

  private async *assetTransactions(): AsyncGenerator<string> {
    const announced = this.totals.assets.transactions;
    yield xmlElements({ NumberOfAssetTransactions: String(announced) }, 3);
    for await (const page of assets(this.tx, this.header.period)) {
      for (const asset of page) {
        const AssetTransaction = assetTransactions(asset, this.header.period, this.texts);
        this.counts.assetTransactions += AssetTransaction.length;
        yield xmlElements({ AssetTransaction }, 3);
      }
    }
    this.refuseOtherThanAnnounced('AssetTransactions', this.counts.assetTransactions, announced);
  }

  /** A file whose sections are not what their heads say is never finished. */
  private refuseOtherThanAnnounced<T extends string | number>(what: string, written: T, announced: T): void {
    invariant(written === announced, `${what}: ${written} written, ${announced} announced`);
  }
}

function totalsOf({ documents: count, debit, credit }: SectionTotals): XmlMembers {
  return { NumberOfEntries: String(count), TotalDebit: monetary(debit), TotalCredit: monetary(credit) };
}
