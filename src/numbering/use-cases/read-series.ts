import { Injectable } from '@nestjs/common';
import { yearOf } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { findSeries, seriesList, seriesYearList } from '../data/series.repository';
import type { DocumentSeries } from '../data/series-sql';

export type { DocumentSeries };

/** A series with the year that its next number is of. */
export interface SeriesOfYear {
  id: string;
  documentType: string;
  prefix: string;
  year: number;
  nextNumber: number;
  createdAt: string;
}

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

  listByYear(tx: Tx, request: ListRequest): Promise<ListPage<SeriesOfYear>> {
    return this.lists.run(tx, seriesYearList(yearOf(tx.today)), request, (series: SeriesOfYear) => ({
      ...series,
    }));
  }
}
