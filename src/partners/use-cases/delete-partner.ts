import { Injectable } from '@nestjs/common';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { deletePartner, findPartner } from '../data/partners.repository';

/**
 * Deletes a partner that nothing names; the foreign keys say whether something does.
 * @throws DomainError `not_found`, `in_use`
 */
@Injectable()
export class DeletePartner {
  async execute(tx: Tx, id: string): Promise<void> {
    const { values } = await findPartner(tx, id, 'FOR UPDATE');
    await deletePartner(tx, id);
    await tx.insert(
      auditRows(tx, { action: 'partner.deleted', entity: 'partner', entityId: id, diff: { before: values } }),
    );
  }
}
