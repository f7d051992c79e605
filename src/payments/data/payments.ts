import type { CalendarDate } from '../../shared/calendar-date';
import { refuseUnknown } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import type { TableRows, Tx } from '../../platform/database';
import type { Failure, FailureReason, Payment, PaymentKind } from '../domain/payment';

export type PaymentRow = Omit<Payment, 'amount' | 'refundedAmount' | 'failure'> & {
  currency: string;
  minorUnits: number;
  amount: string;
  refundedAmount: string;
  failureReason: FailureReason | null;
  failureCode: string | null;
  declineCode: string | null;
  failureMessage: string | null;
};

export const PAYMENTS = `payments p
  JOIN currencies y ON y.code = p.currency
  JOIN sale_invoices i ON i.company_id = p.company_id AND i.invoice_id = p.invoice_id
  LEFT JOIN payments c ON c.company_id = p.company_id AND c.payment_id = p.charge_id`;
export const PAYMENT_COLUMNS = `p.payment_id AS id, p.kind, p.provider, p.payment_account_id AS "paymentAccountId", p.invoice_id AS "invoiceId",
  i.full_number AS "invoiceNumber", p.charge_id AS "chargeId", c.provider_reference AS "chargeReference", c.money_id AS "chargeMoneyId",
  p.currency, y.minor_units AS "minorUnits", p.amount, p.refunded_amount AS "refundedAmount", p.payment_method AS "paymentMethod",
  p.provider_customer AS customer, p.reason, p.downstream_key AS "downstreamKey", p.recovery_point AS "recoveryPoint", p.status, p.attempts,
  p.provider_reference AS "providerReference", p.money_id AS "moneyId", p.waiting_for AS "waitingFor",
  p.failure_reason AS "failureReason", p.failure_code AS "failureCode", p.decline_code AS "declineCode",
  p.failure_message AS "failureMessage", p.booked_on AS "bookedOn", p.journal_transaction_id AS "journalTransactionId",
  p.returned_on AS "returnedOn", p.return_transaction_id AS "returnTransactionId",
  encode(p.request_key_hash, 'hex') AS "keyHash", p.request_id AS "requestId", p.created_at AS "createdAt", p.finished_at AS "finishedAt"`;

export function toPayment(row: PaymentRow): Payment {
  const { currency: code, minorUnits, amount, refundedAmount, ...rest } = row;
  const { failureReason: reason, failureCode, declineCode, failureMessage, ...payment } = rest;
  const currency = { code, minorUnits };
  return {
    ...payment,
    amount: Money.of(amount, currency),
    refundedAmount: Money.of(refundedAmount, currency),
    failure:
      reason === null ? null : { reason, code: failureCode, declineCode, message: failureMessage ?? '' },
  };
}

/** Undefined when this company has no such payment. */
export async function findPayment(tx: Tx, id: string): Promise<Payment | undefined> {
  const [row] = await tx.query<PaymentRow>(
    `SELECT ${PAYMENT_COLUMNS} FROM ${PAYMENTS} WHERE p.company_id = $1 AND p.payment_id = $2`,
    [tx.companyId, id],
  );
  return row && toPayment(row);
}

/** @throws DomainError `not_found` naming the member */
export async function paymentOf(tx: Tx, kind: PaymentKind, id: string, member: string): Promise<Payment> {
  const payment = await findPayment(tx, id);
  if (payment?.kind === kind) return payment;
  return refuseUnknown(member, `${kind === 'charge' ? 'Charge' : 'Refund'} ${id}`);
}

/**
 * Locks a payment: what is done to one follows each other. With a refund its charge, which is counted anew, in the order in
 * which they were ordered: so `lockByMoney` locks them.
 */
