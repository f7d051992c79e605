import type { RouteCase, Walk } from './route-bodies';

type WithId = { id: string };

let serial = 0;
/** A fiscal year after those that are closed, long before anything is posted. */
const freshYear = (): number => 1910 + ++serial;
const OPENING = '2024-05-31';

/** The books have an opening balance: it makes room. */
async function openingBalance({ books: { company } }: Walk, date: string): Promise<object> {
  const [standing] = (await company.sql(
    'SELECT opening_id AS id FROM opening_balances WHERE reversal_transaction_id IS NULL',
  )) as WithId[];
  if (standing) await company.ok('ledger/opening-balances/reverse', standing);
  return {
    date,
    entries: [
      { accountCode: '271', debit: '5.00' },
      { accountCode: '3011', credit: '5.00' },
    ],
  };
}

const openingItems = ({ books }: Walk, date: string): object => ({
  date,
  items: [
    {
      partnerId: books.partnerId,
      side: 'payable',
      documentNumber: `OLD-${++serial}`,
      documentDate: '2024-05-02',
      dueDate: '2024-06-01',
      currency: 'EUR',
      amount: '5.00',
    },
  ],
});

/** A day after those on which the currency is revalued, with its rate. */
async function revaluation({ books: { company } }: Walk, currency: string, date?: string): Promise<object> {
  const day = new Date(Date.UTC(2025, 0, ++serial)).toISOString().slice(0, 10);
  const order = { currency, date: date ?? day };
  await company.ok('reference/exchange-rates/set', { ...order, rate: '2' });
  return order;
}

const postedRevaluation = async (walk: Walk): Promise<WithId> => {
  const posted = (await walk.books.company.ok(
    'ledger/revaluations/create',
    await revaluation(walk, 'CHF'),
  )) as { revaluations: [WithId] };
  return { id: posted.revaluations[0].id };
};

const made = async (walk: Walk, path: string, body: object): Promise<WithId> => {
  const { id } = (await walk.books.company.ok(path, body)) as WithId;
  return { id };
};

/** Opening the books, closing years, revaluation, and the proof of a lock. */
export const CLOSING_ROUTES: Readonly<Record<string, RouteCase>> = {
  'ledger/fiscal-years/close': { body: () => ({ year: freshYear() }) },
  'ledger/fiscal-years/list': { body: () => ({}) },
  'ledger/fiscal-years/reopen': {
    body: async ({ books: { company } }) => {
      const year = freshYear();
      await company.ok('ledger/fiscal-years/close', { year });
      return { year, reason: 'Late invoice' };
    },
  },
  'ledger/opening-balances/create': {
    body: walk => openingBalance(walk, OPENING),
    postsOn: openingBalance,
  },
  'ledger/opening-balances/reverse': {
    body: async walk => made(walk, 'ledger/opening-balances/create', await openingBalance(walk, OPENING)),
  },
  'ledger/opening-items/create': {
    body: walk => openingItems(walk, OPENING),
    postsOn: openingItems,
  },
  'ledger/opening-items/reverse': {
    body: walk => made(walk, 'ledger/opening-items/create', openingItems(walk, OPENING)),
  },
  'ledger/periods/history': { body: () => ({}) },
  'ledger/periods/verify': {
    body: async ({ books: { company } }) => {
      await company.post('ledger/periods/lock', { year: 1909, month: 1 });
      return { year: 1909, month: 1 };
    },
  },
  'ledger/revaluations/create': {
    body: walk => revaluation(walk, 'CHF'),
    postsOn: (walk, day) => revaluation(walk, 'SEK', day),
  },
  'ledger/revaluations/list': { body: () => ({}) },
  'ledger/revaluations/preview': { body: () => ({ date: '2024-06-30' }) },
  'ledger/revaluations/reverse': { body: postedRevaluation },
};
