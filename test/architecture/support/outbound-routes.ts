import type { RouteCase, Walk } from './route-bodies';

/** Nobody listens there, and nothing is sent. */
const NOWHERE = 'http://127.0.0.1:9/hooks';
const subscription = { url: NOWHERE, events: ['*'] };

/** A company has twenty at most, and the walk wants many: the oldest make room. */
const newSubscription = async ({ books }: Walk): Promise<{ id: string }> => {
  const { rows } = (await books.company.ok('webhooks/subscriptions/list', { pageSize: 50 })) as {
    rows: { id: string; createdAt: string }[];
  };
  const oldest = rows.sort((a, b) => a.createdAt.localeCompare(b.createdAt))[0];
  if (rows.length > 10) await books.company.ok('webhooks/subscriptions/delete', { id: oldest!.id });
  const { id } = (await books.company.ok('webhooks/subscriptions/create', subscription)) as { id: string };
  return { id };
};
const newDelivery = async (walk: Walk): Promise<{ id: string }> => {
  const { id } = (await walk.books.company.ok(
    'webhooks/subscriptions/test',
    await newSubscription(walk),
  )) as {
    id: string;
  };
  return { id };
};

export const OUTBOUND_ROUTES: Readonly<Record<string, RouteCase>> = {
  'webhooks/subscriptions/create': { body: () => subscription },
  'webhooks/subscriptions/list': { body: () => ({}) },
  'webhooks/subscriptions/update': {
    body: async walk => ({ ...(await newSubscription(walk)), events: ['item.created'] }),
  },
  'webhooks/subscriptions/delete': { body: newSubscription },
  'webhooks/subscriptions/test': { body: newSubscription },
  'webhooks/deliveries/list': { body: () => ({}) },
  'webhooks/deliveries/redeliver': { body: newDelivery },
  'webhooks/events/list': { body: () => ({}) },
};
