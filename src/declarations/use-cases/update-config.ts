import { Injectable } from '@nestjs/common';
import { refuseField } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { SecretBox } from '../../platform/secrets';
import { changeSettings, settingsOf } from '../data/declaration-configs';
import { DECLARATION_SYSTEMS, type DeclarationSystem } from '../domain/declaration-systems';
import { ListConfigs, type DeclarationConfig } from './list-configs';

const MOST_CHARACTERS = 256;

/** Sets values of a system; keys that are not named stay, empty ones go back to the default. Secrets are kept sealed. */
@Injectable()
export class UpdateConfig {
  constructor(
    private readonly configs: ListConfigs,
    private readonly secretBox: SecretBox,
  ) {}

  /** @throws DomainError `invalid_request` for a system that the company's country does not have, or a key of none of its fields */
  async execute(tx: Tx, name: string, config: Record<string, string | null>): Promise<DeclarationConfig> {
    const system = systemOf(tx, name);
    const values = Object.entries(config).map(([key, text]) => {
      const field = system.fields.find(candidate => candidate.key === key);
      if (!field)
        refuseField(`config.${key}`, `is none of ${system.fields.map(({ key }) => key).join(', ')}`);
      if (text !== null && text.length > MOST_CHARACTERS)
        refuseField(`config.${key}`, `must have at most ${MOST_CHARACTERS} characters`);
      const isSecret = field.kind === 'secret';
      const value = !text ? null : isSecret ? this.secretBox.seal(text, belongsTo(tx, name, key)) : text;
      return { key, value, isSecret };
    });
    const before = await settingsOf(tx, name);
    await changeSettings(
      tx,
      name,
      values.map(({ key, value }) => ({ key, value })),
    );
    await tx.insert(
      auditRows(tx, {
        action: 'declaration_config.updated',
        entity: 'declaration_config',
        entityId: null,
        diff: {
          system: name,
          before: told(
            values.map(({ key, isSecret }) => ({ key, isSecret, value: before.get(key) ?? null })),
          ),
          after: told(values),
        },
      }),
    );
    return this.configs.withValues(tx, system);
  }
}

function systemOf(tx: Tx, name: string): DeclarationSystem {
  const known = DECLARATION_SYSTEMS.filter(({ country }) => country === tx.company.countryCode);
  const system = known.find(candidate => candidate.system === name);
  if (!system)
    refuseField('system', `is none of ${known.map(({ system }) => system).join(', ') || '(none)'}`);
  return system;
}

/** Values for the audit log, without secrets. */
function told(values: { key: string; value: string | null; isSecret: boolean }[]): object {
  return Object.fromEntries(
    values.map(({ key, value, isSecret }) => [key, isSecret && value !== null ? '(secret)' : value]),
  );
}

/** What a sealed value is of: elsewhere it does not open. */
function belongsTo(tx: Tx, system: string, key: string): string {
  return `${tx.companyId}/${system}/${key}`;
}
