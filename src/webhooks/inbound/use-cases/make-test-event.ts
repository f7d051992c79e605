import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { SecretBox } from '../../../platform/secrets';
import { findEndpoint } from '../data/endpoints';
import { endpointPath, sealOf } from '../domain/endpoint';
import { signed } from '../domain/signature';
import { testEvent } from '../domain/test-event';

/** A message that is ready to be posted. */
export interface TestMessage {
  eventId: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Makes a test event, signed as the sender signs: posted, it takes the whole way of an event that moves money and moves
 * none. Nothing is stored until it is.
 */
@Injectable()
export class MakeTestEvent {
  constructor(private readonly secrets: SecretBox) {}

  async execute(tx: Tx, id: string): Promise<TestMessage> {
    const { provider, sealed } = await findEndpoint(tx, id);
    const address = { companyId: tx.companyId, endpointId: id };
    const event = testEvent(provider, tx.now);
    const signature = signed(provider, event, this.secrets.open(sealed, sealOf(address)), tx.now);
    return {
      eventId: event.id,
      path: endpointPath(address),
      headers: { 'content-type': 'application/json', ...signature },
      body: event.body,
    };
  }
}
