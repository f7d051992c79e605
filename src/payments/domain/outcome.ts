import type { Failure } from './payment';

/** What the provider says of an order. */
export type Outcome =
  /** The money moved. */
  | { is: 'moved'; reference: string; moneyId: string }
  /** No money moved, and none will for this order. */
  | { is: 'failed'; failure: Failure; reference?: string }
  /** The provider has the order and has not decided yet. */
  | { is: 'processing'; reference: string }
  /** Nobody knows. `answerKept`: the provider may repeat this answer to the same key, whatever it did. */
  | { is: 'unknown'; why: string; answerKept: boolean }
  /** Looked up: the provider has no such order. */
  | { is: 'missing' };

export const unknown = (why: string, answerKept = false): Outcome => ({ is: 'unknown', why, answerKept });
