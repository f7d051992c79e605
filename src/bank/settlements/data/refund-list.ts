import type { CalendarDate } from '../../../shared/calendar-date';
import type { ListDefinition } from '../../../platform/lists';
import { BOOKED_CHARGE } from './charge-joins';
import { GIVEN_BACK } from '../domain/settlement';

/** Money given back to a customer for which no credit note is settled yet. Amounts are decimal strings, above zero. */
export interface RefundRow {
  lineId: string;
  settlementId: string;
  payoutId: string;
  status: 'imported' | 'posted';
  date: CalendarDate;
  category: string;
  sourceId: string | null;
  chargeId: string | null;
  currency: string;
  minorUnits: number;
  amount: string;
  openCurrency: string | null;
  openMinorUnits: number | null;
  openAmount: string | null;
  partnerId: string | null;
  partnerName: string | null;
  invoiceId: string | null;
  invoiceNumber: string | null;
}

/** A posted refund is there as long as something is open on its item; one without customer or not posted, always. */
export const refundList: ListDefinition = {
  name: 'refunds-without-credit-note',
  from: `settlement_lines l
    JOIN settlements s ON s.company_id = l.company_id AND s.settlement_id = l.settlement_id
    JOIN currencies y ON y.code = l.currency
    LEFT JOIN settlement_postings p ON p.company_id = l.company_id AND p.settlement_id = l.settlement_id AND p.reversal_transaction_id IS NULL
    LEFT JOIN settlement_open_items m ON m.company_id = p.company_id AND m.posting_id = p.posting_id AND m.line_id = l.line_id
    LEFT JOIN open_items i ON i.company_id = m.company_id AND i.open_item_id = m.open_item_id
    LEFT JOIN currencies o ON o.code = i.currency
    LEFT JOIN sale_invoices v ON v.company_id = l.company_id AND v.invoice_id = l.matched_invoice_id
    LEFT JOIN opening_items d ON d.company_id = l.company_id AND d.item_id = l.matched_invoice_id
    LEFT JOIN partners n ON n.company_id = l.company_id AND n.partner_id = coalesce(v.partner_id, d.partner_id) ${BOOKED_CHARGE}`,
  where: `l.category IN (${GIVEN_BACK.map(category => `'${category}'`).join(', ')})
    AND (p.posting_id IS NULL OR l.matched_invoice_id IS NULL AND c.charge_id IS NULL OR i.amount <> i.settled_amount)`,
  select: `l.line_id AS "lineId", l.settlement_id AS "settlementId", s.payout_id AS "payoutId",
    CASE WHEN p.posting_id IS NULL THEN 'imported' ELSE 'posted' END AS status, l.occurred_on AS date, l.category,
    l.source_id AS "sourceId", l.charge_id AS "chargeId", l.currency, y.minor_units AS "minorUnits", -l.gross AS amount,
    i.currency AS "openCurrency", o.minor_units AS "openMinorUnits", i.amount - i.settled_amount AS "openAmount",
    n.partner_id AS "partnerId", n.name AS "partnerName", l.matched_invoice_id AS "invoiceId",
    coalesce(v.full_number, d.document_number) AS "invoiceNumber"`,
  fields: {
    lineId: { column: 'l.line_id', type: 'id' },
    settlementId: { column: 'l.settlement_id', type: 'id' },
    payoutId: { column: 's.payout_id', type: 'text' },
    date: { column: 'l.occurred_on', type: 'date' },
    category: { column: 'l.category', type: 'text' },
    chargeId: { column: 'l.charge_id', type: 'text' },
    currency: { column: 'l.currency', type: 'text' },
    amount: { column: '(-l.gross)', type: 'amount' },
    partnerId: { column: 'n.partner_id', type: 'id' },
    partnerName: { column: 'n.name', type: 'text' },
    invoiceNumber: { column: 'coalesce(v.full_number, d.document_number)', type: 'text' },
  },
  key: { column: 'l.line_id', type: 'id' },
  defaultSort: [{ field: 'date', dir: 'asc' }],
  currency: { code: 'l.currency', minorUnits: 'y.minor_units' },
};
