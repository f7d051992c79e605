import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { auditList, type AuditRow } from '../data/audit-list';

/** Reads the audit log, newest first. */
@Injectable()
export class ListAuditEntries {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<AuditRow>> {
    return this.lists.run(tx, auditList, request, (row: AuditRow) => row);
  }
}
