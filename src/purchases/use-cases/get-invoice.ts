import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { findPurchase } from '../data/purchase-invoices.repository';
import { purchaseInvoiceView, type PurchaseInvoiceView } from '../steps/purchase-invoice-view';

@Injectable()
export class GetInvoice {
  async execute(tx: Tx, id: string): Promise<PurchaseInvoiceView> {
    const stored = await findPurchase(tx, id);
    return stored
      ? purchaseInvoiceView(stored, tx.company.baseCurrency)
      : refuseUnknown('id', `Supplier document ${id}`);
  }
}
