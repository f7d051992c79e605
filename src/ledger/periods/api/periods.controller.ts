import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { PERIOD_ACTIONS, PERIOD_STATUSES } from '../domain/accounting-period';
import { ListPeriodChanges } from '../use-cases/list-period-changes';
import { ListPeriods } from '../use-cases/list-periods';
import { LockPeriod } from '../use-cases/lock-period';
import { UnlockPeriod } from '../use-cases/unlock-period';
import { VerifyPeriod } from '../use-cases/verify-period';

class LockPeriodRequest {
  @Field.integer({ min: 1900, max: 2199 }) year!: number;
  @Field.integer({ min: 1, max: 12 }) month!: number;
}

class UnlockPeriodRequest extends LockPeriodRequest {
  @Field.text({
    optional: true,
    max: 500,
    addition: true,
    description: 'Why; kept in the history of the month.',
  })
  reason?: string;
}

class PeriodResponse {
  @Field.id() id!: string;
  @Field.integer() year!: number;
  @Field.integer() month!: number;
  @Field.oneOf(PERIOD_STATUSES) status!: string;
}

class PeriodProofResponse {
  @Field.integer() year!: number;
  @Field.integer() month!: number;
  @Field.boolean({
    nullable: true,
    description:
      'Whether nothing dated up to the end of the month moved since. Null: locked before hashes were kept.',
  })
  matches!: boolean | null;
  @Field.instant() lockedAt!: string;
  @Field.text({ nullable: true, description: 'SHA-256 of the trial balance that the lock found.' })
  storedHash!: string | null;
  @Field.text({ description: 'The same, of the books as they are now.' }) currentHash!: string;
  @Field.integer({
    description: 'Transactions dated up to the end of the month that were posted after the lock.',
  })
  transactionsSince!: number;
}

class PeriodChangeResponse {
  @Field.id() id!: string;
  @Field.integer() year!: number;
  @Field.integer() month!: number;
  @Field.oneOf(PERIOD_ACTIONS) action!: string;
  @Field.text({ nullable: true }) reason!: string | null;
  @Field.text({ nullable: true, description: 'Of a lock: SHA-256 of the trial balance that it found.' })
  hash!: string | null;
  @Field.text() actorType!: string;
  @Field.text() actorId!: string;
  @Field.text() requestId!: string;
  @Field.instant() changedAt!: string;
}

@Controller()
export class PeriodsController {
  constructor(
    private readonly listPeriods: ListPeriods,
    private readonly lockPeriod: LockPeriod,
    private readonly unlockPeriod: UnlockPeriod,
    private readonly verifyPeriod: VerifyPeriod,
    private readonly listPeriodChanges: ListPeriodChanges,
  ) {}

  @Read('ledger/periods/list', {
    summary: 'Months posted to or locked',
    request: ListRequest,
    response: listResponse(PeriodResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<PeriodResponse>> {
    return this.listPeriods.execute(tx, request);
  }

  @Write('ledger/periods/lock', {
    summary: 'Lock a month',
    request: LockPeriodRequest,
    response: PeriodResponse,
  })
  lock(@Body() request: LockPeriodRequest, @InTx() tx: Tx): Promise<PeriodResponse> {
    return this.lockPeriod.execute(tx, request);
  }

  @Write('ledger/periods/unlock', {
    summary: 'Open a locked month again',
    request: UnlockPeriodRequest,
    response: PeriodResponse,
  })
  unlock(@Body() request: UnlockPeriodRequest, @InTx() tx: Tx): Promise<PeriodResponse> {
    return this.unlockPeriod.execute(tx, request, request.reason ?? null);
  }

  @Read('ledger/periods/verify', {
    summary: 'Whether anything up to the end of a locked month moved since it was locked',
    request: LockPeriodRequest,
    response: PeriodProofResponse,
    addition: true,
  })
  verify(@Body() request: LockPeriodRequest, @InTx() tx: Tx): Promise<PeriodProofResponse> {
    return this.verifyPeriod.execute(tx, request);
  }

  @Read('ledger/periods/history', {
    summary: 'Who locked and unlocked months, when and why',
    request: ListRequest,
    response: listResponse(PeriodChangeResponse),
    addition: true,
  })
  history(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<PeriodChangeResponse>> {
    return this.listPeriodChanges.execute(tx, request);
  }
}
