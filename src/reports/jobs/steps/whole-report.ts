import type { Tx } from '../../../platform/database';
import { membersOf } from '../../../platform/http';
import { refuseTooManyRows } from '../../domain/report-size';
import type { ReportCatalog, ReportType } from './report-catalog';

interface Page {
  rows: Record<string, unknown>[];
  nextCursor: string | null;
}

/** The largest page that routes give. */
const PAGE_SIZE = 500;

/**
 * What a report answers: byte for byte what its route does. Only a report that comes in pages comes as a whole here, unless the
 * parameters ask for a page.
 * @throws DomainError `report_too_large`, and what the report refuses
 */
export async function wholeReport(
  catalog: ReportCatalog,
  type: ReportType,
  params: Record<string, unknown>,
  tx: Tx,
): Promise<object> {
  const answer = async (more: object): Promise<object> =>
    type.run(await catalog.requestOf(type, { ...params, ...more }), tx);
  const asksForPage = ['page', 'pageSize', 'cursor'].some(member => params[member] !== undefined);
  if (asksForPage || !membersOf(type.response).has('nextCursor')) return answer({});

  const first = (await answer({ pageSize: PAGE_SIZE })) as Page;
  const rows = [...first.rows];
  let size = sizeOf(rows);
  for (let cursor = first.nextCursor; cursor !== null;) {
    refuseTooManyRows(size, 'The report', 'narrow the dates, or ask for its pages');
    const page = (await answer({ pageSize: PAGE_SIZE, cursor })) as Page;
    rows.push(...page.rows);
    size += sizeOf(page.rows);
    cursor = page.nextCursor;
  }
  return { ...first, pageSize: rows.length, nextCursor: null, rows };
}

/** Rows with what they list: a transaction counts as its entries. */
function sizeOf(rows: Page['rows']): number {
  const listed = (row: Page['rows'][number]): number =>
    Object.values(row).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
  return rows.reduce((sum, row) => sum + Math.max(1, listed(row)), 0);
}
