import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { IdRequest, InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { computeRevaluation } from '../steps/compute-revaluation';
import { ListRevaluations } from '../use-cases/list-revaluations';
import { PostRevaluation } from '../use-cases/post-revaluation';
import { ReverseRevaluation } from '../use-cases/reverse-revaluation';
import {
  PostedRevaluationsResponse,
  postedResponse,
  previewResponse,
  RevaluationPreviewResponse,
  RevaluationRequest,
  StoredRevaluationResponse,
  storedResponse,
} from './revaluations.shapes';

@Controller()
export class RevaluationsController {
  constructor(
    private readonly postRevaluation: PostRevaluation,
    private readonly reverseRevaluation: ReverseRevaluation,
    private readonly listRevaluations: ListRevaluations,
  ) {}

  @Read('ledger/revaluations/preview', {
    summary: 'What is held in foreign currency, at the rate of a day',
    request: RevaluationRequest,
    response: RevaluationPreviewResponse,
    addition: true,
  })
  async preview(@Body() request: RevaluationRequest, @InTx() tx: Tx): Promise<RevaluationPreviewResponse> {
    return previewResponse(await computeRevaluation(tx, request));
  }

  @Write('ledger/revaluations/create', {
    summary: 'Revalue open items and bank balances in foreign currency, each currency once a day',
    request: RevaluationRequest,
    response: PostedRevaluationsResponse,
    status: 201,
    addition: true,
  })
  async create(@Body() request: RevaluationRequest, @InTx() tx: Tx): Promise<PostedRevaluationsResponse> {
    return postedResponse(await this.postRevaluation.execute(tx, request), tx.company.baseCurrency);
  }

  @Write('ledger/revaluations/reverse', {
    summary: 'Take the latest revaluation of a currency back, to make it anew',
    request: IdRequest,
    response: StoredRevaluationResponse,
    addition: true,
  })
  async reverse(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<StoredRevaluationResponse> {
    return storedResponse(await this.reverseRevaluation.execute(tx, id), tx.company.baseCurrency);
  }

  @Read('ledger/revaluations/list', {
    summary: 'Revaluations',
    request: ListRequest,
    response: listResponse(StoredRevaluationResponse),
    addition: true,
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<StoredRevaluationResponse>> {
    return this.listRevaluations.execute(tx, request, revaluation =>
      storedResponse(revaluation, tx.company.baseCurrency),
    );
  }
}
