/** What came of one attempt. `status` is null when no answer came. */
export interface Attempt {
  status: number | null;
  error: string;
}

export type Outcome = 'delivered' | 'retry' | 'failed' | 'gone';

/** How deliveries are tried; another one stands in for it where nobody can wait for days. */
export class DeliverySettings {
  /** From the request to the last byte of the answer. */
  timeoutMs = 10_000;
  /** Between the attempts at one event: three days in all (the schedule of Standard Webhooks, with one more day). */
  retryDelaysSeconds = [
    5,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];
  /** How long a receiver that took nothing of a turn is left alone; doubled with each such turn in a row. */
  firstPauseSeconds = 5;
  longestPauseSeconds = 600;
  /**
   * After a turn that told something the lane looks again so soon: what happens meanwhile is told together. At most what
   * `wake_webhook_lanes` leaves alone, else the next event wakes the lane before.
   */
  lingerSeconds = 5;
}
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** @param attempts how many there were before this one */
export function outcomeOf({ status }: Attempt, attempts: number, settings: DeliverySettings): Outcome {
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return attempts < settings.retryDelaysSeconds.length ? 'retry' : 'failed';
}

/**
 * Seconds until the next attempt, up to a tenth more or less, so that what failed together does not come back together; null
 * when there is none. What met a 410 is due as soon as the subscription is active again.
 */
export function retryInSeconds(
  outcome: Outcome,
  attempts: number,
  settings: DeliverySettings,
): number | null {
  if (outcome === 'gone') return 0;
  if (outcome !== 'retry') return null;
  return settings.retryDelaysSeconds[attempts]! * (0.9 + Math.random() / 5);
}

/** @param failedTurns in a row, this one included */
export function pauseSeconds(failedTurns: number, settings: DeliverySettings): number {
  return Math.min(settings.firstPauseSeconds * 2 ** (failedTurns - 1), settings.longestPauseSeconds);
}
