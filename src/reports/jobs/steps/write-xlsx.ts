import { setImmediate } from 'node:timers/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ReportBlock } from '../domain/report-blocks';
import { SHEET_PART, sheetXml, WORKBOOK_PARTS } from '../domain/sheet-xml';

/** A ZIP has no time before 1980; one that is always the same keeps the file the same. */
const MODIFIED = new Date(1980, 0, 1);
const CHARACTERS_AT_ONCE = 1 << 16;

/** A report as a workbook of one sheet (Office Open XML), made and packed piece by piece: other work goes on between them. */
export async function writeXlsx(title: string, blocks: readonly ReportBlock[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, content] of Object.entries(WORKBOOK_PARTS)) added(zip, name).push(strToU8(content), true);
  const sheet = added(zip, SHEET_PART);
  let waiting = '';
  for (const piece of sheetXml(title, blocks)) {
    waiting += piece;
    if (waiting.length < CHARACTERS_AT_ONCE) continue;
    sheet.push(strToU8(waiting));
    waiting = '';
    await setImmediate();
  }
  sheet.push(strToU8(waiting), true);
  zip.end();
  return Buffer.concat(chunks);
}

function added(zip: Zip, name: string): ZipDeflate {
  const file = new ZipDeflate(name, { level: 6 });
  file.mtime = MODIFIED;
  zip.add(file);
  return file;
}
