import type { Tx } from '../database';

/** Reads in a transaction of its own. */
export type Reading = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * What a handler that reads answers when the rest takes long and needs no database: it is made after the transaction has
 * ended and its connection was given back. What has to wait before that is worth reading reads only then.
 */
export class AfterReading<Answer> {
  constructor(readonly make: (read: Reading) => Promise<Answer>) {}
}
