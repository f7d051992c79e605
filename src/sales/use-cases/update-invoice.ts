import { Injectable } from '@nestjs/common';
import { auditRows, changeOfDraft } from '../../audit';
import { partnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import type { UpdateSaleInvoiceRequest } from '../api/sale-invoice.request';
import { releaseBusinessKeys } from '../data/business-keys';
import { draftRow, lineRows } from '../data/sale-invoice-rows';
import { deleteLines, lineTableRows, updateDraft } from '../data/sale-invoices.repository';
import { claimOrderNumberOf } from '../steps/claim-keys';
import { composeChanged } from '../steps/compose-document';
import { computeAmounts } from '../steps/compute-amounts';
import { takeDraft } from '../steps/take-draft';
import { saleInvoiceView, type SaleInvoiceView } from '../steps/sale-invoice-view';

/** Changes a draft: members that are left out stay, `null` clears, `lines` replaces all lines. */
@Injectable()
export class UpdateInvoice {
  async execute(tx: Tx, request: UpdateSaleInvoiceRequest): Promise<SaleInvoiceView> {
    const stored = await takeDraft(tx, request.id);
    const changed = await composeChanged(tx, stored, request);
    await partnerSnapshot(tx, changed.partnerId, 'partnerId');
    if (changed.orderNumber !== stored.header.order_number) {
      await releaseBusinessKeys(tx, changed.id, 'order_number');
      await claimOrderNumberOf(tx, changed);
    }
    const { document, totals } = await computeAmounts(tx, changed, false);
    const header = draftRow(tx, document, totals, stored.header.created_at);
    const lines = lineRows(tx, document, totals);
    await deleteLines(tx, document.id);
    await updateDraft(tx, header);
    const entity = `sale_${document.type}`;
    const base = tx.company.baseCurrency;
    const view = saleInvoiceView({ header, lines, currency: document.currency, settledAmount: '0' }, base);
    const diff = changeOfDraft(saleInvoiceView(stored, base), view);
    await tx.insert(
      lineTableRows(lines),
      auditRows(tx, { action: `${entity}.updated`, entity, entityId: document.id, diff }),
    );
    return view;
  }
}
