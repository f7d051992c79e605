import { Injectable } from '@nestjs/common';
import { invariant } from '../shared/invariant';
import type { Tx } from '../platform/database';
import { rowExists, type KeyedTable } from './data/keyed-table';
import type { FileSubject } from './domain/new-upload';

/** What callers' files may belong to: each module tells in `onModuleInit` in which table its own things stand. */
@Injectable()
export class FileSubjects {
  private readonly tables = new Map<FileSubject, KeyedTable>();

  register(subject: FileSubject, table: KeyedTable): void {
    invariant(!this.tables.has(subject), `${subject} has one table`);
    this.tables.set(subject, table);
  }

  /** Whether the company has this thing. */
  async has(tx: Tx, subject: FileSubject, id: string): Promise<boolean> {
    if (subject === 'company') return id === tx.companyId;
    const table = this.tables.get(subject);
    invariant(table, `${subject} has a table`);
    return rowExists(tx, table, id);
  }
}
