import type { CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';

/** What an electronic invoice tells beside the document itself, of today where the document has not kept it. */
export interface EInvoiceParties {
  sellerAddress: { street?: string; city?: string; postalCode?: string; countryCode?: string } | null;
  sellerEmail: string | null;
  sellerPhone: string | null;
  sellerIban: string | null;
  sellerBank: string | null;
  sellerPeppolId: string | null;
  buyerPeppolId: string | null;
  buyerCountryCode: string | null;
  /** Of the credited invoice, where it was issued here. */
  precedingNumber: string | null;
  precedingOn: CalendarDate | null;
  precedingIsPricedWithVat: boolean;
  /** Paid, payments taken back off, on the issue date or before; and what of advances, which were paid before, was applied. */
  prepaid: string;
}

export async function eInvoiceParties(tx: Tx, invoiceId: string): Promise<EInvoiceParties | null> {
  const [parties] = await tx.query<EInvoiceParties>(
    `SELECT nullif(c.details->'address', 'null') AS "sellerAddress", c.details->>'email' AS "sellerEmail",
            c.details->>'phone' AS "sellerPhone", c.details->>'iban' AS "sellerIban", c.details->>'bankName' AS "sellerBank", c.details->>'peppolId' AS "sellerPeppolId",
            p.details->>'peppolId' AS "buyerPeppolId", p.country_code AS "buyerCountryCode",
            o.full_number AS "precedingNumber", o.issued_on AS "precedingOn",
            EXISTS (SELECT 1 FROM sale_invoice_lines l
                     WHERE l.company_id = o.company_id AND l.invoice_id = o.invoice_id AND l.price_includes_vat) AS "precedingIsPricedWithVat",
            (SELECT coalesce(sum(a.amount), 0)::text
               FROM open_items t JOIN open_item_allocations a ON a.company_id = t.company_id AND a.open_item_id = t.open_item_id
              WHERE t.company_id = i.company_id AND t.document_id = i.invoice_id AND t.document_type = 'sale_invoice'
                AND (a.kind = 'advance' OR a.kind IN ('payment', 'payment_reversal') AND a.allocated_on <= i.issued_on)) AS prepaid
       FROM sale_invoices i
       JOIN companies c ON c.company_id = i.company_id
       JOIN partners p ON p.company_id = i.company_id AND p.partner_id = i.partner_id
       LEFT JOIN sale_invoices o ON o.company_id = i.company_id AND o.invoice_id = i.credited_invoice_id
      WHERE i.company_id = $1 AND i.invoice_id = $2`,
    [tx.companyId, invoiceId],
  );
  return parties ?? null;
}

/** VAT of an issued document by rate, category and code ('' = none). */
export interface VatTotalRow {
  vat_rate: string;
  vat_category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
  vat_code: string;
  net: string;
  vat: string;
}

/** Highest rate first. */
export async function vatTotalsOf(tx: Tx, invoiceId: string): Promise<VatTotalRow[]> {
  return tx.query<VatTotalRow>(
    `SELECT vat_rate, vat_category, vat_code, net, vat FROM sale_invoice_vat_totals
      WHERE company_id = $1 AND invoice_id = $2 ORDER BY vat_rate DESC, vat_category, vat_code`,
    [tx.companyId, invoiceId],
  );
}

/** UN/ECE codes by the units that have one, in lower case, and the codes of countries. */
export interface EInvoiceCodes {
  unitCodes: ReadonlyMap<string, string>;
  countries: ReadonlySet<string>;
}

export async function eInvoiceCodes(tx: Tx): Promise<EInvoiceCodes> {
  const [units, countries] = await Promise.all([
    tx.query<{ code: string; unece: string }>('SELECT code, unece FROM units'),
    tx.query<{ code: string }>('SELECT code FROM countries'),
  ]);
  return {
    // A unit may be named by its code of UN/ECE, too; our own names go before.
    unitCodes: new Map([
      ...units.map(({ unece }) => [unece.toLowerCase(), unece] as const),
      ...units.map(({ code, unece }) => [code.toLowerCase(), unece] as const),
    ]),
    countries: new Set(countries.map(({ code }) => code)),
  };
}
