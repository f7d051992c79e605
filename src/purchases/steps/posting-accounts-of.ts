import type { Tx } from '../../platform/database';
import {
  accountsByCode,
  postingAccounts,
  refuseUnusableCostCenters,
  type PostingAccount,
} from '../../ledger';
import type { PurchaseDocument } from '../domain/purchase-document';
import type { PurchaseAccounts } from '../domain/purchase-posting';
import type { PurchaseTotals } from '../domain/purchase-totals';
import { usableCostAccount } from './compose-lines';

/** Where a document is posted. */
export interface DocumentAccounts extends PurchaseAccounts {
  /** Of exchange differences: only for a credit note in another currency than the base currency. */
  exchange: Record<'bank.fxGain' | 'bank.fxLoss', PostingAccount> | undefined;
}

/** @throws DomainError `account_unusable`, `control_account`, `cost_center_inactive` */
export async function accountsOf(
  tx: Tx,
  document: PurchaseDocument,
  totals: PurchaseTotals,
): Promise<DocumentAccounts> {
  const { lines } = document;
  const rules = [...new Set(lines.flatMap(line => (line.accountCode === null ? [line.costRule] : [])))];
  const costCenters = lines.map(line => line.costCenterId);
  const isForeignCredit =
    document.creditedInvoiceId !== null && document.currency.code !== tx.company.baseCurrency.code;
  const hasProRata = !totals.baseUndeductedProRata.isZero();
  const [named, fixed, byRule, exchange, undeducted] = await Promise.all([
    accountsByCode(
      tx,
      lines.flatMap(line => line.accountCode ?? []),
    ),
    postingAccounts(tx, ['purchases.payables', 'purchases.vatReceivable', 'sales.vatPayable']),
    postingAccounts(tx, rules),
    isForeignCredit ? postingAccounts(tx, ['bank.fxGain', 'bank.fxLoss']) : undefined,
    hasProRata ? postingAccounts(tx, ['purchases.nonDeductibleVat']) : undefined,
    refuseUnusableCostCenters(tx, costCenters, 'lines'),
  ]);
  return {
    payables: fixed['purchases.payables'].accountId,
    vatReceivable: fixed['purchases.vatReceivable'].accountId,
    vatPayable: fixed['sales.vatPayable'].accountId,
    nonDeductibleVat: undeducted?.['purchases.nonDeductibleVat'].accountId ?? null,
    costs: lines.map(({ accountCode: code, costRule }, index) =>
      code === null
        ? byRule[costRule].accountId
        : usableCostAccount(code, named.get(code), `lines.${index}`).accountId,
    ),
    costCenters,
    exchange,
  };
}
