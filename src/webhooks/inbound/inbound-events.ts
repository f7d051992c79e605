import { Injectable } from '@nestjs/common';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';
import type { EventOutcome, InboundEvent, InboundProvider } from './domain/inbound-event';

/**
 * What an event does to the books, inside the transaction that remembers it: once per event, or not at all. The actor is
 * `system`. Two events may be about one thing, so the effect needs a unique key of its own besides.
 *
 * A final refusal that is thrown (`docs/errors.md`) undoes what was written, and the event is remembered as ignored, with
 * the message as the reason. Any other refusal or fault answers 503 or 500 and nothing is remembered: the sender comes again.
 */
export type InboundHandler = (tx: Tx, event: InboundEvent) => Promise<EventOutcome>;

/** Which events mean something here; modules register theirs in `onModuleInit`. Every other type is remembered as ignored. */
@Injectable()
export class InboundEvents {
  private readonly handlers = new Map<string, InboundHandler>();

  register(provider: InboundProvider, type: string, handler: InboundHandler): void {
    const name = nameOf(provider, type);
    invariant(!this.handlers.has(name), `${name} has one handler`);
    this.handlers.set(name, handler);
  }

  handlerOf(provider: InboundProvider, type: string): InboundHandler | undefined {
    return this.handlers.get(nameOf(provider, type));
  }
}

function nameOf(provider: InboundProvider, type: string): string {
  return `${provider} ${type}`;
}
