import type { JournalEntry } from '../../ledger';
import type { DocumentTotals } from './document-totals';
import type { SaleType } from './sale-document';

/** The accounts a sales document moves, by id. */
export interface SaleAccounts {
  receivable: string;
  revenue: string;
  vatPayable: string;
}

/**
 * Journal entries of a sales document, in document and base currency:
 *
 *   invoice 121.00:      debit receivable 121.00, credit revenue 100.00, credit VAT payable 21.00
 *   credit note 121.00:  the mirror image
 *
 * VAT is one entry per rate and category, so that the journal can be read against the VAT register.
 */
export function saleEntries(type: SaleType, totals: DocumentTotals, accounts: SaleAccounts): JournalEntry[] {
  const [side, against] =
    type === 'invoice' ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const);
  return [
    { accountId: accounts.receivable, side, base: totals.baseGross, document: totals.gross },
    { accountId: accounts.revenue, side: against, base: totals.baseNet, document: totals.net },
    ...totals.rateTotals.map(rate => ({
      accountId: accounts.vatPayable,
      side: against,
      base: rate.baseVat,
      document: rate.vat,
      description: `${rate.vatCategory} ${rate.vatRatePercent.toString()} %`,
    })),
  ];
}
