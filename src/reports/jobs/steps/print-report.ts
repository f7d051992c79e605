import { refuse } from '../../../shared/domain-error';
import { Paper, type PaperColumn, type TextStyle } from '../../../platform/pdf';
import type { ReportBlock, ReportCell, ReportColumn } from '../domain/report-blocks';

/** Some 250 pages; more is for a spreadsheet. */
const MOST_PRINTED_ROWS = 10_000;
const SIZE = 7.5;
const PADDING = 9;
const MEASURED_ROWS = 300;
const WIDEST_TEXT = 220;

/** What stands above a printed report and at the foot of its pages. */
export interface ReportHead {
  title: string;
  companyName: string;
  createdAt: Date;
}

/**
 * A report on paper: its tables one below the other, ids left out.
 * @throws DomainError `report_too_large`
 */
export async function printReport(head: ReportHead, blocks: readonly ReportBlock[]): Promise<Buffer> {
  const rows = blocks.reduce((sum, block) => sum + block.rows.length, 0);
  if (rows > MOST_PRINTED_ROWS)
    refuse(
      'report_too_large',
      `The report has ${rows} rows and a PDF holds ${MOST_PRINTED_ROWS}; ask for xlsx or json, or narrow the dates.`,
    );
  const printed = blocks.map(withoutIds);
  const { title, createdAt, companyName } = head;
  const landscape = printed.some(({ columns }) => (columns?.length ?? 0) > 6);
  const paper = new Paper({ title, createdAt, language: 'en', landscape });
  paper.write(title, { size: 15, font: 'bold' });
  paper.write(companyName, { size: 9.5 });
  for (const block of printed) await printBlock(paper, block);
  return paper.finish((page, pages) => `${companyName} · ${title} · page ${page} / ${pages}`);
}

function withoutIds(block: ReportBlock): ReportBlock {
  const { columns } = block;
  if (columns === null) return { ...block, rows: block.rows.filter(row => row[1]?.kind !== 'id') };
  const isKept = (_: unknown, index: number): boolean => columns[index]!.kind !== 'id';
  return { ...block, columns: columns.filter(isKept), rows: block.rows.map(row => row.filter(isKept)) };
}

async function printBlock(paper: Paper, { title, columns, rows }: ReportBlock): Promise<void> {
  paper.y += 10;
  if (title !== null) {
    paper.makeRoom(50);
    paper.write(title, { size: 10, font: 'bold' });
    paper.y += 3;
  }
  if (columns === null) {
    for (const [name, value] of rows) paper.write(`${name?.value ?? ''}: ${value ? written(value) : ''}`);
    return;
  }
  const texts = rows.map(row => row.map(cell => (cell === null ? '' : written(cell))));
  await paper.table(paperColumns(paper, columns, texts), texts, SIZE);
}

/** Numbers and dates get what they need; texts share the rest by what they would like to have. */
function paperColumns(
  paper: Paper,
  columns: readonly ReportColumn[],
  rows: readonly string[][],
): PaperColumn[] {
  const heading: TextStyle = { size: SIZE - 0.5, font: 'bold' };
  const wished = columns.map(({ title }, index) => {
    const words = title.split(' ').map(word => paper.widthOf(word, heading));
    const cells = rows.slice(0, MEASURED_ROWS).map(row => paper.widthOf(row[index]!, { size: SIZE }));
    return { least: Math.max(...words) + PADDING, most: Math.max(...words, ...cells) + PADDING };
  });
  const isText = columns.map(({ kind }) => kind === 'text');
  const widths = wished.map(({ most }, index) => (isText[index] ? Math.min(most, WIDEST_TEXT) : most));
  const missing = sumOf(widths) - paper.width;
  // Too much is taken from the texts, down to their longest words; what is left over goes to them, or to all where there are none.
  const givable = wished.map(({ least }, index) => (isText[index] ? Math.max(0, widths[index]! - least) : 0));
  const receiving = isText.includes(true)
    ? widths.map((width, index) => (isText[index] ? width : 0))
    : widths;
  const sharing = missing > 0 ? givable : receiving;
  const share = sumOf(sharing) === 0 ? 0 : Math.min(1, missing / sumOf(sharing));
  const fitted = widths.map((width, index) => width - share * sharing[index]!);
  const squeeze = Math.min(1, paper.width / sumOf(fitted));
  return columns.map(({ title, kind }, index) => ({
    title,
    width: fitted[index]! * squeeze,
    align: kind === 'decimal' || kind === 'integer' ? 'right' : 'left',
  }));
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

/** Amounts with groups of three, as English writes them. */
function written({ kind, value }: ReportCell): string {
  if (kind !== 'decimal') return value;
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
