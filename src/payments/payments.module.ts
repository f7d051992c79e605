import { Module } from '@nestjs/common';
import { AccountModule } from '../account';
import { LedgerModule } from '../ledger';
import { WebhooksModule } from '../webhooks';
import { WorkModule } from '../work';
import { PaymentsController } from './api/payments.controller';
import { StripeGateway } from './gateway/stripe-gateway';
import { GatewayEvents } from './gateway-events';
import { PaymentMetrics } from './payment-metrics';
import { ApplyGatewayEvent } from './use-cases/apply-gateway-event';
import { BeginCharge } from './use-cases/begin-charge';
import { BeginRefund } from './use-cases/begin-refund';
import { BookFreedCharges } from './use-cases/book-freed-charges';
import { BookPayment } from './use-cases/book-payment';
import { BookReturn } from './use-cases/book-return';
import { CarryOnPayment } from './use-cases/carry-on-payment';
import { ConcludePayment } from './use-cases/conclude-payment';
import { ReadPayments } from './use-cases/read-payments';
import { ListProviders, SetProvider } from './use-cases/set-provider';

@Module({
  imports: [AccountModule, LedgerModule, WorkModule, WebhooksModule],
  controllers: [PaymentsController],
  providers: [
    SetProvider,
    ListProviders,
    BeginCharge,
    BeginRefund,
    CarryOnPayment,
    ConcludePayment,
    BookPayment,
    BookReturn,
    BookFreedCharges,
    ApplyGatewayEvent,
    ReadPayments,
    StripeGateway,
    GatewayEvents,
    PaymentMetrics,
  ],
  exports: [ApplyGatewayEvent],
})
export class PaymentsModule {}
