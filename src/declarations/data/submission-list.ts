import type { ListDefinition } from '../../platform/lists';
import { SUBMISSION_COLUMNS, SUBMISSIONS_WITH_FILES } from './submissions';
import { SUBMISSION_KINDS, SUBMISSION_STATUSES } from '../domain/submission';

export const submissionList: ListDefinition = {
  name: 'declaration-submissions',
  from: SUBMISSIONS_WITH_FILES,
  select: SUBMISSION_COLUMNS,
  fields: {
    id: { column: 's.submission_id', type: 'id' },
    obligation: { column: 's.obligation', type: 'text' },
    periodYear: { column: 's.period_year', type: 'integer' },
    periodMonth: { column: 's.period_month', type: 'integer' },
    variant: { column: 's.variant', type: 'text' },
    part: { column: 's.part', type: 'integer' },
    kind: { column: 's.kind', type: 'text', values: SUBMISSION_KINDS },
    replacesId: { column: 's.replaces_id', type: 'id' },
    status: { column: 's.status', type: 'text', values: SUBMISSION_STATUSES },
    fileName: { column: 'f.file_name', type: 'text' },
    externalRef: { column: 's.external_ref', type: 'text' },
    createdAt: { column: 's.created_at', type: 'instant' },
    updatedAt: { column: 's.updated_at', type: 'instant' },
  },
  key: { column: 's.submission_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'desc' }],
};
