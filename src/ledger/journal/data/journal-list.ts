import type { ListDefinition } from '../../../platform/lists';
import { POSTED_TRANSACTION_COLUMNS, POSTED_TRANSACTIONS } from './journal-transactions';

export const journalList: ListDefinition = {
  name: 'journal-transactions',
  from: POSTED_TRANSACTIONS,
  select: POSTED_TRANSACTION_COLUMNS,
  fields: {
    id: { column: 't.transaction_id', type: 'id' },
    date: { column: 't.posted_on', type: 'date' },
    description: { column: 't.description', type: 'text' },
    documentType: { column: 't.document_type', type: 'text' },
    documentId: { column: 't.document_id', type: 'id' },
    partnerId: { column: 't.partner_id', type: 'id' },
    status: { column: `'posted'`, type: 'text', values: ['draft', 'posted'] },
    createdAt: { column: 't.posted_at', type: 'instant' },
    postedAt: { column: 't.posted_at', type: 'instant' },
    reversesId: { column: 't.reverses_id', type: 'id' },
    reversedById: { column: 'r.transaction_id', type: 'id' },
    total: { column: 't.total', type: 'amount' },
  },
  key: { column: 't.transaction_id', type: 'id' },
  defaultSort: [{ field: 'date', dir: 'desc' }],
};
