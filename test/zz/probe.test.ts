import { TestApp } from '../support/test-app';
it('probe', async () => {
  const app = await TestApp.start();
  const c = await app.company();
  const p = await c.post('partners/create', { name: 'Buyer UAB', code: '302222222', countryCode: 'LT' });
  console.log(p.status, p.text);
  const inv = await c.post('sales/invoices/create', { partnerId: p.body.id, issue: true, lines: [{ description: 'Work', quantity: '2', unitPriceExclVat: '10.00', vatRatePercent: '21' }, { description: 'Book', quantity: '1', unitPriceExclVat: '5.00', vatRatePercent: '9' }] });
  console.log(inv.status, inv.text);
  const cn = await c.post('sales/invoices/create', { partnerId: p.body.id, type: 'credit_note', creditedInvoiceId: inv.body.id, creditReason: 'back', issue: true, lines: [{ creditedLineId: inv.body.lines?.[0]?.id, quantity: '1' }] });
  console.log(cn.status, cn.text);
  const j = await c.post('ledger/journal/transactions/create', { date: '2026-11-01', entries: [{ accountCode: '6001', debit: '5' }, { accountCode: '271', credit: '5' }] });
  console.log(j.status, j.text);
  await app.stop();
}, 60000);
