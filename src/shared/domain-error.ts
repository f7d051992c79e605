import { ERRORS, type ErrorDefinition, type ErrorReason } from './errors';

/** What an error may carry besides its reason and message. */
interface ErrorExtras {
  /** Messages by member of the request, e.g. `{ 'lines.0.quantity': ['must not be zero'] }`. */
  fieldErrors?: Record<string, string[]>;
  /** Id of the resource that is there already. */
  existingId?: string;
  /** Which parts of a reused request differ. */
  mismatch?: string[];
  /** What a payment provider calls its refusal. */
  gateway?: { code: string | null; declineCode: string | null };
  /** Seconds until a retry makes sense. */
  retryAfterSeconds?: number;
}

/** An expected refusal. Knows nothing of HTTP; the catalogue says how it is rendered and whether it is final. */
export class DomainError extends Error {
  constructor(
    readonly reason: ErrorReason,
    message: string,
    readonly extras: ErrorExtras = {},
  ) {
    super(message);
    this.name = 'DomainError';
  }

  get definition(): ErrorDefinition {
    return ERRORS[this.reason];
  }
}

/**
 * Refuses the operation.
 * @param message names the thing and the remedy: "Period 2026-10 is locked; unlock it or use a date from 2026-11-01."
 */
export function refuse(reason: ErrorReason, message: string, extras?: ErrorExtras): never {
  throw new DomainError(reason, message, extras);
}

/** Refuses because `member` names something this company does not have. */
export function refuseUnknown(member: string, what: string): never {
  refuse('not_found', `${what} does not exist in this company.`, {
    fieldErrors: { [member]: [`${what} does not exist`] },
  });
}

/** Refuses a shape that only code can judge, naming the member. */
export function refuseField(member: string, message: string): never {
  refuse('invalid_request', `${member}: ${message}`, { fieldErrors: { [member]: [message] } });
}

const MOST_NAMED = 5;
const MOST_MESSAGES = 50;

/**
 * Refuses members of the contract whose effect is not here: by name, never ignored.
 * @param asked the members with what was given; undefined, null and false ask for nothing
 */
export function refuseNotSupported(asked: Record<string, unknown>): void {
  const found = Object.keys(asked).filter(member => (asked[member] ?? false) !== false);
  if (found.length === 0) return;
  refuse('not_supported', `Not supported yet: ${found.slice(0, MOST_NAMED).join(', ')}; leave it out.`, {
    fieldErrors: Object.fromEntries(found.slice(0, MOST_MESSAGES).map(member => [member, ['not supported']])),
  });
}
