import type { RouteCase, Walk } from './route-bodies';

interface WithId {
  id: string;
}

const idOf = ({ id }: WithId): WithId => ({ id });
/** A line at 21 %. */
export const line = { description: 'Work', quantity: '1', unitPriceExclVat: '10.00', vatRatePercent: '21' };
/** What creates an invoice of one line. */
export const sale = ({ books }: Walk, more: object = {}): object => ({
  partnerId: books.partnerId,
  lines: [line],
  ...more,
});
export const newDraft = async (walk: Walk, more: object = {}): Promise<WithId> =>
  (await walk.books.company.ok('sales/invoices/create', sale(walk, more))) as WithId;
const newCreditDraft = async (walk: Walk): Promise<WithId> =>
  newDraft(walk, {
    type: 'credit_note',
    creditedInvoiceId: walk.books.invoice.id,
    creditReason: 'Returned',
    lines: [{ creditedLineId: walk.books.invoice.lines[1]!.id, quantity: '0.1' }],
  });

/** An advance of that day and its payment. */
async function paidAdvance(walk: Walk, day: string, more: object = {}): Promise<string> {
  const { company } = walk.books;
  const { id } = await newDraft(walk, { type: 'advance', issue: true, issueDate: day, ...more });
  const { rows } = (await company.ok('bank/accounts/list', {})) as { rows: WithId[] };
  const account =
    rows[0] ?? ((await company.ok('bank/accounts/create', { name: 'Main of advances' })) as WithId);
  await company.ok('bank/transactions/record', {
    bankAccountId: account.id,
    date: day,
    amount: '12.10',
    documentType: 'sale_invoice',
    documentId: id,
  });
  return id;
}
const newApplication = async (walk: Walk, day: string): Promise<object> => ({
  advanceId: await paidAdvance(walk, day),
  invoiceId: (await newDraft(walk, { issue: true, issueDate: day })).id,
  amount: '1.00',
});
/** How the routes of sales documents are called. */
export const SALES_ROUTES: Readonly<Record<string, RouteCase>> = {
  'sales/invoices/create': {
    body: walk => sale(walk, { issue: true }),
    postsOn: (walk, issueDate) => sale(walk, { issue: true, issueDate }),
    withId: {
      creditedInvoiceId: () => ({ type: 'credit_note' }),
      'lines.0.creditedLineId': ({ books }) => ({ type: 'credit_note', creditedInvoiceId: books.invoice.id }),
    },
  },
  'sales/invoices/get': { body: ({ books }) => ({ id: books.invoice.id }) },
  'sales/invoices/update': {
    body: async walk => ({ ...idOf(await newDraft(walk)), notes: 'Changed', lines: [line] }),
    datesPostNothing: 'a draft is not posted',
    withId: { 'lines.0.creditedLineId': async walk => idOf(await newCreditDraft(walk)) },
  },
  'sales/invoices/delete': { body: async walk => idOf(await newDraft(walk)) },
  'sales/invoices/issue': {
    body: async walk => idOf(await newDraft(walk)),
    postsOn: async (walk, issueDate) => ({ ...idOf(await newDraft(walk)), issueDate }),
  },
  'sales/invoices/apply-advance': {
    body: async walk => newApplication(walk, '2026-01-05'),
    postsOn: async (walk, date) => ({ ...(await newApplication(walk, '2026-01-05')), date }),
  },
  'sales/invoices/tax-receipts': {
    body: async walk => ({ id: await paidAdvance(walk, '2026-01-05', { vatOnPayment: true }) }),
    postsOn: async (walk, issueDate) => ({
      id: await paidAdvance(walk, '2026-01-05', { vatOnPayment: true }),
      issueDate,
    }),
  },
  'sales/invoices/list': { body: () => ({}) },
  'sales/invoices/peppol-xml': { body: ({ books }) => ({ id: books.invoice.id }) },
  'sales/invoices/pdf': { body: ({ books }) => ({ id: books.invoice.id }) },
  'sales/invoices/send': { body: ({ books }) => ({ id: books.invoice.id, to: 'buyer@example.com' }) },
  'sales/invoices/peppol-send': {
    body: ({ books }) => ({ id: books.invoice.id }),
    alwaysRefused: { status: 422, reason: 'peppol_not_configured' },
  },
};
