import { groupBy, rateKey } from '../../shared/arithmetic/rate-groups';
import { Money } from '../../shared/money';
import type { JournalEntry } from '../../ledger';
import type { PurchaseType } from './purchase-document';
import { nonDeductible, type PurchaseTotals, type PurchaseVatTotal } from './purchase-totals';

/** The accounts a supplier document moves, by id; `costs` and what they are counted for in the order of the lines. */
export interface PurchaseAccounts {
  payables: string;
  vatReceivable: string;
  vatPayable: string;
  /** Of the posting rule purchases.nonDeductibleVat; null where the pro rata leaves nothing undeducted. */
  nonDeductibleVat: string | null;
  costs: string[];
  costCenters: (string | null)[];
}

/**
 * Journal entries of a supplier document, in document and base currency:
 *
 *   100.00 + 21 % = 121.00, all deductible:  debit cost 100.00, debit input VAT 21.00, credit payables 121.00
 *   the same, half deductible by its line:   debit cost 110.50, debit input VAT 10.50, credit payables 121.00
 *   the same, half deductible by pro rata:   debit cost 100.00, debit non-deductible VAT 10.50, debit input VAT 10.50,
 *                                            credit payables 121.00
 *   100.00 under reverse charge, half:       debit cost 110.50, debit input VAT 10.50, credit output VAT 21.00,
 *                                            credit payables 100.00
 *   credit notes:                            the mirror image
 *
 * Cost is one entry per account and cost center, VAT one per rate and category, so that the journal can be read against the VAT register.
 */
export function purchaseEntries(
  type: PurchaseType,
  totals: PurchaseTotals,
  accounts: PurchaseAccounts,
): JournalEntry[] {
  const [debit, credit] =
    type === 'invoice' ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const);
  const perRate = (
    accountId: string,
    side: JournalEntry['side'],
    amounts: (total: PurchaseVatTotal) => { document: Money; base: Money },
  ): JournalEntry[] =>
    groupBy(totals.vatTotals, rateKey).map(rows => ({
      accountId,
      side,
      ...summed(rows.map(amounts)),
      description: `${rows[0]!.vatCategory} ${rows[0]!.vatRatePercent.toString()} %`,
    }));
  return [
    ...costEntries(totals, accounts).map(entry => ({ ...entry, side: debit })),
    ...(accounts.nonDeductibleVat === null
      ? []
      : [
          {
            accountId: accounts.nonDeductibleVat,
            side: debit,
            document: totals.undeductedProRata,
            base: totals.baseUndeductedProRata,
            description: 'Pro rata',
          },
        ]),
    ...perRate(accounts.vatReceivable, debit, total => ({
      document: total.deductibleVat,
      base: total.baseDeductibleVat,
    })),
    ...perRate(accounts.vatPayable, credit, total => ({
      document: total.selfAssessedVat,
      base: total.baseSelfAssessedVat,
    })),
    { accountId: accounts.payables, side: credit, document: totals.gross, base: totals.baseGross },
  ];
}

/** Net and the VAT that lines do not deduct, per account and cost center in order of first appearance. */
function costEntries(totals: PurchaseTotals, accounts: PurchaseAccounts): Omit<JournalEntry, 'side'>[] {
  const costs = totals.lines.map((line, index) => {
    const vat = nonDeductible(line);
    return {
      accountId: accounts.costs[index]!,
      costCenterId: accounts.costCenters[index] ?? null,
      document: line.net.plus(vat.document),
      base: line.baseNet.plus(vat.base),
    };
  });
  return groupBy(costs, ({ accountId, costCenterId }) => `${accountId} ${costCenterId}`).map(members => ({
    accountId: members[0]!.accountId,
    costCenterId: members[0]!.costCenterId,
    ...summed(members),
  }));
}

function summed(rows: { document: Money; base: Money }[]): { document: Money; base: Money } {
  return rows
    .map(({ document, base }) => ({ document, base }))
    .reduce((sum, row) => ({ document: sum.document.plus(row.document), base: sum.base.plus(row.base) }));
}
