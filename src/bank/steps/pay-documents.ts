import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { givenMoney } from '../../shared/given-money';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import {
  allocationRows,
  journalRows,
  lockItemsOfDocuments,
  matchedChargeRows,
  openItemRows,
  openPeriods,
  paidFacts,
  postingAccounts,
  refuseRevalued,
  settleOpenItems,
  settlePayment,
  type DocumentItem,
  type JournalEntry,
  type JournalTransaction,
  type OpenItem,
  type PaymentSettlement,
  type Settled,
} from '../../ledger';
import { eventRows, takeEventSequences } from '../../outbox';
import { exchangeRateOn } from '../../reference';
import type { TableRows, Tx } from '../../platform/database';
import { bankMatchRows } from '../data/bank-matches';
import { isProforma } from '../data/match-candidates';
import { refuseUnpostable, type BankAccount } from '../domain/bank-account';
import { ON_ACCOUNT_TYPE, OPEN_ITEM_TYPES, SIDE_OF, type PaidDocumentType } from '../domain/bank-transaction';
import { planMatch, type MatchPlan, type WantedPart } from '../domain/match-plan';

export interface PaidTransaction {
  id: string;
  date: CalendarDate;
  /** Positive for money in. */
  amount: Money;
  account: BankAccount;
  /** What it is called where something of it is left over. */
  name: string;
  /** The provider's id of the charge or refund that a transaction on its account is. */
  chargeId: string | null;
}

/** The partner whose account takes money that no document takes. */
export type OnAccount = Pick<OpenItem, 'side' | 'partnerId' | 'accountId'>;

export interface PaymentOrder {
  allocations: {
    documentType: PaidDocumentType;
    documentId: string;
    /** Decimal strings without sign; see `WantedPart`. */
    amount?: string;
    bankAmount?: string;
  }[];
  /** Whose the rest is: without it, the one partner's that the documents are of. */
  onAccount?: OnAccount;
  /** Charges that the bank kept back, in the currency of the transaction. */
  feeAmount?: string;
  /** The member that names an allocation's document. */
  memberOf: (index: number) => string;
}

/**
 * Pays documents with a bank transaction: settles their open items, posts the money on the day of the bank and tells of
 * what is paid in full. Everything but the settlement itself is left to the caller to insert, in one statement.
 *
 *   121.00 for an invoice:                       debit bank 121.00, credit receivable 121.00
 *   118.00 for it, charges of 3.00:              debit bank 118.00, debit charges 3.00, credit receivable 121.00
 *   130.00 for it:                               debit bank 130.00, credit receivable 121.00 and 9.00 (a new open item)
 *   130.00 on account of a customer:             debit bank 130.00, credit receivable 130.00 (a new open item)
 *   100.00 USD carried at 90.00, worth 95.00:    debit bank 95.00, credit receivable 90.00, credit exchange gain 5.00
 *
 * @throws DomainError `match_refused`, `not_found`, `revalued_since`, `period_locked`, `exchange_rate_missing`, `account_unusable`
 */
export async function payDocuments(
  tx: Tx,
  transaction: PaidTransaction,
  order: PaymentOrder,
): Promise<TableRows[]> {
  refuseUnpayable(transaction, order);
  const wanted = await lockWanted(tx, transaction, order);
  const fee = givenMoney(order.feeAmount ?? '0', 'feeAmount', transaction.amount.currency);
  const plan = planMatch(availableOf(transaction.amount, fee), wanted, order.onAccount !== undefined);
  await refuseRevalued(tx, transaction.date, {
    items: wanted.map(({ item }) => item),
    money: [transaction.amount.currency],
  });
  const rate = await exchangeRateOn(tx, transaction.amount.currency.code, transaction.date);
  const worth = worthOf(tx, transaction, fee, plan, rate);
  const settlement = settlePayment(
    plan.parts.map(({ item, amount }, index) => ({ item, amount, paidBase: worth.parts[index]! })),
    tx.company.baseCurrency,
  );
  const matchId = newId();
  const owner = order.onAccount ?? plan.parts[0]?.item;
  const remainder = remainderItem(matchId, transaction, plan.remainder, worth.remainder, owner);
  const [exchangeAndFees] = await Promise.all([
    exchangeAndFeeEntries(tx, settlement, { base: worth.fee, document: fee }),
    openPeriods(tx, [transaction.date]),
  ]);
  if (settlement.settled.length > 0) await settleOpenItems(tx, settlement.settled);
  const posted = journalTransaction(matchId, transaction, plan, order.onAccount, [
    {
      accountId: transaction.account.accountId,
      side: 'debit',
      base: worth.bank,
      document: transaction.amount,
    },
    ...settlement.entries,
    ...exchangeAndFees,
    ...remainder.map(({ accountId, baseAmount, amount }): JournalEntry => ({
      accountId,
      side: 'debit',
      base: baseAmount,
      document: amount,
    })),
  ]);
  const { date, id } = transaction;
  const [only] = order.allocations.length === 1 ? order.allocations : [];
  return [
    ...journalRows(tx, [posted]),
    allocationRows(tx, {
      allocationId: matchId,
      date,
      kind: 'payment',
      transactionId: posted.id,
      settled: settlement.settled,
    }),
    openItemRows(tx, remainder),
    bankMatchRows(tx, {
      matchId,
      transactionId: id,
      document: only ?? null,
      journalTransactionId: posted.id,
    }),
    ...chargeRows(tx, transaction, matchId, worth.bank),
    auditOf(tx, matchId, id, plan, fee),
    await paidEvents(tx, transaction, plan, settlement.settled),
  ];
}

