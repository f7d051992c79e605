import type { RouteCase } from './route-bodies';

interface WithId {
  id: string;
}

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
let serial = 0;
const center = (): { code: string; name: string } => ({ code: `CC-${++serial}`, name: 'Center' });

/** How the routes of reports and of the cost centers they sum up are called. */
export const REPORT_ROUTES: Readonly<Record<string, RouteCase>> = {
  'ledger/cost-centers/create': { body: center },
  'ledger/cost-centers/update': {
    body: async ({ books }) => {
      const { id } = (await books.company.ok('ledger/cost-centers/create', center())) as WithId;
      return { id, name: 'Renamed', isActive: false };
    },
  },
  'ledger/cost-centers/list': { body: () => ({}) },
  'reports/trial-balance': { body: () => year },
  'reports/general-journal': { body: () => year },
  'reports/gl-detail': { body: () => ({ ...year, accountCode: '271' }) },
  'reports/partner-balances': { body: () => ({}) },
  'reports/debt-aging': { body: () => ({ side: 'payables' }) },
  'reports/monthly-summary': { body: () => ({}) },
  'reports/cash-flow': { body: () => year },
  'reports/closing-checks': { body: () => ({ toDate: '2026-12-31' }) },
  'reports/size-category': { body: () => ({ year: 2026 }) },
  'reports/financial-statements': { body: () => ({ ...year, category: 'large' }) },
  'reports/cost-centers': { body: () => year },
};
