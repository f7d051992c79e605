import { Injectable } from '@nestjs/common';
import { parseCalendarDate, type Period } from '../../../shared/calendar-date';
import { refuse, refuseField } from '../../../shared/domain-error';
import { invariant } from '../../../shared/invariant';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { closedVatPeriods } from '../../periods/data/vat-periods';
import { monthAfter, nameOf } from '../../periods/domain/vat-period';
import {
  deductionPercents,
  lockDeductionPercents,
  monthsOfOtherPercents,
  setDeductionPercent,
  type DeductionPercent,
} from '../data/deduction-percents';

/**
 * Sets the share of input VAT that is deducted (pro rata) from a month on, provisionally, for purchases of which no line says
 * otherwise. What is registered keeps the percentage it was registered with.
 */
@Injectable()
export class SetDeductionPercent {
  /**
   * @returns the percentages of the year
   * @throws DomainError `invalid_request` for 96 to 99 in Lithuania, whose return takes 100 instead; `vat_period_closed` for a
   *   month whose return may have been filed with another percentage; `pro_rata_registered` for a month whose purchases
   *   carry another one: the return would show the new one and deduct by the old
   */
  async execute(tx: Tx, period: Period, percent: number): Promise<DeductionPercent[]> {
    if (tx.company.countryCode === 'LT' && percent > 95 && percent < 100)
      refuseField('percent', 'above 95 is 100 (box 28 of FR0600)');
    const validFrom = parseCalendarDate(`${nameOf(period)}-01`);
    invariant(validFrom, 'every month has a first day');
    const closed = (await closedVatPeriods(tx, validFrom)).filter(({ year }) => year === period.year);
    if (closed.length > 0)
      refuse(
        'vat_period_closed',
        `VAT period ${nameOf(closed[0]!)} is closed; set the percentage from a month after ${nameOf(closed.at(-1)!)} on, or reopen it (vat-periods/reopen).`,
      );
    const registered = await monthsOfOtherPercents(tx, validFrom, percent);
    if (registered.length > 0)
      refuse(
        'pro_rata_registered',
        `Purchases of ${registered.map(nameOf).join(', ')} are registered with another percentage, which stays on them; set ${percent} from ${nameOf(monthAfter(registered.at(-1)!))} on, or void those purchases (purchases/invoices/void), set it and register them again.`,
      );
    await lockDeductionPercents(tx);
    const before = (await deductionPercents(tx, period.year)).find(set => set.validFrom === validFrom);
    await setDeductionPercent(tx, validFrom, percent);
    await tx.insert(
      auditRows(tx, {
        action: 'vat_deduction_percent.set',
        entity: 'vat_deduction_percent',
        entityId: null,
        diff: { validFrom, before: { percent: before?.percent ?? null }, after: { percent } },
      }),
    );
    return deductionPercents(tx, period.year);
  }
}