function auditOf(
  tx: Tx,
  matchId: string,
  transactionId: string,
  { parts, remainder }: MatchPlan<DocumentItem>,
  fee: Money,
): TableRows {
  const documents = parts.map(({ item, amount }) => ({
    number: item.documentNumber,
    amount: amount.toString(),
  }));
  return auditRows(tx, {
    action: 'bank_transaction.matched',
    entity: 'bank_transaction',
    entityId: transactionId,
    diff: { matchId, documents, remainder: remainder.toString(), fee: fee.toString() },
  });
}

/**
 * A sale that is paid on the account of a provider needs the provider's id: nothing else would tell that its payout has the
 * same money, which would be booked twice (INV-05).
 */
function refuseUnpayable(
  { account, chargeId }: PaidTransaction,
  { allocations, onAccount }: PaymentOrder,
): void {
  refuseUnpostable(account);
  if (account.type !== 'stripe' || chargeId !== null) return;
  const isOfSale =
    onAccount?.side === 'receivable' ||
    allocations.some(({ documentType }) => documentType === 'sale_invoice');
  if (!isOfSale) return;
  refuse(
    'match_refused',
    `A movement on ${account.name}, the account of a payment provider, pays a sale only under the provider's id: put the charge's id (ch_..., py_...), for money out the refund's (re_..., pyr_...), into externalId or description; or leave it to its payout (bank/settlements).`,
  );
}

/** Notes that the charge of a provider is in the books, on the provider's account: its payout clears it there (INV-05). */
function chargeRows(
  tx: Tx,
  { account, amount, chargeId }: PaidTransaction,
  matchId: string,
  baseAmount: Money,
): TableRows[] {
  if (account.type !== 'stripe' || chargeId === null) return [];
  const { id: bankAccountId, accountId } = account;
  return [
    matchedChargeRows(tx, account.type, { chargeId, matchId, bankAccountId, accountId, amount, baseAmount }),
  ];
}

function journalTransaction(
  matchId: string,
  { date }: PaidTransaction,
  { parts }: MatchPlan<DocumentItem>,
  onAccount: OnAccount | undefined,
  entries: JournalEntry[],
): JournalTransaction {
  const partners = new Set(
    [...parts.map(({ item }) => item), ...(onAccount ? [onAccount] : [])].map(owner => owner.partnerId),
  );
  const numbers = parts.map(({ item }) => item.documentNumber).join(', ');
  const withoutDocument = onAccount ? 'Payment on account' : 'Bank charges';
  return {
    id: newId(),
    date,
    description: numbers === '' ? withoutDocument : `Payment of ${numbers}`.slice(0, LONGEST_DESCRIPTION),
    documentType: 'bank_match',
    documentId: matchId,
    partnerId: partners.size === 1 ? [...partners][0]! : null,
    entries,
  };
}

const LONGEST_DESCRIPTION = 500;

type Wanted = WantedPart<DocumentItem>;

/** The items of the documents, locked, and what of the money they are to get. */
async function lockWanted(
  tx: Tx,
  { amount: paid, date }: PaidTransaction,
  { allocations, memberOf }: PaymentOrder,
): Promise<Wanted[]> {
  const seen = new Set<string>();
  allocations.forEach(({ documentId }, index) => {
    if (seen.has(documentId)) refuseField(memberOf(index), 'is there twice');
    seen.add(documentId);
  });
  const items = await lockItemsOfDocuments(
    tx,
    allocations.map(({ documentType, documentId }) => ({
      documentTypes: OPEN_ITEM_TYPES[documentType],
      documentId,
    })),
  );
  const wanted: Wanted[] = [];
  for (const [index, allocation] of allocations.entries()) {
    const item =
      items.find(
        ({ documentId, side }) =>
          documentId === allocation.documentId && side === SIDE_OF[allocation.documentType],
      ) ?? (await refuseUnpaid(tx, allocation.documentId, memberOf(index)));
    const { currency } = item.amount;
    wanted.push({
      item,
      rate: await rateBetween(tx, paid.currency, currency, date),
      ...(allocation.amount !== undefined && {
        amount: givenMoney(allocation.amount, `allocations.${index}.amount`, currency),
      }),
      ...(allocation.bankAmount !== undefined && {
        bankAmount: givenMoney(allocation.bankAmount, `allocations.${index}.bankAmount`, paid.currency),
      }),
    });
  }
  return wanted;
}

