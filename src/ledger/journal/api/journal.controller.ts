import { Body, Controller } from '@nestjs/common';
import { refuseNotSupported } from '../../../shared/domain-error';
import { Tx } from '../../../platform/database';
import { IdRequest, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { GetTransaction } from '../use-cases/get-transaction';
import { ListTransactions } from '../use-cases/list-transactions';
import { PostManualTransaction } from '../use-cases/post-manual-transaction';
import { ReverseTransaction } from '../use-cases/reverse-transaction';
import { PostTransactionRequest, ReverseTransactionRequest } from './journal.request';
import {
  entryResponse,
  TransactionResponse,
  transactionResponse,
  TransactionWithEntriesResponse,
} from './journal.response';

@Controller()
export class JournalController {
  constructor(
    private readonly postManualTransaction: PostManualTransaction,
    private readonly reverseTransaction: ReverseTransaction,
    private readonly getTransaction: GetTransaction,
    private readonly listTransactions: ListTransactions,
  ) {}

  @Write('ledger/journal/transactions/create', {
    summary: 'Post a manual transaction',
    request: PostTransactionRequest,
    response: TransactionResponse,
    status: 201,
    maxBodyBytes: 4 * 1024 * 1024,
  })
  async create(@Body() request: PostTransactionRequest, @InTx() tx: Tx): Promise<TransactionResponse> {
    refuseNotSupported(
      Object.fromEntries(
        request.entries.map(({ projectId }, index) => [`entries.${index}.projectId`, projectId]),
      ),
    );
    const posted = await this.postManualTransaction.execute(tx, {
      ...request,
      description: request.description ?? null,
    });
    return transactionResponse(posted, tx.company.baseCurrency);
  }

  @Write('ledger/journal/transactions/reverse', {
    summary: 'Take a manual transaction back by its mirror image',
    request: ReverseTransactionRequest,
    response: TransactionResponse,
    addition: true,
  })
  async reverse(@Body() request: ReverseTransactionRequest, @InTx() tx: Tx): Promise<TransactionResponse> {
    return transactionResponse(await this.reverseTransaction.execute(tx, request), tx.company.baseCurrency);
  }

  @Read('ledger/journal/transactions/get', {
    summary: 'A transaction with its entries',
    request: IdRequest,
    response: TransactionWithEntriesResponse,
  })
  async get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<TransactionWithEntriesResponse> {
    const { baseCurrency } = tx.company;
    const { transaction, entries } = await this.getTransaction.execute(tx, id);
    return {
      ...transactionResponse(transaction, baseCurrency),
      entries: entries.map(entry => entryResponse(entry, baseCurrency)),
    };
  }

  @Read('ledger/journal/transactions/list', {
    summary: 'The journal',
    request: ListRequest,
    response: listResponse(TransactionResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<TransactionResponse>> {
    return this.listTransactions.execute(tx, request, transaction =>
      transactionResponse(transaction, tx.company.baseCurrency),
    );
  }
}
