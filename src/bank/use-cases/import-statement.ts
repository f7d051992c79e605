import { Injectable } from '@nestjs/common';
import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import type { Decimal } from '../../shared/decimal';
import { newId } from '../../shared/ids';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { bankAccountsByIban, findBankAccount } from '../data/bank-accounts';
import { insertStatement, statementsBefore } from '../data/bank-statements';
import { insertNewTransactions } from '../data/bank-transactions';
import { refuseInactive, type BankAccount } from '../domain/bank-account';
import { refuseStatement, type BankStatement } from '../domain/bank-statement';
import type { NewBankTransaction } from '../domain/bank-transaction';
import { parseCamt053 } from '../domain/camt053';
import { dedupeKeys } from '../domain/dedupe-keys';
import { parseMt940 } from '../domain/mt940';
import { readContent } from '../domain/statement-content';
import { statementGap, type StatementBalances } from '../domain/statement-gap';
import { linkClearDeposits } from '../settlements/steps/link-clear-deposits';

type StatementFormat = 'camt053' | 'mt940';

interface StatementOrder {
  bankAccountId: string;
  /** Default: as the content looks. */
  format?: StatementFormat;
  /** Text, or bytes in base64. */
  content: string;
}

interface ImportedStatement {
  statementId: string | null;
  iban: string | null;
  fromDate: CalendarDate | null;
  toDate: CalendarDate | null;
  openingBalance: string | null;
  closingBalance: string | null;
  transactionCount: number;
}

export interface StatementImport {
  imported: number;
  skipped: number;
  statements: ImportedStatement[];
  /** Of each statement that does not begin with what the one before it ended with. */
  warnings: string[];
}

/**
 * Imports the statements of a file, each to the bank account with its IBAN; what is there already is skipped. All or
 * nothing.
 * @throws DomainError `statement_refused`
 */
@Injectable()
export class ImportStatement {
  async execute(tx: Tx, order: StatementOrder): Promise<StatementImport> {
    const named = await findBankAccount(tx, order.bankAccountId, 'bankAccountId');
    const assigned = await assignedTo(tx, named, parse(order));
    let imported = 0;
    let lines = 0;
    for (const [account, statements] of byAccount(assigned)) {
      const transactions = transactionsOf(account, statements);
      imported += await insertNewTransactions(tx, account, transactions);
      lines += transactions.length;
      await linkClearDeposits(tx, account.id);
    }
    const warnings = await gapsOf(tx, assigned);
    const result = {
      imported,
      skipped: lines - imported,
      statements: assigned.map(({ account, statement }) => importedStatement(account, statement)),
      warnings,
    };
    await tx.insert(
      auditRows(tx, {
        action: 'bank_statement.imported',
        entity: 'bank_account',
        entityId: named.id,
        diff: result,
      }),
    );
    return result;
  }
}

function parse({ content, format }: StatementOrder): BankStatement[] {
  const text = readContent(content);
  const isXml = format === undefined ? text.trimStart().startsWith('<') : format === 'camt053';
  return isXml ? parseCamt053(text) : parseMt940(text);
}

interface Assigned {
  account: BankAccount;
  statement: BankStatement;
}

/** The bank account of each statement: that of its IBAN; without one, the account that the request names. */
async function assignedTo(tx: Tx, named: BankAccount, statements: BankStatement[]): Promise<Assigned[]> {
  const ibans = [...new Set(statements.flatMap(({ iban }) => iban ?? []))];
  const accounts = await bankAccountsByIban(tx, ibans);
  const unknown = ibans.find(iban => !accounts.has(iban));
  if (unknown !== undefined) {
    refuseStatement(
      `The file is about ${unknown}, which no bank account has; add it, or set the IBAN of its account.`,
    );
  }
  const assigned = statements.map(statement => ({
    account: statement.iban === null ? named : accounts.get(statement.iban)!,
    statement,
  }));
  if (!assigned.some(({ account }) => account.id === named.id)) {
    refuseStatement(
      `The file is about ${ibans.join(', ')}, not about bank account ${named.name}; name the right one.`,
    );
  }
  for (const { account, statement } of assigned) {
    refuseInactive(account);
    if (statement.currency !== null && statement.currency !== account.currency.code) {
      refuseStatement(
        `Statement ${statement.statementId ?? ''} is in ${statement.currency}, bank account ${account.name} in ${account.currency.code}.`,
      );
    }
  }
  return assigned;
}

function byAccount(assigned: Assigned[]): [BankAccount, BankStatement[]][] {
  const accounts = new Map(assigned.map(({ account }) => [account.id, account]));
  return [...accounts.values()].map(account => [
    account,
    assigned.filter(item => item.account.id === account.id).map(({ statement }) => statement),
  ]);
}

/** The lines of all statements of one account, told apart together: two statements may share a day. */
function transactionsOf(account: BankAccount, statements: BankStatement[]): NewBankTransaction[] {
  const lines = statements
    .flatMap(statement => statement.lines)
    .map(line => ({ ...line, amount: moneyText(account, line.amount) }));
  const keys = dedupeKeys(lines);
  return lines.map((line, index) => ({
    id: newId(),
    bankAccountId: account.id,
    date: line.bookedOn,
    valueDate: line.valueOn,
    amount: line.amount,
    counterpartyName: line.counterpartyName,
    counterpartyIban: line.counterpartyIban,
    description: line.description,
    externalId: null,
    bankReference: line.reference,
    dedupeKey: keys[index]!,
  }));
}

/** Notes the balances of the statements that are new, the earliest first, and tells where one does not continue the last. */
async function gapsOf(tx: Tx, assigned: Assigned[]): Promise<string[]> {
  const told = assigned
    .flatMap(({ account, statement }) => {
      const balances = balancesOf(account, statement);
      return balances ? [{ account, balances }] : [];
    })
    .sort((a, b) => compareCalendarDates(a.balances.from, b.balances.from));
  const warnings: string[] = [];
  for (const { account, balances } of told) {
    const earlier = await statementsBefore(tx, account, balances.from);
    if (!(await insertStatement(tx, account, balances))) continue;
    const gap = statementGap(account.name, balances, earlier);
    if (gap !== null) warnings.push(gap);
  }
  return warnings;
}

/** Null where the statement does not say both balances and its days. */
function balancesOf({ currency }: BankAccount, statement: BankStatement): StatementBalances | null {
  const { statementId, fromDate, toDate, opening, closing } = statement;
  const to = toDate ?? fromDate;
  const from = fromDate ?? toDate;
  if (opening === null || closing === null || from === null || to === null) return null;
  if (compareCalendarDates(from, to) > 0) return null;
  return {
    name: statementId,
    from,
    to,
    opening: Money.of(opening, currency),
    closing: Money.of(closing, currency),
  };
}

function moneyText({ currency }: BankAccount, amount: Decimal): string {
  if (amount.decimalPlaces() > currency.minorUnits) {
    refuseStatement(
      `${amount.toFixed()} has more than the ${currency.minorUnits} decimals of ${currency.code}.`,
    );
  }
  return Money.of(amount, currency).toString();
}

function importedStatement(account: BankAccount, statement: BankStatement): ImportedStatement {
  const { statementId, iban, fromDate, toDate, opening, closing, lines } = statement;
  return {
    statementId,
    iban,
    fromDate,
    toDate,
    openingBalance: opening === null ? null : moneyText(account, opening),
    closingBalance: closing === null ? null : moneyText(account, closing),
    transactionCount: lines.length,
  };
}
