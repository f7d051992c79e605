import { Body, Controller } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { Tx } from '../../platform/database';
import {
  Answers,
  IdRequest,
  IdResponse,
  InTx,
  OutsideAnswers,
  OutsideQuestion,
  Phased,
  Read,
  Reply,
  Write,
} from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { NEW_PARTNER } from '../domain/partner';
import { CreatePartner } from '../use-cases/create-partner';
import { DeletePartner } from '../use-cases/delete-partner';
import { FindOrCreatePartner } from '../use-cases/find-or-create-partner';
import { ReadPartners } from '../use-cases/read-partners';
import { UpdatePartner } from '../use-cases/update-partner';
import { ValidateVat, type ValidatedVat } from '../use-cases/validate-vat';
import { CreatePartnerRequest, toValues, UpdatePartnerRequest, ValidateVatRequest } from './partner.request';
import {
  FindOrCreatePartnerResponse,
  PartnerResponse,
  toResponse,
  ValidateVatResponse,
} from './partner.response';

@Controller()
export class PartnersController {
  constructor(
    private readonly createPartner: CreatePartner,
    private readonly findOrCreatePartner: FindOrCreatePartner,
    private readonly updatePartner: UpdatePartner,
    private readonly deletePartner: DeletePartner,
    private readonly validateVat: ValidateVat,
    private readonly partners: ReadPartners,
  ) {}

  @Write('partners/create', {
    summary: 'Add a partner',
    request: CreatePartnerRequest,
    response: PartnerResponse,
    status: 201,
  })
  async create(@Body() request: CreatePartnerRequest, @InTx() tx: Tx): Promise<PartnerResponse> {
    return toResponse(await this.createPartner.execute(tx, { ...NEW_PARTNER, ...toValues(request) }));
  }

  @Write('partners/find-or-create', {
    summary: 'The partner with these codes, or a new one',
    request: CreatePartnerRequest,
    response: FindOrCreatePartnerResponse,
    status: 201,
  })
  @ApiResponse({ status: 200, type: FindOrCreatePartnerResponse, description: 'It was there.' })
  async findOrCreate(@Body() request: CreatePartnerRequest, @InTx() tx: Tx): Promise<Reply> {
    const { created, partner } = await this.findOrCreatePartner.execute(tx, {
      ...NEW_PARTNER,
      ...toValues(request),
    });
    return new Reply(created ? 201 : 200, { created, partner: toResponse(partner) });
  }

  @Read('partners/get', { summary: 'A partner', request: IdRequest, response: PartnerResponse })
  async get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<PartnerResponse> {
    return toResponse(await this.partners.get(tx, id));
  }

  @Write('partners/update', {
    summary: 'Change a partner',
    request: UpdatePartnerRequest,
    response: PartnerResponse,
  })
  async update(@Body() request: UpdatePartnerRequest, @InTx() tx: Tx): Promise<PartnerResponse> {
    const { id, ...changes } = toValues(request);
    return toResponse(await this.updatePartner.execute(tx, id, changes));
  }

  @Phased('partners/validate-vat', {
    summary: 'Whether a VAT number is valid, by its check digits and by VIES',
    request: ValidateVatRequest,
    response: ValidateVatResponse,
  })
  validate(
    @Body() request: ValidateVatRequest,
    @InTx() tx: Tx,
    @Answers() answers: OutsideAnswers,
  ): Promise<ValidatedVat | OutsideQuestion<unknown>> {
    return this.validateVat.execute(tx, answers, request);
  }

  @Write('partners/delete', { summary: 'Delete an unused partner', request: IdRequest, response: IdResponse })
  async delete(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<IdResponse> {
    await this.deletePartner.execute(tx, id);
    return { id };
  }

  @Read('partners/list', {
    summary: 'Partners',
    request: ListRequest,
    response: listResponse(PartnerResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<PartnerResponse>> {
    return this.partners.list(tx, request, toResponse);
  }
}
