import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeysController } from './api/api-keys.controller';
import { CompaniesController } from './api/companies.controller';
import { MeController } from './api/me.controller';
import { MembersController } from './api/members.controller';
import { AuthGuard } from './auth.guard';
import { ApiKeysRepository } from './data/api-keys.repository';
import { AuthenticationRepository } from './data/authentication.repository';
import { CompaniesRepository } from './data/companies.repository';
import { CompanyWork } from './data/company-work';
import { CompanyDirectory } from './data/company-directory';
import { MembersRepository } from './data/members.repository';
import { SandboxPurge } from './data/sandbox-purge';
import { RateLimitGuard } from './rate-limit.guard';
import { RateLimits } from './rate-limits';
import { ChangeCompanyStatus } from './use-cases/change-company-status';
import { CreateApiKey } from './use-cases/create-api-key';
import { CreateCompany } from './use-cases/create-company';
import { DeleteCompany } from './use-cases/delete-company';
import { DescribeCaller } from './use-cases/describe-caller';
import { GetCompany } from './use-cases/get-company';
import { ListApiKeys } from './use-cases/list-api-keys';
import { ManageMembers } from './use-cases/manage-members';
import { RevokeApiKey } from './use-cases/revoke-api-key';
import { RotateApiKey } from './use-cases/rotate-api-key';
import { UpdateCompany } from './use-cases/update-company';

@Module({
  controllers: [CompaniesController, ApiKeysController, MembersController, MeController],
  providers: [
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    RateLimits,
    AuthenticationRepository,
    CompaniesRepository,
    ApiKeysRepository,
    MembersRepository,
    CompanyDirectory,
    CompanyWork,
    SandboxPurge,
    CreateCompany,
    GetCompany,
    UpdateCompany,
    ChangeCompanyStatus,
    DeleteCompany,
    CreateApiKey,
    ListApiKeys,
    RevokeApiKey,
    RotateApiKey,
    ManageMembers,
    DescribeCaller,
  ],
  exports: [CompanyDirectory, CompanyWork, RateLimits, SandboxPurge],
})
export class AccountModule {}
