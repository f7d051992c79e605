/**
 * Stops the program's own faults: a broken promise between two pieces of code, never a caller's mistake.
 * Throws a plain Error, which the API answers with 500.
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}
