import { Injectable } from '@nestjs/common';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { CompaniesRepository } from '../data/companies.repository';
import type { Company } from '../domain/company';
import { changeOfStatus, withStatus } from '../domain/company-status';
import { inNamedCompany } from '../steps/in-named-company';

/** Archives a company (it can be read, not changed) or activates it again. */
@Injectable()
export class ChangeCompanyStatus {
  constructor(private readonly companies: CompaniesRepository) {}

  async execute(tx: Tx, companyId: string, status: 'active' | 'archived'): Promise<Company> {
    const fact = { action: ACTIONS[status], entity: 'company', entityId: companyId };
    return inNamedCompany(tx, companyId, fact, async inside => {
      const before = await this.companies.getForUpdate(inside);
      const company = withStatus(before, status);
      await this.companies.updateStatus(inside, company, null);
      await inside.insert(auditRows(inside, { ...fact, diff: changeOfStatus(before, company) }));
      return company;
    });
  }
}

const ACTIONS = { active: 'company.activated', archived: 'company.archived' };
