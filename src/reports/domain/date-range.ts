import { yearOf, type CalendarDate } from '../../shared/calendar-date';
import { refuseField } from '../../shared/domain-error';

/** The days a report covers, both included. */
export interface DateRange {
  fromDate: CalendarDate;
  toDate: CalendarDate;
}

const MOST_YEARS = 10;

/** @throws DomainError `invalid_request` on `toDate`: before `fromDate`, or more than 10 years of days */
export function refuseUnfitRange({ fromDate, toDate }: DateRange): void {
  if (toDate < fromDate) refuseField('toDate', 'must not be before fromDate');
  const firstDayBeyond = `${yearOf(fromDate) + MOST_YEARS}${fromDate.slice(4)}`;
  if (toDate >= firstDayBeyond)
    refuseField('toDate', `must be before ${firstDayBeyond}: a report covers at most ${MOST_YEARS} years`);
}
