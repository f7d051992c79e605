import type { Tx } from '../../platform/database';
import type { ListDefinition } from '../../platform/lists';

export interface Country {
  code: string;
  isEu: boolean;
  isEea: boolean;
  names: { lt: string; en: string; ru: string };
}

export interface CurrencyRow {
  code: string;
  name: string;
  minorUnits: number;
}

export interface Unit {
  code: string;
  nameLt: string;
  nameEn: string;
}

export async function countries(tx: Tx): Promise<Country[]> {
  return tx.query<Country>(
    `SELECT code, is_eu AS "isEu", is_eea AS "isEea", jsonb_build_object('lt', name_lt, 'en', name_en, 'ru', name_ru) AS names
       FROM countries ORDER BY code`,
  );
}

export const currencyList: ListDefinition = {
  name: 'currencies',
  from: 'currencies c',
  select: 'c.code, c.name, c.minor_units AS "minorUnits"',
  fields: {
    code: { column: 'c.code::text', type: 'text' },
    name: { column: 'c.name', type: 'text' },
    minorUnits: { column: 'c.minor_units', type: 'integer' },
  },
  key: { column: 'c.code::text', type: 'text' },
  defaultSort: [{ field: 'code', dir: 'asc' }],
};

export const unitList: ListDefinition = {
  name: 'units',
  from: 'units u',
  select: 'u.code, u.name_lt AS "nameLt", u.name_en AS "nameEn"',
  fields: {
    code: { column: 'u.code', type: 'text' },
    nameLt: { column: 'u.name_lt', type: 'text' },
    nameEn: { column: 'u.name_en', type: 'text' },
  },
  key: { column: 'u.code', type: 'text' },
  defaultSort: [{ field: 'code', dir: 'asc' }],
};

/** Whether it is the code of a country, ISO 3166-1 alpha-2 in upper case. */
export async function isCountry(tx: Tx, code: string): Promise<boolean> {
  const found = await tx.query('SELECT 1 FROM countries WHERE code = $1::text', [code]);
  return found.length > 0;
}
