import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { LetterLocale } from '../domain/invoice-letter';
import type { InvoicePaper } from '../domain/invoice-paper';
import { findInvoicePaper } from './invoice-paper-of';
import { printInvoice } from './print-invoice';

/** A document as a file to read and to print. */
export interface InvoicePdfFile {
  fileName: string;
  contentType: 'application/pdf';
  content: Buffer;
  /** Characters that the fonts do not have; they are printed as `?`. */
  unsupportedCharacters: string[];
}

/** An issued document as PDF. The same document and seller give the same bytes, whatever is paid or sent meanwhile. */
@Injectable()
export class InvoicePdf {
  /** @throws DomainError `not_found`, `not_issued` */
  async execute(tx: Tx, id: string, locale?: LetterLocale): Promise<InvoicePdfFile> {
    const paper = (await findInvoicePaper(tx, id)) ?? refuseUnknown('id', `Sales document ${id}`);
    const { pdf, unsupportedCharacters } = await printInvoice(paper, locale ?? localeOf(paper));
    return {
      fileName: `${paper.number.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`,
      contentType: 'application/pdf',
      content: pdf,
      unsupportedCharacters,
    };
  }
}

/** Lithuanian for Lithuania, English for the rest. */
function localeOf({ buyer, seller }: InvoicePaper): LetterLocale {
  return (buyer.countryCode ?? seller.countryCode) === 'LT' ? 'lt' : 'en';
}
