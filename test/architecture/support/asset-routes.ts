import { asset, assetGroup } from '../../support/sample-assets';
import type { RouteCase, Walk } from './route-bodies';

let serial = 0;
/** A text nobody has used yet. */
const fresh = (prefix: string): string => `${prefix}${++serial}`;

/** An asset that is depreciated from the month after acquisition on. */
const newAsset = async ({ books }: Walk, acquiredOn = '2026-09-10'): Promise<{ id: string }> => {
  const { id } = await asset(books.company, await assetGroup(books.company), acquiredOn);
  return { id };
};
const october = { year: 2026, month: 10 };

/** The routes of fixed assets; see ROUTE_CASES. */
export const ASSET_ROUTES: Readonly<Record<string, RouteCase>> = {
  'assets/groups/create': {
    body: () => ({
      code: fresh('Group '),
      name: 'Machines',
      assetAccountCode: '1220',
      depreciationAccountCode: '1227',
    }),
  },
  'assets/groups/list': { body: () => ({}) },
  'assets/assets/create': {
    body: async ({ books }) => ({
      groupId: await assetGroup(books.company),
      code: fresh('Asset '),
      name: 'Lathe',
      acquisitionDate: '2026-09-10',
      acquisitionCost: '1200.00',
      usefulLifeMonths: 12,
      documents: [{ name: 'Invoice', ref: 'AB-1' }],
    }),
    datesPostNothing: 'the cost is posted by the purchase',
  },
  'assets/assets/get': { body: walk => newAsset(walk) },
  'assets/assets/list': { body: () => ({}) },
  'assets/assets/modernize': {
    body: async walk => ({ ...(await newAsset(walk)), date: '2026-10-05', amount: '10.00' }),
    datesPostNothing: 'the value is posted by the purchase',
  },
  'assets/assets/dispose': {
    body: async walk => ({ ...(await newAsset(walk)), date: '2026-10-05', reason: 'scrapped' }),
    postsOn: async (walk, date) => ({
      ...(await newAsset(walk, '2026-01-10')),
      date,
      reason: 'scrapped',
    }),
  },
  'assets/assets/reverse-disposal': {
    body: async walk => {
      const { id } = await newAsset(walk);
      await walk.books.company.ok('assets/assets/dispose', { id, date: '2026-10-05', reason: 'scrapped' });
      return { id, reason: 'Another machine' };
    },
  },
  'assets/assets/delete': { body: walk => newAsset(walk) },
  'assets/depreciation/preview': { body: () => october },
  'assets/depreciation/post': {
    body: async walk => {
      await newAsset(walk);
      return october;
    },
    postsOn: async (walk, day) => {
      await newAsset(walk, '2026-01-10');
      return { year: 2026, month: Number(day.slice(5, 7)) };
    },
  },
  'assets/depreciation/reverse': {
    body: async walk => {
      await newAsset(walk);
      await walk.books.company.ok('assets/depreciation/post', october);
      return october;
    },
  },
};
