import { newInboundEvent } from '../../support/inbound';
import type { RouteCase, Walk } from './route-bodies';

const newEndpoint = async ({ books }: Walk): Promise<{ id: string }> => {
  const { id } = (await books.company.ok('webhooks/endpoints/create', { provider: 'standard' })) as {
    id: string;
  };
  return { id };
};

/** Endpoints for messages from the outside. */
export const INBOUND_ROUTES: Readonly<Record<string, RouteCase>> = {
  'webhooks/endpoints/create': { body: () => ({ provider: 'stripe', secret: 'whsec_of_the_walk' }) },
  'webhooks/endpoints/update': {
    body: async walk => ({ ...(await newEndpoint(walk)), bankAccountId: null, overlapHours: 1 }),
  },
  'webhooks/endpoints/delete': { body: newEndpoint },
  'webhooks/endpoints/list': { body: () => ({}) },
  'webhooks/endpoints/test': { body: newEndpoint },
  'webhooks/inbound-events/list': {
    body: async ({ books }) => {
      await newInboundEvent(books.company);
      return {};
    },
  },
};
