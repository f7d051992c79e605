import { Body, Controller, Injectable, Module } from '@nestjs/common';
import { auditRows } from '../../src/audit';
import { AccountModule, CompanyWork } from '../../src/account';
import { newId } from '../../src/shared/ids';
import { Begun, storeAnswer, type PhasedOperation, type Progress } from '../../src/idempotency';
import { Tx } from '../../src/platform/database';
import { EncodedReply, InTx, Phased } from '../../src/platform/http';
import { scheduleWork, WorkModule, WorkQueue } from '../../src/work';
import { TrialRequest, TrialResponse } from './trial-routes';

export const LEASE_SECONDS = 5;

/** Stands for a gateway: each test says what it does, and every call of it is counted. */
export const outside: { call: () => Promise<'done' | 'unknown'>; calls: string[] } = {
  call: () => Promise.resolve('done'),
  calls: [],
};

/** An operation with one call to the outside, as the product's own are built. */
@Injectable()
export class TrialOperation implements PhasedOperation {
  private readonly begun = new Map<string, { name: string; keyHash: string | null; reply?: EncodedReply }>();

  constructor(
    private readonly work: WorkQueue,
    private readonly companies: CompanyWork,
  ) {}

  async begin(tx: Tx, { name }: TrialRequest): Promise<Begun> {
    const id = newId();
    const [key] = await tx.query<{ hash: string }>(
      `SELECT coalesce(current_setting('app.request_key_hash', true), '') AS hash`,
    );
    this.begun.set(id, { name, keyHash: key?.hash === '' ? null : (key?.hash ?? null) });
    await scheduleWork(tx, 'trial', id, 60);
    return new Begun(id);
  }

  async carryOn(companyId: string, id: string): Promise<Progress> {
    const operation = this.begun.get(id)!;
    const key = { companyId, kind: 'trial', subjectId: id };
    const item = await this.work.take(key, LEASE_SECONDS);
    if (!item) {
      const seconds = await this.work.heldFor(key);
      return seconds === undefined
        ? { state: 'finished', reply: operation.reply! }
        : { state: 'held', seconds };
    }
    outside.calls.push(id);
    const result = await outside.call();
    if (result === 'unknown') {
      await this.companies.run(companyId, tx => this.work.again(tx, item, 0));
      return { state: 'pending', reply: EncodedReply.of(202, { id, status: 'pending' }) };
    }
    const reply = EncodedReply.of(201, { id, name: operation.name });
    await this.companies.run(companyId, async tx => {
      await this.work.done(tx, item);
      await tx.insert(
        auditRows(tx, {
          action: 'trial.done',
          entity: 'trial',
          entityId: id,
          diff: { name: operation.name },
        }),
      );
      await storeAnswer(tx, operation.keyHash, id, reply);
    });
    operation.reply = reply;
    return { state: 'finished', reply };
  }
}

@Controller()
class TrialOperationController {
  constructor(private readonly operation: TrialOperation) {}

  @Phased('trial/begin', {
    summary: 'Begins what the test wants',
    request: TrialRequest,
    response: TrialResponse,
    status: 201,
    operation: TrialOperation,
  })
  begin(@Body() request: TrialRequest, @InTx() tx: Tx): Promise<Begun> {
    return this.operation.begin(tx, request);
  }

  @Phased('trial/pay', {
    summary: 'Begins what moves money',
    request: TrialRequest,
    response: TrialResponse,
    operation: TrialOperation,
    movesMoney: true,
  })
  pay(@Body() request: TrialRequest, @InTx() tx: Tx): Promise<Begun> {
    return this.operation.begin(tx, request);
  }
}

/** Routes of kind `phased` behind the real guards, interceptor and pipes. */
@Module({
  imports: [WorkModule, AccountModule],
  controllers: [TrialOperationController],
  providers: [TrialOperation],
})
export class TrialOperationsModule {}
