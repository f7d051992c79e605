import { Bank } from './bank';
import { mt940 } from './bank-files';
import { Payouts } from './payouts';
import type { TestCompany } from './test-app';

interface WithId {
  id: string;
}

/** Leaves one row or more in every table of the bank: a payment that is matched, and a message that pays a supplier. */
export async function fillBank(company: TestCompany, customerId: string): Promise<void> {
  const bank = await Bank.of(company);
  const { id: invoiceId } = (await company.ok('sales/invoices/create', {
    partnerId: customerId,
    issue: true,
    issueDate: '2026-03-05',
    lines: [{ description: 'Repair', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
  })) as WithId;
  const { id: supplierId } = (await company.ok('partners/create', {
    name: 'Paid supplier UAB',
    iban: 'DE89370400440532013000',
  })) as WithId;
  const { id: billId } = (await company.ok('purchases/invoices/create', {
    partnerId: supplierId,
    documentNumber: 'B-1',
    documentDate: '2026-03-05',
    lines: [{ description: 'Paper', unitPriceExclVat: '100.00', vatRatePercent: '21' }],
  })) as WithId;
  await company.ok('purchases/invoices/register', { id: billId, registrationDate: '2026-03-05' });
  const movement = await bank.movement('12.10', { date: '2026-03-06' });
  await company.ok('bank/transactions/match', {
    transactionId: movement,
    documentType: 'sale_invoice',
    documentId: invoiceId,
  });
  await company.ok('bank/payments/export', { bankAccountId: bank.accountId, purchaseInvoiceIds: [billId] });
  await company.ok('bank/transactions/set-aside', {
    transactionId: await bank.movement('1.00', { date: '2026-03-06' }),
    reason: 'Mistyped',
  });
  await bank.tryImport(mt940([], 'C260306EUR0,', 'C260306EUR0,', 'X/1'));
  await fillPayouts(company, bank, customerId);
}

/** A posted payout that left the customer an item, and its arrival. */
async function fillPayouts(company: TestCompany, bank: Bank, customerId: string): Promise<void> {
  const { fullNumber } = (await company.ok('sales/invoices/create', {
    partnerId: customerId,
    issue: true,
    issueDate: '2026-03-05',
    lines: [{ description: 'Repair', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
  })) as { fullNumber: string };
  const row = { gross: '13.00', fee: '0.50', charge: 'ch_1', paidOn: '2026-03-06' };
  await new Payouts(company, bank.accountId).posted([{ ...row, description: fullNumber }]);
  await bank.movement('12.50', { date: '2026-03-06', description: 'Stripe' });
}
