import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { ListAuditEntries } from '../use-cases/list-audit-entries';

class AuditEntry {
  @Field.integer() id!: number;
  @Field.oneOf(['user', 'api_key', 'system']) actorType!: string;
  @Field.text({ nullable: true, description: "The API key's lineage: a rotated key is the same actor." })
  actorId!: string | null;
  @Field.text() action!: string;
  @Field.text() entity!: string;
  @Field.id({ nullable: true }) entityId!: string | null;
  @Field.any({ nullable: true }) diff!: unknown;
  @Field.instant() createdAt!: string;
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
