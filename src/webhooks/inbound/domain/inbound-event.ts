/** How the sender signs: `stripe` as Stripe does, `standard` by the Standard Webhooks specification. */
export const INBOUND_PROVIDERS = ['stripe', 'standard'] as const;
export type InboundProvider = (typeof INBOUND_PROVIDERS)[number];

/** A message from the outside whose signature is right. */
export interface InboundEvent {
  provider: InboundProvider;
  endpointId: string;
  /** Where payouts of this sender arrive, when the endpoint says so. */
  bankAccountId: string | null;
  /** The sender's own id of the event: the same on every attempt. */
  externalId: string;
  type: string;
  /** When it happened, by the sender's clock. Events arrive in any order: compare states, or this, never arrival. */
  createdAt: Date;
  /** What it is about (Stripe: `data.object`, else `data`). Whole numbers are numbers; a fraction is a JsonNumber with its digits. */
  object: Readonly<Record<string, unknown>>;
}

/** What became of an event. `ignored` means that nothing was written and that no retry would change that. */
export type EventOutcome = { status: 'processed' } | { status: 'ignored'; reason: string };

export const PROCESSED: EventOutcome = { status: 'processed' };

/** @param reason one sentence for a person who looks for the event's effect */
export function ignored(reason: string): EventOutcome {
  return { status: 'ignored', reason };
}
