import { payable } from '../../support/bank';
import { mt940 } from '../../support/bank-files';
import { openBooks, type Books } from '../../support/sample-books';
import type { Caller, TestApp, TestCompany } from '../../support/test-app';
import { ASSET_ROUTES } from './asset-routes';
import { CLOSING_ROUTES } from './closing-routes';
import { INBOUND_ROUTES } from './inbound-routes';
import { OUTBOUND_ROUTES } from './outbound-routes';
import { PAYMENT_ROUTES } from './payment-routes';
import { REPORT_ROUTES } from './report-routes';
import { FILING_ROUTES } from './filing-routes';
import { REFERENCE_ROUTES } from './reference-routes';
import { line, newDraft, sale, SALES_ROUTES } from './sales-routes';
import { SETTLEMENT_ROUTES } from './settlement-routes';
import { VAT_ROUTES } from './vat-routes';

/** Where a route is tried: the books of a company, and the application for what only the operator does. */
export interface Walk {
  app: TestApp;
  books: Books;
}

/** How one route is called with success. `body` makes what it needs first, so that it can be called again and again. */
export interface RouteCase {
  body: (walk: Walk) => object | Promise<object>;
  /** Who calls; default: the company's key. */
  caller?: (walk: Walk) => Caller;
  /** The company whose audit log must know of it; default: that of the books, null = the operator's. */
  auditedIn?: (walk: Walk, body: object) => string | null;
  /** A body that posts on a day. Every writing route with a date has one, or says why its dates post nothing. */
  postsOn?: (walk: Walk, day: string) => object | Promise<object>;
  datesPostNothing?: string;
  /** It is always refused, and this is how; nothing is written then. */
  alwaysRefused?: { status: number; reason: string };
  /** Members without which an id of the request would mean nothing, by the path of the id. */
  withId?: Record<string, (walk: Walk) => object | Promise<object>>;
}

type WithId = { id: string };

let serial = 0;
/** A text nobody has used yet. */
const fresh = (prefix: string): string => `${prefix}${++serial}`;

const made = async (company: TestCompany, path: string, body: object = {}): Promise<WithId> =>
  (await company.ok(path, body)) as WithId;
const idOf = ({ id }: WithId): { id: string } => ({ id });

const newPartner = async ({ books }: Walk): Promise<WithId> =>
  made(books.company, 'partners/create', { name: fresh('Partner ') });
const purchase = ({ books }: Walk, more: object = {}): object => ({
  partnerId: books.partnerId,
  documentNumber: fresh('P-'),
  documentDate: '2026-01-05',
  lines: [line],
  ...more,
});
const newPurchase = async (walk: Walk): Promise<WithId> =>
  made(walk.books.company, 'purchases/invoices/create', purchase(walk));
const newRegistered = async (walk: Walk): Promise<WithId> =>
  made(walk.books.company, 'purchases/invoices/register', {
    ...idOf(await newPurchase(walk)),
    registrationDate: '2026-01-05',
  });
const newItem = async ({ books }: Walk): Promise<WithId> =>
  made(books.company, 'catalog/items/create', { name: fresh('Item ') });
const newSeries = async ({ books }: Walk): Promise<WithId> =>
  made(books.company, 'document-series/create', { prefix: fresh('S-') });
const newAccount = async ({ books }: Walk): Promise<WithId> =>
  made(books.company, 'ledger/accounts/create', { code: fresh('9'), name: 'Account', type: 'expense' });
const newKey = async ({ books }: Walk): Promise<WithId> =>
  made(books.company, 'account/api-keys/create', { name: fresh('Key ') });
const entries = (date: string): object => ({
  date,
  entries: [
    { accountCode: '6001', debit: '1.00' },
    { accountCode: '271', credit: '1.00' },
  ],
});
const newTransaction = async ({ books }: Walk): Promise<WithId> =>
  made(books.company, 'ledger/journal/transactions/create', entries('2026-01-05'));

