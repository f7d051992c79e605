import { Body, Controller } from '@nestjs/common';
import { refuseNotSupported } from '../../shared/domain-error';
import { Tx } from '../../platform/database';
import { Field, IdRequest, IdResponse, InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { DEFAULT_NUMBER_LENGTH } from '../domain/series';
import { CreateSeries } from '../use-cases/create-series';
import { DeleteSeries } from '../use-cases/delete-series';
import { ProveSeries, type SeriesProof } from '../use-cases/prove-series';
import { ReadSeries, type DocumentSeries } from '../use-cases/read-series';
import { UpdateSeries } from '../use-cases/update-series';
import { CreateSeriesRequest, UpdateSeriesRequest } from './series.request';
import { SeriesProofResponse, SeriesResponse } from './series.response';

class SeriesDeleted extends IdResponse {
  @Field.boolean({ addition: true, description: 'Always true; newer official clients insist on it.' })
  deleted!: boolean;
}

@Controller()
export class SeriesController {
  constructor(
    private readonly createSeries: CreateSeries,
    private readonly updateSeries: UpdateSeries,
    private readonly deleteSeries: DeleteSeries,
    private readonly series: ReadSeries,
    private readonly proveSeries: ProveSeries,
  ) {}

  @Write('document-series/create', {
    summary: 'Open a document series',
    request: CreateSeriesRequest,
    response: SeriesResponse,
    status: 201,
  })
  async create(@Body() request: CreateSeriesRequest, @InTx() tx: Tx): Promise<SeriesResponse> {
    const { operationTypeId, warehouseId } = request;
    refuseNotSupported({ operationTypeId, warehouseId });
    const allocatedFrom = request.allocatedFrom ?? null;
    const series = await this.createSeries.execute(tx, {
      documentType: request.documentType ?? 'sale_invoice',
      prefix: request.prefix,
      name: request.name ?? null,
      label: request.label ?? null,
      numberLength: request.numberLength ?? DEFAULT_NUMBER_LENGTH,
      nextNumber: request.nextNumber ?? allocatedFrom ?? 1,
      allocatedFrom,
      allocatedTo: request.allocatedTo ?? null,
      yearlyRestart: request.yearlyRestart ?? false,
      printSeries: request.printSeries ?? true,
      isDefault: request.isDefault ?? false,
      isActive: request.isActive ?? true,
    });
    return toResponse(series);
  }

  @Write('document-series/update', {
    summary: 'Change a document series',
    request: UpdateSeriesRequest,
    response: SeriesResponse,
  })
  async update(@Body() request: UpdateSeriesRequest, @InTx() tx: Tx): Promise<SeriesResponse> {
    const { id, operationTypeId, warehouseId, ...changes } = request;
    refuseNotSupported({ operationTypeId, warehouseId });
    return toResponse(await this.updateSeries.execute(tx, id, changes));
  }

  @Read('document-series/get', { summary: 'A document series', request: IdRequest, response: SeriesResponse })
  async get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<SeriesResponse> {
    return toResponse(await this.series.get(tx, id));
  }

  @Read('document-series/list', {
    summary: 'Document series',
    request: ListRequest,
    response: listResponse(SeriesResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<SeriesResponse>> {
    return this.series.list(tx, request, toResponse);
  }

  @Write('document-series/delete', {
    summary: 'Delete an unused document series',
    request: IdRequest,
    response: SeriesDeleted,
  })
  async delete(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<SeriesDeleted> {
    await this.deleteSeries.execute(tx, id);
    return { id, deleted: true };
  }

  @Read('document-series/proof', {
    summary: 'Proof that a series has no gap and no duplicate',
    request: IdRequest,
    response: SeriesProofResponse,
    addition: true,
  })
  proof(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<SeriesProof> {
    return this.proveSeries.execute(tx, id);
  }
}

function toResponse(series: DocumentSeries): SeriesResponse {
  return {
    id: series.id,
    documentType: series.documentType,
    prefix: series.prefix,
    name: series.name,
    label: series.label,
    operationTypeId: null,
    numberLength: series.numberLength,
    nextNumber: series.nextNumber,
    allocatedFrom: series.allocatedFrom,
    allocatedTo: series.allocatedTo,
    warehouseId: null,
    printSeries: series.printSeries,
    isDefault: series.isDefault,
    isActive: series.isActive,
    yearlyRestart: series.yearlyRestart,
    createdAt: series.createdAt,
    updatedAt: series.updatedAt,
  };
}
