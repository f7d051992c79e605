import type { Currency } from '../../../shared/currency';
import type { Tx } from '../../../platform/database';

/** All currencies, by code: a file may name any. */
export async function currenciesByCode(tx: Tx): Promise<Map<string, Currency>> {
  const rows = await tx.query<Currency>('SELECT code, minor_units AS "minorUnits" FROM currencies');
  return new Map(rows.map(currency => [currency.code, currency]));
}
