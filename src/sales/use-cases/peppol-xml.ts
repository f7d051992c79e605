import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { missingFrom } from '../domain/e-invoice-gaps';
import { warningsOf } from '../domain/e-invoice-warnings';
import type { EInvoice } from '../domain/e-invoice';
import { participantId, type PeppolId } from '../domain/peppol-id';
import { ublDocument } from '../domain/ubl-document';
import { unwritableAmounts } from '../domain/ubl-vat';
import { findEInvoice } from '../steps/e-invoice-of';

/** An electronic invoice as a file. */
interface PeppolFile {
  fileName: string;
  contentType: 'application/xml';
  xml: string;
  senderId: string;
  receiverId: string;
  warnings: string[];
}

/**
 * The document as a UBL 2.1 file after Peppol BIS Billing 3.0, with the amounts that are in the books.
 * @throws DomainError `not_issued`, `peppol_incomplete` naming all that is missing at once, `peppol_rounding` naming every difference
 */
@Injectable()
export class PeppolXml {
  async execute(tx: Tx, id: string): Promise<PeppolFile> {
    const invoice = (await findEInvoice(tx, id)) ?? refuseUnknown('id', `Sales document ${id}`);
    const { sender, receiver } = completeEndpoints(invoice);
    const unwritable = unwritableAmounts(invoice);
    if (unwritable.length > 0) {
      refuse(
        'peppol_rounding',
        `${invoice.number} cannot be an electronic invoice with the amounts it was issued with: ${unwritable.join('; ')}.`,
      );
    }
    return {
      fileName: `${invoice.number.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.xml`,
      contentType: 'application/xml',
      xml: ublDocument(invoice),
      senderId: participantId(sender),
      receiverId: participantId(receiver),
      warnings: warningsOf(invoice),
    };
  }
}

function completeEndpoints(invoice: EInvoice): { sender: PeppolId; receiver: PeppolId } {
  const gaps = missingFrom(invoice);
  const { endpoint: sender } = invoice.seller;
  const { endpoint: receiver } = invoice.buyer;
  if (Object.keys(gaps).length > 0 || sender === null || receiver === null) {
    refuse(
      'peppol_incomplete',
      `${invoice.number} cannot be an electronic invoice: Peppol demands what is not there (${Object.keys(gaps).join(', ')}). Complete the company (account/companies/update) or the partner (partners/update).`,
      { fieldErrors: gaps },
    );
  }
  return { sender, receiver };
}
