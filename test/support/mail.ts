import { Worker } from '../../src/work';
import type { TestApp, TestCompany } from './test-app';
import type { TestSmtpServer } from './smtp-server';

export const SEND = 'sales/invoices/send';
export const MAIL_FROM = 'Gapless <invoices@example.com>';

/** The settings of an installation that sends by this server. */
export function mailSettings({ url }: TestSmtpServer): { smtpUrl: string; mailFrom: string } {
  return { smtpUrl: url, mailFrom: MAIL_FROM };
}

/** Lets time pass for the e-mails of a company: whoever held one is taken for dead, and what waits is due. */
export async function timePasses(company: TestCompany): Promise<void> {
  await company.sql(
    `UPDATE work_items SET due_at = now() - interval '1 second', leased_until = CASE WHEN leased_until IS NOT NULL THEN now() - interval '1 second' END
      WHERE company_id = $1 AND kind = 'email'`,
    [company.id],
  );
}

/** The background work, done now. */
export async function workers(app: TestApp): Promise<void> {
  await app.nest.get(Worker).drain();
}
