import { Decimal } from '../../../shared/decimal';
import type { XmlMembers } from '../../../shared/xml';

const MOST_CHARACTERS = { code: 24, short: 18, middle: 35, name: 70, long: 256 } as const;
type TextType = keyof typeof MOST_CHARACTERS;

/** What to look at before a file is handed in: one message a kind, with its first case and how many there are. */
export class Warnings {
  private readonly found = new Map<string, { first: string; count: number }>();

  /** @param about what the message is about; left out where there is only one */
  add(message: string, about = ''): void {
    const known = this.found.get(message);
    if (known) known.count++;
    else this.found.set(message, { first: about, count: 1 });
  }

  list(): string[] {
    return [...this.found].map(([message, { first, count }]) => {
      const more = count > 1 ? ` and ${count - 1} more` : '';
      return first === '' ? message : `${message}: ${first}${more}.`;
    });
  }
}

/** Texts as long as the schema lets them be; what is longer is cut, with a warning. */
export class Texts {
  constructor(private readonly warnings: Warnings) {}

  of(type: TextType, text: string | null | undefined): string {
    const most = MOST_CHARACTERS[type];
    if (text === null || text === undefined) return '';
    if (text.length <= most) return text;
    const characters = [...text];
    if (characters.length <= most) return text;
    this.warnings.add(
      'Texts that are longer than the file holds are cut',
      `${characters.slice(0, 30).join('')}...`,
    );
    return characters.slice(0, most).join('');
  }
}

/** An id of ours where the file takes 35 characters: without hyphens it has 32. */
export function shortId(id: string): string {
  return id.replaceAll('-', '');
}

/** Two decimals and no sign, which the file does not have: a side says which way. */
export function monetary(value: Decimal | string): string {
  return new Decimal(value).abs().toFixed(2);
}

export type SaftSide = 'D' | 'K';

/** Of an amount that is positive on the debit side. */
export function sideOf(amount: Decimal): SaftSide {
  return amount.isNegative() ? 'K' : 'D';
}

export function otherSide(side: SaftSide): SaftSide {
  return side === 'D' ? 'K' : 'D';
}

export interface DocumentAmount {
  currency: string;
  amount: Decimal | string;
}

/** An amount in base currency, and in that of the document where it is another one. */
export function amountStructure(
  base: Decimal | string,
  document: DocumentAmount,
  baseCurrency: string,
): XmlMembers {
  if (document.currency === baseCurrency) return { Amount: monetary(base) };
  return {
    Amount: monetary(base),
    CurrencyCode: document.currency,
    CurrencyAmount: monetary(document.amount),
  };
}

/** `OpeningDebitBalance` or `OpeningCreditBalance`: a balance (positive: debit) stands on one side. */
export function balance(when: 'Opening' | 'Closing', amount: Decimal | string): XmlMembers {
  const side = new Decimal(amount).isNegative() ? 'Credit' : 'Debit';
  return { [`${when}${side}Balance`]: monetary(amount) };
}

/** Dates the schema takes; null (nil) for others. */
export function saftDate(date: string): string | null {
  return date >= '1900-01-01' && date < '2100-01-01' ? date : null;
}
