import { Module, type DynamicModule } from '@nestjs/common';
import { AccountModule } from './account';
import { AssetsModule } from './assets';
import { AuditModule } from './audit';
import { CatalogModule } from './catalog';
import { BankModule } from './bank';
import { FilesModule } from './files';
import { DeclarationsModule } from './declarations';
import { IdempotencyModule } from './idempotency';
import { Housekeeping } from './housekeeping';
import { LedgerModule } from './ledger';
import { MailModule } from './mail';
import { NumberingModule } from './numbering';
import type { Clock } from './platform/clock';
import type { Config } from './platform/config';
import { PartnersModule } from './partners';
import { PaymentsModule } from './payments';
import { PlatformModule } from './platform/platform.module';
import { PurchasesModule } from './purchases';
import { ReferenceModule } from './reference';
import { ReportsModule } from './reports';
import { RevaluationModule } from './revaluation';
import { SalesModule } from './sales';
import { VatModule } from './vat';
import { WebhooksModule } from './webhooks';
import { WorkModule } from './work';

@Module({})
export class AppModule {
  static with(config: Config, clock: Clock): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(config, clock),
        AuditModule,
        MailModule,
        FilesModule,
        WorkModule,
        AccountModule,
        IdempotencyModule,
        NumberingModule,
        ReferenceModule,
        PartnersModule,
        CatalogModule,
        VatModule,
        WebhooksModule,
        LedgerModule,
        SalesModule,
        PurchasesModule,
        AssetsModule,
        BankModule,
        PaymentsModule,
        RevaluationModule,
        DeclarationsModule,
        ReportsModule,
      ],
      providers: [Housekeeping],
    };
  }
}