/** Two invoices' worth of open items of one partner that cancel each other out: an invoice and an outside credit note. */
async function openItems(walk: Walk): Promise<object[]> {
  const { company } = walk.books;
  const partnerId = (await newPartner(walk)).id;
  await made(
    company,
    'sales/invoices/create',
    sale(walk, { partnerId, issue: true, issueDate: '2026-01-05' }),
  );
  const credit = {
    type: 'credit_note',
    creditedInvoiceReference: fresh('OLD-'),
    creditedInvoiceDate: '2025-12-01',
    creditReason: 'Returned',
  };
  await made(
    company,
    'sales/invoices/create',
    sale(walk, { partnerId, issue: true, issueDate: '2026-01-05', ...credit }),
  );
  const { rows } = (await company.ok('ledger/open-items/list', {
    filter: [{ field: 'partnerId', op: 'eq', value: partnerId }],
  })) as {
    rows: { id: string; openAmount: string }[];
  };
  return rows.map(({ id, openAmount }) => ({ openItemId: id, amount: openAmount }));
}

const newReportJob = async ({ books }: Walk): Promise<WithId> =>
  idOf(await made(books.company, 'reports/jobs/create', { reportType: 'trial-balance', params: year }));

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
/** A company of its own, for what ends it. */
const newCompany = async ({ app }: Walk): Promise<{ companyId: string }> => ({
  companyId: (await app.bareCompany()).id,
});
const asOperator = ({ app }: Walk): Caller => app.operator;
const inNamed = (_: Walk, body: object): string => (body as { companyId: string }).companyId;
let months = 0;
/** A month nobody has locked yet. */
const freeMonth = (): { year: number; month: number } => ({
  year: 1990 + Math.floor(months / 12),
  month: (months++ % 12) + 1,
});

const DAY = '2026-01-05';
const newBankAccount = async ({ books }: Walk): Promise<{ bankAccountId: string }> => ({
  bankAccountId: (await made(books.company, 'bank/accounts/create', { name: fresh('Bank ') })).id,
});
const openInvoice = async (walk: Walk): Promise<object> => ({
  documentType: 'sale_invoice',
  documentId: (await newDraft(walk, { issue: true, issueDate: DAY })).id,
});
const money = async (walk: Walk, date: string, amount = '5.00'): Promise<{ transactionId: string }> => {
  const externalId = fresh('Money ');
  const { company } = walk.books;
  await company.ok('bank/transactions/import', {
    ...(await newBankAccount(walk)),
    transactions: [{ date, amount, externalId }],
  });
  const { rows } = (await company.ok('bank/transactions/list', {
    filter: [{ field: 'externalId', op: 'eq', value: externalId }],
  })) as { rows: [WithId] };
  return { transactionId: rows[0].id };
};
const match = async (walk: Walk, date = DAY): Promise<{ transactionId: string }> => ({
  ...(await money(walk, date)),
  ...(await openInvoice(walk)),
});
const matchMany = async (walk: Walk, date = DAY): Promise<object> => ({
  ...(await money(walk, date)),
  allocations: [{ ...(await openInvoice(walk)), amount: '5.00' }],
});
const onAccount = async (walk: Walk, date = DAY): Promise<object> => ({
  ...(await money(walk, date)),
  partnerId: walk.books.partnerId,
});
/** A movement and the manual transaction that books it. Another each time: it books one movement. */
const bookedByJournal = async (walk: Walk): Promise<object> => {
  const { company } = walk.books;
  const { id } = await made(company, 'ledger/journal/transactions/create', {
    date: DAY,
    entries: [
      { accountCode: '271', debit: '5.00' },
      { accountCode: '4492', credit: '5.00' },
    ],
  });
  return { ...(await money(walk, DAY)), journalTransactionId: id };
};
/** An open item that nobody has settled, and how it is written off. */
const writeOff = async (walk: Walk, date = DAY): Promise<object> => {
  const { company } = walk.books;
  const { documentId } = (await openInvoice(walk)) as { documentId: string };
  const { rows } = (await company.ok('ledger/open-items/list', {
    filter: [{ field: 'documentId', op: 'eq', value: documentId }],
  })) as { rows: [WithId] };
  return { openItemId: rows[0].id, accountCode: '6001', date, description: 'Given up' };
};
const recorded = async (walk: Walk, date = DAY): Promise<object> => ({
  ...(await newBankAccount(walk)),
  date,
  amount: '5.00',
  ...(await openInvoice(walk)),
});
let accountNumbers = 0;
/** An IBAN that no account has yet. */
const freshIban = (): string => {
  const number = String(++accountNumbers).padStart(16, '0');
  const check = 98n - (BigInt(`${number}212900`) % 97n);
  return `LT${String(check).padStart(2, '0')}${number}`;
};
const payment = async (walk: Walk): Promise<object> => {
  const { company } = walk.books;
  const account = await made(company, 'bank/accounts/create', { name: fresh('Bank '), iban: freshIban() });
  const supplier = await made(company, 'partners/create', { name: fresh('Supplier '), iban: freshIban() });
  return { bankAccountId: account.id, purchaseInvoiceIds: [await payable(company, supplier.id, '1.00')] };
};

