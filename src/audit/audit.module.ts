import { Module } from '@nestjs/common';
import { AuditController } from './api/audit.controller';
import { ListAuditEntries } from './use-cases/list-audit-entries';

@Module({ controllers: [AuditController], providers: [ListAuditEntries] })
export class AuditModule {}
