import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { InTx, Read } from '../../platform/http';
import { ReportAccountDetail } from '../use-cases/report-account-detail';
import { ReportGeneralJournal } from '../use-cases/report-general-journal';
import { ReportTrialBalance } from '../use-cases/report-trial-balance';
import { AccountDetailResponse, accountDetailResponse } from './account-detail.response';
import { GeneralJournalResponse, generalJournalResponse } from './general-journal.response';
import { AccountDetailRequest, DateRangeRequest, GeneralJournalRequest } from './reports.request';
import { TrialBalanceResponse, trialBalanceResponse } from './trial-balance.response';

@Controller()
export class ReportsController {
  constructor(
    private readonly trialBalance: ReportTrialBalance,
    private readonly generalJournal: ReportGeneralJournal,
    private readonly accountDetail: ReportAccountDetail,
  ) {}

  @Read('reports/trial-balance', {
    summary: 'What every account held before, moved during and holds after the period',
    request: DateRangeRequest,
    response: TrialBalanceResponse,
  })
  async reportTrialBalance(@Body() request: DateRangeRequest, @InTx() tx: Tx): Promise<TrialBalanceResponse> {
    return trialBalanceResponse(request, await this.trialBalance.execute(tx, request));
  }

  @Read('reports/general-journal', {
    summary: 'The transactions of the period with their entries, by date',
    request: GeneralJournalRequest,
    response: GeneralJournalResponse,
  })
  async reportGeneralJournal(
    @Body() request: GeneralJournalRequest,
    @InTx() tx: Tx,
  ): Promise<GeneralJournalResponse> {
    return generalJournalResponse(await this.generalJournal.execute(tx, request), tx.company.baseCurrency);
  }

  @Read('reports/gl-detail', {
    summary: 'The movements of one account with its running balance',
    request: AccountDetailRequest,
    response: AccountDetailResponse,
  })
  async reportAccountDetail(
    @Body() request: AccountDetailRequest,
    @InTx() tx: Tx,
  ): Promise<AccountDetailResponse> {
    return accountDetailResponse(await this.accountDetail.execute(tx, request), tx.company.baseCurrency);
  }
}
