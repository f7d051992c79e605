import type { CalendarDate } from '../../../shared/calendar-date';
import { Field } from '../../../platform/http';
import { PROVIDERS, type Provider } from '../domain/settlement';

/** 64 Mi characters: some 150,000 rows. */
export const LONGEST_FILE = 64 * 1024 * 1024;

export class ImportPayoutsRequest {
  @Field.id({ description: 'The bank account that the payouts are paid to, or the account of the provider.' })
  bankAccountId!: string;
  @Field.oneOf(PROVIDERS, { optional: true, description: 'Default stripe.' }) provider?: Provider;
  @Field.text({
    max: LONGEST_FILE,
    description:
      'The CSV file: the itemised payout reconciliation report, or the export of unified payments, as the header tells; text, or bytes in base64.',
  })
  content!: string;
}

export class MatchLineRequest {
  @Field.id() lineId!: string;
  @Field.id({ optional: true, description: 'An issued invoice or credit note; left out: of none.' })
  invoiceId?: string;
}

export class PostSettlementRequest {
  @Field.id() id!: string;
  @Field.date({ optional: true, description: 'Default: the day of the payout, else today.' })
  date?: CalendarDate;
  @Field.decimal({ optional: true, description: 'Not supported.' }) commissionPercent?: string;
}

export class ReverseSettlementRequest {
  @Field.id() id!: string;
  @Field.date({
    optional: true,
    description: 'Default: today, or the day of the posting where that is later.',
  })
  date?: CalendarDate;
}

export class LinkDepositRequest {
  @Field.id() id!: string;
  @Field.id({ description: 'The bank transaction that is the arrival of the payout.' })
  transactionId!: string;
}
