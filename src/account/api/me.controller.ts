import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { EmptyRequest, InTx, Read } from '../../platform/http';
import { DescribeCaller } from '../use-cases/describe-caller';
import { MeResponse } from './me.response';

@Controller()
export class MeController {
  constructor(private readonly describeCaller: DescribeCaller) {}

  @Read('account/me', { summary: 'Who the key is', request: EmptyRequest, response: MeResponse })
  async me(@Body() _request: EmptyRequest, @InTx() tx: Tx): Promise<MeResponse> {
    return MeResponse.of(await this.describeCaller.execute(tx));
  }
}
