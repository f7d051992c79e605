import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { saleInvoiceList, type SaleInvoiceListRow } from '../data/sale-invoice-list';
import { saleInvoiceHeaderView, type SaleInvoiceHeaderView } from '../steps/sale-invoice-view';

/** Sales documents, drafts included, newest first. */
@Injectable()
export class ListInvoices {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<SaleInvoiceHeaderView & { partnerName: string }>> {
    return this.lists.run(tx, saleInvoiceList, request, (row: SaleInvoiceListRow) => ({
      ...saleInvoiceHeaderView(
        row,
        { code: row.currency, minorUnits: row.minor_units },
        row.settled_amount,
        tx.company.baseCurrency,
        row,
      ),
      partnerName: row.partner_name,
    }));
  }
}
