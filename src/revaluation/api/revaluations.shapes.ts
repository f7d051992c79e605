import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import { POSITION_KINDS, type CurrencyRevaluation } from '../domain/revaluation';
import type { StoredRevaluation } from '../domain/stored-revaluation';
import type { PostedRevaluation } from '../use-cases/post-revaluation';

export class RevaluationRequest {
  @Field.date({ description: 'Not after today: mostly the last day of a month.' }) date!: CalendarDate;
  @Field.text({
    optional: true,
    min: 3,
    max: 3,
    description: 'Default: every foreign currency in which something is held.',
    example: 'USD',
  })
  currency?: string;
}

class RevaluedLineResponse {
  @Field.oneOf(POSITION_KINDS) kind!: string;
  @Field.text() accountCode!: string;
  @Field.integer({ description: 'How many open items; of a bank balance 1.' }) positions!: number;
  @Field.decimal({ description: 'In the currency; negative: owed by the company.' }) amount!: string;
  @Field.decimal({ description: 'What it is carried at.' }) carryingAmount!: string;
  @Field.decimal({ description: 'What it is worth at the rate.' }) revaluedAmount!: string;
  @Field.decimal() gain!: string;
  @Field.decimal() loss!: string;
}

class CurrencyRevaluationResponse {
  @Field.text() currency!: string;
  @Field.date() date!: string;
  @Field.decimal({ description: 'Units of the currency per one unit of base currency.' }) rate!: string;
  @Field.decimal() gain!: string;
  @Field.decimal() loss!: string;
  @Field.list(() => RevaluedLineResponse) lines!: RevaluedLineResponse[];
}

export class RevaluationPreviewResponse {
  @Field.list(() => CurrencyRevaluationResponse) revaluations!: CurrencyRevaluationResponse[];
}

export class StoredRevaluationResponse {
  @Field.id() id!: string;
  @Field.text() currency!: string;
  @Field.date() date!: string;
  @Field.decimal({ description: 'Units of the currency per one unit of base currency.' }) rate!: string;
  @Field.decimal() gain!: string;
  @Field.decimal() loss!: string;
  @Field.id({ nullable: true, description: 'Of open items; taken back on the next day.' })
  journalTransactionId!: string | null;
  @Field.id({ nullable: true }) nextDayJournalTransactionId!: string | null;
  @Field.id({ nullable: true, description: 'Of bank balances; for good.' })
  bankJournalTransactionId!: string | null;
  @Field.instant() createdAt!: string;
  @Field.instant({ nullable: true }) reversedAt!: string | null;
}

class PostedRevaluationResponse extends StoredRevaluationResponse {
  @Field.list(() => RevaluedLineResponse) lines!: RevaluedLineResponse[];
}

export class PostedRevaluationsResponse {
  @Field.list(() => PostedRevaluationResponse) revaluations!: PostedRevaluationResponse[];
}

export function previewResponse(revaluations: CurrencyRevaluation[]): RevaluationPreviewResponse {
  return {
    revaluations: revaluations.map(revaluation => ({
      currency: revaluation.currency.code,
      date: revaluation.date,
      rate: revaluation.rate.toString(),
      gain: revaluation.gain.toString(),
      loss: revaluation.loss.toString(),
      lines: lineResponses(revaluation),
    })),
  };
}

export function postedResponse(posted: PostedRevaluation[], base: Currency): PostedRevaluationsResponse {
  return {
    revaluations: posted.map(({ stored, revaluation }) => ({
      ...storedResponse(stored, base),
      lines: lineResponses(revaluation),
    })),
  };
}

export function storedResponse(stored: StoredRevaluation, base: Currency): StoredRevaluationResponse {
  return {
    id: stored.id,
    currency: stored.currency,
    date: stored.date,
    rate: new Decimal(stored.rate).toString(),
    gain: Money.of(stored.gain, base).toString(),
    loss: Money.of(stored.loss, base).toString(),
    journalTransactionId: stored.transactionId,
    nextDayJournalTransactionId: stored.nextDayTransactionId,
    bankJournalTransactionId: stored.bankTransactionId,
    createdAt: stored.createdAt,
    reversedAt: stored.reversedAt,
  };
}

function lineResponses({ lines }: CurrencyRevaluation): RevaluedLineResponse[] {
  return lines.map(line => ({
    kind: line.kind,
    accountCode: line.accountCode,
    positions: line.positions,
    amount: line.amount.toString(),
    carryingAmount: line.carried.toString(),
    revaluedAmount: line.worth.toString(),
    gain: line.gain.toString(),
    loss: line.loss.toString(),
  }));
}
