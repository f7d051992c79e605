import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../../shared/domain-error';
import { translateDatabaseError } from '../../platform/database';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Calls `transaction` again while the database is busy or out of reach; each time the pause before is twice as long.
 * @param until by `performance.now()`: from then on the error is the caller's
 * @param isWorthIt whether to go on, asked after each error
 */
export async function whileDatabaseIsAway<T>(
  transaction: () => Promise<T>,
  until: number,
  isWorthIt = (): boolean => true,
): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await transaction();
    } catch (error) {
      if (!isTransient(error) || !isWorthIt() || performance.now() + pause > until) throw error;
      await delay(pause);
    }
  }
}

function isTransient(thrown: unknown): boolean {
  const error = translateDatabaseError(thrown);
  return error instanceof DomainError && error.reason === 'temporarily_unavailable';
}
