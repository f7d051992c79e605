import type { TestCompany } from './test-app';

/** Rows of the facts that an operation leaves. */
export interface Facts {
  documents: number;
  transactions: number;
  registerRows: number;
  openItems: number;
  auditRows: number;
  events: number;
}

/** What a refusal, a replay or a read leaves. */
export const NOTHING: Facts = {
  documents: 0,
  transactions: 0,
  registerRows: 0,
  openItems: 0,
  auditRows: 0,
  events: 0,
};

/** What one issued document with one VAT rate leaves. */
export const ONE_ISSUED: Facts = {
  documents: 1,
  transactions: 1,
  registerRows: 1,
  openItems: 1,
  auditRows: 1,
  events: 1,
};

/** By how many rows each kind of fact grew while `work` ran. */
export async function growth(company: TestCompany, work: () => Promise<unknown>): Promise<Facts> {
  const before = await facts(company);
  await work();
  const after = await facts(company);
  const difference = (kind: keyof Facts): number => after[kind] - before[kind];
  return {
    documents: difference('documents'),
    transactions: difference('transactions'),
    registerRows: difference('registerRows'),
    openItems: difference('openItems'),
    auditRows: difference('auditRows'),
    events: difference('events'),
  };
}

async function facts(company: TestCompany): Promise<Facts> {
  const [row] = (await company.sql(
    `SELECT (SELECT count(*)::int FROM sale_invoices) AS documents,
            (SELECT count(*)::int FROM journal_transactions) AS transactions,
            (SELECT count(*)::int FROM vat_register_rows) AS "registerRows",
            (SELECT count(*)::int FROM open_items) AS "openItems",
            (SELECT count(*)::int FROM audit_log) AS "auditRows",
            (SELECT count(*)::int FROM events) AS events`,
  )) as Facts[];
  return row!;
}

