import { Injectable } from '@nestjs/common';
import { refuseNotSupported } from '../../shared/domain-error';
import { auditRows, changeOf } from '../../audit';
import type { Tx } from '../../platform/database';
import { CompaniesRepository } from '../data/companies.repository';
import { changedCompany, type Company, type CompanyChanges } from '../domain/company';

/** Changes profile and settings of the caller's company. */
@Injectable()
export class UpdateCompany {
  constructor(private readonly companies: CompaniesRepository) {}

  async execute(tx: Tx, changes: CompanyChanges & { logo?: object }): Promise<Company> {
    refuseNotSupported({ logo: changes.logo });
    const before = await this.companies.getForUpdate(tx);
    const company = changedCompany(before, changes);
    await this.companies.currency(tx, 'defaultInvoiceCurrency', company.defaultInvoiceCurrency);
    await this.companies.update(tx, company);
    await tx.insert(
      auditRows(tx, {
        action: 'company.updated',
        entity: 'company',
        entityId: company.companyId,
        diff: changeOf(flat(before), flat(company)),
      }),
    );
    return company;
  }
}

function flat({ details, ...company }: Company): object {
  return { ...company, ...details };
}
