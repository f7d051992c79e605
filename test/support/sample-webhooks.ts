import type { TestCompany } from './test-app';

/** A subscription with a delivery. Nobody listens at its receiver. */
export async function fillWebhooks(company: TestCompany): Promise<void> {
  const { id } = (await company.ok('webhooks/subscriptions/create', {
    url: 'http://127.0.0.1:9/hooks',
    events: ['sale_invoice.issued'],
  })) as { id: string };
  await company.ok('webhooks/subscriptions/test', { id });
}