export async function lockPayment(tx: Tx, id: string): Promise<Payment> {
  await tx.query(
    `SELECT 1 FROM payments
      WHERE company_id = $1 AND payment_id IN ($2, (SELECT charge_id FROM payments WHERE company_id = $1 AND payment_id = $2))
      ORDER BY payment_id FOR NO KEY UPDATE`,
    [tx.companyId, id],
  );
  const payment = await findPayment(tx, id);
  invariant(payment, 'a payment that is worked on exists');
  return payment;
}

/** The payment that the provider knows by one of these ids of its own. */
export async function paymentByReference(
  tx: Tx,
  provider: string,
  reference: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT payment_id AS id FROM payments WHERE company_id = $1 AND provider = $2 AND provider_reference = $3`,
    [tx.companyId, provider, reference],
  );
  return row?.id;
}

export interface NewPayment {
  id: string;
  kind: PaymentKind;
  paymentAccountId: string;
  provider: string;
  invoiceId: string;
  chargeId: string | null;
  amount: Money;
  paymentMethod: string | null;
  customer: string | null;
  reason: string | null;
  downstreamKey: string;
}

/** A payment that is ordered; the key of the request comes along by itself. */
export function newPaymentRows(tx: Tx, payment: NewPayment): TableRows {
  return {
    table: 'payments',
    rows: [
      {
        company_id: tx.companyId,
        payment_id: payment.id,
        kind: payment.kind,
        payment_account_id: payment.paymentAccountId,
        provider: payment.provider,
        invoice_id: payment.invoiceId,
        charge_id: payment.chargeId,
        currency: payment.amount.currency.code,
        amount: payment.amount.toString(),
        payment_method: payment.paymentMethod,
        provider_customer: payment.customer,
        reason: payment.reason,
        downstream_key: payment.downstreamKey,
        recovery_point: 'intent_saved',
        status: 'pending',
        request_id: tx.requestId,
        created_at: tx.now,
      },
    ],
  };
}

/**
 * Notes that the order is about to be sent, unless `windowHours` have passed since it was sent first: by then the provider
 * may have forgotten its key, and would take it for a new order.
 * @returns how often it was sent, this time included; undefined when it must not be sent any more
 */
export async function markSent(tx: Tx, id: string, windowHours: number): Promise<number | undefined> {
  const [sent] = await tx.query<{ attempts: number }>(
    `UPDATE payments
        SET recovery_point = 'call_sent', attempts = attempts + 1, last_sent_at = clock_timestamp(),
            first_sent_at = coalesce(first_sent_at, clock_timestamp())
      WHERE company_id = $1 AND payment_id = $2 AND recovery_point IN ('intent_saved', 'call_sent')
        AND coalesce(first_sent_at > clock_timestamp() - make_interval(hours => $3), true)
      RETURNING attempts`,
    [tx.companyId, id, windowHours],
  );
  return sent?.attempts;
}

/** Seconds since the order was sent first and last, by the clock of the database; 0 for one that was not. */
export async function secondsSinceSent(tx: Tx, id: string): Promise<{ first: number; last: number }> {
  const [row] = await tx.query<{ first: number; last: number }>(
    `SELECT coalesce(floor(extract(epoch FROM clock_timestamp() - first_sent_at))::int, 0) AS first,
            coalesce(floor(extract(epoch FROM clock_timestamp() - last_sent_at))::int, 0) AS last
       FROM payments WHERE company_id = $1 AND payment_id = $2`,
    [tx.companyId, id],
  );
  invariant(row, 'a payment that is worked on exists');
  return row;
}

/** Notes how the provider calls the order. */
export async function saveReference(tx: Tx, id: string, reference: string): Promise<void> {
  await tx.execute(
    `UPDATE payments SET provider_reference = $3 WHERE company_id = $1 AND payment_id = $2 AND provider_reference IS NULL`,
    [tx.companyId, id, reference],
  );
}

/** What moved at the provider. */
export interface MovedMoney {
  reference: string;
  moneyId: string;
}

const MOVED = `provider_reference = coalesce(provider_reference, $3), money_id = $4, failure_reason = NULL, failure_code = NULL,
  decline_code = NULL, failure_message = NULL`;

/** The money moved, and is not in the books yet. */
export async function saveResult(
  tx: Tx,
  id: string,
  { reference, moneyId }: MovedMoney,
  waitingFor: string,
): Promise<void> {
  await tx.execute(
    `UPDATE payments SET recovery_point = 'result_saved', status = 'pending', finished_at = NULL, waiting_for = $5, ${MOVED}
      WHERE company_id = $1 AND payment_id = $2`,
    [tx.companyId, id, reference, moneyId, waitingFor],
  );
}

/** The money moved and is in the books: by a transaction of its own, or by whatever else booked it. */
export async function saveSuccess(
  tx: Tx,
  id: string,
  { reference, moneyId }: MovedMoney,
  booking: { journalTransactionId: string; bookedOn: CalendarDate } | null,
): Promise<void> {
  await tx.execute(
    `UPDATE payments SET recovery_point = 'finished', status = 'succeeded', finished_at = $7, waiting_for = NULL,
            journal_transaction_id = $5, booked_on = $6, ${MOVED}
      WHERE company_id = $1 AND payment_id = $2`,
    [
      tx.companyId,
      id,
      reference,
      moneyId,
      booking?.journalTransactionId ?? null,
      booking?.bookedOn ?? null,
      tx.now,
    ],
  );
}

/**
 * No money moved; or, of a refund, it came back: then `moneyId` is what had moved, and `waitingFor` why that is not in the
 * books yet.
 */
export async function saveFailure(
  tx: Tx,
  id: string,
  { reason, code, declineCode, message }: Failure,
  { reference, moneyId }: { reference: string | null; moneyId: string | null },
): Promise<void> {
  await tx.execute(
    `UPDATE payments SET recovery_point = 'finished', status = 'failed', finished_at = $8, failure_reason = $3, failure_code = $4,
            decline_code = $5, failure_message = $6, provider_reference = coalesce(provider_reference, $7),
            money_id = coalesce(money_id, $9), waiting_for = NULL
      WHERE company_id = $1 AND payment_id = $2`,
    [tx.companyId, id, reason, code, declineCode, message, reference, tx.now, moneyId],
  );
}

/** Takes an amount of a charge for a refund that is ordered; never more than was charged (ck_payments__refunded_within_amount). */
export async function takeForRefund(tx: Tx, chargeId: string, amount: Money): Promise<void> {
  await tx.execute(
    'UPDATE payments SET refunded_amount = refunded_amount + $3 WHERE company_id = $1 AND payment_id = $2',
    [tx.companyId, chargeId, amount.toString()],
  );
}

/**
 * Counts anew what refunds give back of a charge, once one has failed, or has moved money after all. Money that moved is
 * counted whatever others want, so that together they may want more than was charged; the provider refuses that, and nothing
 * is left for others. The charge is locked.
 */
export async function recountRefunded(tx: Tx, chargeId: string): Promise<void> {
  await tx.execute(
    `UPDATE payments c SET refunded_amount = least(c.amount, coalesce(
            (SELECT sum(r.amount) FROM payments r WHERE r.company_id = $1 AND r.charge_id = $2 AND r.status <> 'failed'), 0))
      WHERE c.company_id = $1 AND c.payment_id = $2`,
    [tx.companyId, chargeId],
  );
}

/** A payment that something else had booked, and has taken back, has a posting of its own now. */
export async function saveBooking(
  tx: Tx,
  id: string,
  { journalTransactionId, bookedOn }: { journalTransactionId: string; bookedOn: CalendarDate },
): Promise<void> {
  await tx.execute(
    'UPDATE payments SET journal_transaction_id = $3, booked_on = $4 WHERE company_id = $1 AND payment_id = $2',
    [tx.companyId, id, journalTransactionId, bookedOn],
  );
}

/** What came back of a refund is in the books, by a transaction of its own. */
export async function saveReturn(
  tx: Tx,
  id: string,
  { journalTransactionId, bookedOn }: { journalTransactionId: string; bookedOn: CalendarDate },
): Promise<void> {
  await tx.execute(
    `UPDATE payments SET return_transaction_id = $3, returned_on = $4, waiting_for = NULL WHERE company_id = $1 AND payment_id = $2`,
    [tx.companyId, id, journalTransactionId, bookedOn],
  );
}

/** What the payment waits for, a reason of the catalogue of refusals; null: for nothing. */
export async function saveWaitingFor(tx: Tx, id: string, waitingFor: string | null): Promise<void> {
  await tx.execute(
    `UPDATE payments SET waiting_for = $3 WHERE company_id = $1 AND payment_id = $2 AND waiting_for IS DISTINCT FROM $3`,
    [tx.companyId, id, waitingFor],
  );
}

/** Refunds of a charge of which what came back is in the books, in the order in which they were ordered. */
export async function returnedRefundsOf(tx: Tx, chargeId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT payment_id AS id FROM payments
      WHERE company_id = $1 AND charge_id = $2 AND return_transaction_id IS NOT NULL ORDER BY payment_id`,
    [tx.companyId, chargeId],
  );
  return rows.map(({ id }) => id);
}

