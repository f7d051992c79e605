import type { Caller, TestCompany } from '../../support/test-app';
import type { RouteCase, Walk } from './route-bodies';

let made = 0;
const fresh = (stem: string): string => `${stem}${++made}`;

/** A member of a company. */
export async function newMember(company: TestCompany | Caller): Promise<{ userId: string }> {
  const { userId } = (await company.ok('account/members/add', {
    email: `${fresh('walker')}@example.com`,
    role: 'viewer',
  })) as { userId: string };
  return { userId };
}

let day = 0;
/** An own rate of a day that has none yet. */
const newRate = async ({ books }: Walk): Promise<object> => {
  const rate = { currency: 'GBP', date: new Date(Date.UTC(2011, 0, ++day)).toISOString().slice(0, 10) };
  await books.company.ok('reference/exchange-rates/set', { ...rate, rate: '0.85' });
  return rate;
};

const RATES_POST_NOTHING = 'a rate is not posted';

/** How the routes of members, shared rates, series by year and VIES are called. */
export const REFERENCE_ROUTES: Readonly<Record<string, RouteCase>> = {
  'account/members/add': { body: () => ({ email: `${fresh('walk')}@example.com`, role: 'accountant' }) },
  'account/members/list': { body: () => ({}) },
  'account/members/set-role': {
    body: async ({ books }) => ({ ...(await newMember(books.company)), role: 'manager' }),
  },
  'account/members/remove': { body: ({ books }) => newMember(books.company) },
  'partners/validate-vat': {
    body: async ({ books }) => {
      // 9 digits with a check digit of their own are not needed: a wrong number is an answer too.
      const vatCode = `DE${String(++made).padStart(9, '0')}`;
      const partner = { name: fresh('Buyer '), vatCode };
      const { id } = (await books.company.ok('partners/create', partner)) as { id: string };
      return { partnerId: id };
    },
  },
  'reference/exchange-rates/sync': { body: () => ({}), datesPostNothing: RATES_POST_NOTHING },
  'reference/exchange-rates/overrides/list': { body: () => ({}) },
  'reference/exchange-rates/overrides/delete': { body: newRate, datesPostNothing: RATES_POST_NOTHING },
  'reference/series/create': {
    body: () => ({ documentType: 'invoice', prefix: `${fresh('Y')}-{YYYY}-`, year: 2026 }),
  },
  'reference/series/list': { body: () => ({}) },
};
