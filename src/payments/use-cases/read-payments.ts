import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { chargeList, refundList } from '../data/payment-lists';
import { paymentOf, toPayment, type PaymentRow } from '../data/payments';
import type { Payment, PaymentKind } from '../domain/payment';

/** Reads charges and refunds. */
@Injectable()
export class ReadPayments {
  constructor(private readonly lists: ListQuery) {}

  /** @throws DomainError `not_found` naming the member `id` */
  get(tx: Tx, kind: PaymentKind, id: string): Promise<Payment> {
    return paymentOf(tx, kind, id, 'id');
  }

  list<Shape>(
    tx: Tx,
    kind: PaymentKind,
    request: ListRequest,
    shape: (payment: Payment) => Shape,
  ): Promise<ListPage<Shape>> {
    const definition = kind === 'charge' ? chargeList : refundList;
    return this.lists.run(tx, definition, request, (row: PaymentRow) => shape(toPayment(row)));
  }
}
