import type { CalendarDate } from '../../../shared/calendar-date';
import type { Money } from '../../../shared/money';
import type { OpenItemSide } from '../../open-items/domain/open-item';

/** A transaction that opened the books, and what is on the account of the other side now: zero when all is in. */
export interface Opening {
  id: string;
  date: CalendarDate;
  transactionId: string;
  reversalTransactionId: string | null;
  clearing: { accountCode: string; balance: Money };
}

/** The open items that documents of the old books leave, by the name of their type. */
export const OPENING_ITEM_TYPES: Readonly<Record<OpenItemSide, string>> = {
  receivable: 'opening_receivable',
  payable: 'opening_payable',
};
