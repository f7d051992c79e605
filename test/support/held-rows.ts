import { setTimeout } from 'node:timers/promises';
import { withClient } from './database';
import type { TestApp } from './test-app';

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Starts the calls one after the other while somebody else holds the rows of a query, each once the one before waits for a
 * lock; then lets the rows go. The answers, in the order of the calls.
 */
export async function whileHeld<Answer>(
  app: TestApp,
  query: string,
  calls: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await withClient(app.superuserUrl, async holder => {
    await holder.query('BEGIN');
    const { rowCount } = await holder.query(query);
    if (!rowCount) throw new Error(`Nothing is held by ${query}`);
    for (const call of calls) {
      answers.push(call());
      await withClient(app.superuserUrl, async watcher => {
        while (((await watcher.query(WAITING)).rowCount ?? 0) < answers.length) await setTimeout(5);
      });
    }
    await holder.query('COMMIT');
  });
  return Promise.all(answers);
}
