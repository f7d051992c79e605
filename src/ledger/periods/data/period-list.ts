import type { ListDefinition } from '../../../platform/lists';
import { PERIOD_STATUSES } from '../domain/accounting-period';

export const periodList: ListDefinition = {
  name: 'accounting-periods',
  from: 'accounting_periods p',
  select: 'p.period_id AS id, p.year, p.month, p.status',
  fields: {
    id: { column: 'p.period_id', type: 'id' },
    year: { column: 'p.year', type: 'integer' },
    month: { column: 'p.month', type: 'integer' },
    status: { column: 'p.status', type: 'text', values: PERIOD_STATUSES },
  },
  key: { column: 'p.period_id', type: 'id' },
  defaultSort: [
    { field: 'year', dir: 'desc' },
    { field: 'month', dir: 'desc' },
  ],
};
