import type { CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { postingAccounts, type JournalEntry } from '../../ledger';
import type { TableRows, Tx } from '../../platform/database';
import {
  deductingInvoice,
  deductionRows,
  deductionsOf,
  taxDocumentRows,
  untaxedReceipts,
  type StoredDeduction,
} from '../data/advance-receipts';
import { advanceRows, applicationRows, lockAdvances, useAdvance, type Advance } from '../data/advances';
import type { InvoiceLinks } from '../data/sale-invoices.repository';
import { advanceVatRule } from '../domain/advance-vat';
import type { Computed } from './compute-amounts';
import { accountOf, type DocumentAccounts } from './document-accounts';
import type { OriginalInvoice } from './original-invoice';

/** What issuing a document does to advances. */
interface AdvanceFacts {
  /** Where the liability of the advance stands that the document is about; null: where the posting rule says. */
  accountId: string | null;
  /** Cents between the liability and the lines that deduct it. */
  entries: JournalEntry[];
  rows: TableRows[];
  links: InvoiceLinks;
}

interface Issue {
  accounts: DocumentAccounts;
  receipt: { advanceId: string; allocationId: string; lineNo: number } | undefined;
  transactionId: string | null;
  issuedOn: CalendarDate;
  /** The document credits the last of its invoice. */
  isCreditedInFull: boolean;
}

const NOTHING: AdvanceFacts = { accountId: null, entries: [], rows: [], links: {} };

/**
 * What issuing a document does to advances: a new advance opens its row, a credit of one uses it up, the tax document of a
 * receipt and its credit count what is taxed, an invoice takes what it deducts, and its full credit gives that back.
 * @throws DomainError `advance_refused`, `not_supported`
 */
export async function advanceFacts(tx: Tx, computed: Computed, issue: Issue): Promise<AdvanceFacts> {
  const { document, original } = computed;
  const isCredit = document.type === 'credit_note';
  switch (document.nature) {
    case 'proforma':
      return NOTHING;
    case 'advance':
      return isCredit ? creditOfAdvance(tx, computed) : newAdvance(tx, computed, issue.accounts);
    case 'advance_tax':
      return isCredit ? creditOfTaxDocument(tx, computed) : newTaxDocument(tx, computed, issue.receipt);
    case 'sale':
      if (computed.deductions.length > 0) return deduction(tx, computed, issue);
      return isCredit && original !== null && issue.isCreditedInFull
        ? release(tx, computed, original, issue)
        : NOTHING;
  }
}

function newAdvance(tx: Tx, computed: Computed, accounts: DocumentAccounts): AdvanceFacts {
  const { document, totals } = computed;
  const row = {
    advanceId: document.id,
    accountId: accountOf(accounts, 'sales.advancesReceived').accountId,
    vatOnPayment: isTaxedOnPayment(tx, computed),
    gross: totals.gross,
    baseGross: totals.baseGross,
  };
  return { ...NOTHING, rows: [advanceRows(tx, row)] };
}

/** Whether VAT falls due when the advance is paid. What that cannot be done for here is refused before anybody pays. */
function isTaxedOnPayment(tx: Tx, { document, totals }: Computed): boolean {
  const { vatOnPayment } = document.details;
  if (!(vatOnPayment ?? advanceVatRule(tx.company.countryCode).onPayment) || totals.vat.isZero())
    return false;
  const refuseAdvance = (what: string): never =>
    refuse(
      'not_supported',
      `VAT falls due when this advance is paid, and the tax document of that payment is not supported for ${what}.`,
    );
  if (document.currency.code !== tx.company.baseCurrency.code)
    refuseAdvance(`a document that is not in ${tx.company.baseCurrency.code}`);
  if (document.vatScheme !== null && document.vatScheme !== 'domestic')
    refuseAdvance(`the scheme ${document.vatScheme}`);
  if (totals.vatTotals.length > totals.rateTotals.length) refuseAdvance('several VAT codes at one rate');
  return true;
}

async function creditOfAdvance(tx: Tx, { document, totals, original }: Computed): Promise<AdvanceFacts> {
  const advance = await lockedAdvance(tx, original!.id);
  const left = advance.left.amount.minus(advance.taxed);
  if (totals.gross.compare(left) > 0) {
    refuse(
      'advance_refused',
      `${advance.fullNumber} can be credited by ${left.toString()} ${document.currency.code}: the rest is applied to invoices, credited, or taxed; credit the tax documents of its payments first.`,
    );
  }
  if (!advance.applied.isZero() && document.currency.code !== tx.company.baseCurrency.code) {
    refuse(
      'advance_refused',
      `${advance.fullNumber} is in ${document.currency.code} and applied in part: what is left of it is applied to an invoice, not credited.`,
    );
  }
  const [untaxed] = await untaxedReceipts(tx, [advance.advanceId]);
  if (untaxed) {
    refuse(
      'advance_refused',
      `A payment of ${advance.fullNumber} has no tax document yet; make it first (sales/invoices/tax-receipts).`,
    );
  }
  await useAdvance(tx, advance.advanceId, { credited: totals.gross, baseCredited: totals.baseGross });
  return { ...NOTHING, accountId: advance.accountId };
}

async function newTaxDocument(
  tx: Tx,
  { document, totals }: Computed,
  receipt: Issue['receipt'],
): Promise<AdvanceFacts> {
  invariant(receipt, 'a tax document is of a receipt');
  const advance = await lockedAdvance(tx, receipt.advanceId);
  await useAdvance(tx, advance.advanceId, { taxed: totals.gross });
  return {
    ...NOTHING,
    accountId: advance.accountId,
    rows: [taxDocumentRows(tx, document.id, receipt)],
    links: { taxedAdvanceId: advance.advanceId },
  };
}

async function creditOfTaxDocument(tx: Tx, { totals, original }: Computed): Promise<AdvanceFacts> {
  const advance = await lockedAdvance(tx, original!.id);
  const invoice = await deductingInvoice(tx, original!.id);
  if (invoice !== undefined) {
    refuse(
      'advance_refused',
      `${original!.fullNumber} is deducted by invoice ${invoice}; credit that invoice in full first.`,
    );
  }
  await useAdvance(tx, advance.advanceId, { taxed: totals.gross.negated() });
  return { ...NOTHING, accountId: advance.accountId };
}

async function deduction(tx: Tx, computed: Computed, issue: Issue): Promise<AdvanceFacts> {
  const { document, deductions } = computed;
  const rows: TableRows[] = [];
  for (const { advance, amount, lines } of deductions) {
    const applicationId = newId();
    await useAdvance(tx, advance.advanceId, {
      applied: amount,
      baseApplied: amount,
      taxed: amount.negated(),
    });
    rows.push(
      applicationRows(tx, [
        {
          applicationId,
          advanceId: advance.advanceId,
          invoiceId: document.id,
          kind: 'deducted',
          appliedOn: issue.issuedOn,
          amount,
          baseAmount: amount,
          transactionId: issue.transactionId!,
        },
      ]),
      deductionRows(
        tx,
        applicationId,
        lines.flatMap(({ taken }) => taken),
        1,
      ),
    );
  }
  return { ...NOTHING, rows, entries: await roundingEntries(tx, computed) };
}

/**
 * A gross line that takes several tax documents extracts its net once, they did one by one: cents between them would stay on
 * the liability.
 */
async function roundingEntries(tx: Tx, { document, totals, deductions }: Computed): Promise<JournalEntry[]> {
  const first = document.lines.length - deductions.flatMap(({ lines }) => lines).length;
  const differences = deductions
    .flatMap(({ advance, lines }) => lines.map(({ net }) => ({ accountId: advance.accountId, net })))
    .map(({ accountId, net }, index) => ({
      accountId,
      amount: net.plus(totals.lines[first + index]!.net),
    }));
  return balancedByRounding(tx, differences);
}

/** Debits of liabilities (negative: credits) against rounding differences. */
async function balancedByRounding(
  tx: Tx,
  differences: { accountId: string; amount: Money }[],
): Promise<JournalEntry[]> {
  const some = differences.filter(({ amount }) => !amount.isZero());
  if (some.length === 0) return [];
  const { accountId: roundingId } = (await postingAccounts(tx, ['ledger.roundingDifferences']))[
    'ledger.roundingDifferences'
  ];
  return some.flatMap(({ accountId, amount }): JournalEntry[] => [
    { accountId, side: 'debit', base: amount, document: amount },
    { accountId: roundingId, side: 'credit', base: amount, document: amount },
  ]);
}

/**
 * The full credit of an invoice leaves its advances as they were before: paid, taxed, and free for another invoice. Lines that
 * credit the last of it would leave its deductions for good: nothing would be left to credit.
 */
async function release(
  tx: Tx,
  { document }: Computed,
  invoice: OriginalInvoice,
  issue: Issue,
): Promise<AdvanceFacts> {
  const stored = await deductionsOf(tx, invoice.id, document.currency);
  if (stored.length === 0) return NOTHING;
  if (!document.details.creditsRest) {
    refuse(
      'advance_refused',
      `These lines credit all that ${invoice.fullNumber} comes to, and it deducts advances; credit it without lines, which also releases them.`,
    );
  }
  const advances = await lockAdvances(
    tx,
    stored.map(({ advanceId }) => advanceId),
  );
  const rows: TableRows[] = [];
  for (const { advanceId, amount, baseAmount, parts } of stored) {
    const applicationId = newId();
    await useAdvance(tx, advanceId, {
      applied: amount.negated(),
      baseApplied: baseAmount.negated(),
      taxed: amount,
    });
    rows.push(
      applicationRows(tx, [
        {
          applicationId,
          advanceId,
          invoiceId: invoice.id,
          kind: 'released',
          appliedOn: issue.issuedOn,
          amount,
          baseAmount,
          transactionId: issue.transactionId!,
        },
      ]),
      deductionRows(tx, applicationId, parts, -1),
    );
  }
  return { ...NOTHING, rows, entries: await entriesTakenBack(tx, invoice, stored, advances) };
}

/** The mirror of `roundingEntries`: the credit itself takes back the lines of the invoice. */
async function entriesTakenBack(
  tx: Tx,
  { lines }: OriginalInvoice,
  stored: StoredDeduction[],
  advances: Advance[],
): Promise<JournalEntry[]> {
  const differences = stored.map(({ advanceId, parts }) => {
    const deducting = [...lines.values()].filter(({ row }) => row.details.deductedAdvanceId === advanceId);
    const { accountId, currency } = advances.find(advance => advance.advanceId === advanceId)!;
    const nets = [...parts.map(({ net }) => net), ...deducting.map(({ row }) => Money.of(row.net, currency))];
    return { accountId, amount: Money.sum(nets, currency).negated() };
  });
  return balancedByRounding(tx, differences);
}

async function lockedAdvance(tx: Tx, documentId: string): Promise<Advance> {
  const [advance] = await lockAdvances(tx, [documentId]);
  invariant(advance, 'an issued advance has its row');
  return advance;
}
