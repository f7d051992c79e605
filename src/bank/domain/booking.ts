import { daysBetween, type CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';

/** Days that the day of the bank and that of the journal transaction may be apart. */
const MOST_DAYS_APART = 15;

/** A journal transaction as far as a bank transaction may be booked by it. */
export interface BookingTransaction {
  date: CalendarDate;
  documentType: string | null;
  isReversedOrReversal: boolean;
}

/** @throws DomainError `match_refused` unless the journal transaction is manual, stands, and is of about the day */
export function refuseUnbookable(
  { date }: { date: CalendarDate },
  { date: bookedOn, documentType, isReversedOrReversal }: BookingTransaction,
): void {
  if (documentType !== null) {
    refuse(
      'match_refused',
      `The journal transaction belongs to ${documentType}; a bank transaction is matched to a manual one, and to documents by bank/transactions/match.`,
    );
  }
  if (isReversedOrReversal) {
    refuse('match_refused', 'The journal transaction is reversed, or is a reversal; it books no money.');
  }
  const days = daysBetween(date, bookedOn);
  if (days < -MOST_DAYS_APART || days > MOST_DAYS_APART) {
    refuse(
      'match_refused',
      `The journal transaction is of ${bookedOn}, more than ${MOST_DAYS_APART} days from ${date}, the day of the bank.`,
    );
  }
}
