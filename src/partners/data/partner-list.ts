import type { ListDefinition, ListField } from '../../platform/lists';
import { PARTNER_COLUMNS } from './partners.repository';

const detail = (type: ListField['type'], cast = ''): ((name: string) => [string, ListField]) => {
  return name => [name, { column: `(p.details->>'${name}')${cast}`, type }];
};

const TEXTS = [
  'phone',
  'peppolId',
  'shortName',
  'otherCode',
  'eoriCode',
  'foreignTaxNumber',
  'documentRef',
  'iban',
  'bic',
  'notes',
];
const DATES = ['birthDate', 'firstCallDate', 'lastCallDate', 'nextCallDate'];

export const partnerList: ListDefinition = {
  name: 'partners',
  from: 'partners p',
  select: PARTNER_COLUMNS,
  fields: {
    id: { column: 'p.partner_id', type: 'id' },
    type: { column: 'p.type', type: 'text', values: ['company', 'person'] },
    name: { column: 'p.name', type: 'text' },
    code: { column: 'p.code', type: 'text' },
    vatCode: { column: 'p.vat_code', type: 'text' },
    email: { column: 'p.email', type: 'text' },
    isCustomer: { column: 'p.is_customer', type: 'boolean' },
    isSupplier: { column: 'p.is_supplier', type: 'boolean' },
    isActive: { column: 'p.is_active', type: 'boolean' },
    paymentTermDays: { column: 'p.payment_term_days', type: 'integer' },
    vatValid: { column: 'p.vat_valid', type: 'boolean' },
    createdAt: { column: 'p.created_at', type: 'instant' },
    updatedAt: { column: 'p.updated_at', type: 'instant' },
    ...Object.fromEntries([
      ...TEXTS.map(detail('text')),
      ...DATES.map(detail('date', '::date')),
      ['legalCountryClass', { ...detail('text')('legalCountryClass')[1], values: ['lt', 'eu', 'non_eu'] }],
      detail('integer', '::bigint')('rating'),
      detail('amount', '::numeric')('creditLimit'),
    ]),
  },
  key: { column: 'p.partner_id', type: 'id' },
  defaultSort: [{ field: 'name', dir: 'asc' }],
};
