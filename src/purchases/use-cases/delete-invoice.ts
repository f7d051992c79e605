import { Injectable } from '@nestjs/common';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { releaseDocumentKey } from '../data/document-keys';
import { deleteDraft } from '../data/purchase-invoices.repository';
import { takeDraft } from './take-draft';

/** Deletes a draft; its number is free again. A registered document stays. */
@Injectable()
export class DeleteInvoice {
  async execute(tx: Tx, id: string): Promise<{ id: string }> {
    await takeDraft(tx, id);
    await releaseDocumentKey(tx, id);
    const entity = `purchase_${await deleteDraft(tx, id)}`;
    await tx.insert(auditRows(tx, { action: `${entity}.deleted`, entity, entityId: id }));
    return { id };
  }
}
