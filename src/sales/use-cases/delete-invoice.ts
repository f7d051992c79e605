import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { auditRows, lossOfDraft } from '../../audit';
import type { Tx } from '../../platform/database';
import { releaseBusinessKeys } from '../data/business-keys';
import { deleteDraft, findInvoice, lockDraft } from '../data/sale-invoices.repository';
import { saleInvoiceView } from '../steps/sale-invoice-view';

/** Deletes a draft; it had no number, so nothing is missing. An issued document stays. */
@Injectable()
export class DeleteInvoice {
  async execute(tx: Tx, id: string): Promise<{ id: string }> {
    const state = await lockDraft(tx, id);
    if (state === 'missing') refuseUnknown('id', `Sales document ${id}`);
    if (state === 'issued')
      refuse('document_issued', 'An issued document is never deleted; correct it with a credit note.', {
        existingId: id,
      });
    const stored = await findInvoice(tx, id);
    invariant(stored, 'a locked draft is there');
    const diff = lossOfDraft(saleInvoiceView(stored, tx.company.baseCurrency));
    await releaseBusinessKeys(tx, id);
    const entity = `sale_${await deleteDraft(tx, id)}`;
    await tx.insert(auditRows(tx, { action: `${entity}.deleted`, entity, entityId: id, diff }));
    return { id };
  }
}
