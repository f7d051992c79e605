import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { InTx, Read, Write } from '../../platform/http';
import { MatchJournal, SetTransactionAside } from '../use-cases/close-transaction';
import { MatchOnAccount } from '../use-cases/match-on-account';
import { MatchTransaction } from '../use-cases/match-transaction';
import { SuggestMatches } from '../use-cases/suggest-matches';
import { UnmatchTransaction } from '../use-cases/unmatch-transaction';
import {
  MatchJournalRequest,
  MatchManyRequest,
  MatchOnAccountRequest,
  MatchRequest,
  SetAsideRequest,
  SuggestMatchesRequest,
  UnmatchRequest,
} from './bank-transactions.request';
import {
  BankTransactionResponse,
  bankTransactionResponse,
  SuggestMatchesResponse,
} from './bank-transactions.response';

/** What explains the movements on bank accounts. */
@Controller()
export class BankMatchesController {
  constructor(
    private readonly suggestMatches: SuggestMatches,
    private readonly matchTransaction: MatchTransaction,
    private readonly matchOnAccount: MatchOnAccount,
    private readonly matchJournal: MatchJournal,
    private readonly setTransactionAside: SetTransactionAside,
    private readonly unmatchTransaction: UnmatchTransaction,
  ) {}

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

  @Write('bank/transactions/match-on-account', {
    summary: 'Book a movement on account of a partner, without a document: it becomes an open item',
    request: MatchOnAccountRequest,
    response: BankTransactionResponse,
    addition: true,
  })
  async onAccount(@Body() request: MatchOnAccountRequest, @InTx() tx: Tx): Promise<BankTransactionResponse> {
    return bankTransactionResponse(await this.matchOnAccount.execute(tx, request));
  }

  @Write('bank/transactions/match-journal', {
    summary: 'Say which manual journal transaction has booked a movement; nothing is posted',
    request: MatchJournalRequest,
    response: BankTransactionResponse,
    addition: true,
  })
  async byJournal(
    @Body() { transactionId, journalTransactionId }: MatchJournalRequest,
    @InTx() tx: Tx,
  ): Promise<BankTransactionResponse> {
    return bankTransactionResponse(await this.matchJournal.execute(tx, transactionId, journalTransactionId));
  }

  @Write('bank/transactions/set-aside', {
    summary: 'Set a movement aside that is none, with the reason',
    request: SetAsideRequest,
    response: BankTransactionResponse,
    addition: true,
  })
  async setAside(
    @Body() { transactionId, reason }: SetAsideRequest,
    @InTx() tx: Tx,
  ): Promise<BankTransactionResponse> {
    return bankTransactionResponse(await this.setTransactionAside.execute(tx, transactionId, reason));
  }

  @Write('bank/transactions/unmatch', {
    summary:
      'Take a match back: its posting is reversed, what it paid is open again; or take up what was set aside',
    request: UnmatchRequest,
    response: BankTransactionResponse,
  })
  async unmatch(@Body() { transactionId }: UnmatchRequest, @InTx() tx: Tx): Promise<BankTransactionResponse> {
    return bankTransactionResponse(await this.unmatchTransaction.execute(tx, transactionId));
  }
}
