import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../../shared/domain-error';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { reportJobList } from '../data/report-job-list';
import { findReportJob } from '../data/report-jobs';
import type { ReportJob } from '../domain/report-job';

/** Reads what became of ordered reports; lists the newest first. */
@Injectable()
export class ReadReportJobs {
  constructor(private readonly lists: ListQuery) {}

  async get(tx: Tx, id: string): Promise<ReportJob> {
    return (await findReportJob(tx, id)) ?? refuseUnknown('id', `Report job ${id}`);
  }

  list(tx: Tx, request: ListRequest): Promise<ListPage<ReportJob>> {
    return this.lists.run(tx, reportJobList, request, (row: ReportJob) => row);
  }
}
