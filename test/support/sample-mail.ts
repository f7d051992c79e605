import { randomUUID } from 'node:crypto';
import type { TestCompany } from './test-app';

/** An e-mail that was sent long ago; no mail server is needed for it. */
export async function fillMail(company: TestCompany, invoiceId: string): Promise<void> {
  const id = randomUUID();
  await company.sql(
    `INSERT INTO emails (company_id, email_id, purpose, entity_id, from_name, from_address, to_address, subject, body, message_id,
                         status, attempts, finished_at)
     VALUES ($1, $2, 'sale_invoice', $3, 'Example UAB', 'invoices@example.com', 'buyer@example.com', 'Invoice', 'Hello', $4, 'sent', 1, now())`,
    [company.id, id, invoiceId, `<${id}@example.com>`],
  );
}
