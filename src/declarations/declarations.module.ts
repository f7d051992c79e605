import { Module } from '@nestjs/common';
import { IsafController } from './api/isaf.controller';
import { GenerateIsaf } from './use-cases/generate-isaf';

@Module({ controllers: [IsafController], providers: [GenerateIsaf] })
export class DeclarationsModule {}
