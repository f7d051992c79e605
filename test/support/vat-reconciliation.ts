import type { TestCompany } from './test-app';

export interface Bridge {
  name: string;
  from: { label: string; amount: string };
  lines: { code: string; label: string; amount: string; count: number | null }[];
  to: { label: string; amount: string };
  unexplained: string;
}

export interface Reconciliation {
  bridges: Bridge[];
  unexplained: string;
  entriesOutsideDocuments: { total: number; rows: Record<string, string | null>[] };
  documentsBetweenMonths: { total: number; rows: Record<string, string>[] };
  unequalDocuments: { total: number; rows: Record<string, string>[] };
  notes: string[];
}

export function reconciliation(company: TestCompany, request: object): Promise<Reconciliation> {
  return company.ok('reports/vat-reconciliation', request) as Promise<Reconciliation>;
}

/** What is left without a name, by bridge. */
export function unexplained({ bridges }: Reconciliation): Record<string, string> {
  return Object.fromEntries(
    bridges
      .filter(({ unexplained: rest }) => rest !== '0.00')
      .map(({ name, unexplained: rest }) => [name, rest]),
  );
}

/** `from, lines that are not 0.00, to` of a bridge. */
export function told({ bridges }: Reconciliation, name: string): string[] {
  const bridge = bridges.find(candidate => candidate.name === name);
  if (!bridge) throw new Error(`There is no bridge ${name}`);
  const lines = bridge.lines.filter(({ amount }) => amount !== '0.00');
  return [
    bridge.from.amount,
    ...lines.map(({ code, amount, count }) => `${code} ${amount}${count === null ? '' : ` of ${count}`}`),
    bridge.to.amount,
  ];
}
