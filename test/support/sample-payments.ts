import type { TestCompany } from './test-app';

/** A charge of an invoice whose outcome nobody knows, as the gateway of the tests is not there; the books stay as they are. */
export async function fillPayments(company: TestCompany, customerId: string): Promise<void> {
  const { id: invoiceId } = (await company.ok('sales/invoices/create', {
    partnerId: customerId,
    issue: true,
    issueDate: '2026-03-05',
    lines: [{ description: 'Repair', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
  })) as { id: string };
  await company.ok('payments/providers/set', { provider: 'stripe', secretKey: 'sk_live_acct1_0123456789' });
  await company.ok('payments/charges/create', {
    invoiceId,
    provider: 'stripe',
    paymentMethod: 'pm_card_visa',
  });
}
