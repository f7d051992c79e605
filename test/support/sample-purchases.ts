import type { TestCompany } from './test-app';

interface WithId {
  id: string;
}

/** Leaves one row or more in every table of purchases: an invoice, its credit note, a void and a draft. */
export async function fillPurchases(company: TestCompany): Promise<void> {
  const { id: partnerId } = (await company.ok('partners/create', { name: 'Supplier UAB' })) as WithId;
  const draft = async (documentNumber: string, more: object = {}): Promise<string> => {
    const made = (await company.ok('purchases/invoices/create', {
      partnerId,
      documentNumber,
      documentDate: '2026-01-05',
      lines: [{ description: 'Paper', unitPriceExclVat: '100.00', vatRatePercent: '21' }],
      ...more,
    })) as WithId;
    return made.id;
  };
  const registered = async (documentNumber: string, more: object = {}): Promise<string> => {
    const id = await draft(documentNumber, more);
    await company.ok('purchases/invoices/register', { id, registrationDate: '2026-01-06' });
    return id;
  };
  const credited = await registered('AB-001');
  await registered('AB-002', { type: 'credit_note', creditedInvoiceId: credited });
  await company.ok('purchases/invoices/void', { id: await registered('AB-003'), reason: 'Wrong supplier' });
  await draft('AB-004');
}
