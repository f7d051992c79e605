import { Body, Controller } from '@nestjs/common';
import { refuse } from '../../../shared/domain-error';
import { Money } from '../../../shared/money';
import { Tx } from '../../../platform/database';
import { IdRequest, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { ImportPayouts } from '../use-cases/import-payouts';
import { LinkDeposit } from '../use-cases/link-deposit';
import { MatchLine } from '../use-cases/match-line';
import { PostSettlement } from '../use-cases/post-settlement';
import { ReadSettlements } from '../use-cases/read-settlements';
import { ReverseSettlement } from '../use-cases/reverse-settlement';
import {
  ImportPayoutsRequest,
  LinkDepositRequest,
  LONGEST_FILE,
  MatchLineRequest,
  PostSettlementRequest,
  ReverseSettlementRequest,
} from './settlements.request';
import {
  ImportPayoutsResponse,
  lineResponse,
  PostSettlementResponse,
  RefundResponse,
  SettlementLineResponse,
  settlementResponse,
  SettlementResponse,
  SettlementWithLinesResponse,
} from './settlements.response';

@Controller()
export class SettlementsController {
  constructor(
    private readonly importPayouts: ImportPayouts,
    private readonly reads: ReadSettlements,
    private readonly matchLine: MatchLine,
    private readonly postSettlement: PostSettlement,
    private readonly reverseSettlement: ReverseSettlement,
    private readonly linkDeposit: LinkDeposit,
  ) {}

  @Write('bank/settlements/import', {
    summary: "Import the payouts of a payment provider's file, each once",
    request: ImportPayoutsRequest,
    response: ImportPayoutsResponse,
    // Quotation marks and line ends take two bytes each in JSON.
    maxBodyBytes: LONGEST_FILE + LONGEST_FILE / 2,
  })
  async import(@Body() request: ImportPayoutsRequest, @InTx() tx: Tx): Promise<ImportPayoutsResponse> {
    const { batches, ...counts } = await this.importPayouts.execute(tx, request);
    return { ...counts, batches: batches.map(settlementResponse) };
  }

  @Read('bank/settlements/list', {
    summary: 'Payouts',
    request: ListRequest,
    response: listResponse(SettlementResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<SettlementResponse>> {
    return this.reads.list(tx, request, settlementResponse);
  }

  @Read('bank/settlements/get', {
    summary: 'A payout with its lines',
    request: IdRequest,
    response: SettlementWithLinesResponse,
  })
  async get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<SettlementWithLinesResponse> {
    const { settlement, lines } = await this.reads.get(tx, id);
    return { ...settlementResponse(settlement), lines: lines.map(lineResponse) };
  }

  @Write('bank/settlements/match', {
    summary: 'Say which invoice a line is about, or that it is about none',
    request: MatchLineRequest,
    response: SettlementLineResponse,
  })
  async match(
    @Body() { lineId, invoiceId }: MatchLineRequest,
    @InTx() tx: Tx,
  ): Promise<SettlementLineResponse> {
    return lineResponse(await this.matchLine.execute(tx, lineId, invoiceId));
  }

  @Write('bank/settlements/post', {
    summary: 'Post a payout: bank, fees, customers, in one journal transaction',
    request: PostSettlementRequest,
    response: PostSettlementResponse,
  })
  async post(
    @Body() { id, date, commissionPercent }: PostSettlementRequest,
    @InTx() tx: Tx,
  ): Promise<PostSettlementResponse> {
    if (commissionPercent !== undefined) {
      refuse('not_supported', 'commissionPercent is not supported; leave it out.', {
        fieldErrors: { commissionPercent: ['is not supported'] },
      });
    }
    const { settlement, warnings, summary, rate } = await this.postSettlement.execute(tx, id, date);
    const none = Money.zero(settlement.currency).toString();
    return {
      ...settlementResponse(settlement),
      warnings,
      summary: {
        receivableApplied: summary.receivableApplied.toString(),
        commissionAmount: none,
        sellerAmount: none,
        feeAmount: summary.feeAmount.toString(),
        suspenseAmount: summary.suspenseAmount.toString(),
        clearedAmount: summary.clearedAmount.toString(),
        fxRate: rate.toString(),
        exchangeDifference: summary.exchangeDifference.toString(),
      },
    };
  }

  @Write('bank/settlements/reverse', {
    summary: 'Take the posting of a payout back: it can be changed and posted anew',
    request: ReverseSettlementRequest,
    response: SettlementResponse,
    addition: true,
  })
  async reverse(@Body() { id, date }: ReverseSettlementRequest, @InTx() tx: Tx): Promise<SettlementResponse> {
    return settlementResponse(await this.reverseSettlement.execute(tx, id, date));
  }

  @Write('bank/settlements/link-deposit', {
    summary: 'Say which bank transaction is the arrival of a posted payout',
    request: LinkDepositRequest,
    response: SettlementResponse,
    addition: true,
  })
  async link(@Body() { id, transactionId }: LinkDepositRequest, @InTx() tx: Tx): Promise<SettlementResponse> {
    return settlementResponse(await this.linkDeposit.execute(tx, id, transactionId));
  }

  @Read('bank/settlements/refunds-without-credit-note', {
    summary: 'Refunds and disputes for which no credit note is settled',
    request: ListRequest,
    response: listResponse(RefundResponse),
    addition: true,
  })
  refunds(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<RefundResponse>> {
    return this.reads.refunds(tx, request, ({ minorUnits, openMinorUnits, ...row }) => ({
      ...row,
      amount: Money.of(row.amount, { code: row.currency, minorUnits }).toString(),
      openAmount:
        row.openAmount === null || row.openCurrency === null || openMinorUnits === null
          ? null
          : Money.of(row.openAmount, { code: row.openCurrency, minorUnits: openMinorUnits }).toString(),
    }));
  }
}
