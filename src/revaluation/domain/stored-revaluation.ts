import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';

/** A revaluation of one currency as it is kept; gain and loss are decimal strings in base currency. */
export interface StoredRevaluation {
  id: string;
  currency: string;
  date: CalendarDate;
  rate: string;
  gain: string;
  loss: string;
  transactionId: string | null;
  nextDayTransactionId: string | null;
  bankTransactionId: string | null;
  createdAt: string;
  reversedAt: string | null;
}

/** What a bank balance is carried at rests on the revaluations before it, so they follow each other by day. */
export function refuseUnlessLater(
  date: CalendarDate,
  latest: { id: string; currency: string; date: CalendarDate }[],
): void {
  for (const { id, currency, date: revaluedOn } of latest) {
    const order = compareCalendarDates(date, revaluedOn);
    if (order > 0) continue;
    if (order === 0)
      refuse('revaluation_exists', `${currency} is revalued on ${date} already; take that back first.`, {
        existingId: id,
      });
    refuse(
      'revaluation_not_latest',
      `${currency} is revalued on ${revaluedOn} already; take that back before revaluing it on ${date}.`,
      { existingId: id },
    );
  }
}