/** Locks the finished payments whose money the provider calls so, in the order in which they were ordered. */
export async function lockByMoney(tx: Tx, provider: string, moneyIds: string[]): Promise<Payment[]> {
  const locked = await tx.query<{ id: string }>(
    `SELECT payment_id AS id FROM payments
      WHERE company_id = $1 AND provider = $2 AND money_id = ANY ($3) AND recovery_point = 'finished'
      ORDER BY payment_id FOR NO KEY UPDATE`,
    [tx.companyId, provider, moneyIds],
  );
  const rows = await tx.query<PaymentRow>(
    `SELECT ${PAYMENT_COLUMNS} FROM ${PAYMENTS} WHERE p.company_id = $1 AND p.payment_id = ANY ($2) ORDER BY p.payment_id`,
    [tx.companyId, locked.map(({ id }) => id)],
  );
  return rows.map(toPayment);
}

/**
 * What charges want of an invoice beside what is settled: unfinished ones, those that wait to be booked, and those that
 * something else had booked and has taken back since.
 */
export async function wantedOf(tx: Tx, invoiceId: string): Promise<string> {
  const [row] = await tx.query<{ wanted: string }>(
    `SELECT coalesce(sum(amount), 0) AS wanted FROM payments
      WHERE company_id = $1 AND invoice_id = $2 AND kind = 'charge'
        AND (status = 'pending' OR status = 'succeeded' AND journal_transaction_id IS NULL
             AND NOT EXISTS (SELECT 1 FROM provider_charges c
                              WHERE c.company_id = $1 AND c.provider = payments.provider AND c.charge_id = payments.money_id))`,
    [tx.companyId, invoiceId],
  );
  return row!.wanted;
}

/** How many payments of an account are unfinished. */
export async function unfinishedOf(tx: Tx, paymentAccountId: string): Promise<number> {
  const [row] = await tx.query<{ unfinished: number }>(
    `SELECT count(*)::int AS unfinished FROM payments WHERE company_id = $1 AND payment_account_id = $2 AND status = 'pending'`,
    [tx.companyId, paymentAccountId],
  );
  return row!.unfinished;
}

const BOOKING = 'before_booking';

/** What is written from here on can be undone alone: the result of a call is kept even when it cannot be booked. */
export async function beginBooking(tx: Tx): Promise<void> {
  await tx.execute(`SAVEPOINT ${BOOKING}`);
}

export async function undoBooking(tx: Tx): Promise<void> {
  await tx.execute(`ROLLBACK TO SAVEPOINT ${BOOKING}`);
}
