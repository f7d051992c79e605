import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { KeepBankAccount } from '../use-cases/keep-bank-account';
import { ListBank } from '../use-cases/list-bank';
import { CreateBankAccountRequest, UpdateBankAccountRequest } from './bank-accounts.request';
import { BankAccountResponse, bankAccountResponse } from './bank-accounts.response';

@Controller()
export class BankAccountsController {
  constructor(
    private readonly keepBankAccount: KeepBankAccount,
    private readonly lists: ListBank,
  ) {}

  @Write('bank/accounts/create', {
    summary: 'Add a bank account or the clearing account of a payment provider',
    request: CreateBankAccountRequest,
    response: BankAccountResponse,
    status: 201,
  })
  async create(@Body() request: CreateBankAccountRequest, @InTx() tx: Tx): Promise<BankAccountResponse> {
    return bankAccountResponse(await this.keepBankAccount.create(tx, request));
  }

  @Write('bank/accounts/update', {
    summary: 'Change a bank account',
    request: UpdateBankAccountRequest,
    response: BankAccountResponse,
  })
  async update(
    @Body() { id, ...changes }: UpdateBankAccountRequest,
    @InTx() tx: Tx,
  ): Promise<BankAccountResponse> {
    return bankAccountResponse(await this.keepBankAccount.update(tx, id, changes));
  }

  @Read('bank/accounts/list', {
    summary: 'Bank accounts',
    request: ListRequest,
    response: listResponse(BankAccountResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<BankAccountResponse>> {
    return this.lists.accounts(tx, request, bankAccountResponse);
  }
}
