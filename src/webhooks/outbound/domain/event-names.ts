/** Every event of the contract, so that its clients may subscribe to all they know; some are of features that are not here yet. */
export const EVENT_NAMES = [
  'agreement.invoice_generated',
  'bank_feed.synced',
  'document_capture.peppol_received',
  'filing.failed',
  'filing.rejected',
  'goods_receipt.posted',
  'intercompany.invoice_mirrored',
  'item.created',
  'item.deleted',
  'item.updated',
  'lead.converted',
  'lead.created',
  'partner_inquiry.created',
  'payroll_run.approved',
  'payroll_run.reversed',
  'pos_report.created',
  'price_list.updated',
  'purchase_invoice.paid',
  'purchase_invoice.registered',
  'purchase_order.approved',
  'purchase_order.received',
  'refund_liability.actual',
  'refund_liability.trued_up',
  'report.completed',
  'report.failed',
  'revenue_recognition.modified',
  'revenue_recognition.posted',
  'sale_invoice.einvoice_sent',
  'sale_invoice.issued',
  'sale_invoice.paid',
  'sale_invoice.peppol_delivered',
  'sale_invoice.peppol_failed',
  'sale_invoice.peppol_rejected',
  'sale_invoice.peppol_sent',
  'sale_invoice.sent',
  'sales_order.created',
  'sales_order.fulfilled',
  'settlement.imported',
  'settlement.posted',
  'settlement.updated',
  'stock.changed',
  'stock.reorder_needed',
  'vat_review.opened',
  'vat_review.resolved',
  '*',
] as const;

/** What `subscriptions/test` sends: about no fact, outside of the sequence. */
export const TEST_EVENT = 'test';

/** Whether a subscription to `names` wants an event of this type. */
export function wants(names: string[], type: string): boolean {
  return names.includes('*') || names.includes(type);
}
