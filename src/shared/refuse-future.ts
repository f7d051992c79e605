import { compareCalendarDates, type CalendarDate } from './calendar-date';
import { refuse } from './domain-error';
import type { ErrorReason } from './errors';

/** The company's today, as a transaction has it. */
interface Today {
  today: CalendarDate;
  company: { timeZone: string };
}

/**
 * What happened cannot have happened after today.
 * @param member what the request calls the day
 * @throws DomainError `future_date`, or the reason that the caller's contract has for it
 */
export function refuseFuture(
  { today, company }: Today,
  member: string,
  day: CalendarDate,
  reason: Extract<ErrorReason, 'future_date' | 'future_issue_date'> = 'future_date',
): void {
  if (compareCalendarDates(day, today) <= 0) return;
  refuse(reason, `${member} ${day} is in the future; today is ${today} (${company.timeZone}).`, {
    fieldErrors: { [member]: [`must not be after ${today}`] },
  });
}
