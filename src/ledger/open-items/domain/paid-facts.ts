import type { CalendarDate } from '../../../shared/calendar-date';
import type { Money } from '../../../shared/money';
import type { EventType, OutboxEvent } from '../../../outbox';

const PAID_EVENTS: Readonly<Record<string, EventType>> = {
  sale_invoice: 'sale_invoice.paid',
  sale_advance: 'sale_invoice.paid',
  purchase_invoice: 'purchase_invoice.paid',
};

/** A document whose open item was settled. */
interface PaidDocument {
  documentType: string;
  documentId: string;
  documentNumber: string;
  partnerId: string;
  amount: Money;
}

/**
 * What is told of documents of which nothing is open any more: an event for each invoice and advance, none for a credit note.
 * @param cause what paid them, by the name of its id
 */
export function paidFacts(
  items: PaidDocument[],
  paidOn: CalendarDate,
  cause:
    { bankTransactionId: string } | { settlementId: string } | { paymentId: string } | { advanceId: string },
): Omit<OutboxEvent, 'sequence'>[] {
  return items.flatMap(({ documentType, documentId, documentNumber, partnerId, amount }) => {
    const type = PAID_EVENTS[documentType];
    const payload = {
      id: documentId,
      number: documentNumber,
      partnerId,
      currency: amount.currency.code,
      paidOn,
      ...cause,
    };
    return type === undefined ? [] : [{ type, entityId: documentId, payload }];
  });
}
