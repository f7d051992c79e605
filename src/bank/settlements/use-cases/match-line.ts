import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { isIssuedInvoice } from '../data/invoice-matches';
import { findLine, setMatch } from '../data/settlement-lines';
import { lockSettlement } from '../data/settlements';
import { kindOf, type StoredLine } from '../domain/settlement';
import { refusePosted } from '../steps/refuse-posted';

/**
 * Says which invoice (or credit note) a line is about, or that it is about none. Of twenty calls at once one does.
 * @throws DomainError `settlement_posted`; `already_matched`, `not_matched` when it is so already; `match_refused`
 */
@Injectable()
export class MatchLine {
  async execute(tx: Tx, lineId: string, invoiceId: string | undefined): Promise<StoredLine> {
    const { settlementId } = await findLine(tx, lineId);
    refusePosted(await lockSettlement(tx, settlementId));
    const line = await findLine(tx, lineId);
    if (invoiceId === undefined) refuseUnmatched(line);
    else await refuseUnmatchable(tx, line, invoiceId);
    await setMatch(tx, lineId, invoiceId ?? null, invoiceId === undefined ? 'unmatched' : 'manual');
    await tx.insert(
      auditRows(tx, {
        action: invoiceId === undefined ? 'settlement_line.unmatched' : 'settlement_line.matched',
        entity: 'settlement',
        entityId: settlementId,
        diff: { lineId, invoiceId: invoiceId ?? null, before: line.matchedInvoiceId },
      }),
    );
    return findLine(tx, lineId);
  }
}

function refuseUnmatched({ externalId, matchStatus }: StoredLine): void {
  if (matchStatus === 'unmatched') refuse('not_matched', `Line ${externalId} has no invoice.`);
}

async function refuseUnmatchable(tx: Tx, line: StoredLine, invoiceId: string): Promise<void> {
  if (kindOf(line.category) !== 'customer') {
    refuse('match_refused', `Line ${line.externalId} (${line.category}) is not about a customer's money.`);
  }
  if (line.matchStatus === 'manual' && line.matchedInvoiceId === invoiceId) {
    refuse('already_matched', `Line ${line.externalId} has this invoice already.`, { existingId: invoiceId });
  }
  if (!(await isIssuedInvoice(tx, invoiceId))) refuseUnknown('invoiceId', `Issued invoice ${invoiceId}`);
}
