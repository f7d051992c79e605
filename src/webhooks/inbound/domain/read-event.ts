import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../../../shared/domain-error';
import type { InboundProvider } from './inbound-event';

/** What a message says of itself. */
export interface ToldEvent {
  externalId: string;
  type: string;
  createdAt: Date;
  object: Readonly<Record<string, unknown>>;
}

type Members = Record<string, unknown>;

const LONGEST_TEXT = 255;
/** Of an event without a type; nothing is done about it, but it is seen only once. */
const UNTYPED = 'untyped';

/**
 * Reads an event whose signature is right. Members that are not there, or are something else, are left out; only an id
 * it must have, as without it nothing tells it from another.
 * @throws DomainError `invalid_request`
 */
export function readEvent(
  provider: InboundProvider,
  headers: IncomingHttpHeaders,
  body: Members,
  receivedAt: Date,
): ToldEvent {
  const data = membersOf(body.data);
  const isStripe = provider === 'stripe';
  const externalId = textOf(isStripe ? body.id : headers['webhook-id']);
  if (externalId === null)
    refuse(
      'invalid_request',
      `The event has no id of 1 to ${LONGEST_TEXT} characters; it was not processed.`,
    );
  return {
    externalId,
    type: textOf(body.type) ?? UNTYPED,
    createdAt: (isStripe ? instantOf(body.created) : dateOf(body.timestamp)) ?? receivedAt,
    object: isStripe ? membersOf(data.object) : data,
  };
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST_TEXT ? value : null;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

const LATEST_SECONDS = 9_999_999_999;

/** Whole seconds since 1970. */
function instantOf(seconds: unknown): Date | null {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= LATEST_SECONDS
    ? new Date(seconds * 1000)
    : null;
}

/** ISO 8601 in UTC. */
function dateOf(text: unknown): Date | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]{5,}Z$/.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
