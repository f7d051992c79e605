import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import type { TableRows, Tx } from '../../platform/database';

/** An issued advance and what became of its gross, locked. */
export interface Advance {
  advanceId: string;
  fullNumber: string;
  partnerId: string;
  /** Where the liability stands. */
  accountId: string;
  accountCode: string;
  /** VAT is due on what is paid; it leaves by the final invoice that deducts it. */
  vatOnPayment: boolean;
  currency: Currency;
  credited: Money;
  applied: Money;
  /** Taxed on receipt, and neither deducted nor credited since. */
  taxed: Money;
  /** What is neither credited nor applied, and what of the liability that carries in base currency. */
  left: { amount: Money; baseAmount: Money };
}

/** Amounts that an event adds; negative takes off. */
interface AdvanceUse {
  credited?: Money;
  baseCredited?: Money;
  applied?: Money;
  baseApplied?: Money;
  taxed?: Money;
}

/** The row of a newly issued advance. */
export function advanceRows(
  tx: Tx,
  advance: { advanceId: string; accountId: string; vatOnPayment: boolean; gross: Money; baseGross: Money },
): TableRows {
  return {
    table: 'sale_advances',
    rows: [
      {
        company_id: tx.companyId,
        advance_id: advance.advanceId,
        account_id: advance.accountId,
        vat_on_payment: advance.vatOnPayment,
        gross: advance.gross.toString(),
        base_gross: advance.baseGross.toString(),
      },
    ],
  };
}

interface AdvanceRow {
  advanceId: string;
  fullNumber: string;
  partnerId: string;
  accountId: string;
  accountCode: string;
  vatOnPayment: boolean;
  currency: string;
  minorUnits: number;
  credited: string;
  applied: string;
  taxed: string;
  left: string;
  baseLeft: string;
}

/**
 * Locks advances, in the order of their ids. Lock their open items before: payments hold those.
 * @param documentIds of advances, or of tax documents on their receipts
 */
export async function lockAdvances(tx: Tx, documentIds: string[]): Promise<Advance[]> {
  const rows = await tx.query<AdvanceRow>(
    `SELECT a.advance_id AS "advanceId", i.full_number AS "fullNumber", i.partner_id AS "partnerId", a.account_id AS "accountId",
            k.code AS "accountCode", a.vat_on_payment AS "vatOnPayment", i.currency, y.minor_units AS "minorUnits", a.credited, a.applied, a.taxed,
            a.gross - a.credited - a.applied AS left, a.base_gross - a.base_credited - a.base_applied AS "baseLeft"
       FROM sale_advances a
       JOIN sale_invoices i ON i.company_id = a.company_id AND i.invoice_id = a.advance_id
       JOIN accounts k ON k.company_id = a.company_id AND k.account_id = a.account_id
       JOIN currencies y ON y.code = i.currency
      WHERE a.company_id = $1 AND (a.advance_id = ANY ($2) OR a.advance_id IN (
            SELECT t.advance_id FROM sale_advance_tax_documents t WHERE t.company_id = $1 AND t.tax_document_id = ANY ($2)))
      ORDER BY a.advance_id FOR UPDATE OF a`,
    [tx.companyId, documentIds],
  );
  return rows.map(({ currency: code, minorUnits, ...row }) => {
    const currency = { code, minorUnits };
    return {
      advanceId: row.advanceId,
      fullNumber: row.fullNumber,
      partnerId: row.partnerId,
      accountId: row.accountId,
      accountCode: row.accountCode,
      vatOnPayment: row.vatOnPayment,
      currency,
      credited: Money.of(row.credited, currency),
      applied: Money.of(row.applied, currency),
      taxed: Money.of(row.taxed, currency),
      left: {
        amount: Money.of(row.left, currency),
        baseAmount: Money.of(row.baseLeft, tx.company.baseCurrency),
      },
    };
  });
}

/** What of an advance is neither credited nor applied; changes only under the lock of its open item. */
export async function unusedOfAdvance(tx: Tx, advanceId: string): Promise<string> {
  const [row] = await tx.query<{ unused: string }>(
    'SELECT gross - credited - applied AS unused FROM sale_advances WHERE company_id = $1 AND advance_id = $2',
    [tx.companyId, advanceId],
  );
  invariant(row, 'an issued advance has its row');
  return row.unused;
}

/** Notes what became of locked advances; the table refuses more than there is. */
export async function useAdvance(tx: Tx, advanceId: string, use: AdvanceUse): Promise<void> {
  await tx.execute(
    `UPDATE sale_advances
        SET credited = credited + $3, base_credited = base_credited + $4, applied = applied + $5,
            base_applied = base_applied + $6, taxed = taxed + $7
      WHERE company_id = $1 AND advance_id = $2`,
    [
      tx.companyId,
      advanceId,
      ...[use.credited, use.baseCredited, use.applied, use.baseApplied, use.taxed].map(
        amount => amount?.toString() ?? '0',
      ),
    ],
  );
}

/** A part of an advance that goes to an invoice. */
interface AdvanceApplication {
  applicationId: string;
  advanceId: string;
  invoiceId: string;
  kind: 'applied' | 'deducted' | 'released';
  appliedOn: CalendarDate;
  amount: Money;
  baseAmount: Money;
  transactionId: string;
}

export function applicationRows(tx: Tx, applications: AdvanceApplication[]): TableRows {
  return {
    table: 'sale_advance_applications',
    rows: applications.map(application => ({
      company_id: tx.companyId,
      application_id: application.applicationId,
      advance_id: application.advanceId,
      invoice_id: application.invoiceId,
      kind: application.kind,
      applied_on: application.appliedOn,
      amount: application.amount.toString(),
      base_amount: application.baseAmount.toString(),
      transaction_id: application.transactionId,
    })),
  };
}

/** The last day on which something was settled on an advance: what is applied has been paid by then. */
export async function lastSettledOn(tx: Tx, openItemId: string): Promise<CalendarDate | null> {
  const [row] = await tx.query<{ day: CalendarDate | null }>(
    'SELECT max(allocated_on) AS day FROM open_item_allocations WHERE company_id = $1 AND open_item_id = $2',
    [tx.companyId, openItemId],
  );
  return row?.day ?? null;
}
