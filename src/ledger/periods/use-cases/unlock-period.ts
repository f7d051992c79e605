import { Injectable } from '@nestjs/common';
import type { Period } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { shareFiscalYears } from '../../fiscal-years/data/fiscal-years';
import { unlockPeriod } from '../data/accounting-periods';
import { unlockHistoryRows } from '../data/period-changes';
import type { AccountingPeriod } from '../domain/accounting-period';
import { nameOf } from '../domain/locked-periods';

/**
 * Opens a locked month again. Who did it and the reason, when there is one, stay in the history of the month.
 * @throws DomainError `period_not_locked`, `fiscal_year_closed`
 */
@Injectable()
export class UnlockPeriod {
  async execute(tx: Tx, wanted: Period, reason: string | null): Promise<AccountingPeriod> {
    await shareFiscalYears(tx);
    const period = await unlockPeriod(tx, wanted);
    if (!period) refuse('period_not_locked', `Period ${nameOf(wanted)} is not locked.`);
    await tx.insert(
      unlockHistoryRows(tx, period, reason),
      auditRows(tx, {
        action: 'accounting_period.unlocked',
        entity: 'accounting_period',
        entityId: period.id,
        diff: { period: nameOf(period), reason },
      }),
    );
    return period;
  }
}
