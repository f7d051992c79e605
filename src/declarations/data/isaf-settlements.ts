import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import type { Tx } from '../../platform/database';
import { settlementShares, type CashSettlement } from '../../vat';
import type { IsafSettlement } from '../domain/isaf/isaf-settlement';
import { monthOfIsaf } from '../domain/isaf/isaf-header';
import type { IsafSelection } from './isaf-documents';

interface SettlementRow {
  invoiceId: string;
  side: 'sales' | 'purchases';
  amount: string;
  settlementId: string;
  reversesId: string | null;
  date: CalendarDate;
  paidOn: CalendarDate;
  reference: string | null;
}

/** Settlements of a month that count for VAT, of a bank transaction with its reference. $1 company, $2 and $3 days, $4 data type. */
const SETTLEMENTS = `
  SELECT i.document_id AS "invoiceId", CASE i.side WHEN 'receivable' THEN 'sales' ELSE 'purchases' END AS side,
         a.amount * sign(i.amount) AS amount, coalesce(a.transaction_id, a.allocation_id) AS "settlementId",
         j.reverses_id AS "reversesId", a.vat_counted_on AS date, a.allocated_on AS "paidOn",
         (SELECT coalesce(b.bank_reference, b.external_id)
            FROM bank_matches m JOIN bank_transactions b ON b.company_id = m.company_id AND b.transaction_id = m.transaction_id
           WHERE m.company_id = a.company_id AND a.transaction_id IN (m.journal_transaction_id, m.reversal_transaction_id)
           LIMIT 1) AS reference
    FROM open_item_allocations a
    JOIN open_items i ON i.company_id = a.company_id AND i.open_item_id = a.open_item_id
    LEFT JOIN journal_transactions j ON j.company_id = a.company_id AND j.transaction_id = a.transaction_id
   WHERE a.company_id = $1 AND a.vat_counted_on BETWEEN $2::date AND $3::date
     AND CASE $4::text WHEN 'S' THEN i.side = 'receivable' WHEN 'P' THEN i.side = 'payable' ELSE true END
   ORDER BY a.vat_counted_on, i.document_number, i.document_id, a.allocation_id, a.line_no`;

interface InvoiceRow {
  invoiceId: string;
  isOwn: boolean;
  countedOn: CalendarDate;
  number: string;
  date: CalendarDate;
  name: string;
  countryCode: string | null;
  vatCode: string | null;
  companyCode: string | null;
  isPerson: boolean;
  gross: string;
  net: string;
  vat: string;
  paidBefore: string;
}

/** Rows of invoices and their credit notes at the end of the month, with what was paid before it. $4 ids of the invoices. */
const INVOICES = `
  SELECT r.due_on_payment_of AS "invoiceId", r.document_id = r.due_on_payment_of AS "isOwn", r.counted_on AS "countedOn", r.document_number AS number,
         r.document_on AS date, r.partner_name AS name, r.partner_country_code AS "countryCode", r.partner_vat_code AS "vatCode",
         r.partner_code AS "companyCode", r.partner_is_person AS "isPerson", r.net + r.vat AS gross, r.base_net AS net,
         r.base_vat AS vat,
         (SELECT coalesce(sum(a.amount * sign(i.amount)), 0)
            FROM open_items i JOIN open_item_allocations a ON a.company_id = i.company_id AND a.open_item_id = i.open_item_id
           WHERE i.company_id = r.company_id AND i.document_id = r.due_on_payment_of
             AND i.document_type IN ('sale_invoice', 'purchase_invoice') AND a.vat_counted_on < $2::date) AS "paidBefore"
    FROM vat_register_rows r
   WHERE r.company_id = $1 AND r.due_on_payment_of = ANY ($4::uuid[]) AND r.counted_on <= $3::date`;

/** The payments of documents under cash accounting in the month of a file, in its first part, by day and document number. */
export async function isafSettlements(
  tx: Tx,
  { period, dataType, first }: IsafSelection,
): Promise<IsafSettlement[]> {
  if (first !== 1) return [];
  const { periodStart, periodEnd } = monthOfIsaf(period);
  const days = [tx.companyId, periodStart, periodEnd];
  const settlements = await tx.query<SettlementRow>(SETTLEMENTS, [...days, dataType]);
  const ids = [...new Set(settlements.map(({ invoiceId }) => invoiceId))];
  const invoices = ids.length === 0 ? [] : await tx.query<InvoiceRow>(INVOICES, [...days, ids]);
  const minorUnits = tx.company.baseCurrency.minorUnits;
  return ids
    .flatMap(id =>
      ofInvoice(
        invoices.filter(({ invoiceId }) => invoiceId === id),
        settlements.filter(({ invoiceId }) => invoiceId === id),
        minorUnits,
      ),
    )
    .sort((one, other) => compareCalendarDates(one.date, other.date));
}

function ofInvoice(rows: InvoiceRow[], settlements: SettlementRow[], minorUnits: number): IsafSettlement[] {
  const invoice = rows.find(({ isOwn }) => isOwn);
  // Paid ahead of its tax point: in the month of that the VAT is due at once, by no settlement.
  if (!invoice) return [];
  const { name, countryCode, vatCode, companyCode, isPerson } = invoice;
  const shares = settlementShares(
    rows.map(row => ({
      creditedOn: row.isOwn ? null : row.countedOn,
      gross: new Decimal(row.gross),
      net: new Decimal(row.net),
      vat: new Decimal(row.vat),
    })),
    new Decimal(invoice.paidBefore),
    settlements.map(row => ({ ...row, amount: new Decimal(row.amount) }) satisfies CashSettlement),
    minorUnits,
  );
  return shares
    .filter(({ net, vat }) => !net.isZero() || !vat.isZero())
    .map(({ settlement: { side, reference, date, paidOn }, net, vat }) => ({
      isReceived: side === 'sales',
      reference,
      date,
      paidOn,
      partner: { name, countryCode, vatCode, companyCode, isPerson },
      invoiceNumber: invoice.number,
      invoiceDate: invoice.date,
      net,
      vat,
    }));
}
