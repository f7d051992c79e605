import type { CalendarDate } from '../../shared/calendar-date';
import { Money } from '../../shared/money';
import type { Tx } from '../../platform/database';
import type { BankAccount } from '../domain/bank-account';
import type { StatementBalances } from '../domain/statement-gap';

/** Notes the balances of a statement; false when the same are there already. */
export async function insertStatement(
  tx: Tx,
  account: BankAccount,
  { name, from, to, opening, closing }: StatementBalances,
): Promise<boolean> {
  const inserted = await tx.execute(
    `INSERT INTO bank_statements (company_id, bank_account_id, from_on, to_on, opening, closing, statement_name, imported_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [tx.companyId, account.id, from, to, opening.toString(), closing.toString(), name, tx.now],
  );
  return inserted === 1;
}

/** The statements that end last before a day, and those that end last on it or before. */
export async function statementsBefore(
  tx: Tx,
  { id, currency }: BankAccount,
  day: CalendarDate,
): Promise<StatementBalances[]> {
  const rows = await tx.query<
    Omit<StatementBalances, 'opening' | 'closing'> & { opening: string; closing: string }
  >(
    `SELECT s.statement_name AS name, s.from_on AS "from", s.to_on AS "to", s.opening, s.closing
       FROM bank_statements s
      WHERE s.company_id = $1 AND s.bank_account_id = $2 AND s.to_on IN (
        $3::date,
        (SELECT max(b.to_on) FROM bank_statements b WHERE b.company_id = $1 AND b.bank_account_id = $2 AND b.to_on < $3::date))
      ORDER BY s.imported_at`,
    [tx.companyId, id, day],
  );
  return rows.map(row => ({
    ...row,
    opening: Money.of(row.opening, currency),
    closing: Money.of(row.closing, currency),
  }));
}
