import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
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
    const [rules, movements] = await Promise.all([placementRules(tx), vatMovements(tx, days)]);
    const computed = computeReturn(pack, movements, rules, { period, deductionPercent });
    const notes = [...pack.notes, ...(countryCode === 'LT' ? fr0600PeriodNotes(computed.placed) : [])];
    return { ...computed, pack, days, notes };
  }
}

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
