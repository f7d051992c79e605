import { Injectable } from '@nestjs/common';
import { auditRows, changeOfDraft } from '../../audit';
import { partnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import type { UpdatePurchaseInvoiceRequest } from '../api/purchase-invoice.request';
import { releaseDocumentKey } from '../data/document-keys';
import { draftRow, lineRows } from '../data/purchase-invoice-rows';
import { deleteLines, lineTableRows, updateDraft } from '../data/purchase-invoices.repository';
import type { DocumentKey } from '../domain/document-key';
import { claimKeyOf } from '../steps/claim-key';
import { composeChanged, documentOf } from '../steps/compose-document';
import { computeTotals } from '../steps/compute-totals';
import { purchaseInvoiceView, type PurchaseInvoiceView } from '../steps/purchase-invoice-view';
import { takeDraft } from '../steps/take-draft';

/**
 * Changes a draft: members that are left out stay, `null` clears, `lines` replaces all lines. Another number, supplier or
 * (where numbers are unique within a year) year has to be free.
 */
@Injectable()
export class UpdateInvoice {
  async execute(tx: Tx, request: UpdatePurchaseInvoiceRequest): Promise<PurchaseInvoiceView> {
    const stored = await takeDraft(tx, request.id);
    if (request.partnerId !== undefined) await partnerSnapshot(tx, request.partnerId, 'partnerId');
    const { document, totals } = await computeTotals(tx, await composeChanged(tx, stored, request));
    if (!isSameKey(document.key, documentOf(stored).key)) {
      await releaseDocumentKey(tx, document.id);
      await claimKeyOf(tx, document);
    }
    const header = draftRow(tx, document, totals, stored.header.created_at);
    const lines = lineRows(tx, document, totals);
    await deleteLines(tx, document.id);
    await updateDraft(tx, header);
    const entity = `purchase_${document.type}`;
    const base = tx.company.baseCurrency;
    const view = purchaseInvoiceView(
      { header, lines, currency: document.currency, settledAmount: '0', voided: null },
      base,
    );
    const diff = changeOfDraft(purchaseInvoiceView(stored, base), view);
    await tx.insert(
      lineTableRows(lines),
      auditRows(tx, { action: `${entity}.updated`, entity, entityId: document.id, diff }),
    );
    return view;
  }
}

function isSameKey(one: DocumentKey, other: DocumentKey): boolean {
  return (
    one.partnerId === other.partnerId && one.numberKey === other.numberKey && one.yearKey === other.yearKey
  );
}
