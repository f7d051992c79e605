import type { Period } from '../../../shared/calendar-date';

export const PERIOD_STATUSES = ['open', 'locked'] as const;

/** A month of the books. It is there from its first posting or lock on. */
export interface AccountingPeriod extends Period {
  id: string;
  status: (typeof PERIOD_STATUSES)[number];
}
