import type { ListDefinition } from '../../../platform/lists';
import { REPORT_JOB_COLUMNS } from './report-jobs';
import { JOB_STATUSES } from '../domain/report-job';

export const reportJobList: ListDefinition = {
  name: 'report-jobs',
  from: 'report_jobs j',
  select: REPORT_JOB_COLUMNS,
  fields: {
    id: { column: 'j.job_id', type: 'id' },
    reportType: { column: 'j.report_type', type: 'text' },
    status: { column: 'j.status', type: 'text', values: JOB_STATUSES },
    createdAt: { column: 'j.created_at', type: 'instant' },
    startedAt: { column: 'j.started_at', type: 'instant' },
    finishedAt: { column: 'j.finished_at', type: 'instant' },
  },
  key: { column: 'j.job_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'desc' }],
};
