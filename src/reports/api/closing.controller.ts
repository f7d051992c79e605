import { Body, Controller } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import { CLOSING_CHECKS, type ClosingCheck } from '../domain/closing-check';
import { CheckClosing } from '../use-cases/check-closing';

class ClosingChecksRequest {
  @Field.date({ description: 'The last day of what is to be closed.' }) toDate!: CalendarDate;
}

class ClosingCheckShape {
  @Field.oneOf(Object.keys(CLOSING_CHECKS)) code!: string;
  @Field.text({ description: 'What is counted.' }) message!: string;
  @Field.integer() count!: number;
  @Field.texts({
    description:
      'The first hundred: ids of documents, bank transactions, payouts, payments or assets; codes of currencies.',
  })
  found!: string[];
}

class ClosingChecksResponse {
  @Field.date() toDate!: string;
  @Field.boolean({ description: 'Nothing is left to do.' }) isClear!: boolean;
  @Field.list(() => ClosingCheckShape) checks!: ClosingCheckShape[];
}

@Controller()
export class ClosingController {
  constructor(private readonly checkClosing: CheckClosing) {}

  @Read('reports/closing-checks', {
    summary: 'What is left to do before a month or a year is closed',
    request: ClosingChecksRequest,
    response: ClosingChecksResponse,
    addition: true,
  })
  async closingChecks(
    @Body() { toDate }: ClosingChecksRequest,
    @InTx() tx: Tx,
  ): Promise<ClosingChecksResponse> {
    const checks = await this.checkClosing.execute(tx, toDate);
    return { toDate, isClear: checks.every(({ count }) => count === 0), checks: checks.map(shapeOf) };
  }
}

function shapeOf({ code, count, found }: ClosingCheck): ClosingCheckShape {
  return { code, message: CLOSING_CHECKS[code], count, found };
}
