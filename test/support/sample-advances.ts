import type { TestCompany } from './test-app';

interface Sale {
  id: string;
  issueDate: string;
}

/** Rows in every table of advances: one that was applied, and one that was taxed when paid and is deducted. */
export async function fillAdvances(company: TestCompany, partnerId: string): Promise<void> {
  const lines = [{ description: 'Work', quantity: '1', unitPriceExclVat: '10.00', vatRatePercent: '21' }];
  const sale = async (members: object): Promise<Sale> =>
    (await company.ok('sales/invoices/create', {
      partnerId,
      issue: true,
      lines,
      ...members,
    })) as Sale;
  const { id: bankAccountId } = (await company.ok('bank/accounts/create', { name: 'Advances' })) as {
    id: string;
  };
  const advance = async (members: object): Promise<string> => {
    const { id: documentId, issueDate: date } = await sale({ type: 'advance', ...members });
    await company.ok('bank/transactions/record', {
      bankAccountId,
      date,
      amount: '12.10',
      documentType: 'sale_invoice',
      documentId,
    });
    return documentId;
  };
  await company.ok('sales/invoices/apply-advance', {
    advanceId: await advance({}),
    invoiceId: (await sale({})).id,
  });
  const taxed = await advance({ vatOnPayment: true });
  await company.ok('sales/invoices/tax-receipts', { id: taxed });
  await sale({ deductedAdvances: [taxed] });
}
