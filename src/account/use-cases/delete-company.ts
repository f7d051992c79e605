import { Injectable } from '@nestjs/common';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { CompaniesRepository } from '../data/companies.repository';
import type { Company } from '../domain/company';
import { changeOfStatus, deletedCompany } from '../domain/company-status';
import { inNamedCompany } from '../steps/in-named-company';

/** Closes a company for good: its keys stop working at once, its books stay until their retention ends. */
@Injectable()
export class DeleteCompany {
  constructor(private readonly companies: CompaniesRepository) {}

  async execute(tx: Tx, companyId: string): Promise<ReturnType<typeof deletedCompany>> {
    const fact = { action: 'company.deleted', entity: 'company', entityId: companyId };
    return inNamedCompany(tx, companyId, fact, async inside => {
      const before = await this.companies.getForUpdate(inside);
      const company = deletedCompany(before, inside.now);
      await this.companies.updateStatus(inside, company, dueAt(company, inside.now));
      await inside.insert(auditRows(inside, { ...fact, diff: changeOfStatus(before, company) }));
      return company;
    });
  }
}

/** A worker has to look after a sandbox only: it is purged. */
function dueAt(company: Company, now: Date): Date | null {
  return company.isSandbox ? now : null;
}
