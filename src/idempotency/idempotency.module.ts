import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ReadTransactionInterceptor } from '../platform/http';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { IdempotencyRetention } from './retention';

@Module({
  providers: [
    IdempotencyInterceptor,
    IdempotencyRetention,
    { provide: APP_INTERCEPTOR, useClass: ReadTransactionInterceptor },
    { provide: APP_INTERCEPTOR, useExisting: IdempotencyInterceptor },
  ],
  exports: [IdempotencyInterceptor, IdempotencyRetention],
})
export class IdempotencyModule {}
