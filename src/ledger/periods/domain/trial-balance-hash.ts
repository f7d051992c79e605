import type { CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';

/** All that was ever posted to an account up to a day: decimal strings in base currency. */
export interface AccountTotals {
  code: string;
  debit: string;
  credit: string;
}

/**
 * The trial balance as of a day as text: one form, so that anybody can make it again from the journal.
 *
 *   gapless-trial-balance/1
 *   company 0198...
 *   asOf 2026-03-31
 *   currency EUR
 *   271;121.00;20.00
 *   5000;0.00;101.00
 *
 * Each line ends with a line feed. An account that was ever posted to has its code, the sum of its debits and that of its
 * credits; accounts are in the order of the bytes of their codes. The sums are not set off against each other, and entries are
 * only ever added: whatever is posted on or before the day later changes the text, also a posting and its reversal.
 * @param totals in the order of the bytes of the codes
 */
export function trialBalanceText(
  of: { companyId: string; asOf: CalendarDate },
  totals: AccountTotals[],
  base: Currency,
): string {
  const amount = (text: string): string => Money.of(text, base).toString();
  const lines = totals.map(({ code, debit, credit }) => `${code};${amount(debit)};${amount(credit)}`);
  return [
    'gapless-trial-balance/1',
    `company ${of.companyId}`,
    `asOf ${of.asOf}`,
    `currency ${base.code}`,
    ...lines,
    '',
  ].join('\n');
}
