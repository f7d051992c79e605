import { Body, Controller } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { Tx } from '../../platform/database';
import { InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { ImportStatement } from '../use-cases/import-statement';
import { ImportTransactions } from '../use-cases/import-transactions';
import { ListBank } from '../use-cases/list-bank';
import { RecordTransaction } from '../use-cases/record-transaction';
import {
  ImportStatementRequest,
  ImportTransactionsRequest,
  LONGEST_CONTENT,
  RecordRequest,
} from './bank-transactions.request';
import {
  BankTransactionResponse,
  bankTransactionResponse,
  ImportStatementResponse,
  importStatementResponse,
  ImportTransactionsResponse,
} from './bank-transactions.response';

@Controller()
export class BankTransactionsController {
  constructor(
    private readonly importTransactions: ImportTransactions,
    private readonly importStatement: ImportStatement,
    private readonly lists: ListBank,
    private readonly recordTransaction: RecordTransaction,
  ) {}

  @Write('bank/transactions/import', {
    summary: 'Store movements that are not there yet',
    request: ImportTransactionsRequest,
    response: ImportTransactionsResponse,
    maxBodyBytes: 16 * 1024 * 1024,
  })
  import(@Body() request: ImportTransactionsRequest, @InTx() tx: Tx): Promise<ImportTransactionsResponse> {
    return this.importTransactions.execute(tx, request.bankAccountId, request.transactions);
  }

  @Write('bank/statements/import', {
    summary: 'Import a bank statement file: camt.053.001.02, camt.053.001.08 or MT940',
    request: ImportStatementRequest,
    response: ImportStatementResponse,
    // Quotation marks and line ends take two bytes each in JSON.
    maxBodyBytes: LONGEST_CONTENT + LONGEST_CONTENT / 2,
  })
  async importFile(
    @Body() request: ImportStatementRequest,
    @InTx() tx: Tx,
  ): Promise<ImportStatementResponse> {
    const { bankAccountId, format, content, templateId, transfersCsv } = request;
    if (templateId !== undefined || transfersCsv !== undefined) {
      refuse('not_supported', 'There are no templates of files; leave templateId and transfersCsv out.');
    }
    if (format === 'stripe-csv') {
      refuse('not_supported', 'Payouts are no bank statement; import them by bank/settlements/import.');
    }
    return importStatementResponse(
      await this.importStatement.execute(tx, { bankAccountId, format, content }),
    );
  }

  @Read('bank/transactions/list', {
    summary: 'Movements on bank accounts',
    request: ListRequest,
    response: listResponse(BankTransactionResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<BankTransactionResponse>> {
    return this.lists.transactions(tx, request, bankTransactionResponse);
  }

  @Write('bank/transactions/record', {
    summary: 'Record a movement that no statement brings, and pay a document with it',
    request: RecordRequest,
    response: BankTransactionResponse,
    status: 201,
  })
  async record(@Body() request: RecordRequest, @InTx() tx: Tx): Promise<BankTransactionResponse> {
    return bankTransactionResponse(await this.recordTransaction.execute(tx, request));
  }
}
