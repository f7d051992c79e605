import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { settingsOf } from '../data/declaration-configs';
import { DECLARATION_SYSTEMS, type DeclarationSystem } from '../domain/declaration-systems';

/** A system with what the company has set for it; secrets are not among the values. */
export interface DeclarationConfig extends DeclarationSystem {
  values: Record<string, string>;
  /** Keys of the secrets that are set. */
  secretsSet: string[];
}

/** The systems of the company's country. */
@Injectable()
export class ListConfigs {
  async execute(tx: Tx): Promise<DeclarationConfig[]> {
    const systems = DECLARATION_SYSTEMS.filter(({ country }) => country === tx.company.countryCode);
    return Promise.all(systems.map(system => this.withValues(tx, system)));
  }

  async withValues(tx: Tx, system: DeclarationSystem): Promise<DeclarationConfig> {
    const settings = await settingsOf(tx, system.system);
    const isSecret = (key: string): boolean =>
      system.fields.some(field => field.key === key && field.kind === 'secret');
    const keys = [...settings.keys()].sort();
    return {
      ...system,
      values: Object.fromEntries(keys.filter(key => !isSecret(key)).map(key => [key, settings.get(key)!])),
      secretsSet: keys.filter(isSecret),
    };
  }
}
