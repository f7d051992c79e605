import type { TableRows, Tx } from '../../platform/database';

/** A supplier's invoice and where it is paid. */
export interface Payee {
  documentId: string;
  partnerName: string;
  iban: string | null;
  bic: string | null;
  /** The message it is in already, when that is not cancelled. */
  messageId: string | null;
}

export async function payeesOf(tx: Tx, openItemIds: string[]): Promise<Map<string, Payee>> {
  const rows = await tx.query<Payee>(
    `SELECT i.document_id AS "documentId", p.name AS "partnerName", p.details->>'iban' AS iban, p.details->>'bic' AS bic,
            l.message_id AS "messageId"
       FROM open_items i
       JOIN partners p ON p.company_id = i.company_id AND p.partner_id = i.partner_id
       LEFT JOIN payment_export_lines l ON l.company_id = i.company_id AND l.open_item_id = i.open_item_id
      WHERE i.company_id = $1 AND i.open_item_id = ANY ($2)`,
    [tx.companyId, openItemIds],
  );
  return new Map(rows.map(row => [row.documentId, row]));
}

interface PaymentExport {
  messageId: string;
  bankAccountId: string;
  executionOn: string;
  total: string;
  /** Amounts are decimal strings without sign. */
  lines: { openItemId: string; amount: string }[];
}

export function paymentExportRows(tx: Tx, exported: PaymentExport): TableRows[] {
  const key = { company_id: tx.companyId, message_id: exported.messageId };
  return [
    {
      table: 'payment_exports',
      rows: [
        {
          ...key,
          bank_account_id: exported.bankAccountId,
          execution_on: exported.executionOn,
          payment_count: exported.lines.length,
          total: exported.total,
          created_at: tx.now,
        },
      ],
    },
    {
      table: 'payment_export_lines',
      rows: exported.lines.map(({ openItemId, amount }) => ({ ...key, open_item_id: openItemId, amount })),
    },
  ];
}

/** Marks a message as cancelled; undefined when there is none, false when it is cancelled already. */
export async function cancelExport(tx: Tx, messageId: string): Promise<boolean | undefined> {
  const parameters = [tx.companyId, messageId];
  const cancelled = await tx.execute(
    `UPDATE payment_exports SET cancelled_at = clock_timestamp()
      WHERE company_id = $1 AND message_id = $2 AND cancelled_at IS NULL`,
    parameters,
  );
  if (cancelled === 1) return true;
  const found = await tx.query(
    `SELECT 1 FROM payment_exports WHERE company_id = $1 AND message_id = $2`,
    parameters,
  );
  return found.length > 0 ? false : undefined;
}

/** Takes the items out of a message, so that another one may pay them; what they were. */
export async function freeExportLines(
  tx: Tx,
  messageId: string,
): Promise<{ openItemId: string; amount: string }[]> {
  return tx.query(
    `DELETE FROM payment_export_lines WHERE company_id = $1 AND message_id = $2
     RETURNING open_item_id AS "openItemId", amount`,
    [tx.companyId, messageId],
  );
}
