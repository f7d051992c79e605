import type { TestCompany } from './test-app';

/** Opens the books, locks and unlocks a month, closes and reopens a year, and revalues: long before anything else happens. */
export async function fillClosing(company: TestCompany, partnerId: string): Promise<void> {
  await company.ok('ledger/opening-balances/create', {
    date: '2024-05-31',
    entries: [
      { accountCode: '271', debit: '10.00' },
      { accountCode: '390', debit: '90.00' },
      { accountCode: '3011', credit: '100.00' },
    ],
  });
  await company.ok('ledger/opening-items/create', {
    date: '2024-05-31',
    items: [
      {
        partnerId,
        side: 'receivable',
        documentNumber: 'OLD-1',
        documentDate: '2024-05-02',
        dueDate: '2024-06-01',
        currency: 'CHF',
        amount: '100.00',
        baseAmount: '90.00',
      },
    ],
  });
  await company.ok('reference/exchange-rates/set', { currency: 'CHF', date: '2024-06-30', rate: '1' });
  await company.ok('ledger/revaluations/create', { date: '2024-06-30', currency: 'CHF' });
  await company.ok('ledger/periods/lock', { year: 1902, month: 1 });
  await company.ok('ledger/periods/unlock', { year: 1902, month: 1, reason: 'Late invoice' });
  await company.ok('ledger/fiscal-years/close', { year: 1901 });
}
