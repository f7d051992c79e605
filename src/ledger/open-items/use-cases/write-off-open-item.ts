import { Injectable } from '@nestjs/common';
import { compareCalendarDates, type CalendarDate } from '../../../shared/calendar-date';
import { refuse, refuseField, refuseUnknown } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { accountsByCode } from '../../accounts/data/accounts';
import { isResult, type Account } from '../../accounts/domain/account';
import { journalRows } from '../../journal/data/journal-rows';
import { reversedEntries } from '../../journal/data/reversed-entries';
import { usableAccount } from '../../journal/domain/manual-entries';
import { openPeriods } from '../../periods/data/accounting-periods';
import { allocationRows, lockOpenItems, openItemsById, settleOpenItems } from '../data/open-items';
import { refuseRevalued } from '../data/revalued-items';
import { documentTypeOf, lockWriteOff } from '../data/write-offs';
import { planWriteOff, writeOffEntries } from '../domain/write-off';
import type { AllocationResult } from './allocate-open-items';

export interface WriteOffOrder {
  openItemId: string;
  /** Decimal string, signed like what is open; default: all of it. */
  amount?: string;
  /** An account of income or expense. */
  accountCode: string;
  date: CalendarDate;
  description: string;
}

/**
 * Gives a debt up: settles what is open of an item, or a part of it, against an account of income or expense. Nothing is
 * paid, so no event tells of a payment, and under cash accounting no VAT falls due.
 * @throws DomainError `document_settled`, `allocation_refused`, `account_unusable`, `control_account`, `revalued_since`,
 *   `period_locked`
 */
@Injectable()
export class WriteOffOpenItem {
  async execute(tx: Tx, order: WriteOffOrder): Promise<AllocationResult> {
    const { openItemId, amount, accountCode, date, description } = order;
    const item = (await lockOpenItems(tx, [openItemId])).get(openItemId);
    if (!item) refuseUnknown('openItemId', `Open item ${openItemId}`);
    const settled = planWriteOff(item, amount, date);
    await refuseAdvance(tx, openItemId, item.documentNumber);
    const account = await resultAccount(tx, accountCode);
    await refuseRevalued(tx, date, { items: [item] });
    await openPeriods(tx, [date]);
    const id = newId();
    const transactionId = newId();
    await settleOpenItems(tx, [settled]);
    await tx.insert(
      ...journalRows(tx, [
        {
          id: transactionId,
          date,
          description,
          documentType: 'open_item_write_off',
          documentId: id,
          partnerId: item.partnerId,
          entries: writeOffEntries(settled, item.accountId, account.accountId),
        },
      ]),
      allocationRows(tx, {
        allocationId: id,
        date,
        kind: 'debt_write_off',
        transactionId,
        settled: [settled],
      }),
      auditRows(tx, {
        action: 'open_item.written_off',
        entity: 'open_item_allocation',
        entityId: id,
        diff: { openItemId, amount: settled.amount.toString(), accountCode, date, description },
      }),
    );
    return { id, date, kind: 'write_off', transactionId, items: await openItemsById(tx, [openItemId]) };
  }
}

/** An advance that nobody pays is no debt: nothing was delivered, and its liability would stay. */
async function refuseAdvance(tx: Tx, openItemId: string, documentNumber: string): Promise<void> {
  if ((await documentTypeOf(tx, openItemId)) !== 'sale_advance') return;
  refuse(
    'allocation_refused',
    `${documentNumber} is an advance invoice; credit it instead of writing it off.`,
  );
}

async function resultAccount(tx: Tx, code: string): Promise<Account> {
  const account = usableAccount(code, (await accountsByCode(tx, [code])).get(code), 'accountCode');
  if (!isResult(account.type)) {
    refuse('account_unusable', `Account ${code} is no account of income or expense; name one that is.`, {
      fieldErrors: { accountCode: ['is no account of income or expense'] },
    });
  }
  return account;
}

/**
 * Takes a write-off back: the item is open again, and the posting reversed, once.
 * @throws DomainError `already_reversed`, `revalued_since`, `period_locked`
 */
@Injectable()
export class ReverseWriteOff {
  /** @param given default: today, or the day of the write-off where that is later */
  async execute(tx: Tx, id: string, given?: CalendarDate): Promise<AllocationResult> {
    const writeOff = await lockWriteOff(tx, id);
    if (!writeOff) refuseUnknown('id', `Write-off ${id}`);
    const { transactionId: reversesId, documentNumber, partnerId, reversedById } = writeOff;
    if (reversedById !== null) {
      refuse('already_reversed', `The write-off of ${documentNumber} is reversed already.`, {
        existingId: reversedById,
      });
    }
    const date = given ?? laterOf(tx.today, writeOff.date);
    if (compareCalendarDates(date, writeOff.date) < 0) {
      refuseField('date', `must not be before ${writeOff.date}, the day of the write-off`);
    }
    const { openItemId, amount, baseAmount } = writeOff.settled;
    const settled = { openItemId, amount: amount.negated(), baseAmount: baseAmount.negated() };
    await refuseRevalued(tx, date, { items: [settled] });
    await openPeriods(tx, [date]);
    const transactionId = newId();
    const allocationId = newId();
    const entries = await reversedEntries(tx, reversesId);
    await settleOpenItems(tx, [settled]);
    await tx.insert(
      ...journalRows(tx, [
        {
          id: transactionId,
          date,
          description: `Write-off of ${documentNumber} reversed`,
          documentType: 'open_item_write_off_reversal',
          documentId: id,
          partnerId,
          reversesId,
          entries,
        },
      ]),
      allocationRows(tx, {
        allocationId,
        date,
        kind: 'debt_write_off_reversal',
        transactionId,
        settled: [settled],
      }),
      auditRows(tx, {
        action: 'open_item.write_off_reversed',
        entity: 'open_item_allocation',
        entityId: id,
        diff: { openItemId, date, reversalTransactionId: transactionId },
      }),
    );
    const items = await openItemsById(tx, [openItemId]);
    return { id: allocationId, date, kind: 'write_off', transactionId, items };
  }
}

function laterOf(one: CalendarDate, other: CalendarDate): CalendarDate {
  return compareCalendarDates(one, other) < 0 ? other : one;
}
