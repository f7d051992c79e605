import type { CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import type { Decimal } from '../../../shared/decimal';
import type { Money } from '../../../shared/money';
import type { BookedCharge, DocumentItem, JournalEntry, OpenItem, Settled } from '../../../ledger';

/** Types of the open items that a posting makes; their document is the item itself. */
export const LINE_ITEM = 'settlement_line';
export const FEE_ITEM = 'settlement_fees';
export const PAYABLE_ITEM = 'settlement_payable';

export interface PostingLine {
  id: string;
  externalId: string;
  category: string;
  gross: Money;
  fee: Money;
  customerAmount: Money | null;
  chargeKey: string | null;
  sourceId: string | null;
  /** The invoice's open item first, then those of its credit notes; empty when no invoice is matched. Locked. */
  items: DocumentItem[];
}

export interface PostingAccounts {
  bank: string;
  /** Where the provider's reserves are; null: no account of the provider. */
  clearing: string | null;
  suspense: string;
  fees: string;
  fxGain: string;
  fxLoss: string;
  providerPayable: string;
  payables: string;
}

export interface PostingOrder {
  payoutId: string;
  date: CalendarDate;
  /** What the provider pays. */
  net: Money;
  lines: PostingLine[];
  booked: Map<string, BookedCharge>;
  accounts: PostingAccounts;
  /** The provider as a supplier. */
  feePartnerId: string | null;
  base: Currency;
  /** Units of the payout's currency for one of base currency. */
  rate: Decimal;
}

export interface MadeItem extends OpenItem {
  lineId: string | null;
}

export interface SettlementPosting {
  entries: JournalEntry[];
  settled: Settled[];
  /** Settled items of which nothing is open any more. */
  paid: DocumentItem[];
  made: MadeItem[];
  /** Charges that this posting books. */
  noted: string[];
  /** Charges that this posting clears. */
  cleared: string[];
  warnings: string[];
  summary: {
    receivableApplied: Money;
    feeAmount: Money;
    suspenseAmount: Money;
    clearedAmount: Money;
    /** In base currency, gains less losses. */
    exchangeDifference: Money;
  };
}
