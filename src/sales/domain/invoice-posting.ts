import { groupBy } from '../../shared/arithmetic/rate-groups';
import { Money } from '../../shared/money';
import type { JournalEntry } from '../../ledger';
import type { DocumentTotals } from '../../shared/arithmetic/document-totals';
import type { SaleType } from './sale-document';

/** The accounts a sales document moves, by id. */
interface SaleAccounts {
  receivable: string;
  /** Of each line, in their order. */
  revenue: string[];
  /** What each line's revenue is counted for. */
  costCenters: (string | null)[];
  vatPayable: string;
}

/**
 * Journal entries of a sales document, in document and base currency:
 *
 *   invoice 121.00:      debit receivable 121.00, credit revenue 100.00, credit VAT payable 21.00
 *   credit note 121.00:  the mirror image
 *
 * Revenue is one entry per account and cost center, of the nets of its lines, which sum to the document's in both currencies. VAT is one entry per rate and category, so that the journal can be read
 * against the VAT register.
 */
export function saleEntries(type: SaleType, totals: DocumentTotals, accounts: SaleAccounts): JournalEntry[] {
  const [side, against] = sidesOf(type);
  return [
    { accountId: accounts.receivable, side, base: totals.baseGross, document: totals.gross },
    ...revenueEntries(totals, accounts).map(revenue => ({ ...revenue, side: against })),
    ...vatEntries(totals, accounts.vatPayable, against),
  ];
}

/**
 * Journal entries of an advance invoice: what is asked for is a receivable, and a liability until the supply is made.
 *
 *   advance 121.00:              debit receivable 121.00, credit advances received 121.00
 *   credit of it:                the mirror image
 *
 * No revenue and no VAT. Payment settles the receivable like any other; the final invoice relieves the liability.
 */
export function advanceEntries(
  type: SaleType,
  totals: DocumentTotals,
  accounts: { receivable: string; advancesReceived: string },
): JournalEntry[] {
  const [side, against] = sidesOf(type);
  const amounts = { base: totals.baseGross, document: totals.gross };
  return [
    { accountId: accounts.receivable, side, ...amounts },
    { accountId: accounts.advancesReceived, side: against, ...amounts },
  ];
}

/**
 * Journal entries of the tax document on a receipt: the VAT in the money received is owed to the state and no longer to the
 * customer, so that the liability goes on net (IFRS 15.47: what is collected for others is no part of the price).
 *
 *   121.00 received at 21 %:     debit advances received 21.00, credit VAT payable 21.00
 *   credit of it:                the mirror image
 */
export function advanceTaxEntries(
  type: SaleType,
  totals: DocumentTotals,
  accounts: { advancesReceived: string; vatPayable: string },
): JournalEntry[] {
  const [side, against] = sidesOf(type);
  return [
    { accountId: accounts.advancesReceived, side, base: totals.baseVat, document: totals.vat },
    ...vatEntries(totals, accounts.vatPayable, against),
  ];
}

function sidesOf(type: SaleType): ['debit' | 'credit', 'debit' | 'credit'] {
  return type === 'credit_note' ? ['credit', 'debit'] : ['debit', 'credit'];
}

function vatEntries(totals: DocumentTotals, accountId: string, side: 'debit' | 'credit'): JournalEntry[] {
  return totals.rateTotals.map(rate => ({
    accountId,
    side,
    base: rate.baseVat,
    document: rate.vat,
    description: `${rate.vatCategory} ${rate.vatRatePercent.toString()} %`,
  }));
}

function revenueEntries(totals: DocumentTotals, { revenue, costCenters }: SaleAccounts) {
  const lines = totals.lines.map((line, index) => ({
    line,
    accountId: revenue[index]!,
    costCenterId: costCenters[index] ?? null,
  }));
  return groupBy(lines, ({ accountId, costCenterId }) => `${accountId} ${costCenterId}`).map(group => ({
    accountId: group[0]!.accountId,
    costCenterId: group[0]!.costCenterId,
    base: Money.sum(
      group.map(({ line }) => line.baseNet),
      totals.baseNet.currency,
    ),
    document: Money.sum(
      group.map(({ line }) => line.net),
      totals.net.currency,
    ),
  }));
}
