import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { InTx, Read } from '../../platform/http';
import { ReportCashFlow } from '../use-cases/report-cash-flow';
import { ReportCostCenters } from '../use-cases/report-cost-centers';
import { ReportFinancialStatements } from '../use-cases/report-financial-statements';
import { ReportMonthlySummary } from '../use-cases/report-monthly-summary';
import { ReportSizeCategory } from '../use-cases/report-size-category';
import {
  DateRangeRequest,
  FinancialStatementsRequest,
  MonthlySummaryRequest,
  SizeCategoryRequest,
} from './reports.request';
import {
  CashFlowResponse,
  cashFlowResponse,
  FinancialStatementsResponse,
  financialStatementsResponse,
} from './statements.response';
import {
  CostCentersReportResponse,
  costCentersReportResponse,
  MonthlySummaryResponse,
  monthlySummaryResponse,
  SizeCategoryResponse,
  sizeCategoryResponse,
} from './summaries.response';

const DEFAULT_MONTHS = 12;

@Controller()
export class StatementsController {
  constructor(
    private readonly financialStatements: ReportFinancialStatements,
    private readonly cashFlow: ReportCashFlow,
    private readonly sizeCategory: ReportSizeCategory,
    private readonly monthlySummary: ReportMonthlySummary,
    private readonly costCenters: ReportCostCenters,
  ) {}

  @Read('reports/financial-statements', {
    summary: 'Balance sheet, profit and loss and what else a company of its size presents',
    request: FinancialStatementsRequest,
    response: FinancialStatementsResponse,
  })
  async reportFinancialStatements(
    @Body() request: FinancialStatementsRequest,
    @InTx() tx: Tx,
  ): Promise<FinancialStatementsResponse> {
    return financialStatementsResponse(request, await this.financialStatements.execute(tx, request));
  }

  @Read('reports/cash-flow', {
    summary: 'Where cash came from and went to, by the direct method',
    request: DateRangeRequest,
    response: CashFlowResponse,
  })
  async reportCashFlow(@Body() request: DateRangeRequest, @InTx() tx: Tx): Promise<CashFlowResponse> {
    return cashFlowResponse(request, await this.cashFlow.execute(tx, request));
  }

  @Read('reports/size-category', {
    summary: 'Micro, small, medium or large, by the law on financial statements',
    request: SizeCategoryRequest,
    response: SizeCategoryResponse,
  })
  async reportSizeCategory(
    @Body() { year, avgEmployees }: SizeCategoryRequest,
    @InTx() tx: Tx,
  ): Promise<SizeCategoryResponse> {
    return sizeCategoryResponse(year, await this.sizeCategory.execute(tx, year, avgEmployees));
  }

  @Read('reports/monthly-summary', {
    summary: 'The last months: result, receivables and payables',
    request: MonthlySummaryRequest,
    response: MonthlySummaryResponse,
  })
  async reportMonthlySummary(
    @Body() { months = DEFAULT_MONTHS }: MonthlySummaryRequest,
    @InTx() tx: Tx,
  ): Promise<MonthlySummaryResponse> {
    return monthlySummaryResponse(await this.monthlySummary.execute(tx, months));
  }

  @Read('reports/cost-centers', {
    summary: 'What was earned and spent for each cost center',
    request: DateRangeRequest,
    response: CostCentersReportResponse,
  })
  async reportCostCenters(
    @Body() request: DateRangeRequest,
    @InTx() tx: Tx,
  ): Promise<CostCentersReportResponse> {
    const rows = await this.costCenters.execute(tx, request);
    return costCentersReportResponse(request, rows, tx.company.baseCurrency);
  }
}
