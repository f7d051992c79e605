import { Module } from '@nestjs/common';
import { ItemsController } from './api/items.controller';
import { ReadItems } from './use-cases/read-items';
import { CreateItem, DeleteItem, UpdateItem } from './use-cases/write-items';

@Module({ controllers: [ItemsController], providers: [CreateItem, UpdateItem, DeleteItem, ReadItems] })
export class CatalogModule {}
