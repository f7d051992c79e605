import type { CalendarDate } from '../../../shared/calendar-date';
import { newId } from '../../../shared/ids';
import { Money } from '../../../shared/money';
import type { JournalTransaction } from '../../journal/domain/journal-transaction';
import type { OpenAmount, Settled } from './open-item';

/** What an invoice and its credit note settle of each other. */
export interface MutualSettlement {
  ofInvoice: Settled;
  ofCredit: Settled;
  /** What the two leave over in base currency, with the invoice's sign: cents of conversion, mostly zero. */
  difference: Money;
}

/**
 * Settles `amount`, as far as both are open, of an invoice and its credit note, which are in one currency at one rate.
 * The invoice is relieved of what the credit carries in base currency, so that their accounts need no entry.
 *
 * After partial payments the two may differ by cents: base amounts were rounded at each. Whichever is settled to the end
 * gives up all it carries; what the other does not take is the difference, to be posted as an exchange difference.
 *
 *   invoice open 10.00 USD carried at 9.00 EUR, credit 10.00 USD carried at 8.99 EUR:  difference 0.01, a loss
 */
export function settleMutually(invoice: OpenAmount, credit: OpenAmount, amount: Money): MutualSettlement {
  const carried = credit.baseAmount.negated();
  const relieved = amount.equals(invoice.amount) ? invoice.baseAmount : smaller(carried, invoice.baseAmount);
  const taken = amount.equals(credit.amount.negated()) ? carried : smaller(relieved, carried);
  return {
    ofInvoice: { openItemId: invoice.openItemId, amount, baseAmount: relieved },
    ofCredit: { openItemId: credit.openItemId, amount: amount.negated(), baseAmount: taken.negated() },
    difference: relieved.minus(taken),
  };
}

/** Accounts of exchange differences, by id. */
export interface ExchangeAccounts {
  gain: string;
  loss: string;
}

/** The transaction that takes a difference off the account of the invoice. */
export function exchangeDifference(
  difference: Money,
  of: {
    allocationId: string;
    date: CalendarDate;
    accountId: string;
    partnerId: string;
    documentNumber: string;
  },
  document: Money,
  accounts: ExchangeAccounts,
): JournalTransaction {
  const amounts = { base: difference, document: Money.zero(document.currency) };
  const resultId = difference.isNegative() ? accounts.gain : accounts.loss;
  return {
    id: newId(),
    date: of.date,
    description: `Exchange difference of ${of.documentNumber}`,
    documentType: 'open_item_allocation',
    documentId: of.allocationId,
    partnerId: of.partnerId,
    entries: [
      { accountId: resultId, side: 'debit', ...amounts },
      { accountId: of.accountId, side: 'credit', ...amounts },
    ],
  };
}

function smaller(one: Money, other: Money): Money {
  return one.amount.abs().lessThanOrEqualTo(other.amount.abs()) ? one : other;
}
