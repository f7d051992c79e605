import { Module } from '@nestjs/common';
import { ReferenceController } from './api/reference.controller';
import { ListReferenceData } from './use-cases/list-reference-data';

@Module({ controllers: [ReferenceController], providers: [ListReferenceData] })
export class ReferenceModule {}
