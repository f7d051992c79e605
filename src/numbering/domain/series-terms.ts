import { refuseField } from '../../shared/domain-error';
import { namesYear, prefixFault } from './series';

/** What the owner of a series decides about it. */
export interface SeriesTerms {
  prefix: string;
  numberLength: number;
  nextNumber: number;
  allocatedFrom: number | null;
  allocatedTo: number | null;
  /** The numbers start again each calendar year of issue. */
  yearlyRestart: boolean;
  isDefault: boolean;
  isActive: boolean;
}

/** Fixed by the first number given: a change would make the numbers before and after it one series only in name. */
const FIXED = [
  'prefix',
  'numberLength',
  'nextNumber',
  'allocatedFrom',
  'allocatedTo',
  'yearlyRestart',
] as const;

/** The fixed members that two versions of a series differ in. */
export function changedFixedTerms(before: SeriesTerms, after: SeriesTerms): string[] {
  return FIXED.filter(member => before[member] !== after[member]);
}

/** Refuses terms of the numbers that contradict each other, naming the member; a series in use has them for good. */
export function refuseUnfitNumbers(terms: SeriesTerms): void {
  const fault = prefixFault(terms.prefix);
  if (fault) refuseField('prefix', fault);
  if (terms.yearlyRestart && !namesYear(terms.prefix)) {
    refuseField('yearlyRestart', 'needs {YYYY} or {YY} in the prefix, or full numbers would repeat');
  }
  if (terms.allocatedTo !== null && terms.allocatedTo < (terms.allocatedFrom ?? 1)) {
    refuseField('allocatedTo', 'must not be below the start of the range');
  }
  if (terms.nextNumber < (terms.allocatedFrom ?? 1))
    refuseField('nextNumber', `must be at least ${terms.allocatedFrom ?? 1}, where the range starts`);
  if (terms.allocatedTo !== null && terms.nextNumber > terms.allocatedTo) {
    refuseField('nextNumber', `must be at most ${terms.allocatedTo}, where the range ends`);
  }
}

/** Refuses a default series that gives no numbers. */
export function refuseInactiveDefault(terms: Pick<SeriesTerms, 'isDefault' | 'isActive'>): void {
  if (terms.isDefault && !terms.isActive)
    refuseField('isActive', 'the default series must be active; make another one the default first');
}
