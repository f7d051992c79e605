import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import type { Partner, PartnerValues } from '../domain/partner';
import type { PartnerKeys } from '../domain/partner-keys';
import { findByKeys, findByNameAndEmail, findPartner, lockName } from '../data/partners.repository';
import { addPartner } from './create-partner';
import { identify } from '../steps/identify-partner';

/**
 * The partner with this VAT code, else with this country and code, else (when no code is given) with exactly this name and
 * e-mail address; else a new one. One that is found stays as it is. However many ask at once, one is made.
 */
@Injectable()
export class FindOrCreatePartner {
  async execute(tx: Tx, given: PartnerValues): Promise<{ created: boolean; partner: Partner }> {
    const { values, keys } = await identify(tx, given);
    const existingId = await this.find(tx, values, keys);
    if (existingId) return { created: false, partner: await findPartner(tx, existingId) };
    const { partner, rival } = await addPartner(tx, values, keys);
    return partner
      ? { created: true, partner }
      : { created: false, partner: await findPartner(tx, rival.id) };
  }

  private async find(tx: Tx, values: PartnerValues, keys: PartnerKeys): Promise<string | undefined> {
    if (keys.vatCodeKey !== null || keys.codeKey !== null) return (await findByKeys(tx, keys))?.id;
    await lockName(tx, values.name);
    return findByNameAndEmail(tx, values.name, values.email);
  }
}
