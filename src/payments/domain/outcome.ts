import type { Failure } from './payment';

/** What the provider says of an order. */
export type Outcome =
  /** The money moved. */
  | { is: 'moved'; reference: string; moneyId: string }
  /** No money moved, and none will for this order. */
  | { is: 'failed'; failure: Failure; reference?: string }
  /** The provider has the order and has not decided yet. */
  | { is: 'processing'; reference: string }
  /**
   * Nobody knows. `answerKept`: the provider may repeat this answer to the same key, whatever it did. `keyRefused`: it cannot
   * be known before there is a secret key of the account that works.
   */
  | { is: 'unknown'; why: string; answerKept: boolean; keyRefused: boolean }
  /** Looked up: the provider has no such order. */
  | { is: 'missing' };

export const unknown = (why: string, answerKept = false): Outcome => ({
  is: 'unknown',
  why,
  answerKept,
  keyRefused: false,
});

/** The provider does not accept the secret key (any more). */
export const keyRefused = (why: string): Outcome => ({
  is: 'unknown',
  why,
  answerKept: false,
  keyRefused: true,
});
