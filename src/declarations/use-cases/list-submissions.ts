import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { submissionList } from '../data/submission-list';
import type { Submission } from '../domain/submission';

/** Reads what was made to be filed, newest first. */
@Injectable()
export class ListSubmissions {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<Submission>> {
    return this.lists.run(tx, submissionList, request, (row: Submission) => row);
  }
}
