import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { InTx, Read, Write } from '../../platform/http';
import { PostDepreciation } from '../use-cases/post-depreciation';
import { PreviewDepreciation } from '../use-cases/preview-depreciation';
import { ReverseDepreciation } from '../use-cases/reverse-depreciation';
import { MonthRequest } from './assets.request';
import { PostedRunResponse, PreviewResponse, ReversedRunResponse } from './assets.response';

@Controller()
export class DepreciationController {
  constructor(
    private readonly previewDepreciation: PreviewDepreciation,
    private readonly postDepreciation: PostDepreciation,
    private readonly reverseDepreciation: ReverseDepreciation,
  ) {}

  @Read('assets/depreciation/preview', {
    summary: 'What posting the depreciation of a month would do',
    request: MonthRequest,
    response: PreviewResponse,
  })
  async preview(@Body() { year, month }: MonthRequest, @InTx() tx: Tx): Promise<PreviewResponse> {
    const { rows, total } = await this.previewDepreciation.execute(tx, { year, month });
    return {
      rows: rows.map(row => ({ ...row, amount: row.amount.toString() })),
      total: total.toString(),
    };
  }

  @Write('assets/depreciation/post', {
    summary:
      'Post the depreciation of a month and of missing earlier ones; what is posted already is skipped',
    request: MonthRequest,
    response: PostedRunResponse,
  })
  async post(@Body() { year, month }: MonthRequest, @InTx() tx: Tx): Promise<PostedRunResponse> {
    const run = await this.postDepreciation.execute(tx, { year, month });
    return { ...run, total: run.total.toString() };
  }

  @Write('assets/depreciation/reverse', {
    summary: 'Take the latest posted month of depreciation back, so that it can be posted again',
    request: MonthRequest,
    response: ReversedRunResponse,
    addition: true,
  })
  async reverse(@Body() { year, month }: MonthRequest, @InTx() tx: Tx): Promise<ReversedRunResponse> {
    const run = await this.reverseDepreciation.execute(tx, { year, month });
    return { ...run, total: run.total.toString() };
  }
}
