import { Module } from '@nestjs/common';
import { WorkModule } from '../../work';
import { WebhooksController } from './api/webhooks.controller';
import { DeliverySettings } from './domain/delivery';
import { WebhookSender } from './sending/webhook-sender';
import { CreateSubscription } from './use-cases/create-subscription';
import { DeleteSubscription } from './use-cases/delete-subscription';
import { DeliverEvents } from './use-cases/deliver-events';
import { PurgeWebhooks } from './use-cases/purge-webhooks';
import { ReadWebhooks } from './use-cases/read-webhooks';
import { Redeliver, SendTestEvent } from './use-cases/send-again';
import { UpdateSubscription } from './use-cases/update-subscription';

@Module({
  imports: [WorkModule],
  controllers: [WebhooksController],
  providers: [
    CreateSubscription,
    UpdateSubscription,
    DeleteSubscription,
    SendTestEvent,
    Redeliver,
    ReadWebhooks,
    DeliverEvents,
    DeliverySettings,
    WebhookSender,
    PurgeWebhooks,
  ],
  exports: [PurgeWebhooks],
})
export class OutboundWebhooksModule {}
