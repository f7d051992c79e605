import { Module } from '@nestjs/common';
import { VatModule } from '../vat';
import { ConfigsController } from './api/configs.controller';
import { IsafController } from './api/isaf.controller';
import { SubmissionsController } from './api/submissions.controller';
import { SaftController } from './saft/api/saft.controller';
import { KeepSaft } from './saft/use-cases/keep-saft';
import { MakeSaft } from './saft/use-cases/make-saft';
import { CreateSubmission } from './use-cases/create-submission';
import { DiscardSubmission } from './use-cases/discard-submission';
import { GenerateIsaf } from './use-cases/generate-isaf';
import { IsafFiles } from './use-cases/isaf-files';
import { ListConfigs } from './use-cases/list-configs';
import { ListSubmissions } from './use-cases/list-submissions';
import { MarkSubmission } from './use-cases/mark-submission';
import { ReportSubmissionChanges } from './use-cases/report-submission-changes';
import { UpdateConfig } from './use-cases/update-config';
import { ControlStatementsController } from './api/control-statements.controller';
import { EcSalesController } from './api/ec-sales.controller';
import { Fr0600Controller } from './api/fr0600.controller';
import { OssController } from './api/oss.controller';
import { VatReturnController } from './api/vat-return.controller';
import { VatReconciliationController } from './api/vat-reconciliation.controller';
import { ComputeEcSales } from './use-cases/compute-ec-sales';
import { ComputeFr0600 } from './use-cases/compute-fr0600';
import { ComputeOss } from './use-cases/compute-oss';
import { ComputeVatReturn } from './use-cases/compute-vat-return';
import { GenerateKh1, GenerateKvdph } from './use-cases/generate-control-statement';
import { ListFr0600Documents } from './use-cases/list-fr0600-documents';
import { ReconcileVat } from './use-cases/reconcile-vat';

@Module({
  imports: [VatModule],
  controllers: [
    IsafController,
    SubmissionsController,
    ConfigsController,
    SaftController,
    Fr0600Controller,
    OssController,
    VatReturnController,
    EcSalesController,
    ControlStatementsController,
    VatReconciliationController,
  ],
  providers: [
    GenerateIsaf,
    IsafFiles,
    CreateSubmission,
    MarkSubmission,
    DiscardSubmission,
    ListSubmissions,
    ReportSubmissionChanges,
    ListConfigs,
    UpdateConfig,
    MakeSaft,
    KeepSaft,
    ComputeVatReturn,
    ComputeFr0600,
    ListFr0600Documents,
    ComputeOss,
    ComputeEcSales,
    GenerateKh1,
    GenerateKvdph,
    ReconcileVat,
  ],
})
export class DeclarationsModule {}
