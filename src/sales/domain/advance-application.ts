import { Money } from '../../shared/money';
import type { JournalEntry } from '../../ledger';

/**
 * Journal entries of an advance that is applied to an invoice. Each side goes at what it carries in base currency; what they
 * differ by is a realised exchange difference.
 *
 *   121.00 in base currency:                               debit advances received 121.00, credit receivable 121.00
 *   100.00 USD, received at 90.00, invoiced at 95.00:      debit advances received 90.00 and loss 5.00, credit receivable 95.00
 *
 * @param applied `relieved` is what the liability carried of the amount, `settled` what the receivable did
 * @param accounts of exchange differences: null where there are none, in base currency
 */
export function applicationEntries(
  { amount, relieved, settled }: { amount: Money; relieved: Money; settled: Money },
  accounts: { advancesReceived: string; receivable: string; fxGain: string | null; fxLoss: string | null },
): JournalEntry[] {
  const difference = settled.minus(relieved);
  const resultId = difference.isNegative() ? accounts.fxGain : accounts.fxLoss;
  return [
    { accountId: accounts.advancesReceived, side: 'debit', base: relieved, document: amount },
    ...(resultId === null
      ? []
      : [
          {
            accountId: resultId,
            side: 'debit' as const,
            base: difference,
            document: Money.zero(amount.currency),
          },
        ]),
    { accountId: accounts.receivable, side: 'credit', base: settled, document: amount },
  ];
}
