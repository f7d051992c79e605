import { VAT_SCHEMES } from '../../shared/vat-scheme';
import type { ListDefinition } from '../../platform/lists';
import type { SaleInvoiceRow } from './sale-invoice-rows';
import { LINK_COLUMNS } from './sale-invoices.repository';
import { SALE_NATURES, TOLD_TYPES } from '../domain/sale-document';

export type SaleInvoiceListRow = SaleInvoiceRow & {
  minor_units: number;
  settled_amount: string;
  partner_name: string;
  appliedToInvoiceId: string | null;
  taxedAdvanceId: string | null;
};

const PAYMENT_STATUS = `CASE WHEN i.status = 'issued' AND (i.nature = 'advance_tax' OR i.gross_total = 0) THEN 'paid' WHEN coalesce(o.settled_amount, 0) = 0 THEN 'unpaid' WHEN o.settled_amount = o.amount THEN 'paid' ELSE 'partial' END`;

export const saleInvoiceList: ListDefinition = {
  name: 'sale_invoices',
  from: `sale_invoices i
    JOIN currencies y ON y.code = i.currency
    JOIN partners p ON p.company_id = i.company_id AND p.partner_id = i.partner_id
    LEFT JOIN open_items o ON o.company_id = i.company_id AND o.document_id = i.invoice_id AND o.document_type = 'sale_' || i.type`,
  select: `i.*, y.minor_units, coalesce(o.settled_amount, 0) AS settled_amount, ${LINK_COLUMNS}, coalesce(i.partner_snapshot ->> 'name', p.name) AS partner_name`,
  fields: {
    id: { column: 'i.invoice_id', type: 'id' },
    partnerId: { column: 'i.partner_id', type: 'id' },
    partnerName: { column: `coalesce(i.partner_snapshot ->> 'name', p.name)`, type: 'text' },
    type: {
      column: `CASE i.type WHEN 'advance_tax' THEN 'invoice' ELSE i.type END`,
      type: 'text',
      values: TOLD_TYPES,
    },
    nature: { column: 'i.nature', type: 'text', values: SALE_NATURES },
    status: { column: 'i.status', type: 'text', values: ['draft', 'issued'] },
    paymentStatus: { column: PAYMENT_STATUS, type: 'text', values: ['unpaid', 'partial', 'paid'] },
    series: { column: 'i.series_prefix', type: 'text' },
    number: { column: 'i.number', type: 'integer' },
    fullNumber: { column: 'i.full_number', type: 'text' },
    issueDate: { column: 'i.issued_on', type: 'date' },
    taxPointDate: { column: 'i.tax_point_on', type: 'date' },
    dueDate: { column: 'i.due_on', type: 'date' },
    currency: { column: 'i.currency', type: 'text' },
    netTotal: { column: 'i.net_total', type: 'amount' },
    vatTotal: { column: 'i.vat_total', type: 'amount' },
    grossTotal: { column: 'i.gross_total', type: 'amount' },
    paidAmount: { column: 'abs(coalesce(o.settled_amount, 0))', type: 'amount' },
    creditedInvoiceId: { column: 'i.credited_invoice_id', type: 'id' },
    documentSeriesId: { column: 'i.series_id', type: 'id' },
    orderNumber: { column: 'i.order_number', type: 'text' },
    businessKey: { column: 'i.business_key', type: 'text' },
    vatScheme: { column: 'i.vat_scheme', type: 'text', values: VAT_SCHEMES },
    documentRef: { column: `i.details ->> 'documentRef'`, type: 'text' },
    chronologyWarning: { column: 'i.chronology_warning', type: 'boolean' },
    isUncappedCredit: {
      column: `(i.type = 'credit_note' AND i.credited_invoice_id IS NULL)`,
      type: 'boolean',
    },
    cashAccounting: { column: 'i.is_cash_accounting', type: 'boolean' },
    createdAt: { column: 'i.created_at', type: 'instant' },
    updatedAt: { column: 'i.updated_at', type: 'instant' },
  },
  key: { column: 'i.invoice_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'desc' }],
  currency: { code: 'i.currency', minorUnits: 'y.minor_units' },
};
