import { Module } from '@nestjs/common';
import { VatClassifiersController } from './classifier/api/vat-classifiers.controller';
import { ListVatClassifiers } from './classifier/use-cases/list-vat-classifiers';
import { UpsertVatClassifiers } from './classifier/use-cases/upsert-vat-classifiers';

@Module({ controllers: [VatClassifiersController], providers: [ListVatClassifiers, UpsertVatClassifiers] })
export class VatModule {}
