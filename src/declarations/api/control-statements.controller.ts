import { Body, Controller } from '@nestjs/common';
import { refuseField } from '../../shared/domain-error';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import { GenerateKh1, GenerateKvdph } from '../use-cases/generate-control-statement';
import { periodOf, ReturnPeriodRequest } from './return-period.request';

class GenerateKh1Request extends ReturnPeriodRequest {
  @Field.text({
    min: 3,
    max: 3,
    example: '451',
    description: 'Code of the tax office, three digits (c_ufo of the file).',
  })
  taxOffice!: string;
}

class Kh1Counts {
  @Field.integer({ description: 'Documents by section of the statement.' }) A1!: number;
  @Field.integer() A2!: number;
  @Field.integer() A4!: number;
  @Field.integer() A5!: number;
  @Field.integer() B1!: number;
  @Field.integer() B2!: number;
  @Field.integer() B3!: number;
}

class KvdphCounts {
  @Field.integer({ description: 'Rows by section of the statement.' }) A1!: number;
  @Field.integer() A2!: number;
  @Field.integer() B1!: number;
  @Field.integer() B2!: number;
  @Field.integer() C1!: number;
  @Field.integer() C2!: number;
  @Field.integer() D2!: number;
}

class ControlStatementResponse {
  @Field.text() fileName!: string;
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.texts() warnings!: string[];
  @Field.texts({ description: 'Rules that are not certain.' }) notes!: string[];
  @Field.text({ description: 'The file, UTF-8.' }) xml!: string;
}

class Kh1Response extends ControlStatementResponse {
  @Field.object(() => Kh1Counts) counts!: Kh1Counts;
}

class KvdphResponse extends ControlStatementResponse {
  @Field.object(() => KvdphCounts) counts!: KvdphCounts;
}

const KH1_NOTES = [
  'Experimental: element and attribute names as published software writes them; not validated against the official schema.',
  'Received documents count by their receipt. Section A.3 (investment gold), bad debts (zdph_44) and special schemes (kod_rezim_pl) are not told apart; the file is of an ordinary statement (B) of a legal person.',
];
const KVDPH_NOTES = [
  'Experimental: element and attribute names as published software writes them; not validated against the official schema.',
  'Simplified receipts (B.3), cash registers (D.1), quantities and goods codes of A.2 are not told apart; the file is of an ordinary statement (R).',
];

@Controller()
export class ControlStatementsController {
  constructor(
    private readonly generateKh1: GenerateKh1,
    private readonly generateKvdph: GenerateKvdph,
  ) {}

  @Read('declarations/cz/kh1/generate', {
    summary: 'The Czech control statement (DPHKH1) of a month or quarter; experimental',
    request: GenerateKh1Request,
    response: Kh1Response,
    addition: true,
  })
  async kh1(@Body() request: GenerateKh1Request, @InTx() tx: Tx): Promise<Kh1Response> {
    if (!/^\d{3}$/.test(request.taxOffice)) refuseField('taxOffice', 'must be three digits');
    const { days, ...statement } = await this.generateKh1.execute(tx, periodOf(request), request.taxOffice);
    return { ...statement, periodStart: days.from, periodEnd: days.to, notes: KH1_NOTES };
  }

  @Read('declarations/sk/kvdph/generate', {
    summary: 'The Slovak control statement (KV DPH) of a month or quarter; experimental',
    request: ReturnPeriodRequest,
    response: KvdphResponse,
    addition: true,
  })
  async kvdph(@Body() request: ReturnPeriodRequest, @InTx() tx: Tx): Promise<KvdphResponse> {
    const { days, ...statement } = await this.generateKvdph.execute(tx, periodOf(request));
    return { ...statement, periodStart: days.from, periodEnd: days.to, notes: KVDPH_NOTES };
  }
}
