import { Module } from '@nestjs/common';
import { ClosingController } from './api/closing.controller';
import { DebtsController } from './api/debts.controller';
import { ReportsController } from './api/reports.controller';
import { StatementsController } from './api/statements.controller';
import { VatReportsController } from './api/vat-reports.controller';
import { ReportJobsModule } from './jobs/report-jobs.module';
import { CheckClosing } from './use-cases/check-closing';
import { DownloadVatRegister } from './use-cases/download-vat-register';
import { ReportAccountDetail } from './use-cases/report-account-detail';
import { ReportCashFlow } from './use-cases/report-cash-flow';
import { ReportCostCenters } from './use-cases/report-cost-centers';
import { ReportDebts } from './use-cases/report-debts';
import { ReportFinancialStatements } from './use-cases/report-financial-statements';
import { ReportGeneralJournal } from './use-cases/report-general-journal';
import { ReportMonthlySummary } from './use-cases/report-monthly-summary';
import { ReportSizeCategory } from './use-cases/report-size-category';
import { ReportTrialBalance } from './use-cases/report-trial-balance';
import { ReportVat } from './use-cases/report-vat';

@Module({
  imports: [ReportJobsModule],
  controllers: [
    ReportsController,
    DebtsController,
    StatementsController,
    VatReportsController,
    ClosingController,
  ],
  providers: [
    ReportTrialBalance,
    ReportGeneralJournal,
    ReportAccountDetail,
    ReportDebts,
    ReportFinancialStatements,
    ReportCashFlow,
    ReportSizeCategory,
    ReportMonthlySummary,
    ReportCostCenters,
    ReportVat,
    DownloadVatRegister,
    CheckClosing,
  ],
})
export class ReportsModule {}
