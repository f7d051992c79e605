import type { RouteCase, Walk } from './route-bodies';

type WithId = { id: string };

const SECRET_KEY = 'sk_live_acct1_0123456789';
const provider = { provider: 'stripe', secretKey: SECRET_KEY };

async function order({ books }: Walk): Promise<object> {
  const { company, partnerId } = books;
  await company.ok('payments/providers/set', provider);
  const { id: invoiceId } = (await company.ok('sales/invoices/create', {
    partnerId,
    issue: true,
    issueDate: '2026-01-05',
    lines: [{ description: 'Work', quantity: '1', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
  })) as WithId;
  return { invoiceId, provider: 'stripe', paymentMethod: 'pm_card_visa' };
}

const charge = async (walk: Walk): Promise<WithId> =>
  walk.books.company.ok('payments/charges/create', await order(walk)) as Promise<WithId>;
const idOf = ({ id }: WithId): WithId => ({ id });

/** Payments through a provider; the walk has one on loopback. */
export const PAYMENT_ROUTES: Readonly<Record<string, RouteCase>> = {
  'payments/providers/set': { body: () => provider },
  'payments/providers/list': { body: () => ({}) },
  'payments/charges/create': { body: order },
  'payments/charges/get': { body: async walk => idOf(await charge(walk)) },
  'payments/charges/list': { body: () => ({}) },
  'payments/refunds/create': { body: async walk => ({ chargeId: (await charge(walk)).id, amount: '1.00' }) },
  'payments/refunds/get': {
    body: async walk => {
      const { id: chargeId } = await charge(walk);
      return idOf((await walk.books.company.ok('payments/refunds/create', { chargeId })) as WithId);
    },
  },
  'payments/refunds/list': { body: () => ({}) },
};
