import { randomUUID } from 'node:crypto';
import { expectSoundBooks } from './books';
import { line, type Invoice, type Sales } from './sales';
import type { TestCompany } from './test-app';

/** Balances of partner accounts that differ from what is open on them, in base currency. None is sound. */
const LOOSE_BALANCES = `
  SELECT a.code, coalesce(j.balance, 0) AS balance, o.open
    FROM (SELECT account_id, sum(base_amount - settled_base_amount) AS open FROM open_items GROUP BY 1) o
    JOIN accounts a USING (account_id)
    LEFT JOIN (SELECT account_id, sum(debit - credit) AS balance FROM journal_entries GROUP BY 1) j USING (account_id)
   WHERE coalesce(j.balance, 0) <> o.open`;

/** Sound books, and partner accounts that carry what is open. */
export async function expectSound(company: TestCompany): Promise<void> {
  await expectSoundBooks(company);
  expect(await company.sql(LOOSE_BALANCES)).toEqual([]);
}

/** Settles a part of an invoice in USD at today's rate, by netting it with a credit note of another system's invoice. */
export async function settlePart(sales: Sales, invoice: Invoice, net: string): Promise<void> {
  const paid = await sales.issued({
    type: 'credit_note',
    currency: 'USD',
    creditedInvoiceReference: `OLD-${randomUUID()}`.slice(0, 30),
    creditedInvoiceDate: '2026-10-05',
    lines: [line(net, { vatRatePercent: '0', vatExemptionBasis: 'x' })],
  });
  const { rows } = (await sales.company.ok('ledger/open-items/list')) as {
    rows: { id: string; documentId: string }[];
  };
  const itemOf = (id: string): string => rows.find(({ documentId }) => documentId === id)!.id;
  await sales.company.ok('ledger/open-items/allocate', {
    allocations: [
      { openItemId: itemOf(invoice.id), amount: paid.grossTotal },
      { openItemId: itemOf(paid.id), amount: `-${paid.grossTotal}` },
    ],
  });
}
