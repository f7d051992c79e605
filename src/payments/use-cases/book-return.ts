import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import {
  allocationRows,
  claimCharge,
  firstOpenDay,
  journalRows,
  lockBookedCharges,
  lockedPeriods,
  lockItemsOfDocuments,
  lockPayment,
  openItemRows,
  openPeriods,
  returnOf,
  reversedEntries,
  settleOpenItems,
  type DocumentItem,
  type JournalEntry,
  type OpenItem,
  type Settled,
  type TakeBack,
  type Waiting,
} from '../../ledger';
import { exchangeRateOn } from '../../reference';
import type { Tx } from '../../platform/database';
import { CHARGED_ITEMS } from '../data/invoices';
import { clearingAccountOf, paymentAccount } from '../data/payment-accounts';
import { PAYMENT_ITEM, RETURN_ITEM } from '../domain/money-booking';
import type { Payment } from '../domain/payment';
import type { Booked } from './book-payment';

/** What is posted for money that came back. */
interface Return {
  entries: JournalEntry[];
  settled: Settled[];
  made: CarriedItem[];
  /** The refund's posting that is taken back. */
  reversesId: string | null;
  /** As it waits for its payout; positive. */
  waiting: Waiting;
}

type CarriedItem = Pick<OpenItem, 'amount' | 'baseAmount'>;

/**
 * Books what came back of a refund that failed after its money had moved, on the day of a take-back, else today, or on the first day
 * that is not locked:
 *
 *   the refund's own posting is taken back: debit clearing, credit what it had debited; what it settled is open again
 *   of the item that it left over, what was settled since stays so: the customer is owed that (an item `payment_return`)
 *   a payout or a bank match booked the refund: debit clearing, credit receivable, the customer is owed all of it
 *
 * Once, whatever books it (@invariant INV-05), and only where the refund is in the books: null when it is not, or when
 * something else has booked what came back.
 * @throws DomainError `account_unusable`, `exchange_rate_missing`, `period_locked` (of a month that is just being locked)
 */
@Injectable()
export class BookReturn {
  async execute(
    tx: Tx,
    refund: Payment,
    { day: wantedDay, posted }: TakeBack = { day: tx.today, posted: 0 },
  ): Promise<Booked | null> {
    const { id, provider, moneyId, invoiceId, journalTransactionId } = refund;
    invariant(moneyId, 'only what moved comes back');
    const [invoice] = await lockItemsOfDocuments(tx, [
      { documentTypes: CHARGED_ITEMS, documentId: invoiceId },
    ]);
    invariant(invoice, 'an invoice that was charged has its open item');
    const ours = journalTransactionId === null ? null : await lockPayment(tx, id, PAYMENT_ITEM);
    const key = returnOf(moneyId);
    const booked = await lockBookedCharges(tx, provider, [moneyId, key]);
    const gone = booked.get(moneyId);
    if (!gone || booked.has(key)) return null;
    const day = firstOpenDay(wantedDay, await lockedPeriods(tx, wantedDay));
    const back =
      journalTransactionId !== null && ours !== null && gone.waiting !== null
        ? takenBack(ours, gone.waiting, journalTransactionId, await reversedEntries(tx, journalTransactionId))
        : await cameBack(tx, refund, invoice, wantedDay);
    await openPeriods(tx, [day]);
    const isOurs = await claimCharge(tx, provider, {
      chargeId: key,
      ...back.waiting,
      paymentId: id,
      refundOf: null,
      isReturn: true,
    });
    if (!isOurs) return null;
    const transactionId = await store(tx, refund, { invoice, day, posted }, back);
    return { journalTransactionId: transactionId, bookedOn: day };
  }
}

async function store(
  tx: Tx,
  refund: Payment,
  { invoice, day, posted }: { invoice: DocumentItem; day: CalendarDate; posted: number },
  { entries, settled, made, reversesId }: Return,
): Promise<string> {
  const transactionId = newId();
  const { id, provider, invoiceNumber, moneyId } = refund;
  if (settled.length > 0) await settleOpenItems(tx, settled);
  await tx.insert(
    ...journalRows(
      tx,
      [
        {
          id: transactionId,
          date: day,
          description: `Failed refund of ${invoiceNumber} by ${provider}, ${moneyId}`,
          documentType: 'payment_return',
          documentId: id,
          partnerId: invoice.partnerId,
          reversesId,
          entries,
        },
      ],
      posted,
    ),
    allocationRows(tx, {
      allocationId: newId(),
      date: day,
      kind: 'payment_reversal',
      transactionId,
      settled,
    }),
    openItemRows(
      tx,
      made.map(item => returnItem(item, refund, invoice, day)),
    ),
  );
  return transactionId;
}

function takenBack(
  { settled, remainder }: Awaited<ReturnType<typeof lockPayment>>,
  waiting: Waiting,
  reversesId: string,
  entries: JournalEntry[],
): Return {
  const opened = settled.map(({ openItemId, amount, baseAmount }) => ({
    openItemId,
    amount: amount.negated(),
    baseAmount: baseAmount.negated(),
  }));
  const left = remainder && !remainder.item.amount.isZero() ? [remainder.item] : [];
  const used = remainder?.isUsed ? [remainder.used] : [];
  return {
    entries,
    settled: [...opened, ...left],
    made: used.map(({ amount, baseAmount }) => ({
      amount: amount.negated(),
      baseAmount: baseAmount.negated(),
    })),
    reversesId,
    waiting: {
      accountId: waiting.accountId,
      amount: waiting.amount.negated(),
      baseAmount: waiting.baseAmount.negated(),
    },
  };
}

async function cameBack(
  tx: Tx,
  { amount, paymentAccountId }: Payment,
  { accountId: receivable }: DocumentItem,
  day: CalendarDate,
): Promise<Return> {
  const [account, rate] = await Promise.all([
    paymentAccount(tx, paymentAccountId),
    exchangeRateOn(tx, amount.currency.code, day),
  ]);
  const accountId = await clearingAccountOf(tx, account, amount.currency.code);
  const baseAmount = Money.round(amount.amount.div(rate), tx.company.baseCurrency);
  return {
    entries: [
      { accountId, side: 'debit', base: baseAmount, document: amount },
      { accountId: receivable, side: 'credit', base: baseAmount, document: amount },
    ],
    settled: [],
    made: [{ amount: amount.negated(), baseAmount: baseAmount.negated() }],
    reversesId: null,
    waiting: { accountId, amount, baseAmount },
  };
}

function returnItem(
  carried: CarriedItem,
  { id, moneyId }: Payment,
  { partnerId, accountId }: DocumentItem,
  day: CalendarDate,
): OpenItem {
  return {
    ...carried,
    openItemId: newId(),
    side: 'receivable',
    partnerId,
    accountId,
    documentType: RETURN_ITEM,
    documentId: id,
    documentNumber: returnOf(moneyId ?? id),
    postedOn: day,
    dueOn: day,
  };
}
