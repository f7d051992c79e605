import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthGuard } from './auth.guard';
import { AuthenticationRepository } from './data/authentication.repository';

@Module({
  providers: [AuthenticationRepository, { provide: APP_GUARD, useClass: AuthGuard }],
})
export class AccountModule {}
