import type { CalendarDate } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { givenMoney } from '../../../shared/given-money';
import type { JournalEntry } from '../../journal/domain/journal-transaction';
import { refuseLater, within, type AllocatableItem } from './allocation';
import { settle, type Settled } from './open-item';

/**
 * What a write-off settles of an open item, at what the item carries: no exchange difference arises, as nothing is paid.
 * @param amount decimal string, signed like what is open; all of it when it is missing
 * @throws DomainError `document_settled` when nothing is open, `allocation_refused`
 */
export function planWriteOff(item: AllocatableItem, amount: string | undefined, date: CalendarDate): Settled {
  if (item.amount.isZero()) refuse('document_settled', `Nothing is open on ${item.documentNumber}.`);
  refuseLater(item, date);
  const { currency } = item.amount;
  const given = amount === undefined ? item.amount : within(item, givenMoney(amount, 'amount', currency));
  const settled = settle(item, given);
  if (settled.baseAmount.isZero()) {
    refuse(
      'allocation_refused',
      `${given.toString()} ${currency.code} of ${item.documentNumber} is carried at nothing; write more of it off.`,
    );
  }
  return settled;
}

/**
 * The entries of a write-off.
 *
 *   121.00 that a customer owes:  debit the account named 121.00, credit receivable 121.00
 *   50.00 owed to a supplier:     debit payable 50.00, credit the account named 50.00
 */
export function writeOffEntries(
  { baseAmount: base, amount: document }: Settled,
  itemAccountId: string,
  resultAccountId: string,
): JournalEntry[] {
  return [
    { accountId: resultAccountId, side: 'debit', base, document },
    { accountId: itemAccountId, side: 'credit', base, document },
  ];
}
