import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import { sha256 } from '../../shared/sha256';
import type { Tx } from '../../platform/database';
import { Turns } from '../../platform/turns';
import type { LetterLocale } from '../domain/invoice-letter';
import { missingParticulars, type InvoicePaper, type Particular } from '../domain/invoice-paper';
import { findInvoicePaper } from '../steps/invoice-paper-of';
import { printInvoice } from '../steps/print-invoice';

/** A document as a file to read and to print. */
export interface InvoicePdfFile {
  fileName: string;
  contentType: 'application/pdf';
  content: Buffer;
  /** Characters that the fonts do not have; they are printed as `?`. */
  unsupportedCharacters: string[];
  /** What a VAT invoice must say and this one does not; complete the records, then print. */
  missingParticulars: Particular[];
}

/** All that is printed, read from the database; `name` is another when anything in it is. */
interface Printable {
  name: string;
  id: string;
  paper: InvoicePaper;
  locale: LetterLocale;
}

/** Printing takes the processor: more at once makes none faster and all else slower. */
const AT_ONCE = 2;
/** Each may hold a whole document, and somebody waits for the answer. */
const MOST_WAITING = 20;
const MOST_WAITING_OF_A_COMPANY = 5;

/**
 * A document as PDF. The same issued document and seller give the same bytes, whatever is paid or sent meanwhile. It is read
 * in a transaction and printed with none open.
 */
@Injectable()
export class InvoicePdf {
  private readonly turns = new Turns(
    'Too many documents are being printed',
    AT_ONCE,
    MOST_WAITING,
    MOST_WAITING_OF_A_COMPANY,
  );

  /** @throws DomainError `not_found` */
  async read(tx: Tx, id: string, language?: LetterLocale): Promise<Printable> {
    const paper = (await findInvoicePaper(tx, id)) ?? refuseUnknown('id', `Sales document ${id}`);
    const locale = language ?? localeOf(paper);
    const content = sha256(JSON.stringify(paper));
    return { name: `pdf ${id} ${locale} ${content}`, id, paper, locale };
  }

  /**
   * Prints when it is the company's turn. Never called with a transaction open.
   * @param read called then and not before: who waits holds nothing
   * @throws DomainError `temporarily_unavailable` while too much is being printed
   */
  inTurn(companyId: string, read: () => Promise<Printable>): Promise<InvoicePdfFile> {
    return this.turns.run(async () => this.print(await read()), companyId);
  }

  async print({ id, paper, locale }: Printable): Promise<InvoicePdfFile> {
    const { pdf, unsupportedCharacters } = await printInvoice(paper, locale);
    return {
      fileName: `${(paper.number ?? `draft-${id}`).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`,
      contentType: 'application/pdf',
      content: pdf,
      unsupportedCharacters,
      missingParticulars: missingParticulars(paper),
    };
  }
}

/** Lithuanian for Lithuania, English for the rest: of the parties as the document has them, so that it never changes. */
function localeOf({ buyer, seller }: InvoicePaper): LetterLocale {
  return (buyer.countryCode ?? seller.countryCode) === 'LT' ? 'lt' : 'en';
}
