import { Injectable } from '@nestjs/common';
import type { Period } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { holdFiscalYears } from '../../fiscal-years/data/fiscal-years';
import { holdPeriodsThrough, lockPeriod } from '../data/accounting-periods';
import { lockHistoryRows } from '../data/period-changes';
import type { AccountingPeriod } from '../domain/accounting-period';
import { nameOf } from '../domain/locked-periods';

/**
 * Locks a month: postings in flight finish first, none lands after (@invariant INV-09). What the books are then is kept as
 * the hash of the trial balance. That takes in earlier months, open or not, so postings into these finish first too; and
 * nobody makes a month meanwhile, whose postings could not be seen yet. Later postings wait behind it (`openPeriods`).
 */
@Injectable()
export class LockPeriod {
  async execute(tx: Tx, wanted: Period): Promise<AccountingPeriod> {
    await holdFiscalYears(tx);
    await holdPeriodsThrough(tx, wanted);
    const period = await lockPeriod(tx, wanted);
    if (!period) refuse('period_already_locked', `Period ${nameOf(wanted)} is locked already.`);
    await tx.insert(
      await lockHistoryRows(tx, [period], null),
      auditRows(tx, {
        action: 'accounting_period.locked',
        entity: 'accounting_period',
        entityId: period.id,
        diff: { period: nameOf(period) },
      }),
    );
    return period;
  }
}
