import { Body, Controller } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { Tx } from '../../platform/database';
import { InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { ImportStatement } from '../use-cases/import-statement';
import { ImportTransactions } from '../use-cases/import-transactions';
import { ListBank } from '../use-cases/list-bank';
import { MatchTransaction } from '../use-cases/match-transaction';
import { RecordTransaction } from '../use-cases/record-transaction';
import { SuggestMatches } from '../use-cases/suggest-matches';
import { UnmatchTransaction } from '../use-cases/unmatch-transaction';
import {
  ImportStatementRequest,
  ImportTransactionsRequest,
  LONGEST_CONTENT,
  MatchManyRequest,
  MatchRequest,
  RecordRequest,
  SuggestMatchesRequest,
  UnmatchRequest,
} from './bank-transactions.request';
import {
  BankTransactionResponse,
  bankTransactionResponse,
  ImportStatementResponse,
  importStatementResponse,
  ImportTransactionsResponse,
  SuggestMatchesResponse,
} from './bank-transactions.response';

@Controller()
export class BankTransactionsController {
  constructor(
    private readonly importTransactions: ImportTransactions,
    private readonly importStatement: ImportStatement,
    private readonly lists: ListBank,
    private readonly suggestMatches: SuggestMatches,
    private readonly matchTransaction: MatchTransaction,
    private readonly unmatchTransaction: UnmatchTransaction,
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

  @Read('bank/transactions/suggest-matches', {
    summary: 'The documents that a movement most likely pays',
    request: SuggestMatchesRequest,
    response: SuggestMatchesResponse,
  })
  async suggest(
    @Body() { transactionId, limit }: SuggestMatchesRequest,
    @InTx() tx: Tx,
  ): Promise<SuggestMatchesResponse> {
    return { suggestions: await this.suggestMatches.execute(tx, transactionId, limit) };
  }

  @Write('bank/transactions/match', {
    summary: 'Pay a document with a movement: as much of it as the money reaches',
    request: MatchRequest,
    response: BankTransactionResponse,
  })
  async match(
    @Body() { transactionId, ...document }: MatchRequest,
    @InTx() tx: Tx,
  ): Promise<BankTransactionResponse> {
    const order = { allocations: [document], memberOf: () => 'documentId' };
    return bankTransactionResponse(await this.matchTransaction.execute(tx, transactionId, order));
  }

  @Write('bank/transactions/match-many', {
    summary: 'Pay documents and charges with a movement',
    request: MatchManyRequest,
    response: BankTransactionResponse,
  })
  async matchMany(
    @Body() { transactionId, ...order }: MatchManyRequest,
    @InTx() tx: Tx,
  ): Promise<BankTransactionResponse> {
    const memberOf = (index: number): string => `allocations.${index}.documentId`;
    return bankTransactionResponse(
      await this.matchTransaction.execute(tx, transactionId, { ...order, memberOf }),
    );
  }

  @Write('bank/transactions/unmatch', {
    summary: 'Take a match back: its posting is reversed, what it paid is open again',
    request: UnmatchRequest,
    response: BankTransactionResponse,
  })
  async unmatch(@Body() { transactionId }: UnmatchRequest, @InTx() tx: Tx): Promise<BankTransactionResponse> {
    return bankTransactionResponse(await this.unmatchTransaction.execute(tx, transactionId));
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
