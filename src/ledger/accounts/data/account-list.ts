import type { ListDefinition } from '../../../platform/lists';
import { ACCOUNT_CONTROLS, ACCOUNT_TYPES } from '../domain/account';

export const accountList: ListDefinition = {
  name: 'accounts',
  from: 'accounts a',
  select: `a.account_id AS "accountId", a.code, a.name, a.translations, a.type, a.parent_id AS "parentId",
    a.is_postable AS "isPostable", a.control, a.created_at AS "createdAt"`,
  fields: {
    id: { column: 'a.account_id', type: 'id' },
    code: { column: 'a.code', type: 'text' },
    name: { column: 'a.name', type: 'text' },
    type: { column: 'a.type', type: 'text', values: ACCOUNT_TYPES },
    parentId: { column: 'a.parent_id', type: 'id' },
    isPostable: { column: 'a.is_postable', type: 'boolean' },
    control: { column: 'a.control', type: 'text', values: ACCOUNT_CONTROLS },
    createdAt: { column: 'a.created_at', type: 'instant' },
  },
  key: { column: 'a.account_id', type: 'id' },
  defaultSort: [{ field: 'code', dir: 'asc' }],
};
