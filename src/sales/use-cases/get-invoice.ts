import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { findInvoice } from '../data/sale-invoices.repository';
import { saleInvoiceView, type SaleInvoiceView } from '../steps/sale-invoice-view';

@Injectable()
export class GetInvoice {
  async execute(tx: Tx, id: string): Promise<SaleInvoiceView> {
    const stored = await findInvoice(tx, id);
    return stored
      ? saleInvoiceView(stored, tx.company.baseCurrency)
      : refuseUnknown('id', `Sales document ${id}`);
  }
}
