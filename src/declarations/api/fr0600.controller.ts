import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import { FR0600 } from '../domain/vat-return/fr0600';
import { ComputeFr0600 } from '../use-cases/compute-fr0600';
import { ListFr0600Documents } from '../use-cases/list-fr0600-documents';
import {
  Fr0600DocumentsResponse,
  fr0600DocumentsResponse,
  Fr0600Response,
  fr0600Response,
} from './fr0600.response';
import { periodOf, ReturnPeriodRequest } from './return-period.request';

/** What documents add to; 28 and 36 are computed. */
const DOCUMENT_FIELDS = FR0600.boxes.map(({ code }) => code).filter(code => code !== '28' && code !== '36');

class ComputeFr0600Request extends ReturnPeriodRequest {
  @Field.integer({
    optional: true,
    min: 0,
    max: 100,
    description:
      'Box 28, the share of input VAT that may be deducted; default 100. Of a company that has set a pro rata it is that, on its purchases already: left out or the same.',
  })
  deductionPercent?: number;
}

class Fr0600DocumentsRequest extends ReturnPeriodRequest {
  @Field.oneOf(DOCUMENT_FIELDS, { description: 'The box.' }) field!: string;
}

@Controller()
export class Fr0600Controller {
  constructor(
    private readonly computeFr0600: ComputeFr0600,
    private readonly listDocuments: ListFr0600Documents,
  ) {}

  @Read('declarations/lt/fr0600/compute', {
    summary: 'The Lithuanian VAT return (FR0600) of some months',
    request: ComputeFr0600Request,
    response: Fr0600Response,
  })
  async compute(@Body() request: ComputeFr0600Request, @InTx() tx: Tx): Promise<Fr0600Response> {
    return fr0600Response(await this.computeFr0600.execute(tx, periodOf(request), request.deductionPercent));
  }

  @Read('declarations/lt/fr0600/documents', {
    summary: 'The documents behind one box of FR0600',
    request: Fr0600DocumentsRequest,
    response: Fr0600DocumentsResponse,
    addition: true,
  })
  async documents(@Body() request: Fr0600DocumentsRequest, @InTx() tx: Tx): Promise<Fr0600DocumentsResponse> {
    const { field } = request;
    const { label } = FR0600.boxes.find(({ code }) => code === field)!;
    const documents = await this.listDocuments.execute(tx, periodOf(request), field);
    return fr0600DocumentsResponse(field, label, documents);
  }
}
