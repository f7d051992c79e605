import type { TestCompany } from './test-app';

type Members = Record<string, unknown>;

/** An asset as the API shows it, as far as tests read it. */
export interface AssetAnswer {
  id: string;
  groupId: string;
  code: string;
  totalCost: string;
  accumulatedDepreciation: string;
  netBookValue: string;
  depreciatedMonths: number;
  status: string;
  disposalJournalTransactionId: string | null;
  [member: string]: unknown;
}

let serial = 0;

/** The id of a new group: machines, accounts 1220, 1227 and 6306, unless told otherwise. */
export async function assetGroup(company: TestCompany, members: Members = {}): Promise<string> {
  const { id } = (await company.ok('assets/groups/create', {
    code: `G${++serial}`,
    name: 'Machines',
    assetAccountCode: '1220',
    depreciationAccountCode: '1227',
    ...members,
  })) as { id: string };
  return id;
}

/** An asset of 1,200.00 over 12 months, 100.00 a month, unless told otherwise. */
export async function asset(
  company: TestCompany,
  groupId: string,
  acquisitionDate: string,
  members: Members = {},
): Promise<AssetAnswer> {
  return company.ok('assets/assets/create', {
    groupId,
    code: `A${++serial}`,
    name: 'Lathe',
    acquisitionDate,
    acquisitionCost: '1200.00',
    usefulLifeMonths: 12,
    ...members,
  }) as Promise<AssetAnswer>;
}

/** Something of every kind that happens to assets, in the autumn of 2025. */
export async function fillAssets(company: TestCompany): Promise<void> {
  const { id } = await asset(company, await assetGroup(company), '2025-09-10');
  await company.ok('assets/depreciation/post', { year: 2025, month: 11 });
  await company.ok('assets/depreciation/reverse', { year: 2025, month: 11 });
  await company.ok('assets/assets/modernize', { id, date: '2025-11-20', amount: '110.00' });
  const wrong = await asset(company, await assetGroup(company), '2025-11-05');
  await company.ok('assets/assets/dispose', { id: wrong.id, date: '2025-11-20', reason: 'scrapped' });
  await company.ok('assets/assets/reverse-disposal', { id: wrong.id });
}
