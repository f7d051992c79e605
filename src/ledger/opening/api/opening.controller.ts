import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { IdRequest, InTx, Write } from '../../../platform/http';
import { PostOpeningBalance } from '../use-cases/post-opening-balance';
import { PostOpeningItems } from '../use-cases/post-opening-items';
import { ReverseOpening } from '../use-cases/reverse-opening';
import { OpeningBalanceRequest, OpeningItemsRequest } from './opening.request';
import {
  OpenedItemsResponse,
  openedItemsResponse,
  OpeningResponse,
  openingResponse,
} from './opening.response';

const LARGE_BODY = 4 * 1024 * 1024;

@Controller()
export class OpeningController {
  constructor(
    private readonly postOpeningBalance: PostOpeningBalance,
    private readonly postOpeningItems: PostOpeningItems,
    private readonly reverseOpening: ReverseOpening,
  ) {}

  @Write('ledger/opening-balances/create', {
    summary: 'Post the balances that the books begin with, once',
    request: OpeningBalanceRequest,
    response: OpeningResponse,
    status: 201,
    maxBodyBytes: LARGE_BODY,
    addition: true,
  })
  async createBalance(@Body() request: OpeningBalanceRequest, @InTx() tx: Tx): Promise<OpeningResponse> {
    return openingResponse(await this.postOpeningBalance.execute(tx, request));
  }

  @Write('ledger/opening-balances/reverse', {
    summary: 'Take the opening balance back on its own day, to enter it anew',
    request: IdRequest,
    response: OpeningResponse,
    addition: true,
  })
  async reverseBalance(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<OpeningResponse> {
    return openingResponse(await this.reverseOpening.ofBalance(tx, id));
  }

  @Write('ledger/opening-items/create', {
    summary: 'Bring in what was open of documents of the old books',
    request: OpeningItemsRequest,
    response: OpenedItemsResponse,
    status: 201,
    maxBodyBytes: LARGE_BODY,
    addition: true,
  })
  async createItems(@Body() request: OpeningItemsRequest, @InTx() tx: Tx): Promise<OpenedItemsResponse> {
    return openedItemsResponse(await this.postOpeningItems.execute(tx, request));
  }

  @Write('ledger/opening-items/reverse', {
    summary: 'Take items that were opened together back on their own day, while nothing is settled of them',
    request: IdRequest,
    response: OpeningResponse,
    addition: true,
  })
  async reverseItems(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<OpeningResponse> {
    return openingResponse(await this.reverseOpening.ofItems(tx, id));
  }
}
