import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { fileList, type FileRow } from '../data/file-list';

/** Reads which files are kept, newest first. */
@Injectable()
export class ListFiles {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<FileRow>> {
    return this.lists.run(tx, fileList, request, (row: FileRow) => row);
  }
}
