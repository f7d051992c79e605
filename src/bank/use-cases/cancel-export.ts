import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { cancelExport, freeExportLines } from '../data/payment-exports';

/** Says that a payment message was not sent: its invoices may be in another one. */
@Injectable()
export class CancelExport {
  async execute(tx: Tx, messageId: string): Promise<{ messageId: string; freedCount: number }> {
    const cancelled = await cancelExport(tx, messageId);
    if (cancelled === undefined) refuseUnknown('messageId', `Payment message ${messageId}`);
    if (!cancelled) refuse('export_cancelled', `Payment message ${messageId} is cancelled already.`);
    const lines = await freeExportLines(tx, messageId);
    await tx.insert(
      auditRows(tx, {
        action: 'payment_export.cancelled',
        entity: 'payment_export',
        entityId: null,
        diff: { messageId, lines },
      }),
    );
    return { messageId, freedCount: lines.length };
  }
}
