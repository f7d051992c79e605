import { Injectable } from '@nestjs/common';
import { invariant } from '../../shared/invariant';
import { UnitOfWork, type Tx } from '../../platform/database';
import { COMPANY_PROFILE_COLUMNS, toCompanyProfile, type CompanyProfileRow } from './company-profile';

/** Runs work of the server itself inside a company: with its profile and on its calendar. */
@Injectable()
export class CompanyWork {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * One transaction of the company, as the actor `system`; re-run after a deadlock.
   * @param requestId the request that this work goes back to, if there is one
   */
  async run<T>(companyId: string, work: (tx: Tx) => Promise<T>, requestId = 'system'): Promise<T> {
    return this.inCompany(companyId, 'write', work, requestId);
  }

  /** The same for work that only reads: all of it is of one moment. */
  async read<T>(companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.inCompany(companyId, 'read', work, 'system');
  }

  private async inCompany<T>(
    companyId: string,
    mode: 'read' | 'write',
    work: (tx: Tx) => Promise<T>,
    requestId: string,
  ): Promise<T> {
    return this.unitOfWork.run(companyId, mode, async tx => {
      const [row] = await tx.query<CompanyProfileRow>(
        `SELECT ${COMPANY_PROFILE_COLUMNS} FROM companies c JOIN currencies y ON y.code = c.base_currency WHERE c.company_id = $1`,
        [companyId],
      );
      invariant(row, 'work is done for a company that exists');
      return work(tx.serving(toCompanyProfile(row), requestId));
    });
  }
}
