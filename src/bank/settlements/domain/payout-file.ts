import { CsvError, parse } from 'csv-parse/sync';
import { parseCalendarDate, type CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { parseDecimal, type Decimal } from '../../../shared/decimal';
import { refuse } from '../../../shared/domain-error';
import { Money } from '../../../shared/money';
import { LARGEST_AMOUNT } from '../../domain/largest-amount';
import { PAYOUT_RECONCILIATION } from './payout-reconciliation';
import type { Payout, SettlementLine } from './settlement';
import { UNIFIED_PAYMENTS } from './unified-payments';

/** A row by its column names, in lower case. */
export type CsvRow = Readonly<Record<string, string>>;

/** What a row of a file turns out to be. */
export type RowMeaning =
  | {
      is: 'lines';
      payoutId: string;
      paidOn: CalendarDate | null;
      lines: SettlementLine[];
      unassigned?: number;
    }
  | { is: 'payout'; payoutId: string; paidOn: CalendarDate | null; amount: Money }
  | { is: 'unassigned' | 'not_settled' };

/** A kind of file: which columns tell it, and how its rows are read. */
export interface FileFormat {
  name: PayoutFormat;
  columns: string[];
  read: (row: RowReader) => RowMeaning;
}

export type PayoutFormat = 'payout_reconciliation' | 'unified_payments';

export interface PayoutFile {
  format: PayoutFormat;
  payouts: Payout[];
  /** Rows of no payout: not paid out yet, or by hand. */
  skippedUnassigned: number;
  /** Rows that are the payout itself; they say what it must add up to. */
  skippedPayoutRows: number;
  /** Payments that failed or are not captured. */
  skippedNotSettled: number;
}

const FORMATS = [PAYOUT_RECONCILIATION, UNIFIED_PAYMENTS];

/**
 * Reads a payout file of a provider; the columns are in the README. Amounts are in major units ("1000" is 1,000 yen).
 * @param currencies by code
 * @throws DomainError `settlement_refused` naming the row
 */
export function readPayoutFile(content: string, currencies: Map<string, Currency>): PayoutFile {
  let format: FileFormat | undefined;
  const collected = new Collector();
  let rowNo = 1;
  try {
    parse(content, {
      bom: true,
      skip_empty_lines: true,
      columns: (header: string[]) => {
        const names = header.map(name => name.trim().toLowerCase());
        format = formatOf(names);
        return names;
      },
      // What is returned would be kept: a file of many rows is read row by row.
      on_record: (row: CsvRow) => {
        rowNo += 1;
        collected.add(format!.read(new RowReader(row, rowNo, currencies)), rowNo);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) refuseFile(`it is no CSV file: ${error.message}`);
    throw error;
  }
  if (!format) refuseFile('it is empty');
  return { format: format.name, ...collected.result() };
}

function formatOf(names: string[]): FileFormat {
  return (
    FORMATS.find(({ columns }) => columns.every(column => names.includes(column))) ??
    refuseFile(
      'its columns are those of no known report. Export the itemised payout reconciliation or the unified payments, with the columns in the documentation',
    )
  );
}

/** Gathers the rows by payout. */
class Collector {
  private readonly payouts = new Map<string, Payout>();
  private readonly counts = { skippedUnassigned: 0, skippedPayoutRows: 0, skippedNotSettled: 0 };
  private readonly seen = new Set<string>();

  add(meaning: RowMeaning, rowNo: number): void {
    switch (meaning.is) {
      case 'unassigned':
        this.counts.skippedUnassigned += 1;
        return;
      case 'not_settled':
        this.counts.skippedNotSettled += 1;
        return;
      case 'payout': {
        this.counts.skippedPayoutRows += 1;
        const payout = this.payout(meaning.payoutId, meaning.paidOn);
        if (payout.amount) refuseFile(`row ${rowNo}: payout ${payout.payoutId} is there twice`);
        payout.amount = meaning.amount;
        return;
      }
      case 'lines': {
        this.counts.skippedUnassigned += meaning.unassigned ?? 0;
        const payout = this.payout(meaning.payoutId, meaning.paidOn);
        for (const line of meaning.lines) this.addLine(payout, line, rowNo);
      }
    }
  }

  result(): Omit<PayoutFile, 'format'> {
    // A payout without lines is one whose lines were not exported: nothing is known of it.
    const payouts = [...this.payouts.values()].filter(({ lines }) => lines.length > 0);
    return { payouts, ...this.counts };
  }

  private payout(payoutId: string, paidOn: CalendarDate | null): Payout {
    const payout = this.payouts.get(payoutId) ?? { payoutId, paidOn, amount: null, lines: [] };
    payout.paidOn ??= paidOn;
    this.payouts.set(payoutId, payout);
    return payout;
  }

  private addLine(payout: Payout, line: SettlementLine, rowNo: number): void {
    const identity = [payout.payoutId, line.externalId, line.category, line.gross.currency.code].join(' ');
    if (this.seen.has(identity)) refuseFile(`row ${rowNo}: ${line.externalId} is there twice`);
    this.seen.add(identity);
    payout.lines.push(line);
  }
}

/** A row whose values are read as what they must be, and are refused by the number of the row. */
export class RowReader {
  constructor(
    private readonly row: CsvRow,
    private readonly rowNo: number,
    private readonly currencies: Map<string, Currency>,
  ) {}

  /** The first of the columns that has a value. */
  text(...columns: string[]): string | null {
    for (const column of columns) {
      const value = this.row[column]?.trim();
      if (value) return value.slice(0, LONGEST_TEXT);
    }
    return null;
  }

  /** The first metadata that says which order or invoice it is. */
  reference(): string | null {
    const columns = Object.keys(this.row).filter(column => METADATA.test(column));
    return this.text(...columns.filter(column => OWN_REFERENCE.test(column)), ...columns);
  }

  money(column: string, currency: Currency): Money {
    const text = this.row[column]?.trim() ?? '';
    const value = text === '' ? parseDecimal('0')! : this.decimal(column, text);
    if (value.decimalPlaces() > currency.minorUnits) {
      this.refuse(`${column} ${text} has more than the ${currency.minorUnits} decimals of ${currency.code}`);
    }
    if (value.abs().gt(LARGEST_AMOUNT)) this.refuse(`${column} ${text} is more than ${LARGEST_AMOUNT}`);
    return Money.of(value, currency);
  }

  /** What the customer was charged, in another currency; the sign is that of what it came to. */
  customerMoney(column: string, currency: Currency, sign: Money): Money {
    const size = this.money(column, currency);
    return size.isNegative() === sign.isNegative() ? size : size.negated();
  }

  currency(column: string): Currency {
    const code = this.text(column)?.toUpperCase() ?? this.refuse(`${column} is empty`);
    return this.currencies.get(code) ?? this.refuse(`${code} is no currency`);
  }

  /** The day of a time stamp such as "2026-10-05 14:03:11". */
  date(...columns: string[]): CalendarDate | null {
    const text = this.text(...columns);
    if (text === null) return null;
    return parseCalendarDate(text.slice(0, 10)) ?? this.refuse(`${text} is no date (YYYY-MM-DD)`);
  }

  refuse(what: string): never {
    refuseFile(`row ${this.rowNo}: ${what}`);
  }

  private decimal(column: string, text: string): Decimal {
    return (
      parseDecimal(text) ??
      this.refuse(`${column} '${text}' is no amount; export with a decimal point and without separators`)
    );
  }
}

const LONGEST_TEXT = 1000;
const METADATA = /metadata/;
const OWN_REFERENCE = /invoice|order|reference/;

function refuseFile(fault: string): never {
  refuse('settlement_refused', `The payout file cannot be imported: ${fault}.`);
}
