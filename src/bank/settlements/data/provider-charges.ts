import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';
import type { BookedCharge } from '../domain/settlement-posting';
import type { Provider } from '../domain/settlement';

/** Charge ids of Stripe are unique over all its accounts. */
const ACCOUNT = 'default';

/** A charge that the match of a bank transaction on the provider's account books. */
export interface MatchedCharge {
  chargeId: string;
  matchId: string;
  bankAccountId: string;
  accountId: string;
  amount: Money;
  baseAmount: Money;
}

/** Insert with the match; a charge that is in the books already is refused by uq_provider_charges__charge (@invariant INV-05). */
export function matchedChargeRows(tx: Tx, provider: Provider, charge: MatchedCharge): TableRows {
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

/** Charges that the posting of a payout books; insert with it. */
export function settledChargeRows(
  tx: Tx,
  provider: Provider,
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

function keyOf(tx: Tx, provider: Provider, chargeId: string): Record<string, unknown> {
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
  source: 'bank_match' | 'settlement';
  accountId: string | null;
  currency: string | null;
  minorUnits: number | null;
  amount: string | null;
  baseAmount: string | null;
  payoutId: string | null;
}

/**
 * Locks which of the charges are in the books, by id. What booked or cleared them is read once they are locked: whoever
 * waits for a lock reads the charge anew, but not what is joined to it.
 */
export async function lockBookedCharges(
  tx: Tx,
  provider: Provider,
  chargeIds: string[],
): Promise<Map<string, BookedCharge>> {
  const locked = await tx.query<{ id: string }>(
    `SELECT provider_charge_id AS id FROM provider_charges
      WHERE company_id = $1 AND provider = $2 AND account = '${ACCOUNT}' AND charge_id = ANY ($3)
      ORDER BY charge_id FOR UPDATE`,
    [tx.companyId, provider, chargeIds],
  );
  const rows = await tx.query<BookedRow>(
    `SELECT c.charge_id AS "chargeId", c.source, c.account_id AS "accountId", c.currency, y.minor_units AS "minorUnits", c.amount,
            c.base_amount AS "baseAmount", s.payout_id AS "payoutId"
       FROM provider_charges c
       LEFT JOIN currencies y ON y.code = c.currency
       LEFT JOIN settlement_postings p ON p.company_id = c.company_id AND p.posting_id = c.posting_id
       LEFT JOIN settlements s ON s.company_id = p.company_id AND s.settlement_id = p.settlement_id
      WHERE c.company_id = $1 AND c.provider_charge_id = ANY ($2)`,
    [tx.companyId, locked.map(({ id }) => id)],
  );
  return new Map(rows.map(row => [row.chargeId, bookedCharge(tx, row)]));
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
  provider: Provider,
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

/** Frees what a posting booked or cleared; the posting is reversed. */
export async function freeChargesOfPosting(tx: Tx, postingId: string): Promise<void> {
  const parameters = [tx.companyId, postingId];
  await tx.execute(
    `DELETE FROM provider_charges WHERE company_id = $1 AND posting_id = $2 AND source = 'settlement'`,
    parameters,
  );
  await tx.execute(
    'UPDATE provider_charges SET posting_id = NULL WHERE company_id = $1 AND posting_id = $2',
    parameters,
  );
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
