import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';
import type { Tx } from '../../platform/database';
import type { ForeignPosition, PositionKind } from '../domain/revaluation';

interface PositionRow {
  kind: PositionKind;
  accountId: string;
  accountCode: string;
  currency: string;
  minorUnits: number;
  amount: string;
  baseAmount: string;
}

/** Positions of one currency. */
export interface CurrencyPositions {
  currency: Currency;
  positions: ForeignPosition[];
}

/**
 * What is held in foreign currency at the end of a day, by currency: open items as they stood then, and the balances of the
 * ledger accounts of bank accounts. Of a ledger account, what was entered in the currency counts: an entry that names none is
 * in base currency.
 *
 * Advances are not there: they are settled in goods, not in money (IAS 21.16). They stand on the account of advances, or have
 * "advance" in the type of their document.
 * @param currency only this one
 */
export async function foreignPositions(
  tx: Tx,
  day: CalendarDate,
  currency: string | undefined,
  advancesAccountId: string,
): Promise<CurrencyPositions[]> {
  const base = tx.company.baseCurrency;
  const rows = await tx.query<PositionRow>(
    `SELECT p.kind, p.account_id AS "accountId", a.code AS "accountCode", p.currency, y.minor_units AS "minorUnits",
            p.amount, p.base_amount AS "baseAmount"
       FROM (${OPEN_ITEMS} UNION ALL ${BANK_BALANCES}) p
       JOIN accounts a ON a.company_id = $1 AND a.account_id = p.account_id
       JOIN currencies y ON y.code = p.currency
      WHERE p.currency <> $3 AND p.currency = coalesce($4, p.currency) AND (p.amount <> 0 OR p.base_amount <> 0)
      ORDER BY p.currency, p.kind, a.code, p.id`,
    [tx.companyId, day, base.code, currency ?? null, advancesAccountId],
  );
  const byCurrency = new Map<string, CurrencyPositions>();
  for (const { currency: code, minorUnits, amount, baseAmount, ...row } of rows) {
    const found = byCurrency.get(code) ?? { currency: { code, minorUnits }, positions: [] };
    found.positions.push({
      ...row,
      amount: Money.of(amount, found.currency),
      baseAmount: Money.of(baseAmount, base),
    });
    byCurrency.set(code, found);
  }
  return [...byCurrency.values()];
}

const OPEN_ITEMS = `
  SELECT i.side AS kind, i.open_item_id AS id, i.account_id, i.currency, i.amount - s.amount AS amount,
         i.base_amount - s.base_amount AS base_amount
    FROM open_items i
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.amount), 0) AS amount, coalesce(sum(l.base_amount), 0) AS base_amount FROM open_item_allocations l
       WHERE l.company_id = i.company_id AND l.open_item_id = i.open_item_id AND l.allocated_on <= $2) s
   WHERE i.company_id = $1 AND i.currency <> $3 AND i.posted_on <= $2
     AND i.account_id <> $5 AND i.document_type NOT LIKE '%advance%'`;

const BANK_BALANCES = `
  SELECT 'bank' AS kind, b.account_id AS id, b.account_id, b.currency, e.amount, e.base_amount
    FROM (SELECT DISTINCT account_id, currency FROM bank_accounts WHERE company_id = $1 AND currency <> $3) b
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(j.document_amount), 0) AS amount, coalesce(sum(j.debit), 0) - coalesce(sum(j.credit), 0) AS base_amount
        FROM journal_entries j
       WHERE j.company_id = $1 AND j.account_id = b.account_id AND j.posted_on <= $2 AND j.document_currency = b.currency) e`;
