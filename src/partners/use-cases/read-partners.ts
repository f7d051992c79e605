import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import type { Partner } from '../domain/partner';
import { partnerList } from '../data/partner-list';
import { findPartner, toPartner } from '../data/partners.repository';

/** Reads partners. */
@Injectable()
export class ReadPartners {
  constructor(private readonly lists: ListQuery) {}

  /** @throws DomainError `not_found` */
  get(tx: Tx, id: string): Promise<Partner> {
    return findPartner(tx, id);
  }

  list<Result>(
    tx: Tx,
    request: ListRequest,
    toResult: (partner: Partner) => Result,
  ): Promise<ListPage<Result>> {
    return this.lists.run(tx, partnerList, request, (row: Parameters<typeof toPartner>[0]) =>
      toResult(toPartner(row)),
    );
  }
}
