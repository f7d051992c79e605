import type { Period } from '../../../shared/calendar-date';
import { refuseField } from '../../../shared/domain-error';

export const VAT_PERIOD_STATUSES = ['open', 'closed'] as const;

/** A month of the VAT register; open from the start, whether or not anything counts in it yet. */
export interface VatPeriod extends Period {
  status: (typeof VAT_PERIOD_STATUSES)[number];
  /** Instant, ISO 8601. */
  closedAt: string | null;
}

/** '2026-10' */
export function nameOf({ year, month }: Period): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

export function monthAfter({ year, month }: Period): Period {
  return month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
}

/**
 * The months of a return: 1 of a month, 3 of a quarter, 6 of a half-year, within one calendar year.
 * @throws DomainError `invalid_request` when they run into the next year
 */
export function monthsOf({ year, month }: Period, months: number): Period[] {
  if (month + months > 13) refuseField('months', `${months} months from ${month} on leave the year`);
  return Array.from({ length: months }, (_, index) => ({ year, month: month + index }));
}
