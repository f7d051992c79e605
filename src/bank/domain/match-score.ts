import { daysBetween, type CalendarDate } from '../../shared/calendar-date';
import type { Money } from '../../shared/money';

/** A bank transaction as far as a match is judged. */
export interface Paid {
  amount: Money;
  bookedOn: CalendarDate;
  counterpartyName: string | null;
  counterpartyIban: string | null;
  description: string | null;
}

/** An open document that it might pay; both amounts in the transaction's currency and signed alike. */
export interface Candidate {
  openAmount: Money;
  documentNumber: string;
  dueOn: CalendarDate;
  partnerName: string;
  partnerIban: string | null;
}

export interface MatchScore {
  /** 0 (nothing speaks for it) to 100. */
  score: number;
  reasons: string[];
}

const NEAR_DAYS = 7;

/** How much speaks for a document being what was paid. A near due date alone speaks for nothing. */
export function scoreMatch(paid: Paid, candidate: Candidate): MatchScore {
  const found: [number, string][] = [];
  if (paid.amount.equals(candidate.openAmount)) found.push([40, 'the amount is what is open']);
  if (mentions(paid.description, candidate.documentNumber)) found.push([30, 'the text has the number']);
  if (paid.counterpartyIban !== null && paid.counterpartyIban === candidate.partnerIban) {
    found.push([15, "the account is the partner's"]);
  }
  if (isSameName(paid.counterpartyName, candidate.partnerName))
    found.push([10, 'the name is that of the partner']);
  if (found.length > 0 && isNear(paid.bookedOn, candidate.dueOn)) {
    found.push([5, `paid within ${NEAR_DAYS} days of the due date`]);
  }
  return {
    score: found.reduce((sum, [points]) => sum + points, 0),
    reasons: found.map(([, reason]) => reason),
  };
}

/** Whether the text has the number, however it is spaced, and not only as the beginning or end of a longer one. */
function mentions(text: string | null, number: string): boolean {
  const characters = [...number.toUpperCase()].filter(character => /[\p{L}\p{N}]/u.test(character));
  if (text === null || characters.length < 3 || !/\p{N}/u.test(number)) return false;
  const spaced = characters.join('[^\\p{L}\\p{N}]*');
  return new RegExp(`(?<!\\p{N})${spaced}(?!\\p{N})`, 'u').test(text.toUpperCase());
}

/** Forms of companies say nothing of who it is, and banks cut them off or move them. */
const LEGAL_FORMS = new Set(
  'UAB AB MB IĮ VŠĮ SIA AS OÜ OU GMBH LTD LIMITED LLC INC SA SRL BV SP ZOO OY'.split(' '),
);

function isSameName(one: string | null, other: string): boolean {
  const [first, second] = [wordsOf(one ?? ''), wordsOf(other)];
  return first !== '' && first === second;
}

function wordsOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter(word => !LEGAL_FORMS.has(word))
    .sort()
    .join(' ');
}

function isNear(day: CalendarDate, dueOn: CalendarDate): boolean {
  const days = daysBetween(dueOn, day);
  return -NEAR_DAYS <= days && days <= NEAR_DAYS;
}
