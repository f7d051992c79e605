import { Injectable } from '@nestjs/common';
import { refuse, refuseField } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { untaxedAdvances, type UntaxedAdvance } from '../../sales';
import { cashVatNotYetDue, deductionPercentOn, type CashVatNotYetDue } from '../../vat';
import { placementRules } from '../data/return-codes';
import { vatMovements } from '../data/vat-movements';
import { computeReturn, type ComputedReturn } from '../domain/vat-return/compute-return';
import { fr0600PeriodNotes } from '../domain/vat-return/fr0600';
import { packOf } from '../domain/vat-return/packs';
import { daysOf, type DayRange, type ReturnPeriod } from '../domain/vat-return/return-period';
import type { VatMovement } from '../domain/vat-return/vat-movement';
import type { ReturnOptions, VatReturnPack } from '../domain/vat-return/vat-return-pack';

export interface VatReturn extends ComputedReturn {
  options: ReturnOptions;
  pack: VatReturnPack;
  days: DayRange;
  notes: string[];
}

/**
 * The VAT return of a country over some months, from the VAT register alone; of documents under cash accounting what was paid.
 * @param given percentage of box 28, for a company that has set no pro rata
 * @throws DomainError `not_supported` for a country without a return here, `export_impossible` for another country than the
 * company's or books in another currency, `invalid_request` for another percentage than the purchases carry
 */
@Injectable()
export class ComputeVatReturn {
  async execute(tx: Tx, countryCode: string, period: ReturnPeriod, given?: number): Promise<VatReturn> {
    const pack = packOf(countryCode);
    refuseForeignBooks(tx, pack);
    const days = daysOf(period);
    const [rules, movements, untaxed, proRata, notYetDue] = await Promise.all([
      placementRules(tx),
      vatMovements(tx, days),
      untaxedAdvances(tx, days.to),
      deductionPercentOn(tx, days.to),
      cashVatNotYetDue(tx, days.to),
    ]);
    const options = { period, ...deductionOf(movements, proRata, given) };
    const computed = computeReturn(pack, movements, rules, options);
    const notes = [...pack.notes, ...(countryCode === 'LT' ? fr0600PeriodNotes(computed.placed) : [])];
    const warnings = [...cashWarnings(notYetDue, days), ...computed.warnings, ...untaxedWarnings(untaxed)];
    return { ...computed, options, pack, days, notes, warnings };
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

/**
 * A pro rata that the company has set is on its purchases since they were registered, so that no other percentage may come on
 * top of it. Without one the percentage given counts, but not over purchases that carry one (credits of an earlier year's).
 */
function deductionOf(
  movements: readonly VatMovement[],
  proRata: number | null,
  given: number | undefined,
): Pick<ReturnOptions, 'deductionPercent' | 'isDeductionOnRows'> {
  const isDeductionOnRows =
    proRata !== null || movements.some(({ undeductedProRata }) => !undeductedProRata.isZero());
  const deductionPercent = proRata ?? (isDeductionOnRows ? 100 : (given ?? 100));
  if (given !== undefined && given !== deductionPercent)
    refuseField(
      'deductionPercent',
      `is ${deductionPercent} in this period, and the purchases carry it already; leave it out (the pro rata is set by vat/pro-rata/set)`,
    );
  return { deductionPercent, isDeductionOnRows };
}

function cashWarnings({ documents, sales, purchases }: CashVatNotYetDue, { to }: DayRange): string[] {
  if (documents === 0) return [];
  return [
    `Cash accounting: ${documents} document(s) are not paid in full on ${to}; not in the return are sales of ${sales.net.toFixed(2)} with VAT ${sales.vat.toFixed(2)}, and deductible VAT ${purchases.deductibleVat.toFixed(2)} of purchases.`,
  ];
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
