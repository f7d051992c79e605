import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';
import type { BookedCharge } from '../domain/booked-charge';

/** Charge ids of Stripe are unique over all its accounts. */
const ACCOUNT = 'default';

/** A charge or a refund whose money waits on the provider's account for its payout; a refund is negative. */
interface WaitingCharge {
  chargeId: string;
  accountId: string;
  amount: Money;
  baseAmount: Money;
}

/** Booked by the match of a bank transaction on the provider's account. */
export interface MatchedCharge extends WaitingCharge {
  matchId: string;
  bankAccountId: string;
}

/** Booked by a payment through the provider's API. */
export interface PaidCharge extends WaitingCharge {
  paymentId: string;
  /** The provider's charge that a refund gives back. */
  refundOf: string | null;
  /** Whether it is what came back of the payment, a refund that failed. */
  isReturn: boolean;
}

/** Insert with the match; a charge that is in the books already is refused by uq_provider_charges__charge (@invariant INV-05). */
export function matchedChargeRows(tx: Tx, provider: string, charge: MatchedCharge): TableRows {
  return {
    table: 'provider_charges',
    rows: [
      {
        ...keyOf(tx, provider, charge.chargeId),
        source: 'bank_match',
        match_id: charge.matchId,
        bank_account_id: charge.bankAccountId,
        account_id: charge.accountId,
        currency: charge.amount.currency.code,
        amount: charge.amount.toString(),
        base_amount: charge.baseAmount.toString(),
        posting_id: null,
      },
    ],
  };
}

/** Whether a charge or refund is in the books, by whatever booked it. */
export async function isChargeBooked(tx: Tx, provider: string, chargeId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM provider_charges WHERE company_id = $1 AND provider = $2 AND account = '${ACCOUNT}' AND charge_id = $3 FOR SHARE`,
    [tx.companyId, provider, chargeId],
  );
  return rows.length > 0;
}

/**
 * Notes the charge of a payment, before it is posted. False when it is in the books already (@invariant INV-05); waits for
 * whoever is just booking it. The open items that the payment settles are locked before, as everybody does it.
 */
export async function claimCharge(tx: Tx, provider: string, charge: PaidCharge): Promise<boolean> {
  const { company_id, provider_charge_id, account, charge_id } = keyOf(tx, provider, charge.chargeId);
  const { accountId, amount, baseAmount, paymentId, refundOf, isReturn } = charge;
  const claimed = await tx.execute(
    `INSERT INTO provider_charges (company_id, provider_charge_id, provider, account, charge_id, source, account_id, currency, amount,
                                   base_amount, payment_id, refund_of, is_return)
     VALUES ($1, $2, $3, $4, $5, 'payment', $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (company_id, provider, account, charge_id) DO NOTHING`,
    [
      company_id,
      provider_charge_id,
      provider,
      account,
      charge_id,
      accountId,
      amount.currency.code,
      amount.toString(),
      baseAmount.toString(),
      paymentId,
      refundOf,
      isReturn,
    ],
  );
  return claimed === 1;
}

/** A refund that has succeeded at the provider; the amount is above zero. */
export interface GivenBack {
  refundId: string;
  refundOf: string;
  amount: Money;
  /** ISO instant. */
  orderedAt: string;
}

/**
 * Notes a refund that a posted payout has among what it gives back of the charge in one sum, as far as that sum is not made up
 * by others, and unless the sum was given back before the refund was ordered (a day's grace for clocks). Both this and the
 * posting of a payout lock the row of the charge first, so that the one sees what the other did.
 * @returns whether a payout has it; then it is in the books (@invariant INV-05)
 */
export async function noteRefundInPayout(
  tx: Tx,
  provider: string,
  { refundId, refundOf, amount, orderedAt }: GivenBack,
): Promise<boolean> {
  const sum = REFUND_OF + refundOf;
  await lockCharges(tx, provider, [refundOf, sum]);
  const key = keyOf(tx, provider, refundId);
  const noted = await tx.execute(
    `INSERT INTO provider_charges (company_id, provider_charge_id, provider, account, charge_id, source, posting_id, refund_of, currency, amount)
     SELECT $1, $2, $3, '${ACCOUNT}', $4, 'settlement', w.posting_id, $5, $6, -($7::numeric)
       FROM provider_charges w
       JOIN settlement_postings p ON p.company_id = w.company_id AND p.posting_id = w.posting_id
       JOIN settlement_lines l ON l.company_id = p.company_id AND l.settlement_id = p.settlement_id AND l.charge_key = w.charge_id
      WHERE w.company_id = $1 AND w.provider = $3 AND w.account = '${ACCOUNT}' AND w.charge_id = $8
        AND coalesce(l.customer_currency, l.currency) = $6 AND l.occurred_on + 1 >= ($9::timestamptz AT TIME ZONE 'UTC')::date
        AND -coalesce(l.customer_amount, l.gross) >= $7::numeric - coalesce(
          (SELECT sum(c.amount) FROM provider_charges c
            WHERE c.company_id = $1 AND c.provider = $3 AND c.refund_of = $5 AND c.posting_id = w.posting_id), 0)
     ON CONFLICT (company_id, provider, account, charge_id) DO NOTHING`,
    [
      tx.companyId,
      key.provider_charge_id,
      provider,
      refundId,
      refundOf,
      amount.currency.code,
      amount.toString(),
      sum,
      orderedAt,
    ],
  );
  return noted > 0;
}

async function lockCharges(tx: Tx, provider: string, chargeIds: string[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM provider_charges WHERE company_id = $1 AND provider = $2 AND account = '${ACCOUNT}' AND charge_id = ANY ($3)
      ORDER BY charge_id FOR UPDATE`,
    [tx.companyId, provider, chargeIds],
  );
}

