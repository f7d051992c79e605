import { Body, Controller, Module } from '@nestjs/common';
import { auditRows } from '../../src/audit';
import { newId } from '../../src/shared/ids';
import { Tx } from '../../src/platform/database';
import { Field, InTx, Write, type Reply } from '../../src/platform/http';

export class TrialRequest {
  @Field.text() name!: string;
  @Field.quantity({ optional: true }) quantity?: string;
}

export class TrialResponse {
  @Field.id() id!: string;
  @Field.text() name!: string;
}

type Work = (tx: Tx, request: TrialRequest) => Promise<TrialResponse | Reply>;

/** Does one thing that can be counted: writes one line into the audit log. */
export async function oneEffect(tx: Tx, { name }: TrialRequest): Promise<TrialResponse> {
  const id = newId();
  await tx.insert(
    auditRows(tx, { action: 'trial.done', entity: 'trial', entityId: id, diff: { name, quantity: null } }),
  );
  return { id, name };
}

/** What the trial route does; each test puts in its own way to fail. */
export const trial: { work: Work } = { work: oneEffect };

@Controller()
class TrialController {
  @Write('trial/run', {
    summary: 'Does what the test wants',
    request: TrialRequest,
    response: TrialResponse,
    status: 201,
  })
  run(@Body() request: TrialRequest, @InTx() tx: Tx): Promise<TrialResponse | Reply> {
    return trial.work(tx, request);
  }
}

/** A route of kind `write` behind the real guards, interceptor and pipes, for what no route of the product does. */
@Module({ controllers: [TrialController] })
export class TrialModule {}
