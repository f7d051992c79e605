import {
  compareCalendarDates,
  daysBetween,
  parseCalendarDate,
  yearOf,
  type CalendarDate,
} from '../../shared/calendar-date';
import type { Decimal } from '../../shared/decimal';
import { parseIban } from '../../shared/iban';
import {
  movementsOf,
  refuseImbalance,
  refuseStatement,
  statementAmount,
  type BankStatement,
  type StatementLine,
} from './bank-statement';
import { readInformation } from './mt940-information';

/** A field of a message: `:61:...` with its further lines. */
interface Field {
  tag: string;
  value: string;
}

/**
 * Reads a file of MT940 customer statement messages (SWIFT), with or without the blocks around them, with CRLF or LF.
 * @throws DomainError `statement_refused` for what is no MT940, and for a statement that does not add up
 */
export function parseMt940(text: string): BankStatement[] {
  const statements: BankStatement[] = [];
  let current: Field[] = [];
  const finish = (): void => {
    if (current.length > 0) statements.push(statementOf(current));
    current = [];
  };
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') finish();
    current.push(field);
  }
  finish();
  if (statements.length === 0) refuseStatement('The file has no statement.');
  return statements;
}

const FIELD = /^:(\d{2}[A-Z]?):(.*)$/;
/** The end of a message, and the blocks of the SWIFT envelope. */
const ENVELOPE = /^(-|-\}.*|\{[1-5]:.*|\s*)$/;

function* fieldsOf(text: string): Generator<Field> {
  let field: Field | undefined;
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.replace(/^\{1:.*\{4:/, '');
    const match = FIELD.exec(line);
    if (match) {
      if (field) yield field;
      field = { tag: match[1]!, value: match[2]! };
    } else if (!ENVELOPE.test(line)) {
      if (!field) refuseStatement('The file is neither a camt.053 nor an MT940 statement.');
      field.value += `\n${line}`;
    }
  }
  if (field) yield field;
}

function statementOf(fields: Field[]): BankStatement {
  const valueOf = (...tags: string[]): string | undefined =>
    fields.find(({ tag }) => tags.includes(tag))?.value.trim();
  const name = valueOf('28C', '28') ?? valueOf('20') ?? 'without number';
  const opening = balanceOf(valueOf('60F', '60M'), `Statement ${name}, opening balance`);
  const closing = balanceOf(valueOf('62F', '62M'), `Statement ${name}, closing balance`);
  if (opening.currency !== closing.currency) {
    refuseStatement(`Statement ${name} opens in ${opening.currency} and closes in ${closing.currency}.`);
  }
  const statement = {
    statementId: name,
    iban: ibanOf(valueOf('25', '25P')),
    currency: opening.currency,
    fromDate: opening.date,
    toDate: closing.date,
    opening: opening.amount,
    closing: closing.amount,
  };
  const lines = linesOf(fields, name);
  refuseImbalance(statement, movementsOf(lines), name);
  return { ...statement, lines: lines.filter(({ amount }) => !amount.isZero()) };
}

/** The account may have a bank code before it or a currency after it; only an IBAN tells whose it is. */
function ibanOf(value: string | undefined): string | null {
  const account = value?.split('\n')[0]?.replaceAll(' ', '') ?? '';
  return (
    parseIban(account) ??
    parseIban(account.replace(/^.*\//, '')) ??
    parseIban(account.replace(/[A-Z]{3}$/, ''))
  );
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([0-9]+,[0-9]*)/;

function balanceOf(
  value: string | undefined,
  where: string,
): { date: CalendarDate; currency: string; amount: Decimal } {
  const match = BALANCE.exec(value ?? '');
  if (!match) return refuseStatement(`${where}: "${value ?? ''}" is not a balance.`);
  const [, mark, date, currency, written] = match;
  const amount = amountOf(written!, where);
  return {
    date: fullDate(date!, where),
    currency: currency!,
    amount: mark === 'C' ? amount : amount.negated(),
  };
}

function linesOf(fields: Field[], name: string): StatementLine[] {
  const lines: StatementLine[] = [];
  let last: Field | undefined;
  for (const field of fields) {
    const line = lines.at(-1);
    if (field.tag === '61') lines.push(lineOf(field.value, `Statement ${name}, line ${lines.length + 1}`));
    // Field 86 belongs to the line before it; after the closing balance it is about the whole statement.
    if (field.tag === '86' && line && last?.tag === '61')
      Object.assign(line, readInformation(field.value, line));
    last = field;
  }
  return lines;
}

/** Value date, entry date, mark, third letter of the currency, amount, type, reference // reference of the bank, more. */
const LINE =
  /^(\d{6})(\d{4})?(C|D|RC|RD|EC|ED)([A-Z])?([0-9]+,[0-9]*)([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

/** RC takes a credit back, so money goes out; RD takes a debit back, so money comes in. */
const IS_IN: Readonly<Record<string, boolean>> = {
  C: true,
  D: false,
  RC: false,
  RD: true,
  EC: true,
  ED: false,
};

function lineOf(value: string, where: string): StatementLine {
  const match = LINE.exec(value.trim());
  if (!match) return refuseStatement(`${where}: "${value}" is not a statement line (field 61).`);
  const [, valueDate, entryDate, mark, , written, , , bankReference, supplementary] = match;
  const amount = amountOf(written!, where);
  const valueOn = fullDate(valueDate!, where);
  return {
    bookedOn: entryDate === undefined ? valueOn : nearest(entryDate, valueOn, where),
    valueOn,
    amount: IS_IN[mark!] ? amount : amount.negated(),
    counterpartyName: null,
    counterpartyIban: null,
    description: supplementary?.trim() ?? null,
    reference: bankReference?.trim() || null,
  };
}

/** '1,' is 1 and '1,5' is 1.5; the comma is always there. */
function amountOf(text: string, where: string): Decimal {
  return statementAmount(text.replace(/,$/, '').replace(',', '.'), where);
}

/** YYMMDD: years 80..99 are of the last century, as SWIFT reads them. */
function fullDate(text: string, where: string): CalendarDate {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)];
  const date = parseCalendarDate(`${year < '80' ? '20' : '19'}${year}-${month}-${day}`);
  return date ?? refuseStatement(`${where}: "${text}" is not a date.`);
}

/** The entry date has no year: it is the one that brings it nearest to the value date. */
function nearest(monthAndDay: string, valueOn: CalendarDate, where: string): CalendarDate {
  const year = yearOf(valueOn);
  const candidates = [year, year - 1, year + 1].flatMap(
    candidate => parseCalendarDate(`${candidate}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`) ?? [],
  );
  const [best] = candidates.sort(
    (a, b) => distance(a, valueOn) - distance(b, valueOn) || compareCalendarDates(a, b),
  );
  return best ?? refuseStatement(`${where}: "${monthAndDay}" is not a date.`);
}

function distance(one: CalendarDate, other: CalendarDate): number {
  return Math.abs(daysBetween(one, other));
}
