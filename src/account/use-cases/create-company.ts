import { Injectable } from '@nestjs/common';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import { defaultSeriesRows } from '../../numbering';
import type { Tx } from '../../platform/database';
import { CompaniesRepository } from '../data/companies.repository';
import type { Company } from '../domain/company';
import { newCompany, openingTerms, type CompanyOpening } from '../domain/new-company';

/** Makes a company: its profile, its place in the directory and a default series per document type. */
@Injectable()
export class CreateCompany {
  constructor(private readonly companies: CompaniesRepository) {}

  /** `tx` is the operator's; the rows go into the new company's own scope. */
  async execute(tx: Tx, opening: CompanyOpening): Promise<Company> {
    const baseCurrency = await this.companies.currency(
      tx,
      'baseCurrency',
      openingTerms(opening).baseCurrency,
    );
    const company = newCompany(newId(), opening, baseCurrency);
    await this.companies.currency(tx, 'defaultInvoiceCurrency', company.defaultInvoiceCurrency);
    const fact = {
      action: 'company.created',
      entity: 'company',
      entityId: company.companyId,
      diff: { ...opening },
    };
    await tx.inCompany({ companyId: company.companyId, profile: company }, inside =>
      inside.insert(
        ...this.companies.rows(inside, company),
        defaultSeriesRows(inside),
        auditRows(inside, fact),
      ),
    );
    await tx.insert(auditRows(tx, fact));
    return company;
  }
}
