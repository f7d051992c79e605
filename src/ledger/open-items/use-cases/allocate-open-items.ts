import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { refuseField, refuseUnknown } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import type { TableRows, Tx } from '../../../platform/database';
import { journalRows } from '../../journal/data/journal-rows';
import type { JournalEntry } from '../../journal/domain/journal-transaction';
import { openPeriods } from '../../periods/data/accounting-periods';
import { postingAccounts } from '../../posting-rules/data/posting-rules';
import type { PostingRuleKey } from '../../posting-rules/domain/posting-rule-key';
import { allocationRows, lockOpenItems, openItemsById, settleOpenItems } from '../data/open-items';
import { refuseRevalued } from '../data/revalued-items';
import {
  accountEntries,
  planAllocation,
  type AllocationLine,
  type AllocationPlan,
} from '../domain/allocation';
import type { AllocationKind, ListedOpenItem } from '../domain/open-item';

export interface AllocationOrder {
  /** Default: today. */
  date?: CalendarDate;
  /** `amount` is signed like the item. */
  allocations: { openItemId: string; amount: string }[];
  /** What the amounts add up to, where that is not zero. */
  writeOff?: string;
}

export interface AllocationResult {
  id: string;
  date: CalendarDate;
  kind: AllocationKind;
  transactionId: string | null;
  items: ListedOpenItem[];
}

/**
 * Settles open items of one partner against each other: credit notes with other invoices, receivables with payables.
 * A rest of cents is written off to `ledger.roundingDifferences`; an exchange difference goes to `bank.fxGain` or
 * `bank.fxLoss`; items of several accounts are moved by the journal.
 */
@Injectable()
export class AllocateOpenItems {
  async execute(tx: Tx, order: AllocationOrder): Promise<AllocationResult> {
    const date = order.date ?? tx.today;
    const ids = order.allocations.map(({ openItemId }) => openItemId);
    const lines = await this.lockedLines(tx, order);
    await refuseRevalued(tx, date, { items: lines.map(({ item }) => item) });
    const plan = planAllocation(lines, order.writeOff, date, tx.company.baseCurrency);
    // Also without a journal entry: what was open at the end of a locked month stays what it was.
    await openPeriods(tx, [date]);
    const id = newId();
    const posting = await this.posting(tx, id, date, lines, plan);
    const kind = plan.rest.amount.isZero() ? 'netting' : 'write_off';
    const transactionId = posting?.transactionId ?? null;
    await settleOpenItems(tx, plan.settled);
    await tx.insert(
      ...(posting?.rows ?? []),
      allocationRows(tx, { allocationId: id, date, kind, transactionId, settled: plan.settled }),
      auditRows(tx, {
        action: 'open_items.allocated',
        entity: 'open_item_allocation',
        entityId: id,
        diff: { date, kind, allocations: order.allocations, writeOff: order.writeOff ?? null },
      }),
    );
    return { id, date, kind, transactionId, items: await openItemsById(tx, ids) };
  }

  private async lockedLines(tx: Tx, { allocations }: AllocationOrder): Promise<AllocationLine[]> {
    const seen = new Set<string>();
    allocations.forEach(({ openItemId }, index) => {
      if (seen.has(openItemId)) refuseField(`allocations.${index}.openItemId`, 'is there twice');
      seen.add(openItemId);
    });
    const items = await lockOpenItems(tx, [...seen]);
    return allocations.map(({ openItemId, amount }, index) => {
      const item =
        items.get(openItemId) ?? refuseUnknown(`allocations.${index}.openItemId`, `Open item ${openItemId}`);
      return { item, amount };
    });
  }

  /** The journal transaction of the allocation, where it moves an account at all. */
  private async posting(
    tx: Tx,
    allocationId: string,
    date: CalendarDate,
    lines: AllocationLine[],
    plan: AllocationPlan,
  ): Promise<{ transactionId: string; rows: TableRows[] } | undefined> {
    const entries = [...accountEntries(lines, plan), ...(await this.restEntry(tx, plan))];
    if (entries.every(entry => entry.base.isZero())) return undefined;
    const transactionId = newId();
    const description = `Allocation of ${lines.map(({ item }) => item.documentNumber).join(', ')}`.slice(
      0,
      LONGEST_DESCRIPTION,
    );
    const transaction = {
      id: transactionId,
      date,
      description,
      documentType: 'open_item_allocation',
      documentId: allocationId,
      partnerId: lines[0]?.item.partnerId ?? null,
      entries,
    };
    return { transactionId, rows: journalRows(tx, [transaction]) };
  }

  private async restEntry(tx: Tx, { rest }: AllocationPlan): Promise<JournalEntry[]> {
    if (rest.baseAmount.isZero()) return [];
    const key = ruleOfRest(rest);
    const { accountId } = (await postingAccounts(tx, [key]))[key];
    return [{ accountId, side: 'debit', base: rest.baseAmount, document: rest.amount }];
  }
}

function ruleOfRest({ amount, baseAmount }: AllocationPlan['rest']): PostingRuleKey {
  if (!amount.isZero()) return 'ledger.roundingDifferences';
  return baseAmount.isNegative() ? 'bank.fxGain' : 'bank.fxLoss';
}

const LONGEST_DESCRIPTION = 500;
