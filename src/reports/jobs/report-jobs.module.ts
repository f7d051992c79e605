import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountModule } from '../../account';
import { WorkModule } from '../../work';
import { ReportJobsController } from './api/report-jobs.controller';
import { CreateReportJob } from './use-cases/create-report-job';
import { ReadReportJobs } from './use-cases/read-report-jobs';
import { ReportCatalog } from './steps/report-catalog';
import { RunReportJob } from './use-cases/run-report-job';

/** Reports as files, made in the background. */
@Module({
  imports: [DiscoveryModule, AccountModule, WorkModule],
  controllers: [ReportJobsController],
  providers: [ReportCatalog, CreateReportJob, ReadReportJobs, RunReportJob],
})
export class ReportJobsModule {}
