import { Injectable } from '@nestjs/common';
import { lastDayOfMonth, type Period } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import { lockedPeriods, shareFiscalYears } from '../../../ledger';
import type { Tx } from '../../../platform/database';
import { reopenVatPeriod } from '../data/vat-periods';
import { nameOf, type VatPeriod } from '../domain/vat-period';

/**
 * Opens a closed VAT period again, with a reason that stays in the audit log.
 *
 * While the accounting month is locked its VAT stands as declared, so that a closed year stays closed: the month is unlocked
 * first, by whoever may do that, or the correction counts in an open period.
 * @throws DomainError `period_locked`, `vat_period_not_closed`
 */
@Injectable()
export class ReopenVatPeriod {
  async execute(tx: Tx, wanted: Period, reason: string): Promise<VatPeriod> {
    const name = nameOf(wanted);
    // So that the month is not being locked.
    await shareFiscalYears(tx);
    const locked = await lockedPeriods(tx, lastDayOfMonth(wanted.year, wanted.month));
    if (locked.some(period => nameOf(period) === name))
      refuse(
        'period_locked',
        `Accounting period ${name} is locked, and its VAT with it; unlock it first (ledger/periods/unlock).`,
      );
    const period = await reopenVatPeriod(tx, wanted);
    if (!period) refuse('vat_period_not_closed', `VAT period ${name} is not closed.`);
    await tx.insert(
      auditRows(tx, {
        action: 'vat_period.reopened',
        entity: 'vat_period',
        entityId: null,
        diff: { period: name, reason },
      }),
    );
    return period;
  }
}
