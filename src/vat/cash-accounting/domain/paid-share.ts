import { compareCalendarDates, type CalendarDate } from '../../../shared/calendar-date';
import { Decimal, sumOf, withoutNegativeZero } from '../../../shared/decimal';

/** How far an invoice under cash accounting is paid, in its own currency, on some day. */
export interface PaidStanding {
  /** Of the invoice less its credit notes. */
  gross: Decimal;
  /** Received or paid; what credit notes settled is none of it. */
  paid: Decimal;
}

/**
 * The part of an amount of an invoice (or of its credit notes, negative) that has fallen due: amount x paid / gross, rounded
 * half away from zero. All of it once everything is paid, also where credit notes left nothing to pay or less than was paid.
 *
 * It is cumulative: what falls due in a period, or by one settlement, is the difference of two of these, so that the parts
 * sum to the amount exactly and the last settlement takes the rest.
 *
 *   VAT 21.00 of 121.00:  paid 40.00 -> 6.94, paid 80.00 -> 13.88, paid 121.00 -> 21.00: parts 6.94, 6.94, 7.12
 *   VAT 21.00 of 121.00, credited by 60.50 (VAT -10.50), paid 60.50: 21.00 - 10.50
 */
export function dueAmount(amount: Decimal, { gross, paid }: PaidStanding, minorUnits: number): Decimal {
  if (paid.greaterThanOrEqualTo(gross)) return amount;
  const due = amount.times(paid).div(gross).toDecimalPlaces(minorUnits, Decimal.ROUND_HALF_UP);
  return withoutNegativeZero(due);
}

/** A settlement of an invoice under cash accounting; negative when it takes an earlier one back. */
export interface CashSettlement {
  /** What posted it; one posting may settle an invoice in several pieces. */
  settlementId: string;
  /** The day on which it counts for VAT. */
  date: CalendarDate;
  amount: Decimal;
  /** The settlement that this one takes back. */
  reversesId: string | null;
}

/** An amount of the invoice or of a credit note of it, in its own (gross) and in base currency. */
export interface CashRow {
  /** The day from which a credit note counts; null: of the invoice. */
  creditedOn: CalendarDate | null;
  gross: Decimal;
  net: Decimal;
  vat: Decimal;
}

/** Net and VAT of the invoice that a settlement makes due, in base currency. */
export interface SettledShare<Settlement> {
  settlement: Settlement;
  net: Decimal;
  vat: Decimal;
}

/**
 * The shares of the settlements of one period, in their order, each of what credit notes had left until its day. A settlement that is taken back within the period is left out
 * with what took it back: no money stayed. One of an earlier period is taken back by a negative share.
 * @param paidBefore what was paid before the period
 */
export function settlementShares<Settlement extends CashSettlement>(
  rows: readonly CashRow[],
  paidBefore: Decimal,
  settlements: readonly Settlement[],
  minorUnits: number,
): SettledShare<Settlement>[] {
  let paid = paidBefore;
  return withoutTakenBack(settlements).map(settlement => {
    const left = rows.filter(
      ({ creditedOn }) => creditedOn === null || compareCalendarDates(creditedOn, settlement.date) <= 0,
    );
    const before = dueOf(left, paid, minorUnits);
    paid = paid.plus(settlement.amount);
    const after = dueOf(left, paid, minorUnits);
    return { settlement, net: after.net.minus(before.net), vat: after.vat.minus(before.vat) };
  });
}

function dueOf(
  rows: readonly CashRow[],
  paid: Decimal,
  minorUnits: number,
): Pick<SettledShare<never>, 'net' | 'vat'> {
  const standing = { gross: sumOf(rows.map(({ gross }) => gross)), paid };
  return {
    net: sumOf(rows.map(({ net }) => dueAmount(net, standing, minorUnits))),
    vat: sumOf(rows.map(({ vat }) => dueAmount(vat, standing, minorUnits))),
  };
}

function withoutTakenBack<Settlement extends CashSettlement>(
  settlements: readonly Settlement[],
): Settlement[] {
  const made = new Set(settlements.map(({ settlementId }) => settlementId));
  const takenBack = new Set(
    settlements.flatMap(({ reversesId }) => (reversesId !== null && made.has(reversesId) ? reversesId : [])),
  );
  return settlements.filter(
    ({ settlementId, reversesId }) =>
      !takenBack.has(settlementId) && (reversesId === null || !takenBack.has(reversesId)),
  );
}
