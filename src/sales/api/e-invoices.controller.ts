import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, IdRequest, InTx, Read, Write } from '../../platform/http';
import { PeppolXml } from '../use-cases/peppol-xml';
import { SendByPeppol } from '../use-cases/send-by-peppol';

const PARTICIPANT = { description: 'Electronic address in the Peppol network, scheme:identifier.' };

class PeppolXmlResponse {
  @Field.text() fileName!: string;
  @Field.text() contentType!: string;
  @Field.text({ description: 'The file, UTF-8, as base64.' }) data!: string;
  @Field.text(PARTICIPANT) senderId!: string;
  @Field.text(PARTICIPANT) receiverId!: string;
  @Field.texts({
    addition: true,
    description: 'What was assumed, and figures that differ from the document.',
  })
  warnings!: string[];
}

class PeppolSendResponse {
  @Field.text() messageId!: string;
  @Field.text(PARTICIPANT) receiverId!: string;
  @Field.id() fileId!: string;
}

@Controller()
export class EInvoicesController {
  constructor(
    private readonly peppolXml: PeppolXml,
    private readonly sendByPeppol: SendByPeppol,
  ) {}

  @Read('sales/invoices/peppol-xml', {
    summary: 'An issued document as UBL 2.1 (Peppol BIS Billing 3.0, EN 16931)',
    request: IdRequest,
    response: PeppolXmlResponse,
  })
  async xml(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<PeppolXmlResponse> {
    const { xml, ...file } = await this.peppolXml.execute(tx, id);
    return { ...file, data: Buffer.from(xml).toString('base64') };
  }

  @Write('sales/invoices/peppol-send', {
    summary: 'Send a document through the Peppol network (refused: there is no access point)',
    request: IdRequest,
    response: PeppolSendResponse,
    addition: true,
  })
  send(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<PeppolSendResponse> {
    return this.sendByPeppol.execute(tx, id);
  }
}
