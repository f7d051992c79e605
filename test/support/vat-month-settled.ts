import { cost, type Purchases } from './purchases';
import type { Invoice } from './sales';
import type { TestCompany } from './test-app';
import { coded, type Making, type Parties } from './vat-month';

/** A company under cash accounting that deducts 60 % of its input VAT. */
export async function settledMonths(company: TestCompany): Promise<void> {
  await company.ok('vat/pro-rata/set', { year: 2026, percent: 60 });
  await company.ok('account/companies/update', { cashAccountingFrom: '2026-09-01' });
}

/** Pays a document; a supplier's by a negative amount. The bank transaction. */
async function pay({ bank }: Parties, documentId: string, date: string, amount: string): Promise<string> {
  const id = await bank.movement(amount, { date });
  const type = amount.startsWith('-') ? 'purchase_invoice' : 'sale_invoice';
  const answer = await bank.tryMatch(id, documentId, type);
  if (answer.status !== 200) throw new Error(answer.text);
  return id;
}

const DAYS = ['2026-09-25', '2026-10-07', '2026-10-29', '2026-11-03'] as const;
/** The first two, or three, days of a document and its payments. */
const inOrder = ({ random }: Parties): readonly [string, string, string] =>
  random.pick([
    [DAYS[0], DAYS[1], DAYS[2]],
    [DAYS[0], DAYS[0], DAYS[3]],
    [DAYS[1], DAYS[2], DAYS[3]],
    [DAYS[1], DAYS[1], DAYS[1]],
  ] as const);

const invoiced = ({ lt, random }: Parties, issueDate: string): Promise<Invoice> =>
  lt.issued({ issueDate, lines: [coded(`1${random.amount()}`, 'PVM1'), coded(random.amount(), 'PVM3')] });

/** One percent to 99 of an amount, in cents. */
function partOf(amount: string, { random }: Parties): string {
  const cents = Math.max(1, Math.floor(Number(amount) * (1 + random.below(99))));
  return (cents / 100).toFixed(2);
}

const bought = (from: Purchases, { random }: Parties, day: string) =>
  from.registered(
    {
      cashAccounting: true,
      documentDate: day,
      receivedDate: day,
      lines: [cost(`1${random.amount()}`), cost(random.amount(), { deductiblePercent: '100' })],
    },
    day,
  );

async function taxedAdvance(parties: Parties): Promise<{ advance: Invoice; tax: Invoice; paid: string }> {
  const { lt, company, random } = parties;
  const advance = await lt.issued({
    type: 'advance',
    vatOnPayment: true,
    issueDate: random.pick(['2026-09-20', '2026-10-02']),
    lines: [coded(`1${random.amount()}`, 'PVM1')],
  });
  const paid = await pay(parties, advance.id, random.pick(['2026-09-30', '2026-10-05']), advance.grossTotal);
  const { documents } = (await company.ok('sales/invoices/tax-receipts', {
    id: advance.id,
    issueDate: random.pick(['2026-10-05', '2026-10-06']),
  })) as { documents: [Invoice] };
  return { advance, tax: documents[0], paid };
}

/** An invoice that deducts it, of more or of less than it. */
const deducting = ({ lt, random }: Parties, { id }: Invoice): Promise<Invoice> =>
  lt.issued({
    issueDate: random.pick(['2026-10-12', '2026-11-02']),
    deductedAdvances: [id],
    lines: [coded(random.pick([`3${random.amount()}`, '1.00']), 'PVM1')],
  });

/** Documents of what is settled: under cash accounting, and advances that are taxed when they are paid. */
export const SETTLED: Record<string, Making> = {
  'sold and paid in part': async parties => {
    const [issued, first, second] = inOrder(parties);
    const invoice = await invoiced(parties, issued);
    await pay(parties, invoice.id, first, partOf(invoice.grossTotal, parties));
    if (parties.random.below(2) === 0) await pay(parties, invoice.id, second, '0.50');
    return 1;
  },
  'sold and not paid': async parties => (await invoiced(parties, inOrder(parties)[0]), 1),
  'sold, paid and credited': async parties => {
    const [issued, first, second] = inOrder(parties);
    const invoice = await invoiced(parties, issued);
    await pay(parties, invoice.id, first, partOf(invoice.grossTotal, parties));
    await parties.lt.credited(invoice.id, {
      issueDate: second,
      ...(parties.random.below(2) === 0 && { lines: [{ creditedLineId: invoice.lines[1]!.id }] }),
    });
    return 2;
  },
  'a payment taken back': async parties => {
    const [issued, first] = inOrder(parties);
    const invoice = await invoiced(parties, issued);
    const transactionId = await pay(parties, invoice.id, first, partOf(invoice.grossTotal, parties));
    await parties.company.ok('bank/transactions/unmatch', { transactionId });
    return 1;
  },
  'bought and paid in part': async parties => {
    const [received, first, second] = inOrder(parties);
    const invoice = await bought(parties.supplier, parties, received);
    await pay(parties, invoice.id, first, `-${partOf(invoice.grossTotal, parties)}`);
    if (parties.random.below(2) === 0) await parties.supplier.credited(invoice.id, { documentDate: second, receivedDate: second, lines: [cost('0.50')] }); // prettier-ignore
    return 2;
  },
  'bought and void': async parties => {
    const invoice = await bought(parties.supplier, parties, inOrder(parties)[0]);
    const answer = await parties.supplier.tryVoid(invoice.id);
    if (answer.status !== 200) throw new Error(answer.text);
    return 1;
  },
  'an advance deducted': async parties => {
    const { advance } = await taxedAdvance(parties);
    await deducting(parties, advance);
    return 3;
  },
  'an advance deducted and given back': async parties => {
    const { advance } = await taxedAdvance(parties);
    const invoice = await deducting(parties, advance);
    await parties.lt.credited(invoice.id, { issueDate: '2026-11-04' });
    return 4;
  },
  'a taxed receipt taken back': async parties => {
    const { advance, paid } = await taxedAdvance(parties);
    await parties.company.ok('bank/transactions/unmatch', { transactionId: paid });
    await parties.company.ok('sales/invoices/tax-receipts', { id: advance.id, issueDate: '2026-10-30' });
    await parties.lt.credited(advance.id, { issueDate: '2026-10-31' });
    return 4;
  },
  'an advance without VAT, applied': async parties => {
    const { lt, company } = parties;
    const advance = await lt.issued({ type: 'advance', vatOnPayment: false, issueDate: '2026-10-02', lines: [coded('50.00', 'PVM1')] }); // prettier-ignore
    await pay(parties, advance.id, '2026-10-03', '60.50');
    const invoice = await invoiced(parties, '2026-10-08');
    await company.ok('sales/invoices/apply-advance', { advanceId: advance.id, invoiceId: invoice.id, date: '2026-10-09' }); // prettier-ignore
    return 2;
  },
};
