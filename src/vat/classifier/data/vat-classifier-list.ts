import type { ListDefinition } from '../../../platform/lists';
import { EFFECTIVE_CLASSIFIER } from './effective-classifier';

export interface VatClassifier {
  code: string;
  countryCode: string;
  name: string;
  ratePercent: string | null;
  validFrom: string | null;
  validTo: string | null;
  category: string | null;
  source: 'default' | 'company';
}

export const vatClassifierList: ListDefinition = {
  name: 'vat-classifiers',
  from: `${EFFECTIVE_CLASSIFIER} v`,
  select: `v.code, v.country_code AS "countryCode", v.name, v.rate_percent AS "ratePercent", v.valid_from AS "validFrom",
    v.valid_to AS "validTo", v.category, v.source`,
  fields: {
    code: { column: 'v.code', type: 'text' },
    countryCode: { column: 'v.country_code::text', type: 'text' },
    name: { column: 'v.name', type: 'text' },
    ratePercent: { column: 'v.rate_percent', type: 'decimal' },
    validFrom: { column: 'v.valid_from', type: 'date' },
    validTo: { column: 'v.valid_to', type: 'date' },
    category: { column: 'v.category', type: 'text' },
    source: { column: 'v.source', type: 'text', values: ['default', 'company'] },
  },
  key: { column: `(v.country_code || ' ' || v.code)`, type: 'text' },
  defaultSort: [
    { field: 'source', dir: 'asc' },
    { field: 'countryCode', dir: 'asc' },
    { field: 'code', dir: 'asc' },
  ],
};
