import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountModule } from '../../account';
import { EndpointsController } from './api/endpoints.controller';
import { InboundController } from './api/inbound.controller';
import { INBOUND_PROVIDERS, PROCESSED } from './domain/inbound-event';
import { TEST_EVENT_TYPE } from './domain/test-event';
import { InboundEvents } from './inbound-events';
import { KeepEndpoints } from './use-cases/keep-endpoints';
import { ListInbound } from './use-cases/list-inbound';
import { MakeTestEvent } from './use-cases/make-test-event';
import { ReceiveEvent } from './use-cases/receive-event';

@Module({
  imports: [AccountModule],
  controllers: [EndpointsController, InboundController],
  providers: [InboundEvents, KeepEndpoints, ListInbound, MakeTestEvent, ReceiveEvent],
  exports: [InboundEvents],
})
export class InboundWebhooksModule implements OnModuleInit {
  constructor(private readonly events: InboundEvents) {}

  onModuleInit(): void {
    for (const provider of INBOUND_PROVIDERS)
      this.events.register(provider, TEST_EVENT_TYPE, () => Promise.resolve(PROCESSED));
  }
}
