import type { ListDefinition } from '../../../platform/lists';
import { OPEN_ITEM_SIDES } from '../domain/open-item';

const OPEN_AMOUNT = 'i.amount - i.settled_amount';
const OPEN_BASE_AMOUNT = 'i.base_amount - i.settled_base_amount';

export const OPEN_ITEMS = `open_items i
  JOIN partners p ON p.company_id = i.company_id AND p.partner_id = i.partner_id
  JOIN accounts a ON a.company_id = i.company_id AND a.account_id = i.account_id
  JOIN currencies y ON y.code = i.currency`;

export const OPEN_ITEM_COLUMNS = `i.open_item_id AS id, i.side, i.partner_id AS "partnerId", p.name AS "partnerName",
  i.account_id AS "accountId", a.code AS "accountCode", i.document_type AS "documentType", i.document_id AS "documentId",
  i.document_number AS "documentNumber", i.posted_on AS "postedOn", i.due_on AS "dueOn", i.currency,
  y.minor_units AS "minorUnits", i.amount, ${OPEN_AMOUNT} AS "openAmount", i.base_amount AS "baseAmount",
  ${OPEN_BASE_AMOUNT} AS "openBaseAmount"`;

export const openItemList: ListDefinition = {
  name: 'open-items',
  from: OPEN_ITEMS,
  select: OPEN_ITEM_COLUMNS,
  fields: {
    id: { column: 'i.open_item_id', type: 'id' },
    side: { column: 'i.side', type: 'text', values: OPEN_ITEM_SIDES },
    partnerId: { column: 'i.partner_id', type: 'id' },
    partnerName: { column: 'p.name', type: 'text' },
    accountCode: { column: 'a.code', type: 'text' },
    documentType: { column: 'i.document_type', type: 'text' },
    documentId: { column: 'i.document_id', type: 'id' },
    documentNumber: { column: 'i.document_number', type: 'text' },
    date: { column: 'i.posted_on', type: 'date' },
    dueDate: { column: 'i.due_on', type: 'date' },
    currency: { column: 'i.currency', type: 'text' },
    amount: { column: 'i.amount', type: 'amount' },
    openAmount: { column: `(${OPEN_AMOUNT})`, type: 'amount' },
    baseAmount: { column: 'i.base_amount', type: 'amount' },
    openBaseAmount: { column: `(${OPEN_BASE_AMOUNT})`, type: 'amount' },
  },
  key: { column: 'i.open_item_id', type: 'id' },
  defaultSort: [{ field: 'dueDate', dir: 'asc' }],
  currency: { code: 'i.currency', minorUnits: 'y.minor_units' },
};
