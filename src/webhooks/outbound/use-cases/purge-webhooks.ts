import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config';
import { UnitOfWork, type Tx } from '../../../platform/database';
import { deleteOldDeliveries, emptyOldPayloads } from '../data/retention';

const DELIVERIES_AT_ONCE = 500;
/** Of some megabytes each, at worst. */
const PAYLOADS_AT_ONCE = 50;

/**
 * Takes away what webhooks leave behind, after its time: deliveries that are over, and then what the events said. The events
 * stay, as the books refer to them. Nothing goes that a receiver has still to be told.
 */
@Injectable()
export class PurgeWebhooks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly config: Config,
  ) {}

  /** Works through one company in short transactions. */
  async execute(companyId: string): Promise<void> {
    const { webhookDeliveryDays, eventPayloadDays } = this.config;
    await this.untilNothing(companyId, tx =>
      deleteOldDeliveries(tx, webhookDeliveryDays, DELIVERIES_AT_ONCE),
    );
    await this.untilNothing(companyId, tx => emptyOldPayloads(tx, eventPayloadDays, PAYLOADS_AT_ONCE));
  }

  private async untilNothing(companyId: string, purge: (tx: Tx) => Promise<number>): Promise<void> {
    while ((await this.unitOfWork.run(companyId, 'write', purge)) > 0);
  }
}
