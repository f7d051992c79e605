import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { ListAuditEntries } from '../use-cases/list-audit-entries';

class AuditEntry {
  @Field.integer() id!: number;
  @Field.oneOf(['user', 'api_key', 'system']) actorType!: string;
  @Field.text({
    nullable: true,
    description: "The member, else the API key's lineage: a rotated key is the same actor.",
  })
  actorId!: string | null;
  @Field.text() action!: string;
  @Field.text() entity!: string;
  @Field.id({ nullable: true }) entityId!: string | null;
  @Field.any({
    nullable: true,
    description: 'Of a change `{before, after}` of the members that differ, else the data of the fact.',
  })
  diff!: unknown;
  @Field.instant() createdAt!: string;
  @Field.id({ nullable: true, addition: true, description: 'The API key that was used.' })
  apiKeyId!: string | null;
  @Field.text({ addition: true, description: 'As in the header X-Request-Id of the answer.' })
  requestId!: string;
  @Field.text({ nullable: true, addition: true, description: 'SHA-256 of the Idempotency-Key, hexadecimal.' })
  idempotencyKeyHash!: string | null;
}

@Controller()
export class AuditController {
  constructor(private readonly entries: ListAuditEntries) {}

  @Read('audit/list', {
    summary: 'Who did what, when',
    request: ListRequest,
    response: listResponse(AuditEntry),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<AuditEntry>> {
    return this.entries.execute(tx, request);
  }
}