/** A proforma is known, and yet nobody owes anything by it. */
async function refuseUnpaid(tx: Tx, documentId: string, member: string): Promise<never> {
  if (await isProforma(tx, documentId)) {
    refuse(
      'match_refused',
      `Document ${documentId} is a proforma, which is no claim: issue the invoice or an advance invoice and match that, or book the money on account of the partner (bank/transactions/match-on-account).`,
    );
  }
  refuseUnknown(member, `An issued or registered document ${documentId}`);
}

/** Units of the document's currency for one of the bank's. Money is exchanged only out of the base currency. */
async function rateBetween(tx: Tx, bank: Currency, document: Currency, day: CalendarDate): Promise<Decimal> {
  if (bank.code === document.code) return new Decimal(1);
  const base = tx.company.baseCurrency.code;
  if (bank.code !== base) {
    refuse(
      'match_refused',
      `A transaction in ${bank.code} cannot pay a document in ${document.code}; only one in ${document.code} or ${base} can.`,
    );
  }
  return exchangeRateOn(tx, document.code, day);
}

function availableOf(amount: Money, fee: Money): Money {
  const available = amount.plus(fee);
  if (fee.isNegative() || (!available.isZero() && available.isNegative() !== amount.isNegative())) {
    refuse(
      'match_refused',
      `Charges of ${fee.toString()} are more than the transaction of ${amount.toString()}.`,
    );
  }
  return available;
}

interface Worth {
  bank: Money;
  fee: Money;
  parts: Money[];
  remainder: Money;
}

/** What the money and its parts are worth in base currency on its day; the parts add up exactly. */
function worthOf(
  tx: Tx,
  { amount }: PaidTransaction,
  fee: Money,
  { parts, remainder }: MatchPlan<DocumentItem>,
  rate: Decimal,
): Worth {
  const base = tx.company.baseCurrency;
  const [bank, ofFee] = [amount, fee].map(money => Money.round(money.amount.div(rate), base)) as [
    Money,
    Money,
  ];
  if (bank.isZero()) refuse('match_refused', `${amount.toString()} is worth nothing in ${base.code}.`);
  const shares = [...parts.map(({ bankAmount }) => bankAmount), remainder].map(money =>
    money.amount.div(rate),
  );
  const worth = bank.plus(ofFee).apportion(shares);
  return { bank, fee: ofFee, parts: worth.slice(0, -1), remainder: worth.at(-1)! };
}

/** What is left over: the partner is owed it (or owes it, of money out). It stands on the account of the documents. */
function remainderItem(
  matchId: string,
  { date, name }: PaidTransaction,
  remainder: Money,
  worth: Money,
  owner: OnAccount | undefined,
): OpenItem[] {
  if (remainder.isZero()) return [];
  invariant(owner, 'a remainder has a partner');
  return [
    {
      openItemId: newId(),
      side: owner.side,
      partnerId: owner.partnerId,
      accountId: owner.accountId,
      documentType: ON_ACCOUNT_TYPE,
      documentId: matchId,
      documentNumber: name,
      postedOn: date,
      dueOn: date,
      amount: remainder.negated(),
      baseAmount: worth.negated(),
    },
  ];
}

async function exchangeAndFeeEntries(
  tx: Tx,
  { gain, loss }: PaymentSettlement,
  fee: { base: Money; document: Money },
): Promise<JournalEntry[]> {
  const wanted = [
    { key: 'bank.fxGain' as const, side: 'credit' as const, base: gain, document: gain },
    { key: 'bank.fxLoss' as const, side: 'debit' as const, base: loss, document: loss },
    { key: 'settlements.fees' as const, side: 'debit' as const, ...fee },
  ].filter(({ base }) => !base.isZero());
  if (wanted.length === 0) return [];
  const accounts = await postingAccounts(
    tx,
    wanted.map(({ key }) => key),
  );
  return wanted.map(({ key, ...entry }) => ({ ...entry, accountId: accounts[key].accountId }));
}

/** An event for each invoice of which nothing is open any more. */
async function paidEvents(
  tx: Tx,
  { id, date }: PaidTransaction,
  { parts }: MatchPlan<DocumentItem>,
  settled: Settled[],
): Promise<TableRows> {
  const paid = parts.flatMap(({ item }, index) => (settled[index]!.amount.equals(item.amount) ? [item] : []));
  const facts = paidFacts(paid, date, { bankTransactionId: id });
  const sequences = await takeEventSequences(tx, facts.length);
  return eventRows(
    tx,
    facts.map((fact, index) => ({ ...fact, sequence: sequences[index]! })),
  );
}
