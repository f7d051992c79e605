import { Injectable } from '@nestjs/common';
import { auditRows } from '../../audit';
import { partnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import type { CreateSaleInvoiceRequest } from '../api/sale-invoice.request';
import { draftRow, lineRows } from '../data/sale-invoice-rows';
import { newDocumentRows } from '../data/sale-invoices.repository';
import type { SaleDocument } from '../domain/sale-document';
import { claimBusinessKeyOf, claimOrderNumberOf } from '../steps/claim-keys';
import { composeNew } from '../steps/compose-document';
import { computeAmounts } from '../steps/compute-amounts';
import { issueDocument } from '../steps/issue-document';
import { saleInvoiceView, type SaleInvoiceView } from '../steps/sale-invoice-view';

/** Creates a draft, or with `issue` an issued document in one go. */
@Injectable()
export class CreateInvoice {
  async execute(tx: Tx, request: CreateSaleInvoiceRequest): Promise<SaleInvoiceView> {
    const document = await composeNew(tx, request);
    await claimBusinessKeyOf(tx, document);
    await claimOrderNumberOf(tx, document);
    return request.issue ? this.createIssued(tx, document) : this.createDraft(tx, document);
  }

  private async createIssued(tx: Tx, document: SaleDocument): Promise<SaleInvoiceView> {
    const { header, lines, facts, view } = await issueDocument(tx, document);
    tx.insertLast(...newDocumentRows(header, lines), ...facts);
    return view;
  }

  private async createDraft(tx: Tx, given: SaleDocument): Promise<SaleInvoiceView> {
    await partnerSnapshot(tx, given.partnerId, 'partnerId');
    const { document, totals } = await computeAmounts(tx, given, false);
    const header = draftRow(tx, document, totals, tx.now.toISOString());
    const lines = lineRows(tx, document, totals);
    const entity = `sale_${document.type}`;
    tx.insertLast(
      ...newDocumentRows(header, lines),
      auditRows(tx, { action: `${entity}.created`, entity, entityId: document.id }),
    );
    return saleInvoiceView(
      { header, lines, currency: document.currency, settledAmount: '0' },
      tx.company.baseCurrency,
    );
  }
}
