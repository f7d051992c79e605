import { payoutRow, report } from '../../support/payouts';
import type { RouteCase, Walk } from './route-bodies';

interface WithId {
  id: string;
}

const DAY = '2026-01-05';
let serial = 0;

const newAccount = async ({ books }: Walk, type: 'bank' | 'stripe'): Promise<string> =>
  ((await books.company.ok('bank/accounts/create', { name: `Payouts ${++serial}`, type })) as WithId).id;

const newFile = (): string => {
  const payout = `po_walk_${++serial}`;
  return report([
    { gross: '5.00', charge: `ch_walk_${serial}`, payout, paidOn: DAY },
    payoutRow('5.00', payout),
  ]);
};

/** A payout that is imported. */
const payout = async (walk: Walk, type: 'bank' | 'stripe' = 'bank'): Promise<WithId> => {
  const body = { bankAccountId: await newAccount(walk, type), content: newFile() };
  const { batches } = (await walk.books.company.ok('bank/settlements/import', body)) as { batches: [WithId] };
  return { id: batches[0].id };
};

const posted = async (walk: Walk, type: 'bank' | 'stripe' = 'bank'): Promise<WithId> => {
  const imported = await payout(walk, type);
  await walk.books.company.ok('bank/settlements/post', { ...imported, date: DAY });
  return imported;
};

const payoutLine = async (walk: Walk): Promise<{ lineId: string }> => {
  const found = await walk.books.company.ok('bank/settlements/get', await payout(walk));
  return { lineId: (found as { lines: [WithId] }).lines[0].id };
};

/** A payout left on the provider's account, and its arrival at the bank on a day. */
const arrival = async (walk: Walk, date = DAY): Promise<object> => {
  const { company } = walk.books;
  const externalId = `Arrival ${++serial}`;
  await company.ok('bank/transactions/import', {
    bankAccountId: await newAccount(walk, 'bank'),
    transactions: [{ date, amount: '5.00', externalId }],
  });
  const { rows } = (await company.ok('bank/transactions/list', {
    filter: [{ field: 'externalId', op: 'eq', value: externalId }],
  })) as { rows: [WithId] };
  return { ...(await posted(walk, 'stripe')), transactionId: rows[0].id };
};

/** Payouts of payment providers. */
export const SETTLEMENT_ROUTES: Readonly<Record<string, RouteCase>> = {
  'bank/settlements/import': {
    body: async walk => ({ bankAccountId: await newAccount(walk, 'bank'), content: newFile() }),
  },
  'bank/settlements/list': { body: () => ({}) },
  'bank/settlements/get': { body: walk => payout(walk) },
  'bank/settlements/match': {
    body: async walk => ({ ...(await payoutLine(walk)), invoiceId: walk.books.invoice.id }),
  },
  'bank/settlements/post': {
    body: walk => payout(walk),
    postsOn: async (walk, date) => ({ ...(await payout(walk)), date }),
  },
  'bank/settlements/reverse': {
    body: walk => posted(walk),
    postsOn: async (walk, date) => ({ ...(await posted(walk)), date }),
  },
  'bank/settlements/link-deposit': { body: walk => arrival(walk), postsOn: arrival },
  'bank/settlements/refunds-without-credit-note': { body: () => ({}) },
};
