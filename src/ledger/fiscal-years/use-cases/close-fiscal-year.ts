import { Injectable } from '@nestjs/common';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { journalRows } from '../../journal/data/journal-rows';
import type { JournalEntry, JournalTransaction } from '../../journal/domain/journal-transaction';
import { holdPeriods, lockPeriodsThrough, openPeriods } from '../../periods/data/accounting-periods';
import { lockHistoryRows } from '../../periods/data/period-changes';
import { nameOf } from '../../periods/domain/locked-periods';
import { postingAccounts } from '../../posting-rules/data/posting-rules';
import { closeById, closeRows, holdFiscalYears, latestClose, resultBalances } from '../data/fiscal-years';
import {
  closingEntries,
  fiscalYear,
  refuseUnclosable,
  refuseUnclosedBefore,
  YEAR_END_CLOSE,
  type FiscalYear,
  type ListedYear,
} from '../domain/fiscal-year';

/**
 * Closes a fiscal year: moves what is on income and expense accounts to retained earnings on the last day of the year, and
 * locks every month up to it that is open. Its last month must be open, as the closing is posted there; the others may be
 * locked already. Drafts of documents are not in the books and stay drafts: they are issued or registered in the next year.
 * @throws DomainError `fiscal_year_already_closed`, `fiscal_year_order`, `future_date`, `period_locked`, `account_unusable`
 */
@Injectable()
export class CloseFiscalYear {
  async execute(tx: Tx, year: number): Promise<ListedYear> {
    await holdFiscalYears(tx);
    const latest = await latestClose(tx);
    const wanted = fiscalYear(year, tx.company.fiscalYearEndMonth, latest?.to ?? null);
    refuseUnclosable(wanted, latest, tx.today);
    await openPeriods(tx, [wanted.to]);
    await holdPeriods(tx, wanted.from, wanted.to);
    const accounts = await postingAccounts(tx, ['closing.retainedEarnings']);
    const balances = await resultBalances(tx, wanted);
    refuseUnclosedBefore(wanted, balances);
    const retainedEarningsId = accounts['closing.retainedEarnings'].accountId;
    const { entries, result } = closingEntries(balances, retainedEarningsId, tx.company.baseCurrency);

    const id = newId();
    const transactions = entries.length === 0 ? [] : [closingTransaction(wanted, id, entries)];
    await tx.insert(...(transactions.length === 0 ? [] : journalRows(tx, transactions)));
    const locked = await lockPeriodsThrough(tx, wanted.to);
    const transactionId = transactions[0]?.id ?? null;
    await tx.insert(
      closeRows(tx, { ...wanted, id, transactionId }, result),
      await lockHistoryRows(tx, locked, `Fiscal year ${year} closed`),
      auditRows(tx, {
        action: 'fiscal_year.closed',
        entity: 'fiscal_year',
        entityId: id,
        diff: { ...wanted, result: result.toString(), locked: locked.map(nameOf) },
      }),
    );
    return closeById(tx, id);
  }
}

function closingTransaction(
  { year, to }: FiscalYear,
  closeId: string,
  entries: JournalEntry[],
): JournalTransaction {
  return {
    id: newId(),
    date: to,
    description: `Closing of fiscal year ${year}`,
    documentType: YEAR_END_CLOSE,
    documentId: closeId,
    partnerId: null,
    entries,
  };
}
