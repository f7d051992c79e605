import { Module } from '@nestjs/common';
import { ReportsController } from './api/reports.controller';
import { VatReportsController } from './api/vat-reports.controller';
import { ReportJobsModule } from './jobs/report-jobs.module';
import { DownloadVatRegister } from './use-cases/download-vat-register';
import { ReportAccountDetail } from './use-cases/report-account-detail';
import { ReportGeneralJournal } from './use-cases/report-general-journal';
import { ReportTrialBalance } from './use-cases/report-trial-balance';
import { ReportVat } from './use-cases/report-vat';

@Module({
  imports: [ReportJobsModule],
  controllers: [ReportsController, VatReportsController],
  providers: [ReportTrialBalance, ReportGeneralJournal, ReportAccountDetail, ReportVat, DownloadVatRegister],
})
export class ReportsModule {}
