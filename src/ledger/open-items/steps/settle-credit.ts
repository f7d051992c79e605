import type { CalendarDate } from '../../../shared/calendar-date';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import type { TableRows, Tx } from '../../../platform/database';
import type { JournalTransaction } from '../../journal/domain/journal-transaction';
import { allocationRows, openItemRows, type Allocation, type LockedOpenItem } from '../data/open-items';
import type { VoidableItem } from '../data/void-open-item';
import { exchangeDifference, settleMutually } from '../domain/credit-settlement';
import { mutualAmount, settle, type OpenItem, type Settled } from '../domain/open-item';

/** What is to be written of a settlement. */
export interface CreditSettlement {
  /** Insert with the credit note: its open item, settled already as far as it is, and the allocation. */
  rows: TableRows[];
  /** Then hand to `settleOpenItems`. */
  settled: Settled[];
}

/** What `settleAgainst` asks its caller to write. */
export interface CreditOfInvoice extends CreditSettlement {
  /** Hand to `journalRows` with the credit note's own: an exchange difference of cents, if any. */
  transactions: JournalTransaction[];
}

/**
 * Settles the open item of a new credit note against the locked open item of the credited invoice, as far as both are
 * open. What the invoice cannot take (it is paid, say) stays open on the credit note. Both are in one currency at one rate.
 * @param exchange the accounts of the rules `bank.fxGain` and `bank.fxLoss`; not needed in base currency
 */
export function settleAgainst(
  tx: Tx,
  invoice: LockedOpenItem,
  credit: OpenItem,
  exchange: Record<'bank.fxGain' | 'bank.fxLoss', { accountId: string }> | undefined,
): CreditOfInvoice {
  const amount = mutualAmount(invoice.amount, credit.amount);
  if (amount.isZero()) return { rows: [openItemRows(tx, [credit])], settled: [], transactions: [] };
  const { ofInvoice, ofCredit, difference } = settleMutually(invoice, credit, amount);
  const allocationId = newId();
  const transactions: JournalTransaction[] = [];
  if (!difference.isZero()) {
    invariant(exchange, 'a credit note in base currency leaves no exchange difference');
    const of = { ...credit, allocationId, date: credit.postedOn, accountId: invoice.accountId };
    const accounts = { gain: exchange['bank.fxGain'].accountId, loss: exchange['bank.fxLoss'].accountId };
    transactions.push(exchangeDifference(difference, of, amount, accounts));
  }
  const allocation: Allocation = {
    allocationId,
    date: credit.postedOn,
    kind: 'credit_note',
    transactionId: transactions[0]?.id ?? null,
    settled: [ofInvoice, ofCredit],
  };
  return {
    rows: [
      openItemRows(tx, [credit], new Map([[credit.openItemId, ofCredit]])),
      allocationRows(tx, allocation),
    ],
    settled: [ofInvoice],
    transactions,
  };
}

/**
 * Closes the open item of a document whose posting `posted` takes back: what is open of it is settled by that posting,
 * and what it settled as a credit note is open again.
 */
export function settleByVoid(
  tx: Tx,
  { item, credited }: VoidableItem,
  posted: { date: CalendarDate; transactionId: string },
): CreditSettlement {
  const givenBack = credited.map(({ openItemId, amount, baseAmount }) => ({
    openItemId,
    amount: amount.negated(),
    baseAmount: baseAmount.negated(),
  }));
  const settled = [...givenBack, ...(item.amount.isZero() ? [] : [settle(item, item.amount)])];
  return {
    rows: [allocationRows(tx, { allocationId: newId(), kind: 'void', ...posted, settled })],
    settled,
  };
}
