import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { refundList, type RefundRow } from '../data/refund-list';
import { linesOf } from '../data/settlement-lines';
import { findSettlement, settlementList, toSettlement, type SettlementRow } from '../data/settlements';
import type { Settlement, StoredLine } from '../domain/settlement';

/** Reads payouts, the newest first, their lines, and the refunds for which a credit note is missing. */
@Injectable()
export class ReadSettlements {
  constructor(private readonly lists: ListQuery) {}

  async get(tx: Tx, id: string): Promise<{ settlement: Settlement; lines: StoredLine[] }> {
    const [settlement, lines] = await Promise.all([findSettlement(tx, id), linesOf(tx, id)]);
    return { settlement, lines };
  }

  list<Row>(tx: Tx, request: ListRequest, toRow: (settlement: Settlement) => Row): Promise<ListPage<Row>> {
    return this.lists.run(tx, settlementList, request, (row: SettlementRow) => toRow(toSettlement(row)));
  }

  refunds<Row>(tx: Tx, request: ListRequest, toRow: (row: RefundRow) => Row): Promise<ListPage<Row>> {
    return this.lists.run(tx, refundList, request, toRow);
  }
}