/** Charges that the posting of a payout books; insert with it. */
export function settledChargeRows(
  tx: Tx,
  provider: string,
  postingId: string,
  chargeIds: string[],
): TableRows {
  return {
    table: 'provider_charges',
    rows: chargeIds.map(chargeId => ({
      ...keyOf(tx, provider, chargeId),
      source: 'settlement',
      posting_id: postingId,
    })),
  };
}

function keyOf(tx: Tx, provider: string, chargeId: string): Record<string, string> {
  return {
    company_id: tx.companyId,
    provider_charge_id: newId(),
    provider,
    account: ACCOUNT,
    charge_id: chargeId,
  };
}

interface BookedRow {
  chargeId: string;
  refundOf: string | null;
  accountId: string | null;
  currency: string | null;
  minorUnits: number | null;
  amount: string | null;
  baseAmount: string | null;
  payoutId: string | null;
}

/** How a report names what was refunded of a charge in all, when it does not know the refunds themselves. */
const REFUND_OF = 'refund of ';

/**
 * Locks which of the charges are in the books, by id; `refund of ch_x` finds the refunds of that charge. What booked or
 * cleared them is read once they are locked: whoever waits for a lock reads the charge anew, but not what is joined to it,
 * nor the refunds that were noted meanwhile by whoever held the lock of their charge.
 */
export async function lockBookedCharges(
  tx: Tx,
  provider: string,
  chargeIds: string[],
): Promise<Map<string, BookedCharge>> {
  const givenBack = chargeIds
    .filter(chargeId => chargeId.startsWith(REFUND_OF))
    .map(chargeId => chargeId.slice(REFUND_OF.length));
  if (givenBack.length > 0) await lockCharges(tx, provider, givenBack);
  const locked = await tx.query<{ id: string }>(
    `SELECT provider_charge_id AS id FROM provider_charges
      WHERE company_id = $1 AND provider = $2 AND account = '${ACCOUNT}' AND (charge_id = ANY ($3) OR refund_of = ANY ($4))
      ORDER BY charge_id FOR UPDATE`,
    [tx.companyId, provider, chargeIds, givenBack],
  );
  const rows = await tx.query<BookedRow>(
    `SELECT c.charge_id AS "chargeId", c.refund_of AS "refundOf", c.account_id AS "accountId", c.currency, y.minor_units AS "minorUnits", c.amount,
            c.base_amount AS "baseAmount", s.payout_id AS "payoutId"
       FROM provider_charges c
       LEFT JOIN currencies y ON y.code = c.currency
       LEFT JOIN settlement_postings p ON p.company_id = c.company_id AND p.posting_id = c.posting_id
       LEFT JOIN settlements s ON s.company_id = p.company_id AND s.settlement_id = p.settlement_id
      WHERE c.company_id = $1 AND c.provider_charge_id = ANY ($2) ORDER BY c.provider_charge_id`,
    [tx.companyId, locked.map(({ id }) => id)],
  );
  const booked = new Map(rows.map(row => [row.chargeId, bookedCharge(tx, row)]));
  for (const chargeId of givenBack) {
    const refunds = rows.filter(({ refundOf }) => refundOf === chargeId).map(row => bookedCharge(tx, row));
    const key = REFUND_OF + chargeId;
    if (refunds.length > 0)
      booked.set(key, {
        chargeId: key,
        waiting: null,
        payoutId: booked.get(key)?.payoutId ?? null,
        refunds,
      });
  }
  return booked;
}

