import { Injectable } from '@nestjs/common';
import { auditRows, lossOfDraft } from '../../audit';
import type { Tx } from '../../platform/database';
import { releaseDocumentKey } from '../data/document-keys';
import { deleteDraft } from '../data/purchase-invoices.repository';
import { purchaseInvoiceView } from '../steps/purchase-invoice-view';
import { takeDraft } from '../steps/take-draft';

/** Deletes a draft; its number is free again. A registered document stays. */
@Injectable()
export class DeleteInvoice {
  async execute(tx: Tx, id: string): Promise<{ id: string }> {
    const stored = await takeDraft(tx, id);
    const diff = lossOfDraft(purchaseInvoiceView(stored, tx.company.baseCurrency));
    await releaseDocumentKey(tx, id);
    const entity = `purchase_${await deleteDraft(tx, id)}`;
    await tx.insert(auditRows(tx, { action: `${entity}.deleted`, entity, entityId: id, diff }));
    return { id };
  }
}
