import { createHash } from 'node:crypto';
import type { CalendarDate } from '../../shared/calendar-date';

/** What makes two bank lines look the same. */
interface Likeness {
  bookedOn: CalendarDate;
  /** With the decimals of the currency. */
  amount: string;
  reference: string | null;
  counterpartyName: string | null;
  counterpartyIban: string | null;
  description: string | null;
}

/**
 * Keys under which lines of one bank account are stored once, however many files they come in. In the order of the lines.
 *
 * A line is told by its day and amount with the bank's reference, or where it has none with counterparty and text; and by
 * its ordinal among the equal ones of its day, so that two equal payments on one day are two. A reference alone tells
 * nothing: banks begin again every year, and details of one entry share one. A file has whole days, so ordinals agree
 * between overlapping files; what is reported for one day in two files, alike to the letter and without a reference,
 * cannot be told from a repetition and is taken once.
 */
export function dedupeKeys(lines: Likeness[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(line => {
    const likeness = JSON.stringify([
      line.bookedOn,
      line.amount,
      ...(line.reference === null
        ? [line.counterpartyName, line.counterpartyIban, line.description]
        : [line.reference]),
    ]);
    const ordinal = (seen.get(likeness) ?? 0) + 1;
    seen.set(likeness, ordinal);
    return `line ${createHash('sha256').update(likeness).digest('base64url')} ${ordinal}`;
  });
}
