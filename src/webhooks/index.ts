export {
  ignored,
  PROCESSED,
  type EventOutcome,
  type InboundEvent,
  type InboundProvider,
} from './inbound/domain/inbound-event';
export { InboundEvents, type InboundHandler } from './inbound/inbound-events';
export { PurgeWebhooks } from './outbound/use-cases/purge-webhooks';
export { WebhooksModule } from './webhooks.module';
