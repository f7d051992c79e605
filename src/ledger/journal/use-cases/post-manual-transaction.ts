import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { accountsByCode } from '../../accounts/data/accounts';
import { refuseUnusableCostCenters } from '../../cost-centers/data/cost-centers';
import { openPeriods } from '../../periods/data/accounting-periods';
import { journalRows } from '../data/journal-rows';
import { findTransaction } from '../data/journal-transactions';
import { manualEntries, type ManualEntry } from '../domain/manual-entries';
import type { PostedTransaction } from '../domain/posted-transaction';

export interface ManualTransaction {
  /** Any day of an open period; one ahead of today too. */
  date: CalendarDate;
  description: string | null;
  entries: ManualEntry[];
}

/** Posts a transaction of no document, at once and for good. */
@Injectable()
export class PostManualTransaction {
  async execute(tx: Tx, { date, description, entries }: ManualTransaction): Promise<PostedTransaction> {
    const { baseCurrency, allowManualControlEntries } = tx.company;
    const accounts = await accountsByCode(tx, [...new Set(entries.map(entry => entry.accountCode))]);
    await refuseUnusableCostCenters(
      tx,
      entries.map(entry => entry.costCenterId),
      'entries',
    );
    const id = newId();
    const transaction = {
      id,
      date,
      description,
      documentType: null,
      documentId: null,
      partnerId: null,
      entries: manualEntries(entries, accounts, baseCurrency, allowManualControlEntries),
    };
    await openPeriods(tx, [date]);
    await tx.insert(
      ...journalRows(tx, [transaction]),
      auditRows(tx, {
        action: 'journal_transaction.posted',
        entity: 'journal_transaction',
        entityId: id,
        diff: { date, description },
      }),
    );
    const posted = await findTransaction(tx, id);
    invariant(posted, 'a posted transaction is there');
    return posted;
  }
}
