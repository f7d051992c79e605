import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { Money } from '../../../shared/money';
import { auditRows } from '../../../audit';
import {
  allocationRows,
  clearCharges,
  journalRows,
  lockBookedCharges,
  lockItemsOfDocuments,
  openItemRows,
  openPeriods,
  paidFacts,
  postingAccounts,
  refuseRevalued,
  settledChargeRows,
  settleOpenItems,
  type DocumentItem,
} from '../../../ledger';
import { eventRows, takeEventSequences, type OutboxEvent } from '../../../outbox';
import { exchangeRateOn } from '../../../reference';
import type { TableRows, Tx } from '../../../platform/database';
import { clearingAccountOf, findBankAccount } from '../../data/bank-accounts';
import { refuseUnpostable, type BankAccount } from '../../domain/bank-account';
import { creditNotesOf, unmatchReversed } from '../data/invoice-matches';
import { linesOf } from '../data/settlement-lines';
import { postingRows } from '../data/settlement-postings';
import { findSettlement, lockSettlement } from '../data/settlements';
import type { Settlement, StoredLine } from '../domain/settlement';
import type { PostingAccounts, PostingLine, SettlementPosting } from '../domain/posting-order';
import { planPosting } from '../domain/settlement-posting';
import { linkDeposits, lockClearDeposits } from '../steps/link-clear-deposits';
import { refusePosted } from '../steps/refuse-posted';

export interface PostedSettlement {
  settlement: Settlement;
  warnings: string[];
  summary: SettlementPosting['summary'];
  rate: Decimal;
}

/**
 * Posts a payout in one journal transaction (`planPosting` says how), on the day given, else that of the payout, and notes
 * its arrival where that is clear. Of twenty calls at once one does, the others learn that it is posted. Locks as everybody:
 * payouts, bank transactions, open items, charges, periods, counters.
 * @throws DomainError `settlement_posted`, `settlement_refused`, `revalued_since`, `period_locked`, `exchange_rate_missing`, `account_unusable`
 */
@Injectable()
export class PostSettlement {
  async execute(tx: Tx, id: string, day: CalendarDate | undefined): Promise<PostedSettlement> {
    const settlement = await lockSettlement(tx, id);
    refusePosted(settlement);
    const date = day ?? settlement.payoutDate ?? tx.today;
    const [account, stored, rate] = await Promise.all([
      findBankAccount(tx, settlement.bankAccountId, 'bankAccountId'),
      linesOf(tx, id),
      exchangeRateOn(tx, settlement.currency.code, date),
    ]);
    refuseUnpostable(account);
    if (stored.length === 0) refuseWithoutLines(settlement);
    const deposits = await lockClearDeposits(tx, account.id, { settlementId: id, date });
    const lines = await lockedLines(tx, id, stored);
    const booked = await lockBookedCharges(tx, settlement.provider, chargeKeysOf(lines));
    const plan = planPosting({
      payoutId: settlement.payoutId,
      date,
      net: Money.of(settlement.netTotal, settlement.currency),
      lines,
      booked,
      accounts: await accountsOf(tx, account),
      feePartnerId: account.feePartnerId,
      base: tx.company.baseCurrency,
      rate,
    });
    if (plan.entries.every(({ base }) => base.isZero())) {
      refuse('settlement_refused', `Payout ${settlement.payoutId} moves nothing; there is nothing to post.`);
    }
    await refuseRevalued(tx, date, {
      items: plan.settled,
      money: plan.entries.map(({ document }) => document.currency),
    });
    await openPeriods(tx, [date]);
    await store(tx, settlement, { date, rate }, plan);
    await linkDeposits(tx, deposits);
    return {
      settlement: await findSettlement(tx, id),
      warnings: plan.warnings,
      summary: plan.summary,
      rate,
    };
  }
}

/** Of a payout that only the provider's message told of: posted as it is, all of its money would be unexplained. */
function refuseWithoutLines({ payoutId, id }: Settlement): never {
  return refuse(
    'settlement_refused',
    `What payout ${payoutId} consists of is not known yet; import its payout file first (bank/settlements/import).`,
    { existingId: id },
  );
}

function chargeKeysOf(lines: PostingLine[]): string[] {
  return [...new Set(lines.flatMap(({ chargeKey }) => chargeKey ?? []))];
}

/**
 * The lines with the open items of their invoices and of the credit notes of these, locked. A receivable of the old books
 * may have been taken back since it was matched: under the lock that is known, and its line has no match.
 */
