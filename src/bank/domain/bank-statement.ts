import { parseCalendarDate, type CalendarDate } from '../../shared/calendar-date';
import { Decimal, parseDecimal, sumOf } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import { LARGEST_AMOUNT } from './largest-amount';

/** One movement on a bank account, as a file tells it. Positive is money in. */
export interface StatementLine {
  bookedOn: CalendarDate;
  valueOn: CalendarDate | null;
  amount: Decimal;
  counterpartyName: string | null;
  counterpartyIban: string | null;
  description: string | null;
  /** The bank's own reference; banks use one again for other movements. */
  reference: string | null;
}

/** One statement of a file: of one account, from one balance to another. */
export interface BankStatement {
  statementId: string | null;
  /** Without spaces; null where the file names the account otherwise. */
  iban: string | null;
  /** ISO 4217; null when the statement says none. */
  currency: string | null;
  fromDate: CalendarDate | null;
  toDate: CalendarDate | null;
  opening: Decimal | null;
  closing: Decimal | null;
  lines: StatementLine[];
}

/** Refuses the file: nothing of it is imported. */
export function refuseStatement(message: string): never {
  refuse('statement_refused', message);
}

/**
 * The opening balance and all movements must make the closing balance, where the statement has both.
 * @param movements sum of the movements; the lines may split one into several
 * @throws DomainError `statement_refused`
 */
export function refuseImbalance(
  statement: Omit<BankStatement, 'lines'>,
  movements: Decimal,
  name: string,
): void {
  const { opening, closing } = statement;
  if (opening === null || closing === null) return;
  const expected = opening.plus(movements);
  if (expected.equals(closing)) return;
  refuseStatement(
    `Statement ${name} does not add up: opening ${opening.toFixed()} and movements of ${movements.toFixed()} make ${expected.toFixed()}, but it closes with ${closing.toFixed()}.`,
  );
}

export function movementsOf(lines: StatementLine[]): Decimal {
  return sumOf(lines.map(({ amount }) => amount));
}

/** An amount as written with a decimal point; refuses what is none or too large. */
export function statementAmount(text: string | null | undefined, where: string): Decimal {
  const amount = parseDecimal(text?.trim() ?? '');
  if (amount === null) return refuseStatement(`${where}: "${text ?? ''}" is not an amount.`);
  if (amount.abs().gt(LARGEST_AMOUNT)) refuseStatement(`${where}: ${text} is more than ${LARGEST_AMOUNT}.`);
  return amount;
}

/** A day as written, time and zone cut off; refuses what is none. */
export function statementDate(text: string, where: string): CalendarDate {
  return parseCalendarDate(text.trim().slice(0, 10)) ?? refuseStatement(`${where}: "${text}" is not a date.`);
}

const LONGEST_TEXT = 2000;

/** Parts of a text in one line; null when nothing is said. */
export function joined(parts: (string | null | undefined)[]): string | null {
  const text = parts
    .flatMap(part => part ?? [])
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text.slice(0, LONGEST_TEXT);
}

/** References that say there is none (ISO 20022, SWIFT). */
const NO_REFERENCE = new Set(['NOTPROVIDED', 'NONREF', 'NOREF', '']);

export function referenceOf(...candidates: (string | null | undefined)[]): string | null {
  const found = candidates.find(text => !NO_REFERENCE.has(text?.trim().toUpperCase() ?? ''));
  return found?.trim() ?? null;
}
