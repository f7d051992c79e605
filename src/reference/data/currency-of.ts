import type { Currency } from '../../shared/currency';
import { refuseField } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';

/**
 * The currency that a request names in `member`, with its number of decimals.
 * @throws DomainError `invalid_request` when ISO 4217 has no such code
 */
export async function currencyOf(tx: Tx, code: string, member: string): Promise<Currency> {
  const [currency] = await tx.query<Currency>(
    'SELECT code, minor_units AS "minorUnits" FROM currencies WHERE code = $1',
    [code],
  );
  return currency ?? refuseField(member, 'is not a currency of ISO 4217; see reference/currencies/list');
}
