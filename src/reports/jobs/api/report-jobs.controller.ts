import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { Field, IdRequest, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { JOB_STATUSES, REPORT_FORMATS, type ReportFormat } from '../domain/report-job';
import { CreateReportJob } from '../use-cases/create-report-job';
import { ReadReportJobs } from '../use-cases/read-report-jobs';

class CreateReportJobRequest {
  @Field.text({
    max: 60,
    example: 'trial-balance',
    description: 'The last part of the path of the report: `trial-balance` for `reports/trial-balance`.',
  })
  reportType!: string;
  @Field.any({
    optional: true,
    description: 'The request of the report.',
    example: { fromDate: '2026-01-01', toDate: '2026-12-31' },
  })
  params?: Record<string, unknown>;
  @Field.texts({ optional: true, min: 1, max: 3, values: REPORT_FORMATS, description: 'Default json.' })
  formats?: ReportFormat[];
}

class ReportJobOutput {
  @Field.oneOf(REPORT_FORMATS) format!: string;
  @Field.id({ description: 'Read it by `files/get` or `files/download`.' }) fileId!: string;
  @Field.text() fileName!: string;
  @Field.integer() sizeBytes!: number;
}

class ReportJobResponse {
  @Field.id() id!: string;
  @Field.text() reportType!: string;
  @Field.any() params!: object;
  @Field.texts({ values: REPORT_FORMATS }) formats!: string[];
  @Field.oneOf(JOB_STATUSES) status!: string;
  @Field.text({ nullable: true, description: 'Why it failed.' }) error!: string | null;
  @Field.list(() => ReportJobOutput, { nullable: true }) outputs!: ReportJobOutput[] | null;
  @Field.instant() createdAt!: string;
  @Field.instant({ nullable: true }) startedAt!: string | null;
  @Field.instant({ nullable: true }) finishedAt!: string | null;
}

@Controller()
export class ReportJobsController {
  constructor(
    private readonly createJob: CreateReportJob,
    private readonly readJobs: ReadReportJobs,
  ) {}

  @Write('reports/jobs/create', {
    summary: 'Order a report as files; it is made in the background',
    request: CreateReportJobRequest,
    response: ReportJobResponse,
    status: 201,
  })
  create(@Body() request: CreateReportJobRequest, @InTx() tx: Tx): Promise<ReportJobResponse> {
    return this.createJob.execute(tx, request);
  }

  @Read('reports/jobs/get', { summary: 'An ordered report', request: IdRequest, response: ReportJobResponse })
  get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<ReportJobResponse> {
    return this.readJobs.get(tx, id);
  }

  @Read('reports/jobs/list', {
    summary: 'Ordered reports',
    request: ListRequest,
    response: listResponse(ReportJobResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<ReportJobResponse>> {
    return this.readJobs.list(tx, request);
  }
}