async function lockedLines(tx: Tx, settlementId: string, stored: StoredLine[]): Promise<PostingLine[]> {
  const invoiceIds = [...new Set(stored.flatMap(({ matchedInvoiceId }) => matchedInvoiceId ?? []))];
  const creditNotes = await creditNotesOf(tx, invoiceIds);
  const documents = [...new Set([...invoiceIds, ...[...creditNotes.values()].flat()])];
  const items = await lockItemsOfDocuments(
    tx,
    documents.map(documentId => ({
      documentTypes: ['sale_invoice', 'sale_advance', 'sale_credit_note', 'opening_receivable'],
      documentId,
    })),
  );
  const byDocument = new Map(items.map(item => [item.documentId, item]));
  const isOfOldBooks = items.some(({ documentType }) => documentType === 'opening_receivable');
  const unmatched = isOfOldBooks ? await unmatchReversed(tx, settlementId) : new Set<string>();
  return stored.map(line => {
    const { matchedInvoiceId: invoiceId, customerCurrency, customerAmount } = line;
    const ids =
      invoiceId === null || unmatched.has(line.id) ? [] : [invoiceId, ...(creditNotes.get(invoiceId) ?? [])];
    return {
      id: line.id,
      externalId: line.externalId,
      category: line.category,
      gross: Money.of(line.gross, line.currency),
      fee: Money.of(line.fee, line.currency),
      customerAmount:
        customerCurrency && customerAmount !== null ? Money.of(customerAmount, customerCurrency) : null,
      chargeKey: line.chargeKey,
      sourceId: line.sourceId,
      items: ids.flatMap(documentId => byDocument.get(documentId) ?? []),
    };
  });
}

const RULES = [
  'settlements.suspense',
  'settlements.fees',
  'settlements.providerPayable',
  'purchases.payables',
  'bank.fxGain',
  'bank.fxLoss',
] as const;

async function accountsOf(tx: Tx, account: BankAccount): Promise<PostingAccounts> {
  const [rules, clearing] = await Promise.all([
    postingAccounts(tx, [...RULES]),
    account.type === 'stripe' ? account.accountId : clearingAccountOf(tx, account.currency),
  ]);
  return {
    bank: account.accountId,
    clearing,
    suspense: rules['settlements.suspense'].accountId,
    fees: rules['settlements.fees'].accountId,
    providerPayable: rules['settlements.providerPayable'].accountId,
    payables: rules['purchases.payables'].accountId,
    fxGain: rules['bank.fxGain'].accountId,
    fxLoss: rules['bank.fxLoss'].accountId,
  };
}

async function store(
  tx: Tx,
  settlement: Settlement,
  { date, rate }: { date: CalendarDate; rate: Decimal },
  plan: SettlementPosting,
): Promise<void> {
  const [postingId, journalTransactionId] = [newId(), newId()];
  const { id, payoutId, provider } = settlement;
  if (plan.settled.length > 0) await settleOpenItems(tx, plan.settled);
  const events = await eventsOf(tx, settlement, date, plan.paid);
  const posting = {
    id: journalTransactionId,
    date,
    description: `Payout ${payoutId}`,
    documentType: 'settlement',
  };
  await tx.insert(
    ...journalRows(tx, [{ ...posting, documentId: postingId, partnerId: null, entries: plan.entries }]),
    openItemRows(tx, plan.made),
    allocationRows(tx, {
      allocationId: postingId,
      date,
      kind: 'payment',
      transactionId: journalTransactionId,
      settled: plan.settled,
    }),
    ...postingRows(tx, {
      postingId,
      settlementId: id,
      date,
      rate,
      journalTransactionId,
      eventSequence: events.sequence,
      made: plan.made,
    }),
    settledChargeRows(tx, provider, postingId, plan.noted),
    auditRows(tx, {
      action: 'settlement.posted',
      entity: 'settlement',
      entityId: id,
      diff: { payoutId, date, journalTransactionId, warnings: plan.warnings },
    }),
    events.rows,
  );
  await clearCharges(tx, provider, postingId, plan.cleared);
}

async function eventsOf(
  tx: Tx,
  { id, payoutId, provider, currency, netTotal }: Settlement,
  date: CalendarDate,
  paid: DocumentItem[],
): Promise<{ sequence: number; rows: TableRows }> {
  const facts = paidFacts(paid, date, { settlementId: id });
  const sequences = await takeEventSequences(tx, 1 + facts.length);
  const posted: OutboxEvent = {
    sequence: sequences[0]!,
    type: 'settlement.posted',
    entityId: id,
    payload: { id, provider, payoutId, currency: currency.code, netTotal, status: 'posted', postedOn: date },
  };
  const told = facts.map((fact, index) => ({ ...fact, sequence: sequences[index + 1]! }));
  return { sequence: posted.sequence, rows: eventRows(tx, [posted, ...told]) };
}
