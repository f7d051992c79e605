import { setImmediate } from 'node:timers/promises';
import type { MemberKind } from '../../../platform/http';

/** What a cell holds: decimals and dates are the strings of the wire. */
export interface ReportCell {
  kind: 'text' | 'id' | 'date' | 'decimal' | 'integer';
  value: string;
}

export interface ReportColumn {
  title: string;
  kind: ReportCell['kind'];
}

/** A table of a report. One without a heading holds single figures: a name and a value in each row. */
export interface ReportBlock {
  title: string | null;
  columns: ReportColumn[] | null;
  rows: (ReportCell | null)[][];
}

/** Rows between two moments in which other work of the process goes on. */
const ROWS_BETWEEN_BREATHS = 500;

export type Members = (type: new () => object) => ReadonlyMap<string, MemberKind>;
type Shape = new () => object;
type Content = Readonly<Record<string, unknown>>;

/**
 * The answer of any report as tables: lists become tables, single members stand before and after them as name and value.
 * Lists inside of rows are spread: a transaction with three entries is three rows, each with what is said of the whole.
 * @param members what the shapes of the answer declare
 */
export async function reportBlocks(answer: object, shape: Shape, members: Members): Promise<ReportBlock[]> {
  const blocks: ReportBlock[] = [];
  await addBlocks(answer as Content, shape, '', { members, blocks });
  return blocks;
}

interface Making {
  members: Members;
  blocks: ReportBlock[];
}

async function addBlocks(content: Content, shape: Shape, path: string, making: Making): Promise<void> {
  const kinds = making.members(shape);
  for (const [name, value] of Object.entries(content)) {
    const kind = kinds.get(name) ?? 'other';
    const inner = path === '' ? name : `${path}.${name}`;
    if (value === null || value === undefined) continue;
    if (typeof kind === 'object' && kind.kind === 'list')
      making.blocks.push(await tableOf(value as Content[], kind.type(), inner, making.members));
    else if (typeof kind === 'object') await addBlocks(value as Content, kind.type(), inner, making);
    else addFigure(making.blocks, [textCell(titleOf(inner)), cellOf(value, kind)]);
  }
}

function addFigure(blocks: ReportBlock[], row: (ReportCell | null)[]): void {
  const last = blocks.at(-1);
  if (last && last.columns === null) last.rows.push(row);
  else blocks.push({ title: null, columns: null, rows: [row] });
}

/** Cells of one row of a table, by the path of their member. */
type Cells = ReadonlyMap<string, ReportCell | null>;

async function tableOf(
  rows: readonly Content[],
  shape: Shape,
  path: string,
  members: Members,
): Promise<ReportBlock> {
  const columns = new Map<string, ReportCell['kind']>();
  if (rows.length === 0) declaredColumns(shape, '', members, columns);
  const spread: Cells[] = [];
  let count = 0;
  for (const row of rows) {
    for (const cells of spreadRow(row, shape, members, columns)) spread.push(cells);
    if (++count % ROWS_BETWEEN_BREATHS === 0) await setImmediate();
  }
  const paths = [...columns.keys()];
  const names = paths.map(each => each.split('.').at(-1)!);
  return {
    title: path === 'rows' ? null : titleOf(path),
    columns: paths.map((each, index) => ({
      title: titleOf(names.filter(name => name === names[index]).length > 1 ? each : names[index]!),
      kind: columns.get(each)!,
    })),
    rows: spread.map(cells => paths.map(each => cells.get(each) ?? null)),
  };
}

/** The rows that one row with lists in it becomes; notes each column where it is met first. */
function spreadRow(
  row: Content,
  shape: Shape,
  members: Members,
  columns: Map<string, ReportCell['kind']>,
): Cells[] {
  const cells = new Map<string, ReportCell | null>();
  const lists: Cells[][] = [];
  const read = (content: Content, of: Shape, path: string): void => {
    const kinds = members(of);
    for (const [name, value] of Object.entries(content)) {
      const kind = kinds.get(name) ?? 'other';
      const inner = path + name;
      if (typeof kind !== 'object') {
        const cell = cellOf(value, kind);
        cells.set(inner, cell);
        columns.set(inner, cell?.kind ?? columns.get(inner) ?? columnKind(kind));
      } else if (kind.kind === 'object') {
        if (value !== null && value !== undefined) read(value as Content, kind.type(), `${inner}.`);
      } else {
        const found = new Map<string, ReportCell['kind']>();
        const rows = ((value ?? []) as Content[]).flatMap(each =>
          spreadRow(each, kind.type(), members, found),
        );
        found.forEach((each, name) => columns.set(`${inner}.${name}`, each));
        lists.push(rows.map(each => new Map([...each].map(([name, cell]) => [`${inner}.${name}`, cell]))));
      }
    }
  };
  read(row, shape, '');
  const spread = lists.flat();
  return spread.length === 0 ? [cells] : spread.map(each => new Map([...cells, ...each]));
}

/** What the shape promises, where there is no row to see it. */
function declaredColumns(
  shape: Shape,
  path: string,
  members: Members,
  columns: Map<string, ReportCell['kind']>,
): void {
  for (const [name, kind] of members(shape)) {
    if (typeof kind === 'object') declaredColumns(kind.type(), `${path}${name}.`, members, columns);
    else columns.set(path + name, columnKind(kind));
  }
}

function columnKind(kind: Exclude<MemberKind, object>): ReportCell['kind'] {
  switch (kind) {
    case 'id':
    case 'date':
    case 'decimal':
    case 'integer':
      return kind;
    default:
      return 'text';
  }
}

function cellOf(value: unknown, kind: Exclude<MemberKind, object>): ReportCell | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return textCell(value ? 'yes' : 'no');
  if (typeof value === 'number') return { kind: 'integer', value: String(value) };
  if (typeof value === 'string') return { kind: columnKind(kind), value };
  return textCell(Array.isArray(value) ? value.join(', ') : JSON.stringify(value));
}

function textCell(value: string): ReportCell {
  return { kind: 'text', value };
}

/** `totals.vatRatePercent` -> "Totals: vat rate percent" */
export function titleOf(path: string): string {
  return path
    .split('.')
    .map(name => name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).trim())
    .map((name, index) => (index === 0 ? name.charAt(0).toUpperCase() + name.slice(1) : name))
    .join(': ');
}