function bookedCharge(tx: Tx, row: BookedRow): BookedCharge {
  const { chargeId, accountId, currency, minorUnits, amount, baseAmount, payoutId } = row;
  const waiting =
    accountId === null || currency === null || minorUnits === null || amount === null || baseAmount === null
      ? null
      : {
          accountId,
          amount: Money.of(amount, { code: currency, minorUnits }),
          baseAmount: Money.of(baseAmount, tx.company.baseCurrency),
        };
  return { chargeId, waiting, payoutId };
}

/** Notes which booked charges a posting clears; it is stored, and the charges are locked. */
export async function clearCharges(
  tx: Tx,
  provider: string,
  postingId: string,
  chargeIds: string[],
): Promise<void> {
  if (chargeIds.length === 0) return;
  const updated = await tx.execute(
    `UPDATE provider_charges SET posting_id = $3
      WHERE company_id = $1 AND provider = $2 AND account = '${ACCOUNT}' AND charge_id = ANY ($4) AND posting_id IS NULL`,
    [tx.companyId, provider, postingId, chargeIds],
  );
  invariant(updated === chargeIds.length, 'the charges wait for their payout, being locked');
}

/** What a posting booked: what is in the books by nothing else. Not locked. */
export async function chargesOfPosting(tx: Tx, postingId: string): Promise<string[]> {
  const rows = await tx.query<{ chargeId: string }>(
    `SELECT charge_id AS "chargeId" FROM provider_charges WHERE company_id = $1 AND posting_id = $2 AND source = 'settlement'`,
    [tx.companyId, postingId],
  );
  return rows.map(({ chargeId }) => chargeId);
}

/** Locks what a posting booked or cleared, in the order of `lockBookedCharges`; before any counter, as everybody does it. */
export async function lockChargesOfPosting(tx: Tx, postingId: string): Promise<void> {
  await tx.query(
    'SELECT 1 FROM provider_charges WHERE company_id = $1 AND posting_id = $2 ORDER BY charge_id FOR UPDATE',
    [tx.companyId, postingId],
  );
}

/**
 * Frees what a posting booked or cleared; the posting is reversed, and they are locked. Of a refund that was noted in it
 * while the lock was waited for only this statement knows.
 * @returns what it booked: what is in the books by nothing else now
 */
export async function freeChargesOfPosting(tx: Tx, postingId: string): Promise<string[]> {
  const parameters = [tx.companyId, postingId];
  const freed = await tx.query<{ chargeId: string }>(
    `WITH freed AS (DELETE FROM provider_charges WHERE company_id = $1 AND posting_id = $2 AND source = 'settlement' RETURNING charge_id)
     SELECT charge_id AS "chargeId" FROM freed ORDER BY charge_id`,
    parameters,
  );
  await tx.execute(
    'UPDATE provider_charges SET posting_id = NULL WHERE company_id = $1 AND posting_id = $2',
    parameters,
  );
  return freed.map(({ chargeId }) => chargeId);
}

/** The charge that a match booked. */
export interface ChargeOfMatch {
  provider: string;
  chargeId: string;
}

/** The charge that a match booked, if any. Not locked. */
export async function chargeOfMatch(tx: Tx, matchId: string): Promise<ChargeOfMatch | undefined> {
  const [charge] = await tx.query<ChargeOfMatch>(
    'SELECT provider, charge_id AS "chargeId" FROM provider_charges WHERE company_id = $1 AND match_id = $2',
    [tx.companyId, matchId],
  );
  return charge;
}

/**
 * Locks the charge that a match booked, if any.
 * @throws DomainError `in_use` when a posted payout has cleared it
 */
export async function lockChargeOfMatch(tx: Tx, matchId: string): Promise<void> {
  const [charge] = await tx.query<{ chargeId: string; isCleared: boolean }>(
    `SELECT charge_id AS "chargeId", posting_id IS NOT NULL AS "isCleared" FROM provider_charges
      WHERE company_id = $1 AND match_id = $2 FOR UPDATE`,
    [tx.companyId, matchId],
  );
  if (!charge?.isCleared) return;
  refuse(
    'in_use',
    `The charge ${charge.chargeId} that this match booked is cleared by its payout; reverse that first (bank/settlements/reverse).`,
  );
}

/** Frees the charge that a match booked; the match is ended. */
export async function freeChargeOfMatch(tx: Tx, matchId: string): Promise<void> {
  await tx.execute('DELETE FROM provider_charges WHERE company_id = $1 AND match_id = $2', [
    tx.companyId,
    matchId,
  ]);
}
