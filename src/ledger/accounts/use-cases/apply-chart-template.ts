import { Injectable } from '@nestjs/common';
import { refuse } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { chartTemplateSize, insertChartTemplate } from '../data/chart-template';

/** Makes the accounts of the country's chart that the company does not have yet; those it has stay as they are. */
@Injectable()
export class ApplyChartTemplate {
  /** @returns how many accounts were made */
  async execute(tx: Tx): Promise<{ accounts: number }> {
    const { companyId, countryCode } = tx.company;
    const size = await chartTemplateSize(tx, countryCode);
    if (size === 0) {
      refuse(
        'not_supported',
        `There is no chart template for ${countryCode}; make the accounts (ledger/accounts/create) and point the posting rules to them.`,
      );
    }
    const accounts = await insertChartTemplate(tx, countryCode, size);
    await tx.insert(
      auditRows(tx, {
        action: 'chart_template.applied',
        entity: 'company',
        entityId: companyId,
        diff: { countryCode, accounts },
      }),
    );
    return { accounts };
  }
}
