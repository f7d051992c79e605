import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import type { TableRows, Tx } from '../../../platform/database';
import { journalRows } from '../../journal/data/journal-rows';
import { reversedEntries } from '../../journal/data/reversed-entries';
import {
  allocationRows,
  lockOpenItems,
  settledAmong,
  settleOpenItems,
} from '../../open-items/data/open-items';
import { settle } from '../../open-items/domain/open-item';
import { openPeriods } from '../../periods/data/accounting-periods';
import {
  findOpeningBalance,
  findOpeningItems,
  lockOpenings,
  markOpeningReversed,
  withClearing,
  type PostedOpening,
} from '../data/openings';
import type { Opening } from '../domain/opening';

/**
 * Takes an opening balance, or items that were opened together, back on their own day, so that they can be entered anew.
 * @throws DomainError `already_reversed`, `document_settled`, `period_locked`
 */
@Injectable()
export class ReverseOpening {
  async ofBalance(tx: Tx, id: string): Promise<Opening> {
    await lockOpenings(tx);
    const opening = await findOpeningBalance(tx, id);
    if (!opening) refuseUnknown('id', `Opening balance ${id}`);
    refuseReversed(opening);
    return this.reverse(tx, opening, 'opening_balance', 'opening_balances', () => []);
  }

  async ofItems(tx: Tx, id: string): Promise<Opening> {
    await lockOpenings(tx);
    const opening = await findOpeningItems(tx, id);
    if (!opening) refuseUnknown('id', `Opening items ${id}`);
    refuseReversed(opening);
    const items = [...(await lockOpenItems(tx, opening.itemIds)).values()];
    const [settledItem] = await settledAmong(tx, opening.itemIds);
    if (settledItem) {
      refuse(
        'document_settled',
        `Something is settled of ${settledItem.documentNumber}; take that back first (bank/transactions/unmatch).`,
        { existingId: settledItem.openItemId },
      );
    }
    const settled = items.map(item => settle(item, item.amount));
    await openPeriods(tx, [opening.date]);
    await settleOpenItems(tx, settled);
    return this.reverse(tx, opening, 'opening_items', 'opening_items', transactionId => [
      allocationRows(tx, { allocationId: newId(), date: opening.date, kind: 'void', transactionId, settled }),
    ]);
  }

  private async reverse(
    tx: Tx,
    opening: PostedOpening,
    entity: string,
    table: 'opening_balances' | 'opening_items',
    rows: (transactionId: string) => TableRows[],
  ): Promise<Opening> {
    const { id, date } = opening;
    const reversalTransactionId = newId();
    await openPeriods(tx, [date]);
    const reversal = {
      id: reversalTransactionId,
      date,
      description: entity === 'opening_balance' ? 'Opening balance reversed' : 'Opening items reversed',
      documentType: `${entity}_reversal`,
      documentId: id,
      partnerId: null,
      reversesId: opening.transactionId,
      entries: await reversedEntries(tx, opening.transactionId),
    };
    await tx.insert(
      ...journalRows(tx, [reversal]),
      ...rows(reversalTransactionId),
      auditRows(tx, {
        action: `${entity}.reversed`,
        entity,
        entityId: id,
        diff: { date, journalTransactionId: opening.transactionId, reversalTransactionId },
      }),
    );
    await markOpeningReversed(tx, table, id, reversalTransactionId);
    return withClearing(tx, { ...opening, reversalTransactionId });
  }
}

function refuseReversed({ id, date, reversalTransactionId }: PostedOpening): void {
  if (reversalTransactionId === null) return;
  refuse('already_reversed', `Opening ${id} of ${date} is reversed already.`, {
    existingId: reversalTransactionId,
  });
}
