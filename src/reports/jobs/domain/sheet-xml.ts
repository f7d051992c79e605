import type { CalendarDate } from '../../../shared/calendar-date';
import { daysBetween } from '../../../shared/calendar-date';
import { xmlText } from '../../../shared/xml';
import type { ReportBlock, ReportCell } from './report-blocks';

/** Spreadsheets keep so many digits of a number; one with more is written as text, with all of them. */
const MOST_DIGITS = 15;
/** Day 0 of the date system that counts from 1900; it takes 1900 for a leap year, so days before March 1900 are texts. */
const DAY_ZERO = '1899-12-30' as CalendarDate;
const FIRST_DAY = '1900-03-01';
const LONGEST_TEXT = 32_767;

/** Number formats of the cells, in the order of `cellXfs`: text, bold, date, then decimals with 0, 1, 2 ... places. */
const [TEXT, BOLD, DATE, DECIMAL] = [0, 1, 2, 3];
const MOST_PLACES = 8;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The parts of a workbook of one sheet (ECMA-376) but the sheet itself, by their names. */
export const WORKBOOK_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': styles(),
};
export const SHEET_PART = 'xl/worksheets/sheet1.xml';

function styles(): string {
  const places = Array.from({ length: MOST_PLACES + 1 }, (_, count) => count);
  const formats = places.map(
    count =>
      `<numFmt numFmtId="${165 + count}" formatCode="#,##0${count > 0 ? `.${'0'.repeat(count)}` : ''}"/>`,
  );
  const cell = (format: number, font = 0): string =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;
  const cells = [cell(49), cell(49, 1), cell(164), ...places.map(count => cell(165 + count))];
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length + 1}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>${formats.join('')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

/** The sheet piece by piece: the title, then the blocks one below the other with an empty row between them. */
export function* sheetXml(title: string, blocks: readonly ReportBlock[]): Generator<string> {
  const columns = Math.max(2, ...blocks.map(block => block.columns?.length ?? 2));
  yield `${HEAD}<worksheet xmlns="${MAIN}"><cols><col min="1" max="${columns}" width="18" customWidth="1"/></cols><sheetData>`;
  let row = 1;
  yield rowXml(row, [textXml(row, 0, title, BOLD)]);
  row++;
  for (const block of blocks) {
    row++;
    if (block.title !== null) {
      yield rowXml(row, [textXml(row, 0, block.title, BOLD)]);
      row++;
    }
    if (block.columns !== null) {
      yield rowXml(
        row,
        block.columns.map((column, index) => textXml(row, index, column.title, BOLD)),
      );
      row++;
    }
    for (const cells of block.rows) {
      yield rowXml(
        row,
        cells.map((cell, index) => cellXml(row, index, cell)),
      );
      row++;
    }
  }
  yield '</sheetData></worksheet>';
}

function rowXml(row: number, cells: readonly string[]): string {
  return `<row r="${row}">${cells.join('')}</row>`;
}

/** Numbers and dates as such, with their digits; everything else is a text, which no spreadsheet takes for a formula. */
function cellXml(row: number, column: number, cell: ReportCell | null): string {
  if (cell === null) return '';
  const { kind, value } = cell;
  if (kind === 'date' && value >= FIRST_DAY)
    return numberXml(row, column, String(daysBetween(DAY_ZERO, value as CalendarDate)), DATE);
  if ((kind === 'decimal' || kind === 'integer') && isExact(value)) {
    const places = value.split('.')[1]?.length ?? 0;
    return numberXml(row, column, value, DECIMAL + places);
  }
  return textXml(row, column, value, TEXT);
}

function isExact(value: string): boolean {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  return (
    /^\d+$/.test(whole + fraction) &&
    (whole + fraction).length <= MOST_DIGITS &&
    fraction.length <= MOST_PLACES
  );
}

function numberXml(row: number, column: number, digits: string, style: number): string {
  return `<c r="${columnName(column)}${row}" s="${style}"><v>${digits}</v></c>`;
}

function textXml(row: number, column: number, text: string, style: number): string {
  const name = `${columnName(column)}${row}`;
  return `<c r="${name}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${written(text)}</t></is></c>`;
}

/** `_x0041_` stands for a character (ECMA-376, 22.9.2.19): a text that looks like it keeps its underscore. */
function written(text: string): string {
  return xmlText(text)
    .slice(0, LONGEST_TEXT)
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** 0 -> A, 25 -> Z, 26 -> AA */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName((index - (index % 26)) / 26 - 1) + letter;
}
