import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { IdRequest, IdResponse, InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { NEW_ITEM } from '../domain/item';
import { itemView } from '../domain/item-view';
import { ReadItems } from '../use-cases/read-items';
import { CreateItem, DeleteItem, UpdateItem } from '../use-cases/write-items';
import { CreateItemRequest, toValues, UpdateItemRequest } from './item.request';
import { ItemResponse } from './item.response';

@Controller()
export class ItemsController {
  constructor(
    private readonly createItem: CreateItem,
    private readonly updateItem: UpdateItem,
    private readonly deleteItem: DeleteItem,
    private readonly items: ReadItems,
  ) {}

  @Write('catalog/items/create', {
    summary: 'Add a product or a service',
    request: CreateItemRequest,
    response: ItemResponse,
    status: 201,
  })
  async create(@Body() request: CreateItemRequest, @InTx() tx: Tx): Promise<ItemResponse> {
    const item = await this.createItem.execute(tx, { ...NEW_ITEM, ...toValues(request) });
    return itemView(item, tx.company.baseCurrency);
  }

  @Read('catalog/items/get', { summary: 'An item', request: IdRequest, response: ItemResponse })
  async get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<ItemResponse> {
    return itemView(await this.items.get(tx, id), tx.company.baseCurrency);
  }

  @Write('catalog/items/update', {
    summary: 'Change an item',
    request: UpdateItemRequest,
    response: ItemResponse,
  })
  async update(@Body() request: UpdateItemRequest, @InTx() tx: Tx): Promise<ItemResponse> {
    const { id, ...changes } = toValues(request);
    return itemView(await this.updateItem.execute(tx, id, changes), tx.company.baseCurrency);
  }

  @Write('catalog/items/delete', {
    summary: 'Delete an unused item',
    request: IdRequest,
    response: IdResponse,
  })
  async delete(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<IdResponse> {
    await this.deleteItem.execute(tx, id);
    return { id };
  }

  @Read('catalog/items/list', {
    summary: 'Items',
    request: ListRequest,
    response: listResponse(ItemResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<ItemResponse>> {
    return this.items.list(tx, request, item => itemView(item, tx.company.baseCurrency));
  }
}
