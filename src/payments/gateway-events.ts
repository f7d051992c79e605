import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ignored, InboundEvents, PROCESSED } from '../webhooks';
import { ApplyGatewayEvent, ORDER_EVENTS } from './use-cases/apply-gateway-event';

/** Which events of the provider are about our orders. */
@Injectable()
export class GatewayEvents implements OnModuleInit {
  constructor(
    private readonly events: InboundEvents,
    private readonly applyEvent: ApplyGatewayEvent,
  ) {}

  onModuleInit(): void {
    for (const kind of ['charge', 'refund'] as const) {
      for (const type of ORDER_EVENTS[kind]) {
        this.events.register('stripe', type, async (tx, { object }) => {
          const reason = await this.applyEvent.execute(tx, kind, object);
          return reason === undefined ? PROCESSED : ignored(reason);
        });
      }
    }
  }
}
