import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { InTx, Read } from '../../platform/http';
import { ReportDebts } from '../use-cases/report-debts';
import {
  DebtAgingResponse,
  debtAgingResponse,
  PartnerBalancesResponse,
  partnerBalancesResponse,
} from './debts.response';
import { DebtAgingRequest, PartnerBalancesRequest } from './reports.request';

@Controller()
export class DebtsController {
  constructor(private readonly debts: ReportDebts) {}

  @Read('reports/partner-balances', {
    summary: 'What each partner owes and is owed',
    request: PartnerBalancesRequest,
    response: PartnerBalancesResponse,
  })
  async partnerBalances(
    @Body() { asOf }: PartnerBalancesRequest,
    @InTx() tx: Tx,
  ): Promise<PartnerBalancesResponse> {
    return partnerBalancesResponse(await this.debts.balances(tx, asOf ?? tx.today), tx.company.baseCurrency);
  }

  @Read('reports/debt-aging', {
    summary: 'What partners owe, or are owed, by how long it is overdue',
    request: DebtAgingRequest,
    response: DebtAgingResponse,
  })
  async debtAging(@Body() request: DebtAgingRequest, @InTx() tx: Tx): Promise<DebtAgingResponse> {
    const { side = 'receivables', asOf = tx.today } = request;
    return debtAgingResponse({ side, asOf }, await this.debts.aged(tx, side, asOf), tx.company.baseCurrency);
  }
}
