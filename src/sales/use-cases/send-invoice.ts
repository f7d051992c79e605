import { Injectable } from '@nestjs/common';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import { Begun } from '../../idempotency';
import { storeFile } from '../../files';
import { isEmailAddress, oneLine, QueueEmail } from '../../mail';
import type { Tx } from '../../platform/database';
import { OutsideQuestion, type OutsideAnswers } from '../../platform/http';
import type { SendSaleInvoiceRequest } from '../api/sale-invoice.request';
import { findInvoiceLetter, type InvoiceLetterRow } from '../data/invoice-letters';
import { invoiceLetter, type LetterLocale } from '../domain/invoice-letter';
import { InvoicePdf, type InvoicePdfFile } from './invoice-pdf';

/**
 * Begins to send an issued document by e-mail: the letter is composed, its PDF kept, and both are queued with the operation. It goes out after the
 * commit (`DeliverInvoice`). The PDF is printed with no transaction open, and anew where the document says something else by then. Each operation is one e-mail; a new key sends another.
 */
@Injectable()
export class SendInvoice {
  constructor(
    private readonly queueEmail: QueueEmail,
    private readonly invoicePdf: InvoicePdf,
  ) {}

  /** @throws DomainError `not_found`, `not_issued`, `no_email_address`, `mail_not_configured`, `invalid_request` */
  async execute(
    tx: Tx,
    answers: OutsideAnswers,
    { id, to, locale }: SendSaleInvoiceRequest,
  ): Promise<Begun | OutsideQuestion<InvoicePdfFile>> {
    if (to !== undefined && !isEmailAddress(to)) refuseField('to', 'must be one e-mail address');
    const row = (await findInvoiceLetter(tx, id)) ?? refuseUnknown('id', `Sales document ${id}`);
    if (row.status === 'draft') {
      refuse('not_issued', 'The document is a draft; issue it before it is sent (sales/invoices/issue).');
    }
    const address = to ?? addressOf(row);
    this.queueEmail.refuseUnlessConfigured();
    const printable = await this.invoicePdf.read(tx, id, locale);
    const question = new OutsideQuestion(printable.name, () =>
      this.invoicePdf.inTurn(tx.companyId, () => Promise.resolve(printable)),
    );
    const pdf = answers.of(question);
    if (pdf === undefined) return question;
    const letter = {
      id: newId(),
      purpose: 'sale_invoice' as const,
      entityId: id,
      fromName: oneLine(tx.company.name),
      replyTo: row.company_email !== null && isEmailAddress(row.company_email) ? row.company_email : null,
      to: address,
      // In the language of the paper that it brings.
      ...composed(tx, row, printable.locale),
      attachmentFileId: newId(),
    };
    await keepPdf(tx, letter, pdf);
    const { unsupportedCharacters } = pdf;
    const entity = `sale_${row.type}`;
    const diff = {
      emailId: letter.id,
      to: letter.to,
      fileId: letter.attachmentFileId,
      ...(unsupportedCharacters.length > 0 && { unsupportedCharacters }),
    };
    const asked = auditRows(tx, { action: `${entity}.send_requested`, entity, entityId: id, diff });
    await this.queueEmail.execute(tx, letter, asked);
    return new Begun(letter.id);
  }
}

/** Every attempt sends these bytes. */
async function keepPdf(
  tx: Tx,
  { id: entityId, attachmentFileId: fileId }: { id: string; attachmentFileId: string },
  { fileName, contentType: mimeType, content }: InvoicePdfFile,
): Promise<void> {
  await storeFile(tx, { fileId, entity: 'email', entityId, fileName, mimeType }, [content]);
}

function addressOf({ partner_name, partner_email }: InvoiceLetterRow): string {
  if (partner_email !== null && isEmailAddress(partner_email)) return partner_email;
  refuse(
    'no_email_address',
    `${partner_name} has no e-mail address that can be written to; add one to the partner, or send \`to\`.`,
  );
}

function composed(tx: Tx, row: InvoiceLetterRow, locale: LetterLocale): { subject: string; body: string } {
  const { full_number: fullNumber, issued_on: issuedOn } = row;
  invariant(fullNumber !== null && issuedOn !== null, 'an issued document has a number and a date');
  const currency = { code: row.currency, minorUnits: row.minor_units };
  return invoiceLetter(
    {
      type: row.type,
      fullNumber: oneLine(fullNumber),
      sellerName: oneLine(tx.company.name),
      buyerName: oneLine(row.partner_name),
      issuedOn,
      dueOn: row.due_on,
      total: Money.of(row.gross_total, currency),
      paid: Money.of(row.settled, currency),
      iban: row.company_iban && oneLine(row.company_iban),
      bankName: row.company_bank && oneLine(row.company_bank),
    },
    locale,
  );
}
