import type { Period } from '../../../shared/calendar-date';

export const PERIOD_STATUSES = ['open', 'locked'] as const;

/** A month of the books. It is there from its first posting or lock on. */
export interface AccountingPeriod extends Period {
  id: string;
  status: (typeof PERIOD_STATUSES)[number];
}

export const PERIOD_ACTIONS = ['locked', 'unlocked'] as const;
export type PeriodAction = (typeof PERIOD_ACTIONS)[number];

/** The lock of a month; `lockedAt` is an instant, ISO 8601. */
export interface PeriodLock {
  lockedAt: string;
  hash: string | null;
}

/** What was done to a month, by whom; `hash` is that of the trial balance that a lock found. */
export interface PeriodChange extends Period {
  id: string;
  action: PeriodAction;
  reason: string | null;
  hash: string | null;
  actorType: string;
  actorId: string;
  requestId: string;
  changedAt: string;
}
