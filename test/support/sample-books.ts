import { withAnyRate } from './sales';
import type { TestApp, TestCompany } from './test-app';
import { Attacker } from './attacker';
import { newInboundEvent } from './inbound';
import { fillAdvances } from './sample-advances';
import { fillAssets } from './sample-assets';
import { fillBank } from './sample-bank';
import { fillClosing } from './sample-closing';
import { fillMail } from './sample-mail';
import { fillPayments } from './sample-payments';
import { fillDeclarations } from './sample-declarations';
import { fillPurchases } from './sample-purchases';
import { fillReports } from './sample-reports';
import { fillWebhooks } from './sample-webhooks';

/** A document as the API shows it; only what the tests read. */
export interface Document {
  id: string;
  number: number | null;
  fullNumber: string | null;
  netTotal: string;
  vatTotal: string;
  grossTotal: string;
  journalTransactionId: string | null;
  lines: { id: string; lineNet: string; lineVat: string; lineGross: string }[];
}

/** The books of a company in which something of every kind has happened. */
export interface Books {
  company: TestCompany;
  attacker: Attacker;
  partnerId: string;
  /** Issued: two lines at 21 % and 9 %. */
  invoice: Document;
  /** Issued: one unit of the first line. */
  creditNote: Document;
  draft: Document;
  /** A manual journal transaction. */
  transactionId: string;
}

const LINES = [
  { description: 'Consulting', quantity: '2', unitPriceExclVat: '10.00', vatRatePercent: '21' },
  { description: 'Handbook', quantity: '1', unitPriceExclVat: '5.00', vatRatePercent: '9' },
];

/** Opens the books of a fresh company and fills them through the API. */
export async function openBooks(app: TestApp): Promise<Books> {
  const company = await withAnyRate(await app.company());
  const partnerId = (
    (await company.ok('partners/create', { name: 'Buyer UAB', code: '302222222' })) as { id: string }
  ).id;
  const sale = (body: object): Promise<Document> =>
    company.ok('sales/invoices/create', { partnerId, ...body }) as Promise<Document>;
  const invoice = await sale({ issue: true, businessKey: 'order-1', lines: LINES });
  const creditNote = await sale({
    type: 'credit_note',
    issue: true,
    creditedInvoiceId: invoice.id,
    creditReason: 'Returned',
    lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '1' }],
  });
  const draft = await sale({ lines: LINES });
  await company.ok('reference/vat-classifiers/upsert', { rows: [{ code: 'OWN', name: 'Our own' }] });
  await company.ok('reference/eu-vat-rates/set-overrides', {
    countryCode: 'FR',
    rates: [{ category: 'standard', ratePercent: '20' }],
  });
  await company.ok('vat/pro-rata/set', { year: 2031, percent: 60 });
  await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-03-05', rate: '1.0832' });
  await company.ok('account/members/add', { email: 'owner@example.com', role: 'accountant' });
  await company.ok('catalog/items/create', { name: 'Handbook', code: 'H-1' });
  await company.ok('ledger/posting-rules/update', {
    rules: [{ key: 'sales.revenueServices', accountCode: '5000' }],
  });
  const costCenter = (await company.ok('ledger/cost-centers/create', { code: 'SHOP', name: 'Shop' })) as {
    id: string;
  };
  const transaction = (await company.ok('ledger/journal/transactions/create', {
    date: '2026-03-05',
    entries: [
      { accountCode: '6001', debit: '12.10', costCenterId: costCenter.id },
      { accountCode: '271', credit: '12.10' },
    ],
  })) as { id: string };
  await fillAssets(company);
  await fillPurchases(company);
  await fillMail(company, invoice.id);
  await newInboundEvent(company);
  await fillWebhooks(company);
  await fillDeclarations(company);
  await fillReports(company);
  await fillClosing(company, partnerId);
  return {
    company,
    attacker: new Attacker(app, company.id),
    partnerId,
    invoice,
    creditNote,
    draft,
    transactionId: transaction.id,
  };
}

/** The same, with something in the tables of the bank as well; it issues more invoices. */
export async function openFullBooks(app: TestApp): Promise<Books> {
  const books = await openBooks(app);
  await fillBank(books.company, books.partnerId);
  await fillPayments(books.company, books.partnerId);
  await fillAdvances(books.company, books.partnerId);
  return books;
}
