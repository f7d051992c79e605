import { Body, Controller } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import { Tx } from '../../platform/database';
import { EmptyRequest, InTx, Read, Write } from '../../platform/http';
import { ChangeCompanyStatus } from '../use-cases/change-company-status';
import { CreateCompany } from '../use-cases/create-company';
import { DeleteCompany } from '../use-cases/delete-company';
import { GetCompany } from '../use-cases/get-company';
import { UpdateCompany } from '../use-cases/update-company';
import { CompanyIdRequest, CreateCompanyRequest, UpdateCompanyRequest } from './companies.request';
import {
  ActiveCompanyResponse,
  CompanyProfileResponse,
  CompanyStatusResponse,
  CompanySummary,
  DeletedCompanyResponse,
} from './companies.response';

@Controller()
export class CompaniesController {
  constructor(
    private readonly createCompany: CreateCompany,
    private readonly getCompany: GetCompany,
    private readonly updateCompany: UpdateCompany,
    private readonly changeCompanyStatus: ChangeCompanyStatus,
    private readonly deleteCompany: DeleteCompany,
  ) {}

  @Write('account/companies/create', {
    summary: 'Make a company',
    request: CreateCompanyRequest,
    response: CompanySummary,
    access: 'operator',
    status: 201,
  })
  async create(@Body() request: CreateCompanyRequest, @InTx() tx: Tx): Promise<CompanySummary> {
    return CompanySummary.of(await this.createCompany.execute(tx, request));
  }

  @Read('account/companies/profile', {
    summary: 'The company of the key',
    request: EmptyRequest,
    response: CompanyProfileResponse,
  })
  async profile(@Body() _request: EmptyRequest, @InTx() tx: Tx): Promise<CompanyProfileResponse> {
    return CompanyProfileResponse.of(await this.getCompany.execute(tx));
  }

  @Write('account/companies/update', {
    summary: 'Change profile and settings; what is left out stays, null clears',
    request: UpdateCompanyRequest,
    response: CompanyProfileResponse,
  })
  async update(@Body() request: UpdateCompanyRequest, @InTx() tx: Tx): Promise<CompanyProfileResponse> {
    return CompanyProfileResponse.of(await this.updateCompany.execute(tx, request));
  }

  /** A key belongs to one company for life: there is nothing to switch, so this only reads. */
  @Read('account/companies/select', {
    summary: "Name the company to work in: the key's own",
    request: CompanyIdRequest,
    response: ActiveCompanyResponse,
  })
  select(@Body() { companyId }: CompanyIdRequest, @InTx() tx: Tx): ActiveCompanyResponse {
    if (companyId !== tx.companyId) refuseUnknown('companyId', `Company ${companyId}`);
    return { activeCompanyId: companyId };
  }

  @Write('account/companies/archive', {
    summary: 'Archive: it can be read, not changed',
    request: CompanyIdRequest,
    response: CompanyStatusResponse,
    access: 'company_or_operator',
  })
  async archive(@Body() { companyId }: CompanyIdRequest, @InTx() tx: Tx): Promise<CompanyStatusResponse> {
    const { status } = await this.changeCompanyStatus.execute(tx, companyId, 'archived');
    return { id: companyId, status };
  }

  @Write('account/companies/activate', {
    summary: 'Take out of the archive',
    request: CompanyIdRequest,
    response: CompanyStatusResponse,
    access: 'company_or_operator',
  })
  async activate(@Body() { companyId }: CompanyIdRequest, @InTx() tx: Tx): Promise<CompanyStatusResponse> {
    const { status } = await this.changeCompanyStatus.execute(tx, companyId, 'active');
    return { id: companyId, status };
  }

  @Write('account/companies/delete', {
    summary: 'Close for good; its keys stop working',
    request: CompanyIdRequest,
    response: DeletedCompanyResponse,
    access: 'company_or_operator',
  })
  async delete(@Body() { companyId }: CompanyIdRequest, @InTx() tx: Tx): Promise<DeletedCompanyResponse> {
    const { status, purgeAfter } = await this.deleteCompany.execute(tx, companyId);
    return { id: companyId, status, purgeAfter };
  }
}
