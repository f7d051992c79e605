// Reads a PDF from standard input. `text` prints the texts of its pages as JSON; `png <folder> <scale>` draws each page there.
// A process of its own: the reader is an ES module, which Jest does not load.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createRequire } from 'node:module';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const [mode, folder, scale] = process.argv.slice(2);
const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const document = await getDocument({
  data: new Uint8Array(await buffer(process.stdin)),
  standardFontDataUrl: join(root, 'standard_fonts/'),
  verbosity: 0,
}).promise;

const pages = [];
for (let number = 1; number <= document.numPages; number++) {
  const page = await document.getPage(number);
  if (mode === 'text') pages.push(await lines(page));
  else await draw(page, join(folder, `page-${number}.png`));
}
if (mode === 'text') console.log(JSON.stringify(pages));

/** What stands at one height is a line; texts of a line are joined by tabs where there is room between them. */
async function lines(page) {
  const { items } = await page.getTextContent();
  const rows = new Map();
  for (const { str, transform, width } of items) {
    if (str.trim() === '') continue;
    const [x, y] = [transform[4], Math.round(transform[5])];
    rows.set(y, [...(rows.get(y) ?? []), { x, end: x + width, str }]);
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
  const { canvas, context } = document.canvasFactory.create(
    Math.floor(viewport.width),
    Math.floor(viewport.height),
  );
  await page.render({ canvasContext: context, viewport, canvas }).promise;
  writeFileSync(path, canvas.toBuffer('image/png'));
}
