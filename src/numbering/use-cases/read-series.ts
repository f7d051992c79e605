import { Injectable } from '@nestjs/common';
import { yearOf } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { findSeries, seriesList } from '../data/series.repository';
import type { DocumentSeries } from '../data/series-sql';

export type { DocumentSeries };

/** Reads document series. */
@Injectable()
export class ReadSeries {
  constructor(private readonly lists: ListQuery) {}

  /** @throws DomainError `not_found` */
  get(tx: Tx, id: string): Promise<DocumentSeries> {
    return findSeries(tx, id);
  }

  list<Result>(
    tx: Tx,
    request: ListRequest,
    toResult: (series: DocumentSeries) => Result,
  ): Promise<ListPage<Result>> {
    return this.lists.run(tx, seriesList(yearOf(tx.today)), request, toResult);
  }
}
