import { Injectable } from '@nestjs/common';
import { DomainError, refuse, refuseField } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { scheduleWork } from '../../../work';
import { refuseUnfitRange, type DateRange } from '../../domain/date-range';
import { countUnfinishedJobs, findReportJob, reportJobRow } from '../data/report-jobs';
import type { ReportFormat, ReportJob } from '../domain/report-job';
import { ReportCatalog, type ReportType } from '../steps/report-catalog';
import { REPORT_WORK } from './run-report-job';

export interface ReportJobRequest {
  reportType: string;
  params?: Record<string, unknown>;
  formats?: ReportFormat[];
}

/** One company's orders must not keep those of all others waiting. */
const MOST_UNFINISHED = 20;

/** Orders a report, which is made in the background. What its own route would refuse of the parameters is refused here. */
@Injectable()
export class CreateReportJob {
  constructor(private readonly catalog: ReportCatalog) {}

  /** @throws DomainError `scope_missing`, `invalid_request`, `report_jobs_waiting` */
  async execute(
    tx: Tx,
    { reportType, params = {}, formats = ['json'] }: ReportJobRequest,
  ): Promise<ReportJob> {
    // What is made is what the report's own route answers.
    if (!tx.actor.scopes.some(scope => scope === '*' || scope === 'reports:read'))
      refuse('scope_missing', 'The API key lacks the scope reports:read.');
    const type = this.catalog.find(reportType);
    if (!type) refuseField('reportType', `must be one of ${this.catalog.names.join(', ')}`);
    if (Array.isArray(params) || typeof params !== 'object' || params === null)
      refuseField('params', 'must be an object');
    await this.refuseUnfit(type, params);
    const unfinished = await countUnfinishedJobs(tx);
    if (unfinished >= MOST_UNFINISHED)
      refuse('report_jobs_waiting', `${unfinished} ordered reports of the company are not finished.`);
    const id = newId();
    const job = { id, reportType, params, formats: [...new Set(formats)] };
    const entity = 'report_job';
    await tx.insert(
      reportJobRow(tx, job),
      auditRows(tx, {
        action: `${entity}.created`,
        entity,
        entityId: id,
        diff: { reportType, params, formats: job.formats },
      }),
    );
    await scheduleWork(tx, REPORT_WORK, id);
    const created = await findReportJob(tx, id);
    invariant(created, 'what was just stored is there');
    return created;
  }

  private async refuseUnfit(type: ReportType, params: object): Promise<void> {
    try {
      const request = await this.catalog.requestOf(type, params);
      if ('fromDate' in request && 'toDate' in request) refuseUnfitRange(request as DateRange);
    } catch (error) {
      throw error instanceof DomainError ? insideParams(error) : error;
    }
  }
}

/** The members of a report's request are members of `params` here. */
function insideParams({ reason, message, extras }: DomainError): DomainError {
  const fieldErrors = Object.entries(extras.fieldErrors ?? {}).map(([member, messages]) => [
    `params.${member}`,
    messages,
  ]);
  return new DomainError(reason, `params.${message}`, {
    ...extras,
    fieldErrors: Object.fromEntries(fieldErrors) as Record<string, string[]>,
  });
}
