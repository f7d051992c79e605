import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { fileList, type FileRow } from '../data/file-list';
import { readableEntities } from '../domain/file-scopes';

/** Reads which files are kept, newest first: those of what the caller may read. */
@Injectable()
export class ListFiles {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<FileRow>> {
    return this.lists.run(tx, fileList(readableEntities(tx.actor.scopes)), request, (row: FileRow) => row);
  }
}
