/** How many rows are held at a time: a file of a million entries is written with no more than these in memory. */
export const MOST_ROWS = 1_000;

/** Below every id: where the first page begins. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Splits a page into runs whose parts come to at most `MOST_ROWS`; something larger than that is a run of its own. */
export function runsOf<T>(page: readonly T[], partsOf: (item: T) => number): T[][] {
  const runs: T[][] = [];
  let parts = 0;
  for (const item of page) {
    parts += partsOf(item);
    if (runs.length === 0 || parts > MOST_ROWS) {
      runs.push([]);
      parts = partsOf(item);
    }
    runs.at(-1)!.push(item);
  }
  return runs;
}

/** Rows of a query in pages, each beginning after the last row of the page before. */
export async function* pagesAfter<T>(read: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T[]> {
  let last: T | undefined;
  do {
    const page = await read(last);
    if (page.length > 0) yield page;
    last = page.at(-1);
  } while (last !== undefined);
}

/** Rows by what they belong to, in their order. */
export function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
