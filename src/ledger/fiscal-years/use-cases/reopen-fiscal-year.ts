import { Injectable } from '@nestjs/common';
import { periodOf } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { auditRows } from '../../../audit';
import type { TableRows, Tx } from '../../../platform/database';
import { journalRows } from '../../journal/data/journal-rows';
import { reversedEntries } from '../../journal/data/reversed-entries';
import { unlockPeriod } from '../../periods/data/accounting-periods';
import { unlockHistoryRows } from '../../periods/data/period-changes';
import { closeById, holdFiscalYears, isYearClosed, latestClose, markReopened } from '../data/fiscal-years';
import { YEAR_END_CLOSE, type ListedYear, type YearClose } from '../domain/fiscal-year';

/**
 * Reopens the latest closed fiscal year: reverses its closing on the last day of the year, and unlocks the month of that
 * day. The year's other months stay locked, and can be unlocked again one by one.
 * @throws DomainError `fiscal_year_not_closed`, `fiscal_year_order`
 */
@Injectable()
export class ReopenFiscalYear {
  async execute(tx: Tx, year: number, reason: string): Promise<ListedYear> {
    await holdFiscalYears(tx);
    const latest = await latestClose(tx);
    if (latest?.year !== year) return refuseOther(tx, year, latest);
    await markReopened(tx, latest.id, reason);
    const period = await unlockPeriod(tx, periodOf(latest.to));
    invariant(period, 'the months of a closed year are locked');
    await tx.insert(
      ...(await reversalRows(tx, latest)),
      unlockHistoryRows(tx, period, reason),
      auditRows(tx, {
        action: 'fiscal_year.reopened',
        entity: 'fiscal_year',
        entityId: latest.id,
        diff: { year, from: latest.from, to: latest.to, reason },
      }),
    );
    return closeById(tx, latest.id);
  }
}

async function refuseOther(tx: Tx, year: number, latest: YearClose | undefined): Promise<never> {
  if (latest && (await isYearClosed(tx, year))) {
    refuse(
      'fiscal_year_order',
      `Fiscal year ${latest.year} is closed after ${year}; reopen ${latest.year} first.`,
    );
  }
  refuse('fiscal_year_not_closed', `Fiscal year ${year} is not closed.`);
}

async function reversalRows(tx: Tx, { year, to, transactionId }: YearClose): Promise<TableRows[]> {
  if (transactionId === null) return [];
  return journalRows(tx, [
    {
      id: newId(),
      date: to,
      description: `Closing of fiscal year ${year} reversed`,
      documentType: YEAR_END_CLOSE,
      documentId: newId(),
      partnerId: null,
      reversesId: transactionId,
      entries: await reversedEntries(tx, transactionId),
    },
  ]);
}
