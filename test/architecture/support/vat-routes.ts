import type { RouteCase } from './route-bodies';

const MONTH = { year: 2026, month: 11 };
const YEAR = { fromDate: '2026-01-01', toDate: '2026-12-31' };
/** The books of the walk are those of a Lithuanian company. */
const FOREIGN = { status: 422, reason: 'export_impossible' };

/** Returns and reports of the VAT register. */
export const VAT_ROUTES: Readonly<Record<string, RouteCase>> = {
  'declarations/lt/fr0600/compute': { body: () => MONTH },
  'declarations/lt/fr0600/documents': { body: () => ({ ...MONTH, field: '11' }) },
  'reports/vat-reconciliation': { body: () => MONTH },
  'declarations/eu/oss/compute': { body: () => ({ year: 2026, quarter: 4 }) },
  'declarations/eu/vat-return/packs/list': { body: () => ({}) },
  'declarations/eu/vat-return/compute': { body: () => ({ ...MONTH, countryCode: 'LT' }) },
  'declarations/eu/ec-sales/compute': { body: () => ({ ...MONTH, countryCode: 'LT' }) },
  'declarations/cz/kh1/generate': { body: () => ({ ...MONTH, taxOffice: '451' }), alwaysRefused: FOREIGN },
  'declarations/sk/kvdph/generate': { body: () => MONTH, alwaysRefused: FOREIGN },
  'reference/eu-vat-rates/list': { body: () => ({ countryCode: 'LT' }) },
  'reference/eu-vat-rates/set-overrides': {
    body: () => ({ countryCode: 'FR', rates: [{ category: 'standard', ratePercent: '20' }] }),
    datesPostNothing: 'a rate is not posted',
  },
  'vat/pro-rata/set': { body: () => ({ year: 2030, percent: 60 }) },
  'vat/pro-rata/list': { body: () => ({ year: 2026 }) },
  'reference/vat/resolve': { body: () => ({ customerCountryCode: 'DE' }) },
  'reports/vat-summary': { body: () => YEAR },
  'reports/vat-detail': { body: () => YEAR },
  'reports/eu-purchases': { body: () => YEAR },
  'reports/oss': { body: () => YEAR },
  'reports/vat-register/download': { body: () => ({ ...YEAR, side: 'sales' }) },
};
