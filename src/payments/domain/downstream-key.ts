import { v5 } from 'uuid';
import type { PaymentKind } from './payment';

/** A namespace of our own (RFC 9562, 5.5), drawn once. */
const NAMESPACE = '6f0b9d0e-2f5a-4a53-9c60-2c1d8f6f7b41';

/**
 * The key under which the provider gets an order: the same for every attempt, another for every order, and for every company
 * whatever keys its callers send. It says nothing of how often it was tried: with a counter in it a retry would be a second order.
 */
export function downstreamKey(order: {
  isLive: boolean;
  companyId: string;
  kind: PaymentKind;
  paymentId: string;
}): string {
  const { isLive, companyId, kind, paymentId } = order;
  return v5([isLive ? 'live' : 'test', companyId, kind, paymentId].join('/'), NAMESPACE);
}
