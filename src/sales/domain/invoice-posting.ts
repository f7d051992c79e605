import { groupBy } from '../../shared/arithmetic/rate-groups';
import { Money } from '../../shared/money';
import type { JournalEntry } from '../../ledger';
import type { DocumentTotals } from '../../shared/arithmetic/document-totals';
import type { SaleType } from './sale-document';

/** The accounts a sales document moves, by id. */
export interface SaleAccounts {
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
  const [side, against] =
    type === 'invoice' ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const);
  return [
    { accountId: accounts.receivable, side, base: totals.baseGross, document: totals.gross },
    ...revenueEntries(totals, accounts).map(revenue => ({ ...revenue, side: against })),
    ...totals.rateTotals.map(rate => ({
      accountId: accounts.vatPayable,
      side: against,
      base: rate.baseVat,
      document: rate.vat,
      description: `${rate.vatCategory} ${rate.vatRatePercent.toString()} %`,
    })),
  ];
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
