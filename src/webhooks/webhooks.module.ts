import { Module } from '@nestjs/common';
import { InboundWebhooksModule } from './inbound/inbound-webhooks.module';
import { OutboundWebhooksModule } from './outbound/outbound.module';

@Module({
  imports: [InboundWebhooksModule, OutboundWebhooksModule],
  exports: [InboundWebhooksModule, OutboundWebhooksModule],
})
export class WebhooksModule {}
