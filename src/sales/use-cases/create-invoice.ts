import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import { partnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import type { CreateSaleInvoiceRequest } from '../api/sale-invoice.request';
import { claimBusinessKey, type BusinessKey } from '../data/business-keys';
import { draftRow, lineRows } from '../data/sale-invoice-rows';
import { newDocumentRows } from '../data/sale-invoices.repository';
import type { SaleDocument } from '../domain/sale-document';
import { composeNew } from './compose-document';
import { computeAmounts } from './compute-amounts';
import { issueDocument } from './issue-document';
import { saleInvoiceView, type SaleInvoiceView } from './sale-invoice-view';

/** Creates a draft, or with `issue` an issued document in one go. */
@Injectable()
export class CreateInvoice {
  async execute(tx: Tx, request: CreateSaleInvoiceRequest): Promise<SaleInvoiceView> {
    const document = await composeNew(tx, request);
    await claimKeys(tx, document);
    return request.issue ? this.createIssued(tx, document) : this.createDraft(tx, document);
  }

  private async createIssued(tx: Tx, document: SaleDocument): Promise<SaleInvoiceView> {
    const { header, lines, facts, view } = await issueDocument(tx, document);
    await tx.insert(...newDocumentRows(header, lines), ...facts);
    return view;
  }

  private async createDraft(tx: Tx, given: SaleDocument): Promise<SaleInvoiceView> {
    await partnerSnapshot(tx, given.partnerId, 'partnerId');
    const { document, totals } = await computeAmounts(tx, given, false);
    const header = draftRow(tx, document, totals, tx.now.toISOString());
    const lines = lineRows(tx, document, totals);
    const entity = `sale_${document.type}`;
    await tx.insert(
      ...newDocumentRows(header, lines),
      auditRows(tx, { action: `${entity}.created`, entity, entityId: document.id }),
    );
    return saleInvoiceView({ header, lines, currency: document.currency, settledAmount: '0' });
  }
}

/** The keys under which only this document may live (INV-14): the caller's own and, where the company says so, the order's. */
async function claimKeys(tx: Tx, document: SaleDocument): Promise<void> {
  if (document.businessKey !== null)
    await claim(tx, document, { kind: 'business_key', value: document.businessKey });
  await claimOrderNumber(tx, document);
}

export async function claimOrderNumber(tx: Tx, document: SaleDocument): Promise<void> {
  if (document.orderNumber === null || !tx.company.uniqueOrderNumber || document.type !== 'invoice') return;
  await claim(tx, document, { kind: 'order_number', value: document.orderNumber });
}

async function claim(tx: Tx, document: SaleDocument, key: BusinessKey): Promise<void> {
  const existingId = await claimBusinessKey(tx, document.type, key, document.id);
  if (existingId === null) return;
  const name = key.kind === 'business_key' ? 'business key' : 'order number';
  refuse(
    `${key.kind}_taken`,
    `A live ${document.type} has the ${name} "${key.value}"; use it, or credit it in full first.`,
    { existingId },
  );
}