/** Every route is here, or the walk fails. */
export const ROUTE_CASES: Readonly<Record<string, RouteCase>> = {
  'account/me': { body: () => ({}) },
  'account/companies/create': {
    body: () => ({ name: 'Walked UAB' }),
    caller: asOperator,
    auditedIn: () => null,
    datesPostNothing: 'dates of the profile',
  },
  'account/companies/profile': { body: () => ({}) },
  'account/companies/update': {
    body: () => ({ phone: '+370 600 00000' }),
    datesPostNothing: 'dates of the profile',
  },
  'account/companies/select': { body: ({ books }) => ({ companyId: books.company.id }) },
  'account/companies/archive': { body: newCompany, caller: asOperator, auditedIn: inNamed },
  'account/companies/activate': {
    body: async walk => {
      const named = await newCompany(walk);
      await walk.app.operator.ok('account/companies/archive', named);
      return named;
    },
    caller: asOperator,
    auditedIn: inNamed,
  },
  'account/companies/delete': { body: newCompany, caller: asOperator, auditedIn: inNamed },
  'account/api-keys/create': { body: () => ({ name: 'Walk' }) },
  'account/api-keys/list': { body: () => ({}) },
  'account/api-keys/revoke': { body: async walk => idOf(await newKey(walk)) },
  'account/api-keys/rotate': { body: async walk => idOf(await newKey(walk)) },
  ...ASSET_ROUTES,
  'audit/list': { body: () => ({}) },
  'bank/accounts/create': { body: () => ({ name: fresh('Bank ') }) },
  'bank/accounts/list': { body: () => ({}) },
  'bank/accounts/update': {
    body: async walk => ({ id: (await newBankAccount(walk)).bankAccountId, name: 'Renamed' }),
  },
  'bank/transactions/import': {
    body: async walk => ({
      ...(await newBankAccount(walk)),
      transactions: [{ date: DAY, amount: '5.00', externalId: fresh('X') }],
    }),
    datesPostNothing: 'an import posts nothing',
  },
  'bank/statements/import': {
    body: async walk => ({
      ...(await newBankAccount(walk)),
      content: mt940([':61:260105C5,NTRFX'], 'C260105EUR0,', 'C260105EUR5,', 'X/1'),
    }),
  },
  'bank/transactions/list': { body: () => ({}) },
  'bank/transactions/suggest-matches': { body: walk => money(walk, DAY) },
  'bank/transactions/match': { body: walk => match(walk), postsOn: match },
  'bank/transactions/match-many': { body: walk => matchMany(walk), postsOn: matchMany },
  'bank/transactions/match-on-account': {
    body: walk => onAccount(walk),
    postsOn: onAccount,
  },
  'bank/transactions/match-journal': { body: bookedByJournal },
  'bank/transactions/set-aside': {
    body: async walk => ({ ...(await money(walk, DAY)), reason: 'Mistyped' }),
  },
  'bank/transactions/unmatch': {
    body: async walk => {
      const matched = await match(walk);
      await walk.books.company.ok('bank/transactions/match', matched);
      return { transactionId: matched.transactionId };
    },
  },
  'bank/transactions/record': { body: walk => recorded(walk), postsOn: recorded },
  ...SETTLEMENT_ROUTES,
  ...INBOUND_ROUTES,
  ...OUTBOUND_ROUTES,
  'bank/payments/export': { body: payment, datesPostNothing: 'the statement tells when it is paid' },
  'bank/payments/cancel-export': {
    body: async walk => {
      const exported = await walk.books.company.ok('bank/payments/export', await payment(walk));
      return { messageId: (exported as { messageId: string }).messageId };
    },
  },
  'catalog/items/create': {
    body: () => ({ name: 'Item', code: fresh('I-') }),
    datesPostNothing: 'dates of the item',
    withId: { 'components.0.itemId': () => ({ components: [{ quantity: '1' }] }) },
  },
  'catalog/items/get': { body: async walk => idOf(await newItem(walk)) },
  'catalog/items/update': {
    body: async walk => ({ ...idOf(await newItem(walk)), name: 'Renamed' }),
    datesPostNothing: 'dates of the item',
    withId: { 'components.0.itemId': () => ({ components: [{ quantity: '1' }] }) },
  },
  'catalog/items/delete': { body: async walk => idOf(await newItem(walk)) },
  'catalog/items/list': { body: () => ({}) },
  'declarations/lt/saft/download': { body: () => ({ fromDate: '2026-01-01', toDate: '2026-12-31' }) },
  'declarations/lt/saft/generate': { body: () => ({ fromDate: '2026-01-01', toDate: '2026-12-31' }) },
  ...FILING_ROUTES,
  'document-series/create': { body: () => ({ prefix: fresh('C-') }) },
  'document-series/update': { body: async walk => ({ ...idOf(await newSeries(walk)), name: 'Renamed' }) },
  'document-series/get': { body: async walk => idOf(await newSeries(walk)) },
  'document-series/list': { body: () => ({}) },
  'document-series/delete': { body: async walk => idOf(await newSeries(walk)) },
  'document-series/proof': { body: async walk => idOf(await newSeries(walk)) },
  'ledger/accounts/apply-template': { body: () => ({}) },
  'ledger/accounts/create': { body: () => ({ code: fresh('8'), name: 'Account', type: 'asset' }) },
  'ledger/accounts/update': { body: async walk => ({ ...idOf(await newAccount(walk)), name: 'Renamed' }) },
  'ledger/accounts/list': { body: () => ({}) },
  'ledger/journal/transactions/create': {
    body: () => entries('2026-01-05'),
    postsOn: (_, day) => entries(day),
  },
  'ledger/journal/transactions/reverse': {
    body: async walk => idOf(await newTransaction(walk)),
    postsOn: async (walk, date) => ({ ...idOf(await newTransaction(walk)), date }),
  },
  'ledger/journal/transactions/get': { body: ({ books }) => ({ id: books.transactionId }) },
  'ledger/journal/transactions/list': { body: () => ({}) },
  'ledger/open-items/list': { body: () => ({}) },
  'ledger/open-items/allocate': {
    body: async walk => ({ allocations: await openItems(walk) }),
    datesPostNothing: 'an allocation without write-off moves no account',
  },
  'ledger/open-items/write-off': { body: walk => writeOff(walk), postsOn: writeOff },
  'ledger/open-items/reverse-write-off': {
    body: async walk =>
      idOf(await made(walk.books.company, 'ledger/open-items/write-off', await writeOff(walk))),
    postsOn: async (walk, date) => ({
      ...idOf(await made(walk.books.company, 'ledger/open-items/write-off', await writeOff(walk))),
      date,
    }),
  },
  'ledger/periods/list': { body: () => ({}) },
  'ledger/periods/lock': { body: freeMonth },
  'ledger/periods/unlock': {
    body: async ({ books }) => {
      const month = freeMonth();
      await books.company.ok('ledger/periods/lock', month);
      return month;
    },
  },
  'ledger/posting-rules/list': { body: () => ({}) },
  'ledger/posting-rules/update': {
    body: () => ({ rules: [{ key: 'sales.revenueServices', accountCode: '5000' }] }),
  },
  ...CLOSING_ROUTES,
  'partners/create': { body: () => ({ name: fresh('Partner ') }), datesPostNothing: 'dates of a person' },
  'partners/find-or-create': {
    body: () => ({ name: 'Partner', code: fresh('77') }),
    datesPostNothing: 'dates of a person',
  },
  'partners/get': { body: async walk => idOf(await newPartner(walk)) },
  'partners/update': {
    body: async walk => ({ ...idOf(await newPartner(walk)), name: 'Renamed' }),
    datesPostNothing: 'dates of a person',
  },
  'partners/delete': { body: async walk => idOf(await newPartner(walk)) },
  'partners/list': { body: () => ({}) },
  ...PAYMENT_ROUTES,
  'purchases/invoices/create': {
    body: purchase,
    datesPostNothing: 'a draft is not posted',
    withId: { creditedInvoiceId: () => ({ type: 'credit_note' }) },
  },
  'purchases/invoices/get': { body: async walk => idOf(await newPurchase(walk)) },
  'purchases/invoices/update': {
    body: async walk => ({ ...idOf(await newPurchase(walk)), notes: 'Changed', lines: [line] }),
    datesPostNothing: 'a draft is not posted',
  },
  'purchases/invoices/delete': { body: async walk => idOf(await newPurchase(walk)) },
  'purchases/invoices/register': {
    body: async walk => idOf(await newPurchase(walk)),
    postsOn: async (walk, registrationDate) => ({ ...idOf(await newPurchase(walk)), registrationDate }),
  },
  'purchases/invoices/void': {
    body: async walk => ({ ...idOf(await newRegistered(walk)), reason: 'Wrong supplier' }),
  },
  'purchases/invoices/list': { body: () => ({}) },
  'reference/countries/list': { body: () => ({}) },
  'reference/currencies/list': { body: () => ({}) },
  'reference/exchange-rates/list': { body: () => ({}) },
  'reference/exchange-rates/set': {
    body: () => ({ currency: 'USD', date: '2026-01-05', rate: '1.0832' }),
    datesPostNothing: 'a rate is not posted',
  },
  'reference/units/list': { body: () => ({}) },
  'reference/vat-classifiers/list': { body: () => ({}) },
  'reference/vat-classifiers/upsert': { body: () => ({ rows: [{ code: fresh('OWN'), name: 'Own code' }] }) },
  'reports/jobs/create': {
    body: () => ({ reportType: 'trial-balance', params: year }),
    datesPostNothing: 'a report posts nothing',
  },
  'reports/jobs/get': { body: newReportJob },
  'reports/jobs/list': { body: () => ({}) },
  'reports/general-journal': { body: () => year },
  'reports/gl-detail': { body: () => ({ ...year, accountCode: '271' }) },
  'reports/trial-balance': { body: () => year },
  ...REFERENCE_ROUTES,
  ...REPORT_ROUTES,
  ...SALES_ROUTES,
  ...VAT_ROUTES,
};

/** Opens the books of a fresh company to walk in. */
export async function newWalk(app: TestApp): Promise<Walk> {
  return { app, books: await openBooks(app) };
}
