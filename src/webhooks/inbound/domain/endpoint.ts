import { isUuid } from '../../../shared/ids';
import type { InboundProvider } from './inbound-event';

/** Where a sender posts its events. Instants in ISO 8601. */
export interface Endpoint {
  id: string;
  provider: InboundProvider;
  description: string | null;
  /** Where payouts of this sender arrive. */
  bankAccountId: string | null;
  /** Until when the secret before the present one is still believed; null when there is none. */
  previousSecretUntil: string | null;
  createdAt: string;
}

/** The company is in the address because there is no scope yet to look the endpoint up in. */
export interface EndpointAddress {
  companyId: string;
  endpointId: string;
}

export function endpointPath({ companyId, endpointId }: EndpointAddress): string {
  return `/v1/webhooks/inbound/${companyId}.${endpointId}`;
}

/** Reads `{companyId}.{endpointId}`; null when it cannot be one. */
export function parseEndpointAddress(text: string): EndpointAddress | null {
  const [companyId = '', endpointId = '', ...more] = text.toLowerCase().split('.');
  return more.length === 0 && isUuid(companyId) && isUuid(endpointId) ? { companyId, endpointId } : null;
}

/** What a sealed secret belongs to. */
export function sealOf({ companyId, endpointId }: EndpointAddress): string {
  return `webhook endpoint ${companyId}.${endpointId}`;
}
