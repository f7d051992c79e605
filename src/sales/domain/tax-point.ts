import type { CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import rules from './tax-point-rules.json';

interface TaxPointRule {
  source: string;
}

/**
 * In a state whose VAT falls due at the latest with the VAT invoice, the supply may not be put into a month after that of the
 * invoice: the register of invoices would have it in one month, the return in another.
 * @throws DomainError `tax_point_late`
 */
export function refuseLateTaxPoint(
  countryCode: string,
  { issuedOn, taxPointOn }: { issuedOn: CalendarDate; taxPointOn: CalendarDate },
): void {
  const known: Readonly<Record<string, TaxPointRule>> = rules;
  const rule = known[countryCode];
  if (rule === undefined || taxPointOn.slice(0, 7) <= issuedOn.slice(0, 7)) return;
  refuse(
    'tax_point_late',
    `The tax point ${taxPointOn} is in a month after that of the issue, ${issuedOn} (${rule.source}). Issue the invoice then, or leave the tax point out.`,
    { fieldErrors: { taxPointDate: ['must not be in a month after that of the issue date'] } },
  );
}
