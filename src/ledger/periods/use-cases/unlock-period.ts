import { Injectable } from '@nestjs/common';
import type { Period } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { unlockPeriod } from '../data/accounting-periods';
import type { AccountingPeriod } from '../domain/accounting-period';
import { nameOf } from '../domain/locked-periods';

/** Opens a locked month again. The reason, when there is one, stays in the audit log. */
@Injectable()
export class UnlockPeriod {
  async execute(tx: Tx, wanted: Period, reason: string | null): Promise<AccountingPeriod> {
    const period = await unlockPeriod(tx, wanted);
    if (!period) refuse('period_not_locked', `Period ${nameOf(wanted)} is not locked.`);
    await tx.insert(
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
