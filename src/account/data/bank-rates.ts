import type { CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';

/** SQL, inside a company: whether it ever fetched the central bank's rates itself. */
export const HAS_ASKED_FOR_BANK_RATES = `(SELECT c.bank_rates_since IS NOT NULL FROM companies c
  WHERE c.company_id = nullif(current_setting('app.company_id', true), '')::uuid)`;

/** Notes that the company fetched rates; returns today when it is the first time, else null. */
export async function askForBankRates(tx: Tx): Promise<CalendarDate | null> {
  const changed = await tx.execute(
    'UPDATE companies SET bank_rates_since = $2, updated_at = $3 WHERE company_id = $1 AND bank_rates_since IS NULL',
    [tx.companyId, tx.today, tx.now],
  );
  return changed > 0 ? tx.today : null;
}
