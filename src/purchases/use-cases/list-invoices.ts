import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { purchaseInvoiceList, type PurchaseInvoiceListRow } from '../data/purchase-invoice-list';
import { voidOf } from '../data/purchase-invoices.repository';
import { purchaseInvoiceHeaderView, type PurchaseInvoiceHeaderView } from '../steps/purchase-invoice-view';

/** Supplier documents, drafts included, newest first. */
@Injectable()
export class ListInvoices {
  constructor(private readonly lists: ListQuery) {}

  execute(
    tx: Tx,
    request: ListRequest,
  ): Promise<ListPage<PurchaseInvoiceHeaderView & { partnerName: string }>> {
    return this.lists.run(tx, purchaseInvoiceList, request, (row: PurchaseInvoiceListRow) => {
      const currency = { code: row.currency, minorUnits: row.minor_units };
      const stored = { header: row, currency, settledAmount: row.settled_amount, voided: voidOf(row) };
      return { ...purchaseInvoiceHeaderView(stored, tx.company.baseCurrency), partnerName: row.partner_name };
    });
  }
}