/** Each finds what must never be; no rows is sound. */
const FAULTS: Record<string, string> = {
  'transactions out of balance': `
    SELECT transaction_id, sum(debit) AS debits, sum(credit) AS credits FROM journal_entries
     GROUP BY 1 HAVING sum(debit) <> sum(credit)`,
  'a trial balance that is not zero': `
    SELECT sum(debit - credit) AS balance FROM journal_entries HAVING sum(debit - credit) <> 0`,
  'stored balances of months that differ from the journal': `
    SELECT account_id, month_on, stored.debit, stored.credit, rebuilt.debit AS "rebuiltDebit", rebuilt.credit AS "rebuiltCredit"
      FROM (SELECT account_id, month_on, sum(debit) AS debit, sum(credit) AS credit FROM account_balances GROUP BY 1, 2) stored
      FULL JOIN (SELECT account_id, date_trunc('month', posted_on)::date AS month_on, sum(debit) AS debit, sum(credit) AS credit
                   FROM journal_entries GROUP BY 1, 2) rebuilt USING (account_id, month_on)
     WHERE (stored.debit, stored.credit) IS DISTINCT FROM (rebuilt.debit, rebuilt.credit)`,
  'series with a gap, a duplicate or a counter that ran ahead': `
    SELECT y.series_id, y.year_key, y.first_number, y.last_number, array_agg(i.number ORDER BY i.number) AS numbers
      FROM document_series_years y LEFT JOIN sale_invoices i USING (company_id, series_id, year_key)
     WHERE i.number IS NOT NULL OR y.last_number >= y.first_number
     GROUP BY 1, 2, 3, 4
    HAVING array_agg(i.number ORDER BY i.number)
           IS DISTINCT FROM (SELECT array_agg(n) FROM generate_series(y.first_number, y.last_number) AS n)`,
  'issued documents that differ from their lines, journal, VAT register or open item': `
    SELECT i.full_number, s.sign * i.base_gross_total AS gross, j.receivable, j.vat_payable, r.net, r.vat, o.amount
      FROM sale_invoices i
      CROSS JOIN LATERAL (SELECT CASE i.type WHEN 'credit_note' THEN -1 ELSE 1 END AS sign) s
      LEFT JOIN open_items o ON o.document_id = i.invoice_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e.debit - e.credit) FILTER (WHERE e.account_id = o.account_id), 0) AS receivable,
               coalesce(sum(e.credit - e.debit) FILTER (WHERE a.code = coalesce(
                 (SELECT account_code FROM company_posting_rules WHERE key = 'sales.vatPayable'),
                 (SELECT default_code FROM posting_rules WHERE key = 'sales.vatPayable'))), 0) AS vat_payable
          FROM journal_entries e JOIN accounts a USING (company_id, account_id)
         WHERE e.transaction_id = i.journal_transaction_id) j
      CROSS JOIN LATERAL (SELECT sum(base_net) AS net, sum(base_vat) AS vat FROM vat_register_rows WHERE sale_invoice_id = i.invoice_id) r
      CROSS JOIN LATERAL (SELECT sum(net) AS net, sum(vat) AS vat, sum(gross) AS gross FROM sale_invoice_lines l WHERE l.invoice_id = i.invoice_id) l
     WHERE i.status = 'issued'
       AND ((j.receivable, j.vat_payable, r.net, r.vat, o.amount)
              IS DISTINCT FROM (
                -- Only a sale and an advance are claimed of the customer; only a sale and a taxed receipt have VAT.
                CASE WHEN i.nature IN ('sale', 'advance') THEN s.sign * i.base_gross_total ELSE 0 END,
                CASE WHEN i.nature IN ('sale', 'advance_tax') THEN s.sign * i.base_vat_total ELSE 0 END,
                CASE WHEN i.nature IN ('sale', 'advance_tax') THEN s.sign * i.base_net_total END,
                CASE WHEN i.nature IN ('sale', 'advance_tax') THEN s.sign * i.base_vat_total END,
                CASE WHEN i.nature IN ('sale', 'advance') THEN s.sign * i.gross_total END)
         OR (l.net, l.vat, l.gross) IS DISTINCT FROM (i.net_total, i.vat_total, i.gross_total))`,
  'VAT register rows that their document does not have': `
    SELECT r.document_number FROM vat_register_rows r JOIN sale_invoices i ON i.invoice_id = r.sale_invoice_id
     WHERE i.status <> 'issued' OR (r.document_number, r.document_on, r.tax_point_on, r.posted_on)
           IS DISTINCT FROM (i.full_number, i.issued_on, i.tax_point_on, i.issued_on)`,
  'journal transactions on another day than their document': `
    SELECT i.full_number FROM sale_invoices i JOIN journal_transactions t ON t.transaction_id = i.journal_transaction_id
     WHERE t.posted_on <> i.issued_on`,
  'invoices credited beyond what they are, or whose limits differ from their credit notes': `
    SELECT i.full_number FROM sale_invoices i
      CROSS JOIN LATERAL (SELECT coalesce(sum(net_total), 0) AS net, coalesce(sum(vat_total), 0) AS vat FROM sale_invoices c
                           WHERE c.credited_invoice_id = i.invoice_id AND c.status = 'issued') c
      CROSS JOIN LATERAL (SELECT sum(net) AS net, sum(vat) AS vat, sum(credited_net) AS credited_net, sum(credited_vat) AS credited_vat
                            FROM sale_invoice_credit_limits l WHERE l.invoice_id = i.invoice_id) l
     WHERE i.type IN ('invoice', 'advance', 'advance_tax') AND i.status = 'issued'
       AND ((l.net, l.vat) IS DISTINCT FROM (i.net_total, i.vat_total)
         OR (l.credited_net, l.credited_vat) IS DISTINCT FROM (c.net, c.vat)
         OR c.net + c.vat > i.gross_total)`,
  'advances whose state differs from their credits, applications and tax documents': `
    SELECT i.full_number FROM sale_advances a JOIN sale_invoices i ON i.invoice_id = a.advance_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(gross_total), 0) AS gross FROM sale_invoices
                           WHERE credited_invoice_id = a.advance_id AND status = 'issued') c
      CROSS JOIN LATERAL (SELECT coalesce(sum(CASE kind WHEN 'released' THEN -amount ELSE amount END), 0) AS amount
                            FROM sale_advance_applications WHERE advance_id = a.advance_id) u
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(d.gross_total - k.gross - x.gross), 0) AS gross
          FROM sale_advance_tax_documents t JOIN sale_invoices d ON d.invoice_id = t.tax_document_id
          CROSS JOIN LATERAL (SELECT coalesce(sum(gross_total), 0) AS gross FROM sale_invoices
                               WHERE credited_invoice_id = d.invoice_id AND status = 'issued') k
          CROSS JOIN LATERAL (SELECT coalesce(sum(net + vat), 0) AS gross FROM sale_advance_deductions
                               WHERE tax_document_id = d.invoice_id) x
         WHERE t.advance_id = a.advance_id) t
     WHERE (a.gross, a.credited, a.applied, a.taxed) IS DISTINCT FROM (i.gross_total, c.gross, u.amount, t.gross)`,
  'events with a hole, or other than one for each issued document': `
    SELECT count(*) AS events, max(sequence) AS last FROM events
    HAVING count(*) <> coalesce(max(sequence), 0)
        OR count(*) FILTER (WHERE type = 'sale_invoice.issued') <> (SELECT count(*) FROM sale_invoices WHERE status = 'issued')
        OR count(DISTINCT sequence) FILTER (WHERE type = 'sale_invoice.issued') <> (SELECT count(DISTINCT event_sequence) FROM sale_invoices WHERE status = 'issued')`,
  'registered purchases that differ from their lines, journal, VAT register or open item': `
    SELECT i.document_number FROM purchase_invoices i
      CROSS JOIN LATERAL (SELECT CASE i.type WHEN 'credit_note' THEN -1 ELSE 1 END AS sign) s
      LEFT JOIN purchase_invoice_voids v USING (company_id, invoice_id)
      LEFT JOIN open_items o ON o.document_id = i.invoice_id
      CROSS JOIN LATERAL (
        SELECT sum(e.debit - e.credit) AS payable FROM journal_entries e
         WHERE e.transaction_id = i.journal_transaction_id AND e.account_id = o.account_id) p
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e.debit - e.credit), 0) AS vat FROM journal_entries e JOIN accounts a USING (company_id, account_id)
         WHERE e.transaction_id = i.journal_transaction_id AND a.control = 'vat') j
      CROSS JOIN LATERAL (SELECT sum(base_net) AS net, sum(base_vat) AS vat, sum(deductible_vat) AS deductible,
                                 sum(self_assessed_vat) AS own FROM vat_register_rows
                           WHERE purchase_invoice_id = i.invoice_id AND NOT is_void) r
      CROSS JOIN LATERAL (SELECT sum(base_net) AS net FROM vat_register_rows WHERE purchase_invoice_id = i.invoice_id AND is_void) x
      CROSS JOIN LATERAL (SELECT sum(net) AS net, sum(vat) AS vat, sum(gross) AS gross, sum(self_assessed_vat) AS own,
                                 sum(deductible_vat) AS deductible
                            FROM purchase_invoice_lines l WHERE l.invoice_id = i.invoice_id) l
     WHERE i.status = 'registered'
       AND ((p.payable, j.vat, r.net, r.vat, r.deductible, r.own, o.amount)
              IS DISTINCT FROM (-s.sign * i.base_gross_total, s.sign * (i.base_deductible_vat - i.base_self_assessed_vat),
                                s.sign * i.base_net_total, s.sign * i.base_vat_total, s.sign * i.base_deductible_vat,
                                s.sign * i.base_self_assessed_vat, -s.sign * i.gross_total)
         OR (l.net, l.vat, l.gross, l.own, l.deductible)
              IS DISTINCT FROM (i.net_total, i.vat_total, i.gross_total, i.self_assessed_vat, i.deductible_vat)
         OR x.net IS DISTINCT FROM CASE WHEN v.invoice_id IS NOT NULL THEN -r.net END
         OR (v.invoice_id IS NOT NULL AND o.settled_amount <> o.amount))`,
  'supplier documents that live without their number, or numbers of others': `
    SELECT i.document_number FROM purchase_invoices i LEFT JOIN purchase_invoice_voids v USING (company_id, invoice_id)
      LEFT JOIN purchase_document_keys k USING (company_id, invoice_id)
     WHERE (k.invoice_id IS NULL) <> (v.invoice_id IS NOT NULL)`,
  'payables that differ from the open items': `
    SELECT a.code, j.balance, o.open FROM (SELECT DISTINCT account_id FROM open_items WHERE side = 'payable') d
      JOIN accounts a USING (account_id)
      CROSS JOIN LATERAL (SELECT sum(debit - credit) AS balance FROM journal_entries e WHERE e.account_id = d.account_id) j
      CROSS JOIN LATERAL (SELECT sum(base_amount - settled_base_amount) AS open FROM open_items i WHERE i.account_id = d.account_id) o
     WHERE j.balance <> o.open`,
  'business keys of documents that do not live': `
    SELECT k.business_key FROM sale_invoice_business_keys k JOIN sale_invoices i USING (company_id, invoice_id)
     WHERE i.type = 'invoice' AND i.status = 'issued'
       AND i.gross_total = (SELECT sum(c.gross_total) FROM sale_invoices c WHERE c.credited_invoice_id = i.invoice_id AND c.status = 'issued')`,
};

/**
 * Whether the books of a company hold together: balanced journal, series without gap or duplicate, document = lines =
 * journal = VAT register = open item to the cent, no invoice credited beyond itself, an event for each issued document.
 */
export async function expectSoundBooks(...companies: TestCompany[]): Promise<void> {
  for (const company of companies) {
    for (const [fault, statement] of Object.entries(FAULTS)) {
      expect({ fault, rows: await company.sql(statement) }).toEqual({ fault, rows: [] });
    }
  }
}

/** The issued numbers of a series' document type, in order. */
export async function issuedNumbers(company: TestCompany, type = 'invoice'): Promise<number[]> {
  const rows = (await company.sql(
    `SELECT number::int AS number FROM sale_invoices WHERE status = 'issued' AND type = $1 ORDER BY number`,
    [type],
  )) as { number: number }[];
  return rows.map(row => row.number);
}
