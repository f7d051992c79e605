import { Module } from '@nestjs/common';
import { AccountModule } from '../account';
import { WebhooksModule } from '../webhooks';
import { WorkModule } from '../work';
import { PaymentsController } from './api/payments.controller';
import { StripeGateway } from './gateway/stripe-gateway';
import { GatewayEvents } from './gateway-events';
import { PaymentMetrics } from './payment-metrics';
import { ApplyGatewayEvent } from './use-cases/apply-gateway-event';
import { BeginCharge } from './use-cases/begin-charge';
import { BeginRefund } from './use-cases/begin-refund';
import { BookPayment } from './use-cases/book-payment';
import { CarryOnPayment } from './use-cases/carry-on-payment';
import { ConcludePayment } from './use-cases/conclude-payment';
import { ReadPayments } from './use-cases/read-payments';
import { ListProviders, SetProvider } from './use-cases/set-provider';

@Module({
  imports: [AccountModule, WorkModule, WebhooksModule],
  controllers: [PaymentsController],
  providers: [
    SetProvider,
    ListProviders,
    BeginCharge,
    BeginRefund,
    CarryOnPayment,
    ConcludePayment,
    BookPayment,
    ApplyGatewayEvent,
    ReadPayments,
    StripeGateway,
    GatewayEvents,
    PaymentMetrics,
  ],
  exports: [ApplyGatewayEvent],
})
export class PaymentsModule {}
