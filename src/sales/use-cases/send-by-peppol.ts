import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { PeppolXml } from './peppol-xml';

/**
 * Would hand the document to the company's access point. None can be configured, so nothing is ever sent; what else stands in
 * the way of the document is refused first.
 * @throws DomainError what `PeppolXml` refuses, else `peppol_not_configured`
 */
@Injectable()
export class SendByPeppol {
  constructor(private readonly peppolXml: PeppolXml) {}

  async execute(tx: Tx, id: string): Promise<never> {
    const { fileName, receiverId } = await this.peppolXml.execute(tx, id);
    refuse(
      'peppol_not_configured',
      `${fileName} was not sent to ${receiverId}: this server has no Peppol access point. Take the file (sales/invoices/peppol-xml) to one.`,
    );
  }
}
