import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { CompaniesRepository } from '../data/companies.repository';
import type { Company } from '../domain/company';

/** Reads the company of the caller. */
@Injectable()
export class GetCompany {
  constructor(private readonly companies: CompaniesRepository) {}

  execute(tx: Tx): Promise<Company> {
    return this.companies.get(tx);
  }
}
