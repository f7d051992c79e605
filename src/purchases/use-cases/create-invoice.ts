import { Injectable } from '@nestjs/common';
import { auditRows } from '../../audit';
import { partnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import type { CreatePurchaseInvoiceRequest } from '../api/purchase-invoice.request';
import { draftRow, lineRows } from '../data/purchase-invoice-rows';
import { newDocumentRows } from '../data/purchase-invoices.repository';
import { claimKeyOf } from '../steps/claim-key';
import { composeNew } from '../steps/compose-document';
import { computeTotals } from '../steps/compute-totals';
import { purchaseInvoiceView, type PurchaseInvoiceView } from '../steps/purchase-invoice-view';

/** Enters a supplier document as a draft. From here on its number is taken. */
@Injectable()
export class CreateInvoice {
  async execute(tx: Tx, request: CreatePurchaseInvoiceRequest): Promise<PurchaseInvoiceView> {
    await partnerSnapshot(tx, request.partnerId, 'partnerId');
    const { document, totals } = await computeTotals(tx, await composeNew(tx, request));
    await claimKeyOf(tx, document);
    const header = draftRow(tx, document, totals, tx.now.toISOString());
    const lines = lineRows(tx, document, totals);
    const entity = `purchase_${document.type}`;
    await tx.insert(
      ...newDocumentRows(header, lines),
      auditRows(tx, { action: `${entity}.created`, entity, entityId: document.id }),
    );
    return purchaseInvoiceView(
      { header, lines, currency: document.currency, settledAmount: '0', voided: null },
      tx.company.baseCurrency,
    );
  }
}
