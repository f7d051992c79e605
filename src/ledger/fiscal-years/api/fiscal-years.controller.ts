import { Body, Controller } from '@nestjs/common';
import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import type { ListedYear } from '../domain/fiscal-year';
import { CloseFiscalYear } from '../use-cases/close-fiscal-year';
import { ListFiscalYears } from '../use-cases/list-fiscal-years';
import { ReopenFiscalYear } from '../use-cases/reopen-fiscal-year';

class FiscalYearRequest {
  @Field.integer({ min: 1901, max: 2199, description: 'The calendar year in which it ends.', example: 2026 })
  year!: number;
}

class ReopenFiscalYearRequest extends FiscalYearRequest {
  @Field.text({ max: 500, description: 'Why; kept with the year and in the history of its last month.' })
  reason!: string;
}

class FiscalYearResponse {
  @Field.id() id!: string;
  @Field.integer() year!: number;
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.oneOf(['closed', 'reopened']) status!: string;
  @Field.decimal({ description: 'Positive: profit; negative: loss. In base currency.' }) result!: string;
  @Field.id({ nullable: true, description: 'The closing; null when there was nothing to close.' })
  journalTransactionId!: string | null;
  @Field.instant() closedAt!: string;
  @Field.instant({ nullable: true }) reopenedAt!: string | null;
  @Field.text({ nullable: true }) reopenReason!: string | null;
  @Field.id({ nullable: true }) reversalJournalTransactionId!: string | null;
}

@Controller()
export class FiscalYearsController {
  constructor(
    private readonly closeFiscalYear: CloseFiscalYear,
    private readonly reopenFiscalYear: ReopenFiscalYear,
    private readonly listFiscalYears: ListFiscalYears,
  ) {}

  @Write('ledger/fiscal-years/close', {
    summary: 'Close a fiscal year into retained earnings, and lock its months',
    request: FiscalYearRequest,
    response: FiscalYearResponse,
    addition: true,
  })
  async close(@Body() { year }: FiscalYearRequest, @InTx() tx: Tx): Promise<FiscalYearResponse> {
    return fiscalYearResponse(await this.closeFiscalYear.execute(tx, year), tx.company.baseCurrency);
  }

  @Write('ledger/fiscal-years/reopen', {
    summary: 'Reopen the latest closed fiscal year: its closing is reversed, its last month unlocked',
    request: ReopenFiscalYearRequest,
    response: FiscalYearResponse,
    addition: true,
  })
  async reopen(
    @Body() { year, reason }: ReopenFiscalYearRequest,
    @InTx() tx: Tx,
  ): Promise<FiscalYearResponse> {
    return fiscalYearResponse(await this.reopenFiscalYear.execute(tx, year, reason), tx.company.baseCurrency);
  }

  @Read('ledger/fiscal-years/list', {
    summary: 'Fiscal years that are closed, or were until they were reopened',
    request: ListRequest,
    response: listResponse(FiscalYearResponse),
    addition: true,
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<FiscalYearResponse>> {
    return this.listFiscalYears.execute(tx, request, year =>
      fiscalYearResponse(year, tx.company.baseCurrency),
    );
  }
}

function fiscalYearResponse(close: ListedYear, base: Currency): FiscalYearResponse {
  return {
    id: close.id,
    year: close.year,
    fromDate: close.from,
    toDate: close.to,
    status: close.status,
    result: Money.of(close.result, base).toString(),
    journalTransactionId: close.transactionId,
    closedAt: close.closedAt,
    reopenedAt: close.reopenedAt,
    reopenReason: close.reopenReason,
    reversalJournalTransactionId: close.reversalTransactionId,
  };
}
