import type { XmlMembers } from '../../../shared/xml';
import { balance, type Texts, type Warnings } from './saft-values';

/** An account of the company with its balances (positive: debit). */
export interface SaftAccount {
  code: string;
  name: string;
  type: 'asset' | 'liability' | 'equity' | 'income' | 'expense';
  /** Code of the account above it. */
  parentCode: string | null;
  opening: string;
  closing: string;
}

/** A line of the authority's table of accounts: the model chart, by code. */
export type AccountTable = ReadonlyMap<string, string>;

interface TableLine {
  code: string;
  name: string;
}

/** Classes of the model chart of accounts, and the type that the file gives their accounts. */
const CLASSES: Record<string, { name: string; type: string }> = {
  '1': { name: 'Ilgalaikis turtas', type: 'IT' },
  '2': { name: 'Trumpalaikis turtas', type: 'TT' },
  '3': { name: 'Nuosavas kapitalas', type: 'NK' },
  '4': { name: 'Mokėtinos sumos ir kiti įsipareigojimai', type: 'I' },
  '5': { name: 'Pajamos', type: 'P' },
  '6': { name: 'Sąnaudos', type: 'S' },
};

const CLASS_OF_TYPE: Record<SaftAccount['type'], string> = {
  asset: '2',
  liability: '4',
  equity: '3',
  income: '5',
  expense: '6',
};
const CLASSES_OF_TYPE: Record<SaftAccount['type'], string> = {
  asset: '12',
  liability: '4',
  equity: '3',
  income: '5',
  expense: '6',
};

/** Fewer digits in common say no more than the class does. */
const SHORTEST_COMMON_START = 2;

export function accountElement(
  account: SaftAccount,
  table: AccountTable,
  texts: Texts,
  warnings: Warnings,
): XmlMembers {
  const line = tableLineOf(account, table, warnings);
  return {
    AccountID: texts.of('name', account.code),
    AccountDescription: texts.of('long', account.name),
    AccountTableID: line.code,
    AccountTableDescription: texts.of('long', line.name),
    AccountType: CLASSES[classOf(account)]!.type,
    ...balance('Opening', account.opening),
    ...balance('Closing', account.closing),
  };
}

/**
 * Where an account stands in the authority's table: the line of its code or of the account above it; else the one whose
 * code begins most alike, and at last its class, both with a warning.
 */
export function tableLineOf(account: SaftAccount, table: AccountTable, warnings: Warnings): TableLine {
  const exact = [account.code, account.parentCode].find(code => code !== null && table.has(code));
  if (exact) return { code: exact, name: table.get(exact)! };
  const alike = mostAlike(account, table);
  if (alike) {
    warnings.add(
      "Accounts that the authority's table does not have stand under the one whose code begins most alike",
      `${account.code} under ${alike.code}`,
    );
    return alike;
  }
  const code = classOf(account);
  warnings.add(
    "Accounts that nothing in the authority's table is alike stand under their class",
    `${account.code} under ${code}`,
  );
  return { code, name: CLASSES[code]!.name };
}

/** The class that the first digit says, if that fits the type of the account. */
function classOf({ code, type }: SaftAccount): string {
  const first = code.charAt(0);
  return first !== '' && CLASSES_OF_TYPE[type].includes(first) ? first : CLASS_OF_TYPE[type];
}

function mostAlike(account: SaftAccount, table: AccountTable): TableLine | undefined {
  if (classOf(account) !== account.code.charAt(0)) return undefined;
  let best: TableLine | undefined;
  let longest = SHORTEST_COMMON_START - 1;
  for (const [code, name] of table) {
    const common = commonStart(code, account.code);
    if (common > longest) [best, longest] = [{ code, name }, common];
  }
  return best;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
