import type { ListDefinition } from '../../platform/lists';
import type { PurchaseInvoiceRow } from './purchase-invoice-rows';
import { INVOICE_COLUMNS, INVOICES, SIDE_COLUMNS, type SideRow } from './purchase-invoices.repository';
import { PURCHASE_TYPES } from '../domain/purchase-document';

export type PurchaseInvoiceListRow = PurchaseInvoiceRow & SideRow & { partner_name: string };

const PARTNER_NAME = `coalesce(i.partner_snapshot ->> 'name', p.name)`;
const PAYMENT_STATUS = `CASE WHEN coalesce(o.settled_amount, 0) = 0 THEN 'unpaid' WHEN o.settled_amount = o.amount THEN 'paid' ELSE 'partial' END`;

export const purchaseInvoiceList: ListDefinition = {
  name: 'purchase_invoices',
  from: `${INVOICES} JOIN partners p ON p.company_id = i.company_id AND p.partner_id = i.partner_id`,
  select: `${INVOICE_COLUMNS}, ${SIDE_COLUMNS}, ${PARTNER_NAME} AS partner_name`,
  fields: {
    id: { column: 'i.invoice_id', type: 'id' },
    partnerId: { column: 'i.partner_id', type: 'id' },
    partnerName: { column: PARTNER_NAME, type: 'text' },
    type: { column: 'i.type', type: 'text', values: PURCHASE_TYPES },
    status: { column: 'i.status', type: 'text', values: ['draft', 'registered'] },
    paymentStatus: { column: PAYMENT_STATUS, type: 'text', values: ['unpaid', 'partial', 'paid'] },
    documentNumber: { column: 'i.document_number', type: 'text' },
    documentDate: { column: 'i.document_on', type: 'date' },
    taxPointDate: { column: 'i.tax_point_on', type: 'date' },
    receivedDate: { column: 'i.received_on', type: 'date' },
    registrationDate: { column: 'i.registered_on', type: 'date' },
    dueDate: { column: 'i.due_on', type: 'date' },
    currency: { column: 'i.currency::text', type: 'text' },
    netTotal: { column: 'i.net_total', type: 'amount' },
    vatTotal: { column: 'i.vat_total', type: 'amount' },
    grossTotal: { column: 'i.gross_total', type: 'amount' },
    selfAssessedVat: { column: 'i.self_assessed_vat', type: 'amount' },
    deductibleVat: { column: 'i.deductible_vat', type: 'amount' },
    paidAmount: { column: 'abs(coalesce(o.settled_amount, 0))', type: 'amount' },
    creditedInvoiceId: { column: 'i.credited_invoice_id', type: 'id' },
    cashAccounting: { column: 'i.is_cash_accounting', type: 'boolean' },
    isVoid: { column: '(v.invoice_id IS NOT NULL)', type: 'boolean' },
    voidDate: { column: 'v.voided_on', type: 'date' },
    createdAt: { column: 'i.created_at', type: 'instant' },
    updatedAt: { column: 'i.updated_at', type: 'instant' },
  },
  key: { column: 'i.invoice_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'desc' }],
  currency: { code: 'i.currency', minorUnits: 'y.minor_units' },
};
