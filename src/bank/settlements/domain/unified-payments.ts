import { compareCalendarDates } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';
import type { FileFormat, RowMeaning, RowReader } from './payout-file';
import type { SettlementLine } from './settlement';

/**
 * Stripe's export of payments: a row per payment, with what was refunded of it and the payout (`Transfer`) that it went into.
 * It knows neither fees of Stripe that are not of a payment, nor disputes, nor what the payout came to.
 */
export const UNIFIED_PAYMENTS: FileFormat = {
  name: 'unified_payments',
  columns: [
    'id',
    'amount',
    'currency',
    'converted amount',
    'converted currency',
    'fee',
    'status',
    'transfer',
  ],
  read,
};

const SETTLED = /^(paid|succeeded|refunded|partial refund|partially refunded|disputed)$/i;

function read(row: RowReader): RowMeaning {
  if (!SETTLED.test(row.text('status') ?? '') || row.text('captured')?.toLowerCase() === 'false') {
    return { is: 'not_settled' };
  }
  const payoutId = row.text('transfer');
  if (payoutId === null) return { is: 'unassigned' };
  const currency = row.currency('converted currency');
  const paidOn = row.date('transfer date (utc)', 'transfer date');
  const charge = chargeOf(row, currency);
  const refunded = row.money('converted amount refunded', currency);
  if (refunded.isZero()) return { is: 'lines', payoutId, paidOn, lines: [charge] };
  // What was refunded after the payout went into a later one, which this file does not name.
  const refundedOn = row.date('refunded date (utc)', 'refunded date');
  if (refundedOn === null || paidOn === null || compareCalendarDates(refundedOn, paidOn) > 0) {
    return { is: 'lines', payoutId, paidOn, lines: [charge], unassigned: 1 };
  }
  const refund = refundOf(row, charge, refunded);
  return { is: 'lines', payoutId, paidOn, lines: [charge, { ...refund, date: refundedOn }] };
}

function chargeOf(row: RowReader, currency: Currency): SettlementLine {
  const id = row.text('id') ?? row.refuse('id is empty');
  const paid = row.currency('currency');
  return {
    externalId: id,
    category: 'charge',
    date: row.date('created date (utc)', 'created (utc)') ?? row.refuse('Created date (UTC) is empty'),
    gross: row.money('converted amount', currency),
    fee: row.money('fee', currency).plus(row.money('taxes on fee', currency)),
    description: row.text('description'),
    sourceId: id,
    chargeId: id,
    reference: row.reference(),
    customerAmount: paid.code === currency.code ? null : row.money('amount', paid),
  };
}

function refundOf(row: RowReader, charge: SettlementLine, refunded: Money): SettlementLine {
  const { customerAmount } = charge;
  return {
    ...charge,
    category: 'refund',
    gross: refunded.negated(),
    fee: Money.zero(refunded.currency),
    sourceId: `refund of ${charge.externalId}`,
    customerAmount:
      customerAmount && row.customerMoney('amount refunded', customerAmount.currency, refunded.negated()),
  };
}
