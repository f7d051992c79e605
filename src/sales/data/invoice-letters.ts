import type { CalendarDate } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';
import type { SaleType } from '../domain/sale-document';

/** What a letter about a sales document may say, as it stands now; amounts are decimal strings. */
export interface InvoiceLetterRow {
  type: SaleType;
  status: 'draft' | 'issued';
  full_number: string | null;
  issued_on: CalendarDate | null;
  due_on: CalendarDate | null;
  currency: string;
  minor_units: number;
  gross_total: string;
  /** Without sign. */
  settled: string;
  partner_name: string;
  partner_email: string | null;
  company_email: string | null;
  company_iban: string | null;
  company_bank: string | null;
}

export async function findInvoiceLetter(tx: Tx, invoiceId: string): Promise<InvoiceLetterRow | undefined> {
  const [row] = await tx.query<InvoiceLetterRow>(
    `SELECT i.type, i.status, i.full_number, i.issued_on, i.due_on, i.currency, y.minor_units, i.gross_total,
            abs(coalesce(o.settled_amount, 0)) AS settled,
            coalesce(i.partner_snapshot ->> 'name', p.name) AS partner_name, p.email AS partner_email,
            c.details ->> 'email' AS company_email, c.details ->> 'iban' AS company_iban, c.details ->> 'bankName' AS company_bank
       FROM sale_invoices i
       JOIN companies c ON c.company_id = i.company_id
       JOIN currencies y ON y.code = i.currency
       JOIN partners p ON p.company_id = i.company_id AND p.partner_id = i.partner_id
       LEFT JOIN open_items o ON o.company_id = i.company_id AND o.document_id = i.invoice_id AND o.document_type = 'sale_' || i.type
      WHERE i.company_id = $1 AND i.invoice_id = $2`,
    [tx.companyId, invoiceId],
  );
  return row;
}

/** What is told of a document that was sent. */
export async function sentDocument(
  tx: Tx,
  invoiceId: string,
): Promise<{ type: SaleType; fullNumber: string }> {
  const [document] = await tx.query<{ type: SaleType; fullNumber: string }>(
    'SELECT type, full_number AS "fullNumber" FROM sale_invoices WHERE company_id = $1 AND invoice_id = $2',
    [tx.companyId, invoiceId],
  );
  invariant(document, 'an issued document stays');
  return document;
}
