import { Module } from '@nestjs/common';
import { ReportsController } from './api/reports.controller';
import { ReportAccountDetail } from './use-cases/report-account-detail';
import { ReportGeneralJournal } from './use-cases/report-general-journal';
import { ReportTrialBalance } from './use-cases/report-trial-balance';

@Module({
  controllers: [ReportsController],
  providers: [ReportTrialBalance, ReportGeneralJournal, ReportAccountDetail],
})
export class ReportsModule {}
