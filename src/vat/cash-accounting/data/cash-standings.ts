import { Decimal, sumOf } from '../../../shared/decimal';
import type { CalendarDate } from '../../../shared/calendar-date';
import type { Tx } from '../../../platform/database';
import { dueAmount, type PaidStanding } from '../domain/paid-share';

/** Settlements `a` of invoices `i` under cash accounting; what they pay is `PAID`, positive on both sides. */
const SETTLED_INVOICES = `open_items i JOIN open_item_allocations a
  ON a.company_id = i.company_id AND a.open_item_id = i.open_item_id AND i.document_type IN ('sale_invoice', 'purchase_invoice')`;
const PAID = 'sum(a.amount * sign(i.amount))';

/** Invoices under cash accounting, `invoice_id`, on which something changed between the days $2 and $3. $1 company. */
const TOUCHED = `
  SELECT due_on_payment_of AS invoice_id FROM vat_register_rows
   WHERE company_id = $1 AND due_on_payment_of IS NOT NULL AND counted_on BETWEEN $2::date AND $3::date
  UNION
  SELECT i.document_id FROM ${SETTLED_INVOICES}
   WHERE a.company_id = $1 AND a.vat_counted_on BETWEEN $2::date AND $3::date`;

/** All of them. */
const ALL = `
  SELECT DISTINCT due_on_payment_of AS invoice_id FROM vat_register_rows
   WHERE company_id = $1 AND due_on_payment_of IS NOT NULL AND counted_on <= $3::date`;

function standings(invoices: string): string {
  return `
  SELECT c.invoice_id AS paid_invoice_id, g.gross_before, g.gross_after, p.paid_before, p.paid_after
    FROM (${invoices}) AS c
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(r.net + r.vat) FILTER (WHERE r.counted_on < $2::date), 0) AS gross_before,
             coalesce(sum(r.net + r.vat), 0) AS gross_after
        FROM vat_register_rows r
       WHERE r.company_id = $1 AND r.due_on_payment_of = c.invoice_id AND r.counted_on <= $3::date) AS g
    CROSS JOIN LATERAL (
      SELECT coalesce(${PAID} FILTER (WHERE a.vat_counted_on < $2::date), 0) AS paid_before, coalesce(${PAID}, 0) AS paid_after
        FROM ${SETTLED_INVOICES}
       WHERE a.company_id = $1 AND i.document_id = c.invoice_id AND a.vat_counted_on <= $3::date) AS p`;
}

/**
 * SQL of how far invoices under cash accounting are paid before the day $2 and at the end of $3, of those on which something
 * changed in between. To be joined to register rows by `paid_invoice_id = due_on_payment_of`; $1 company.
 */
export const CASH_STANDINGS = standings(TOUCHED);

/** A row of `CASH_STANDINGS` beside a register row. */
export interface StandingColumns {
  gross_before: string;
  gross_after: string;
  paid_before: string;
  paid_after: string;
  /** The register row was there before the first day. */
  was_there: boolean;
}

/** What of an amount of a register row falls due between the two days. */
export function dueBetween(amount: Decimal, row: StandingColumns, minorUnits: number): Decimal {
  const before = row.was_there
    ? dueAmount(amount, standing(row.gross_before, row.paid_before), minorUnits)
    : new Decimal(0);
  return dueAmount(amount, standing(row.gross_after, row.paid_after), minorUnits).minus(before);
}

function standing(gross: string, paid: string): PaidStanding {
  return { gross: new Decimal(gross), paid: new Decimal(paid) };
}

/** What has been issued or received under cash accounting and is not paid yet, in base currency, credits taken off. */
export interface CashVatNotYetDue {
  documents: number;
  sales: { net: Decimal; vat: Decimal };
  /** VAT as charged, and what of it will be deducted. */
  purchases: { net: Decimal; vat: Decimal; deductibleVat: Decimal };
}

/**
 * VAT under cash accounting that stands on the VAT accounts and in the register at the end of a day, and has not fallen due:
 * no return has it yet.
 */
export async function cashVatNotYetDue(tx: Tx, on: CalendarDate): Promise<CashVatNotYetDue> {
  const rows = await tx.query<{
    side: 'sales' | 'purchases';
    documentId: string;
    net: string;
    vat: string;
    deductibleVat: string;
    gross: string;
    paid: string;
  }>(
    `SELECT r.side, r.document_id AS "documentId", r.base_net AS net, r.base_vat AS vat,
            coalesce(r.deductible_vat, 0) AS "deductibleVat", s.gross_after AS gross, s.paid_after AS paid
       FROM (${standings(ALL)}) AS s JOIN vat_register_rows r ON r.company_id = $1 AND r.due_on_payment_of = s.paid_invoice_id
      WHERE r.counted_on <= $3::date AND s.paid_after < s.gross_after`,
    [tx.companyId, on, on],
  );
  const { minorUnits } = tx.company.baseCurrency;
  const open = (side: string, column: 'net' | 'vat' | 'deductibleVat'): Decimal =>
    sumOf(
      rows
        .filter(row => row.side === side)
        .map(row => {
          const amount = new Decimal(row[column]);
          return amount.minus(dueAmount(amount, standing(row.gross, row.paid), minorUnits));
        }),
    );
  return {
    documents: new Set(rows.map(({ documentId }) => documentId)).size,
    sales: { net: open('sales', 'net'), vat: open('sales', 'vat') },
    purchases: {
      net: open('purchases', 'net'),
      vat: open('purchases', 'vat'),
      deductibleVat: open('purchases', 'deductibleVat'),
    },
  };
}
