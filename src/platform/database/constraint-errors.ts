import type { ErrorReason } from '../../shared/errors';

interface ConstraintError {
  reason: ErrorReason;
  message: string;
}

/**
 * What the violation of a constraint means to the caller, by the constraint's name. The use cases check most of these
 * first, to say more; this is what is left when two requests race. Each module has those of its own tables
 * (`data/constraint-errors.ts`).
 */
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>;

let known: ConstraintErrors = {};

/** Called once, when the application is put together: the only state of this folder, and the same in every process. */
export function knowConstraintErrors(errors: ConstraintErrors): void {
  known = errors;
}

export function constraintError(name: string): ConstraintError | undefined {
  return known[name];
}
