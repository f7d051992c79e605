import { refuseField } from '../../../shared/domain-error';

export const ACCOUNT_TYPES = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** What a control account sums up; documents move it, manual entries do not. */
export const ACCOUNT_CONTROLS = ['receivable', 'payable', 'vat'] as const;
export type AccountControl = (typeof ACCOUNT_CONTROLS)[number];

/** An account of the general ledger. */
export interface Account {
  accountId: string;
  code: string;
  name: string;
  /** Names by language code. */
  translations: Translations | null;
  type: AccountType;
  parentId: string | null;
  isPostable: boolean;
  control: AccountControl | null;
  createdAt: string;
}

export type Translations = Record<string, { name: string }>;

/** Whether accounts of the type stand in profit and loss. */
export function isResult(type: AccountType): boolean {
  return type === 'income' || type === 'expense';
}

/** Whether both stand in the same statement: the balance sheet, or profit and loss. */
export function inSameStatement(one: AccountType, other: AccountType): boolean {
  return isResult(one) === isResult(other);
}

const CODE = /^[\p{L}\p{N}._/-]{1,30}$/u;

/** The code of an account or a cost center without outer spaces: 1 to 30 letters, digits and `. _ / -`. Refuses anything else. */
export function ledgerCode(text: string): string {
  const code = text.trim();
  if (!CODE.test(code)) refuseField('code', 'must have 1 to 30 letters, digits or the characters . _ / -');
  return code;
}

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/;
const LONGEST_NAME = 250;

/** Reads `{en: {name}, ...}`: at most 30 languages, names of 1 to 250 characters. Refuses anything else, naming the member. */
export function readTranslations(value: unknown): Translations {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseField('translations', 'must be an object');
  const entries = Object.entries(value);
  if (entries.length > 30) refuseField('translations', 'must have at most 30 languages');
  return Object.fromEntries(
    entries.map(([language, translation]) => [language, { name: readName(language, translation) }]),
  );
}

function readName(language: string, translation: unknown): string {
  const member = `translations.${language}`;
  if (!LANGUAGE.test(language)) refuseField(member, 'is not a language code such as "en"');
  const { name, ...others } = (translation ?? {}) as { name?: unknown };
  if (typeof name !== 'string' || Object.keys(others).length > 0)
    refuseField(member, 'must be {"name": "..."}');
  if (name.length < 1 || name.length > LONGEST_NAME)
    refuseField(`${member}.name`, `must have 1 to ${LONGEST_NAME} characters`);
  if (/\p{Cc}/u.test(name)) refuseField(`${member}.name`, 'holds a control character');
  return name;
}
