import { Body, Controller } from '@nestjs/common';
import { refuseNotSupported } from '../../../shared/domain-error';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import type { CostCenter } from '../domain/cost-center';
import { ListCostCenters } from '../use-cases/list-cost-centers';
import { WriteCostCenters } from '../use-cases/write-cost-centers';

const GROUP = { optional: true, description: 'Not supported: refused.' };

class CreateCostCenterRequest {
  @Field.text({
    max: 30,
    description: 'Unique in the company; letters, digits and `. _ / -`.',
    example: 'SHOP-1',
  })
  code!: string;
  @Field.text() name!: string;
  @Field.text(GROUP) groupId?: string;
}

class UpdateCostCenterRequest {
  @Field.id() id!: string;
  @Field.text({ optional: true }) name?: string;
  @Field.boolean({ optional: true, description: '`false`: takes no new postings.' }) isActive?: boolean;
  @Field.text({ ...GROUP, nullable: true }) groupId?: string | null;
}

class CostCenterResponse {
  @Field.id() id!: string;
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.text({ nullable: true }) groupId!: string | null;
  @Field.text({ nullable: true }) groupName!: string | null;
  @Field.boolean() isActive!: boolean;
  @Field.instant() createdAt!: string;
}

@Controller()
export class CostCentersController {
  constructor(
    private readonly writeCostCenters: WriteCostCenters,
    private readonly listCostCenters: ListCostCenters,
  ) {}

  @Write('ledger/cost-centers/create', {
    summary: 'Make a cost center',
    request: CreateCostCenterRequest,
    response: CostCenterResponse,
    status: 201,
  })
  async create(@Body() request: CreateCostCenterRequest, @InTx() tx: Tx): Promise<CostCenterResponse> {
    refuseNotSupported({ groupId: request.groupId });
    return costCenterResponse(await this.writeCostCenters.create(tx, request));
  }

  @Write('ledger/cost-centers/update', {
    summary: 'Change a cost center',
    request: UpdateCostCenterRequest,
    response: CostCenterResponse,
  })
  async update(@Body() request: UpdateCostCenterRequest, @InTx() tx: Tx): Promise<CostCenterResponse> {
    refuseNotSupported({ groupId: request.groupId });
    return costCenterResponse(await this.writeCostCenters.update(tx, request));
  }

  @Read('ledger/cost-centers/list', {
    summary: 'The cost centers',
    request: ListRequest,
    response: listResponse(CostCenterResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<CostCenterResponse>> {
    return this.listCostCenters.execute(tx, request, costCenterResponse);
  }
}

function costCenterResponse({
  costCenterId,
  code,
  name,
  isActive,
  createdAt,
}: CostCenter): CostCenterResponse {
  return { id: costCenterId, code, name, groupId: null, groupName: null, isActive, createdAt };
}
