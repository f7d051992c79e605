import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { AllocateOpenItems } from '../use-cases/allocate-open-items';
import { ListOpenItems } from '../use-cases/list-open-items';
import { ReverseWriteOff, WriteOffOpenItem } from '../use-cases/write-off-open-item';
import { AllocateRequest, ReverseWriteOffRequest, WriteOffRequest } from './open-items.request';
import {
  AllocationResponse,
  allocationResponse,
  OpenItemResponse,
  openItemResponse,
} from './open-items.response';

@Controller()
export class OpenItemsController {
  constructor(
    private readonly listOpenItems: ListOpenItems,
    private readonly allocateOpenItems: AllocateOpenItems,
    private readonly writeOffOpenItem: WriteOffOpenItem,
    private readonly reverseOfWriteOff: ReverseWriteOff,
  ) {}

  @Read('ledger/open-items/list', {
    summary: 'What partners owe and are owed, by document',
    request: ListRequest,
    response: listResponse(OpenItemResponse),
    addition: true,
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<OpenItemResponse>> {
    return this.listOpenItems.execute(tx, request, item => openItemResponse(item, tx.company.baseCurrency));
  }

  @Write('ledger/open-items/allocate', {
    summary: 'Settle open items of a partner against each other',
    request: AllocateRequest,
    response: AllocationResponse,
    addition: true,
  })
  async allocate(@Body() request: AllocateRequest, @InTx() tx: Tx): Promise<AllocationResponse> {
    return allocationResponse(await this.allocateOpenItems.execute(tx, request), tx.company.baseCurrency);
  }

  @Write('ledger/open-items/write-off', {
    summary: 'Give a debt up: settle an open item, or a part of it, against income or expense',
    request: WriteOffRequest,
    response: AllocationResponse,
    addition: true,
  })
  async writeOff(@Body() request: WriteOffRequest, @InTx() tx: Tx): Promise<AllocationResponse> {
    return allocationResponse(await this.writeOffOpenItem.execute(tx, request), tx.company.baseCurrency);
  }

  @Write('ledger/open-items/reverse-write-off', {
    summary: 'Take a write-off back by its mirror image: the item is open again',
    request: ReverseWriteOffRequest,
    response: AllocationResponse,
    addition: true,
  })
  async reverseWriteOff(
    @Body() { id, date }: ReverseWriteOffRequest,
    @InTx() tx: Tx,
  ): Promise<AllocationResponse> {
    return allocationResponse(await this.reverseOfWriteOff.execute(tx, id, date), tx.company.baseCurrency);
  }
}
