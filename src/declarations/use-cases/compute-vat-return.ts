import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { untaxedAdvances, type UntaxedAdvance } from '../../sales';
import { placementRules } from '../data/return-codes';
import { vatMovements } from '../data/vat-movements';
import { computeReturn, type ComputedReturn } from '../domain/vat-return/compute-return';
import { fr0600PeriodNotes } from '../domain/vat-return/fr0600';
import { packOf } from '../domain/vat-return/packs';
import { daysOf, type DayRange, type ReturnPeriod } from '../domain/vat-return/return-period';
import type { VatReturnPack } from '../domain/vat-return/vat-return-pack';

export interface VatReturn extends ComputedReturn {
  pack: VatReturnPack;
  days: DayRange;
  notes: string[];
}

/**
 * The VAT return of a country over some months, from the VAT register alone.
 * @throws DomainError `not_supported` for a country without a return here, `export_impossible` for another country than the
 * company's or books in another currency
 */
@Injectable()
export class ComputeVatReturn {
  async execute(
    tx: Tx,
    countryCode: string,
    period: ReturnPeriod,
    deductionPercent = 100,
  ): Promise<VatReturn> {
    const pack = packOf(countryCode);
    refuseForeignBooks(tx, pack);
    const days = daysOf(period);
    const [rules, movements, untaxed] = await Promise.all([
      placementRules(tx),
      vatMovements(tx, days),
      untaxedAdvances(tx, days.to),
    ]);
    const computed = computeReturn(pack, movements, rules, { period, deductionPercent });
    const notes = [...pack.notes, ...(countryCode === 'LT' ? fr0600PeriodNotes(computed.placed) : [])];
    return { ...computed, warnings: [...computed.warnings, ...untaxedWarnings(untaxed)], pack, days, notes };
  }
}

/** VAT that fell due when an advance was paid, and that no document has brought into the register. */
function untaxedWarnings(advances: UntaxedAdvance[]): string[] {
  if (advances.length === 0) return [];
  const named = advances.slice(0, MOST_NAMED).map(({ number, receivedOn }) => `${number} (${receivedOn})`);
  const rest = advances.length > MOST_NAMED ? ` and ${advances.length - MOST_NAMED} more` : '';
  return [
    `Payments of advances have no tax document, or were taken back after they got one, so that their VAT is not in the return: ${named.join(', ')}${rest}; make them (sales/invoices/tax-receipts).`,
  ];
}

const MOST_NAMED = 10;

/** @throws DomainError `export_impossible` */
export function refuseForeignBooks(
  { company }: Tx,
  { countryCode, formKey, currency }: Pick<VatReturnPack, 'countryCode' | 'formKey' | 'currency'>,
): void {
  if (company.countryCode !== countryCode)
    refuse(
      'export_impossible',
      `${formKey} is filed by companies of ${countryCode}; ${company.name} is registered in ${company.countryCode}.`,
    );
  if (company.baseCurrency.code !== currency)
    refuse(
      'export_impossible',
      `${formKey} is in ${currency}; the books of ${company.name} are kept in ${company.baseCurrency.code}.`,
    );
}
