import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';

/** What a worker knows of the companies before it opens the scope of one. */
@Injectable()
export class CompanyDirectory {
  /** Ids of all companies that have rows, archived and deleted ones too. Any scope will do. */
  async companyIds(tx: Tx): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT company_id AS id FROM company_directory WHERE status <> 'purged' ORDER BY company_id`,
    );
    return rows.map(row => row.id);
  }
}
