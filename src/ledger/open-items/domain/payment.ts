import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';
import type { JournalEntry } from '../../journal/domain/journal-transaction';
import { settle, type OpenAmount, type Settled } from './open-item';

/** What a payment settles of one open item. */
export interface PaidPart {
  item: OpenAmount & { accountId: string };
  /** In the item's currency, signed like the item. */
  amount: Money;
  /** What the payment is worth in base currency on its day, signed like the item. */
  paidBase: Money;
}

export interface PaymentSettlement {
  settled: Settled[];
  /** Credits that take the parts off the accounts they stand on. */
  entries: JournalEntry[];
  /** Realised exchange gains and losses in base currency, both zero or more: the paid is what is relieved + gain - loss. */
  gain: Money;
  loss: Money;
}

/**
 * Settles open items by a payment. Each part relieves what the item carries in base currency (base x paid / open, the last
 * one takes the rest); where the payment is worth more or less than that, the difference is a realised gain or loss
 * (IAS 21.28). Gains and losses of several items are not netted.
 *
 *   100.00 USD carried at 90.00 EUR, received as 95.00 EUR:  credit receivable 90.00, gain 5.00
 *   100.00 USD owed at 90.00 EUR, paid with 95.00 EUR:       debit payable 90.00, loss 5.00
 */
export function settlePayment(parts: PaidPart[], base: Currency): PaymentSettlement {
  const settled = parts.map(({ item, amount }) => settle(item, amount));
  const differences = parts.map(({ paidBase }, index) => paidBase.minus(settled[index]!.baseAmount));
  const gains = differences.filter(difference => !difference.isNegative());
  const losses = differences.filter(difference => difference.isNegative());
  return {
    settled,
    entries: parts.map(({ item }, index) => ({
      accountId: item.accountId,
      side: 'credit',
      base: settled[index]!.baseAmount,
      document: settled[index]!.amount,
    })),
    gain: Money.sum(gains, base),
    loss: Money.sum(losses, base).negated(),
  };
}
