import { refuseField } from '../../shared/domain-error';
import type { ItemTranslations } from './item';

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/;
/** Control characters but tab, line feed and carriage return. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;
const LONGEST_NAME = 250;
const LONGEST_DESCRIPTION = 5000;

/** Reads `{en: {name, description?}, ...}`: at most 30 languages. Refuses anything else, naming the member. */
export function readTranslations(value: unknown): ItemTranslations {
  const entries = entriesOf('translations', value, 30);
  return Object.fromEntries(entries.map(([language, text]) => [language, readTranslation(language, text)]));
}

function readTranslation(language: string, value: unknown): ItemTranslations[string] {
  const member = `translations.${language}`;
  if (!LANGUAGE.test(language)) refuseField(member, 'is not a language code such as "en"');
  const { name, description, ...others } = (value ?? {}) as Record<string, unknown>;
  if (Object.keys(others).length > 0) refuseField(member, 'must be {"name": "...", "description": "..."}');
  return {
    name: readText(`${member}.name`, name, LONGEST_NAME),
    ...(description !== undefined && {
      description: readText(`${member}.description`, description, LONGEST_DESCRIPTION),
    }),
  };
}

function readText(member: string, value: unknown, longest: number): string {
  if (typeof value !== 'string' || value.length < 1 || value.length > longest)
    refuseField(member, `must be a text of 1 to ${longest} characters`);
  if (CONTROL.test(value)) refuseField(member, 'holds a control character');
  return value;
}

/** Reads `{flag: true, ...}`: at most 100 flags. Refuses anything else, naming the member. */
export function readFlags(value: unknown): Record<string, boolean> {
  const entries = entriesOf('posFlags', value, 100);
  for (const [name, flag] of entries) {
    if (typeof flag !== 'boolean') refuseField(`posFlags.${name.slice(0, 60)}`, 'must be true or false');
  }
  return Object.fromEntries(entries) as Record<string, boolean>;
}

function entriesOf(member: string, value: unknown, most: number): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseField(member, 'must be an object');
  const entries = Object.entries(value);
  if (entries.length > most) refuseField(member, `must have at most ${most} members`);
  if (entries.some(([name]) => name.length > LONGEST_NAME || CONTROL.test(name)))
    refuseField(member, `must have names of at most ${LONGEST_NAME} characters`);
  return entries;
}
