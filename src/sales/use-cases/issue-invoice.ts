import { Injectable } from '@nestjs/common';
import { Decimal } from '../../shared/decimal';
import { refuseNotSupported } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { IssueSaleInvoiceRequest } from '../api/sale-invoice.request';
import type { SaleInvoiceLineRow } from '../data/sale-invoice-rows';
import { deleteLines, lineTableRows, updateDraft } from '../data/sale-invoices.repository';
import { claimOrderNumberOf } from '../steps/claim-keys';
import { documentOf } from '../steps/compose-document';
import { issueDocument } from '../steps/issue-document';
import { takeDraft } from '../steps/take-draft';
import type { SaleInvoiceView } from '../steps/sale-invoice-view';

/** Issues a draft. Of twenty calls at once one issues it, the others learn that it is issued. */
@Injectable()
export class IssueInvoice {
  async execute(tx: Tx, request: IssueSaleInvoiceRequest): Promise<SaleInvoiceView> {
    const { warehouseId, returnToStock } = request;
    refuseNotSupported({ warehouseId, returnToStock });
    const stored = await takeDraft(tx, request.id);
    const draft = documentOf(stored);
    await claimOrderNumberOf(tx, draft);
    const issuedOn = request.issueDate ?? draft.issuedOn;
    const { header, lines, facts, view } = await issueDocument(
      tx,
      { ...draft, issuedOn },
      { seriesPrefix: request.series, createdAt: stored.header.created_at },
    );
    // The draft's lines are final unless amounts came out differently today (a credit taken in between, another rounding) or
    // the scheme gave the reason for no VAT.
    const rewritten = sameLines(lines, stored.lines) ? [] : lines;
    if (rewritten.length > 0) await deleteLines(tx, draft.id);
    await tx.insert(lineTableRows(rewritten), ...facts);
    await updateDraft(tx, header);
    return view;
  }
}

const AMOUNTS = ['net', 'vat', 'gross', 'base_net', 'base_vat'] as const;

function sameLines(computed: SaleInvoiceLineRow[], stored: SaleInvoiceLineRow[]): boolean {
  return (
    computed.length === stored.length &&
    computed.every(
      (line, index) =>
        line.line_id === stored[index]?.line_id &&
        line.vat_exemption_basis === stored[index].vat_exemption_basis &&
        AMOUNTS.every(name => new Decimal(line[name]).equals(stored[index]![name])),
    )
  );
}
