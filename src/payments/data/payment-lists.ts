import type { ListDefinition } from '../../platform/lists';
import { type PaymentKind, RECOVERY_POINTS, PAYMENT_STATUSES, PROVIDERS } from '../domain/payment';
import { PAYMENT_COLUMNS, PAYMENTS } from './payments';

export const chargeList = listOf('charge', {
  paymentMethod: { column: 'p.payment_method', type: 'text' },
  refundedAmount: { column: 'p.refunded_amount', type: 'amount' },
  providerChargeId: { column: 'p.money_id', type: 'text' },
});

export const refundList = listOf('refund', {
  chargeId: { column: 'p.charge_id', type: 'id' },
  providerRefundId: { column: 'p.provider_reference', type: 'text' },
});

function listOf(kind: PaymentKind, fields: ListDefinition['fields']): ListDefinition {
  return {
    name: `${kind}s`,
    from: PAYMENTS,
    where: `p.kind = '${kind}'`,
    select: PAYMENT_COLUMNS,
    fields: {
      id: { column: 'p.payment_id', type: 'id' },
      invoiceId: { column: 'p.invoice_id', type: 'id' },
      invoiceNumber: { column: 'i.full_number', type: 'text' },
      provider: { column: 'p.provider', type: 'text', values: PROVIDERS },
      status: { column: 'p.status', type: 'text', values: PAYMENT_STATUSES },
      phase: { column: 'p.recovery_point', type: 'text', values: RECOVERY_POINTS },
      currency: { column: 'p.currency', type: 'text' },
      amount: { column: 'p.amount', type: 'amount' },
      createdAt: { column: 'p.created_at', type: 'instant' },
      finishedAt: { column: 'p.finished_at', type: 'instant' },
      ...fields,
    },
    key: { column: 'p.payment_id', type: 'id' },
    defaultSort: [{ field: 'createdAt', dir: 'desc' }],
    currency: { code: 'p.currency', minorUnits: 'y.minor_units' },
  };
}
