import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { EmptyRequest, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { ApplyChartTemplate } from '../use-cases/apply-chart-template';
import { CreateAccount } from '../use-cases/create-account';
import { ListAccounts } from '../use-cases/list-accounts';
import { UpdateAccount } from '../use-cases/update-account';
import { CreateAccountRequest, UpdateAccountRequest } from './account.request';
import { AccountResponse, accountResponse, AppliedTemplateResponse } from './account.response';

@Controller()
export class AccountsController {
  constructor(
    private readonly createAccount: CreateAccount,
    private readonly updateAccount: UpdateAccount,
    private readonly listAccounts: ListAccounts,
    private readonly applyChartTemplate: ApplyChartTemplate,
  ) {}

  @Write('ledger/accounts/create', {
    summary: 'Make an account',
    request: CreateAccountRequest,
    response: AccountResponse,
    status: 201,
  })
  async create(@Body() request: CreateAccountRequest, @InTx() tx: Tx): Promise<AccountResponse> {
    return accountResponse(await this.createAccount.execute(tx, request));
  }

  @Write('ledger/accounts/update', {
    summary: 'Change an account',
    request: UpdateAccountRequest,
    response: AccountResponse,
  })
  async update(@Body() request: UpdateAccountRequest, @InTx() tx: Tx): Promise<AccountResponse> {
    return accountResponse(await this.updateAccount.execute(tx, request));
  }

  @Read('ledger/accounts/list', {
    summary: 'The chart of accounts',
    request: ListRequest,
    response: listResponse(AccountResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<AccountResponse>> {
    return this.listAccounts.execute(tx, request, accountResponse);
  }

  @Write('ledger/accounts/apply-template', {
    summary: "Make the accounts of the country's chart that are missing",
    request: EmptyRequest,
    response: AppliedTemplateResponse,
  })
  applyTemplate(@Body() _: EmptyRequest, @InTx() tx: Tx): Promise<AppliedTemplateResponse> {
    return this.applyChartTemplate.execute(tx);
  }
}
