import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import {
  allocationRows,
  claimCharge,
  firstOpenDay,
  isChargeBooked,
  journalRows,
  lockedPeriods,
  lockItemsOfDocuments,
  noteRefundInPayout,
  openItemRows,
  openPeriods,
  paidFacts,
  postingAccounts,
  settleOpenItems,
  type DocumentItem,
  type TakeBack,
} from '../../ledger';
import { eventRows, takeEventSequences } from '../../outbox';
import { exchangeRateOn } from '../../reference';
import type { TableRows, Tx } from '../../platform/database';
import { CHARGED_ITEMS, creditNotesOf } from '../data/invoices';
import { clearingAccountOf, paymentAccount } from '../data/payment-accounts';
import { returnedRefundsOf } from '../data/payments';
import { PAYMENT_ITEM, planBooking, RETURN_ITEM, type Booking } from '../domain/money-booking';
import { signedAmount, type Payment } from '../domain/payment';

/** Where the money of a payment is booked. */
export interface Booked {
  journalTransactionId: string;
  bookedOn: CalendarDate;
}

/**
 * Books money that moved at the provider (`planBooking` says how), on the day of a take-back, else today, or on the first day that is
 * not locked; with the exchange rate of that day, of an earlier booking today's. Once per charge and refund of the provider,
 * whatever books it (@invariant INV-05): null when something else has done it.
 * @throws DomainError `account_unusable`, `exchange_rate_missing`, `period_locked` (of a month that is just being locked)
 */
@Injectable()
export class BookPayment {
  async execute(
    tx: Tx,
    payment: Payment,
    moneyId: string,
    { day: wantedDay, posted }: TakeBack = { day: tx.today, posted: 0 },
  ): Promise<Booked | null> {
    const { provider, chargeMoneyId, amount } = payment;
    if (await isChargeBooked(tx, provider, moneyId)) return null;
    const { invoice, items } = await lockItems(tx, payment);
    if (chargeMoneyId !== null && (await isInPayout(tx, payment, moneyId, chargeMoneyId))) return null;
    const day = firstOpenDay(wantedDay, await lockedPeriods(tx, wantedDay));
    const [account, rate, exchange] = await Promise.all([
      paymentAccount(tx, payment.paymentAccountId),
      exchangeRateOn(tx, amount.currency.code, wantedDay),
      postingAccounts(tx, ['bank.fxGain', 'bank.fxLoss']),
      openPeriods(tx, [day]),
    ]);
    const clearing = await clearingAccountOf(tx, account, amount.currency.code);
    const money = signedAmount(payment);
    const base = Money.round(money.amount.div(rate), tx.company.baseCurrency);
    const charge = { chargeId: moneyId, accountId: clearing, amount: money, baseAmount: base };
    const isOurs = await claimCharge(tx, provider, {
      ...charge,
      paymentId: payment.id,
      refundOf: chargeMoneyId,
      isReturn: false,
    });
    if (!isOurs) return null;
    const booking = planBooking(
      {
        paymentId: payment.id,
        date: day,
        money,
        base,
        items,
        customer: { partnerId: invoice.partnerId, accountId: invoice.accountId },
        name: moneyId,
        accounts: {
          clearing,
          fxGain: exchange['bank.fxGain'].accountId,
          fxLoss: exchange['bank.fxLoss'].accountId,
        },
      },
      tx.company.baseCurrency,
    );
    const journalTransactionId = await store(tx, payment, { moneyId, day, invoice, posted }, booking);
    return { journalTransactionId, bookedOn: day };
  }
}

/** Whether a payout has the refund that names its charge only, and booked all that was given back of that in one sum. */
function isInPayout(
  tx: Tx,
  { provider, amount, createdAt }: Payment,
  refundId: string,
  refundOf: string,
): Promise<boolean> {
  return noteRefundInPayout(tx, provider, { refundId, refundOf, amount, orderedAt: createdAt });
}

/**
 * The items that the money settles, locked: of a charge its invoice; of a refund what its charge left over, then what came
 * back of refunds of it that failed, then the credit notes of the invoice.
 */
async function lockItems(
  tx: Tx,
  { kind, invoiceId, chargeId }: Payment,
): Promise<{ invoice: DocumentItem; items: DocumentItem[] }> {
  const creditNotes = kind === 'refund' ? await creditNotesOf(tx, invoiceId) : [];
  const returned = chargeId === null ? [] : await returnedRefundsOf(tx, chargeId);
  const locked = await lockItemsOfDocuments(tx, [
    { documentTypes: CHARGED_ITEMS, documentId: invoiceId },
    ...(chargeId === null ? [] : [{ documentTypes: [PAYMENT_ITEM], documentId: chargeId }]),
    ...returned.map(documentId => ({ documentTypes: [RETURN_ITEM], documentId })),
    ...creditNotes.map(documentId => ({ documentTypes: ['sale_credit_note'], documentId })),
  ]);
  const itemOf = (id: string): DocumentItem[] => locked.filter(({ documentId }) => documentId === id);
  const [invoice] = itemOf(invoiceId);
  invariant(invoice, 'an invoice that was charged has its open item');
  if (kind === 'charge') return { invoice, items: [invoice] };
  return { invoice, items: [chargeId ?? '', ...returned, ...creditNotes].flatMap(itemOf) };
}

async function store(
  tx: Tx,
  { id, kind, provider, invoiceNumber }: Payment,
  {
    moneyId,
    day,
    invoice,
    posted,
  }: { moneyId: string; day: CalendarDate; invoice: DocumentItem; posted: number },
  { entries, settled, paid, made }: Booking,
): Promise<string> {
  const transactionId = newId();
  if (settled.length > 0) await settleOpenItems(tx, settled);
  const events = await eventsOf(tx, id, day, paid);
  const what = kind === 'charge' ? 'Payment' : 'Refund';
  await tx.insert(
    ...journalRows(
      tx,
      [
        {
          id: transactionId,
          date: day,
          description: `${what} of ${invoiceNumber} by ${provider}, ${moneyId}`,
          documentType: `payment_${kind}`,
          documentId: id,
          partnerId: invoice.partnerId,
          entries,
        },
      ],
      posted,
    ),
    allocationRows(tx, { allocationId: id, date: day, kind: 'payment', transactionId, settled }),
    openItemRows(
      tx,
      made.map(item => ({ ...item, openItemId: newId() })),
    ),
    events,
  );
  return transactionId;
}

async function eventsOf(
  tx: Tx,
  paymentId: string,
  day: CalendarDate,
  paid: DocumentItem[],
): Promise<TableRows> {
  const facts = paidFacts(paid, day, { paymentId });
  const sequences = await takeEventSequences(tx, facts.length);
  return eventRows(
    tx,
    facts.map((fact, index) => ({ ...fact, sequence: sequences[index]! })),
  );
}
