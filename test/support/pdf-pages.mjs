/**
 * Reads PDF files with pdf.js:
 *
 *   node pdf-pages.mjs texts   standard input: a JSON array of files in base64; prints for each the lines of its pages
 *   node pdf-pages.mjs png <folder> <scale>   standard input: a file; draws its pages into the folder
 *
 * A process of its own, because pdf.js is an ES module, which Jest cannot load.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createRequire } from 'node:module';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const [mode, folder, scale] = process.argv.slice(2);
const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const input = await buffer(process.stdin);

if (mode === 'texts') {
  const files = [];
  for (const file of JSON.parse(input)) {
    const pages = [];
    for await (const page of pagesOf(Buffer.from(file, 'base64'))) pages.push(await lines(page));
    files.push(pages);
  }
  console.log(JSON.stringify(files));
} else {
  for await (const page of pagesOf(input)) await draw(page, join(folder, `page-${page.pageNumber}.png`));
}

async function* pagesOf(file) {
  const document = await getDocument({
    data: new Uint8Array(file),
    standardFontDataUrl: join(root, 'standard_fonts/'),
    verbosity: 0,
  }).promise;
  for (let number = 1; number <= document.numPages; number++) yield await document.getPage(number);
}

/** What stands at one height is a line; texts of a line are joined by tabs where there is room between them. */
async function lines(page) {
  const { items } = await page.getTextContent();
  const rows = new Map();
  for (const { str, transform, width } of items) {
    if (str.trim() === '') continue;
    const [x, y] = [transform[4], Math.round(transform[5])];
    rows.set(y, [...(rows.get(y) ?? []), { x, end: x + width, str: str.replaceAll('\u00a0', ' ') }]);
  }
  return [...rows.entries()]
    .sort(([a], [b]) => b - a)
    .map(([, parts]) => joined(parts.sort((a, b) => a.x - b.x)));
}

function joined(parts) {
  return parts.reduce((line, part, index) => {
    const gap = index === 0 ? 0 : part.x - parts[index - 1].end;
    return line + (gap > 4 ? '\t' : gap > 1 ? ' ' : '') + part.str;
  }, '');
}

async function draw(page, path) {
  const viewport = page.getViewport({ scale: Number(scale) });
  const canvas = createCanvas(Math.floor(viewport.width), Math.floor(viewport.height));
  const context = canvas.getContext('2d');
  await page.render({ canvasContext: context, viewport, canvas }).promise;
  writeFileSync(path, canvas.toBuffer('image/png'));
}
