import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { fonts, type FontName } from './fonts';
import { PrintableTexts } from './printable-text';
import { wrapText } from './wrap-text';

/** Lengths are in points: 72 to the inch. */
const MARGIN = 48;
const FOOTER_HEIGHT = 24;
const LINE_HEIGHT = 1.36;
const ROWS_BETWEEN_BREATHS = 25;
const CELL_PADDING = 4;
const MARK_SIZE = 110;

export const INK = { text: '#1b1f24', muted: '#5f6872', rule: '#c9ced4', shade: '#eef1f4' } as const;

export interface TextStyle {
  size?: number;
  font?: FontName;
  color?: string;
  align?: 'left' | 'right';
}

export interface PaperColumn {
  title: string;
  width: number;
  align?: 'left' | 'right';
}

interface PaperOptions {
  title: string;
  /** Stands in the file as its time of creation, and makes its id: the same content is the same bytes. */
  createdAt: Date;
  /** BCP 47. */
  language: string;
  landscape?: boolean;
  /** A word that stands light and large across every page. */
  mark?: string;
}

/**
 * A PDF, A4, written from top to bottom: texts that wrap, and tables that go on on the next page under a repeated heading.
 * Gives way to other work now and then, so a long document keeps nobody waiting.
 */
export class Paper {
  readonly left = MARGIN;
  readonly width: number;
  /** Where the next thing goes. */
  y = MARGIN;

  private readonly document: PDFKit.PDFDocument;
  private readonly texts = new PrintableTexts(fonts().hasGlyph);
  private readonly bottom: number;
  /** Widths at size 1, by font. */
  private readonly widths = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  private readonly chunks: Buffer[] = [];
  private readonly ended: Promise<void>;
  private readonly mark: string | undefined;

  constructor({ title, createdAt, language, landscape, mark }: PaperOptions) {
    this.mark = mark;
    this.document = new PDFDocument({
      size: 'A4',
      layout: landscape ? 'landscape' : 'portrait',
      margin: 0,
      pdfVersion: '1.7',
      bufferPages: true,
      font: '', // none of the built-in ones
      lang: language,
      displayTitle: true,
      info: { Title: this.texts.of(title), CreationDate: createdAt, Producer: 'Gapless', Creator: 'Gapless' },
    });
    for (const [name, file] of Object.entries(fonts().files)) this.document.registerFont(name, file);
    this.width = this.document.page.width - 2 * MARGIN;
    this.bottom = this.document.page.height - MARGIN - FOOTER_HEIGHT;
    this.document.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    this.ended = new Promise(resolve => this.document.once('end', resolve));
  }

  /** Characters that no font has; they are printed as `?`. */
  get unsupportedCharacters(): string[] {
    return this.texts.unsupported;
  }

  /** How wide the text is on one line. */
  widthOf(text: string, { size = 9, font = 'regular' }: TextStyle = {}): number {
    return this.emWidth(this.texts.of(text), font) * size;
  }

  /** How high the text is when it is `width` wide. */
  heightOf(text: string, width: number, style: TextStyle = {}): number {
    return this.wrapped(text, width, style).length * lineHeight(style);
  }

  /** Writes at `y`, and leaves `y` below; lines that have no room go on the next page. */
  write(text: string, style: TextStyle = {}, x = this.left, width = this.width): void {
    for (const line of this.wrapped(text, width, style)) {
      this.makeRoom(lineHeight(style));
      this.drawLine(line, x, this.y, width, style);
      this.y += lineHeight(style);
    }
  }

  /** Begins a new page unless so much room is left on this one. */
  makeRoom(height: number): void {
    if (this.y + height > this.bottom) this.newPage();
  }

  rule(x = this.left, width = this.width, color: string = INK.rule): void {
    this.document
      .moveTo(x, this.y)
      .lineTo(x + width, this.y)
      .lineWidth(0.7)
      .strokeColor(color)
      .stroke();
  }

  /** Rows under a heading, which is repeated on every page. A row is not broken unless it is higher than a page. */
  async table(columns: readonly PaperColumn[], rows: Iterable<readonly string[]>, size = 8.5): Promise<void> {
    this.makeRoom(3 * lineHeight({ size }) + 4 * CELL_PADDING);
    this.heading(columns, size);
    let count = 0;
    for (const row of rows) {
      this.row(columns, row, size);
      if (++count % ROWS_BETWEEN_BREATHS === 0) await setImmediate();
    }
  }

  /** Numbers the pages and ends the file. */
  async finish(footer: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.document.bufferedPageRange();
    const style: TextStyle = { size: 8, color: INK.muted, align: 'right' };
    for (let page = 0; page < count; page++) {
      this.document.switchToPage(page);
      if (this.mark !== undefined) this.drawMark(this.texts.of(this.mark));
      const text = this.texts.of(footer(page + 1, count));
      const [line = ''] = wrapText(text, this.width, each => this.emWidth(each, 'regular') * 8);
      this.drawLine(line, this.left, this.bottom + FOOTER_HEIGHT - lineHeight(style), this.width, style);
    }
    this.document.end();
    await this.ended;
    return Buffer.concat(this.chunks);
  }

  private newPage(): void {
    this.document.addPage();
    this.y = MARGIN;
  }

  private nextPage(columns: readonly PaperColumn[], size: number): void {
    this.newPage();
    this.heading(columns, size);
  }

  /** How many lines of a row have room below. */
  private linesBelow(y: number, size: number): number {
    return Math.max(0, Math.floor((this.bottom - y - 2 * CELL_PADDING) / lineHeight({ size }) + 1e-6));
  }

  private heading(columns: readonly PaperColumn[], size: number): void {
    const style = headingStyle(size);
    this.document.rect(this.left, this.y, sumOf(columns), this.headingHeight(columns, size)).fill(INK.shade);
    this.cells(columns, this.headingCells(columns, size), style);
  }

  private headingCells(columns: readonly PaperColumn[], size: number): string[][] {
    return columns.map(({ title, width }) =>
      this.wrapped(title, width - 2 * CELL_PADDING, headingStyle(size)),
    );
  }

  private headingHeight(columns: readonly PaperColumn[], size: number): number {
    const lines = Math.max(...this.headingCells(columns, size).map(({ length }) => length));
    return lines * lineHeight(headingStyle(size)) + 2 * CELL_PADDING;
  }

  private row(columns: readonly PaperColumn[], row: readonly string[], size: number): void {
    const style: TextStyle = { size };
    let cells = columns.map(({ width }, index) =>
      this.wrapped(row[index] ?? '', width - 2 * CELL_PADDING, style),
    );
    const left = (): number => Math.max(...cells.map(({ length }) => length));
    if (this.linesBelow(this.y, size) < left()) {
      // A row that is higher than a page is broken where it stands.
      const fitsOnPage = left() <= this.linesBelow(MARGIN + this.headingHeight(columns, size), size);
      if (fitsOnPage) this.nextPage(columns, size);
    }
    for (let some = this.linesBelow(this.y, size); some < left(); some = this.linesBelow(this.y, size)) {
      if (some > 0) {
        const part = cells.map(lines => lines.slice(0, some));
        this.cells(columns, part, style);
        cells = cells.map(lines => lines.slice(some));
      }
      this.nextPage(columns, size);
    }
    this.cells(columns, cells, style);
    this.rule(this.left, sumOf(columns));
  }

  private cells(columns: readonly PaperColumn[], cells: readonly string[][], style: TextStyle): void {
    let x = this.left;
    columns.forEach(({ width, align }, index) => {
      cells[index]!.forEach((line, at) => {
        const y = this.y + CELL_PADDING + at * lineHeight(style);
        this.drawLine(line, x + CELL_PADDING, y, width - 2 * CELL_PADDING, { ...style, align });
      });
      x += width;
    });
    this.y += Math.max(...cells.map(({ length }) => length)) * lineHeight(style) + 2 * CELL_PADDING;
  }

  private wrapped(text: string, width: number, { size = 9, font = 'regular' }: TextStyle): string[] {
    return wrapText(this.texts.of(text), width / size, each => this.emWidth(each, font));
  }

  private drawLine(line: string, x: number, y: number, width: number, style: TextStyle): void {
    if (line === '') return;
    const { size = 9, font = 'regular', color = INK.text, align = 'left' } = style;
    const start = align === 'left' ? x : x + width - this.emWidth(line, font) * size;
    this.document.font(font).fontSize(size).fillColor(color).text(line, start, y, { lineBreak: false });
  }

  /** From corner to corner, over what stands there: so light that it can be read. */
  private drawMark(text: string): void {
    const { width, height } = this.document.page;
    const size = (0.8 * Math.hypot(width, height)) / this.emWidth(text, 'bold') / 1.25;
    const fitted = Math.min(size, MARK_SIZE);
    const [x, y] = [width / 2, height / 2];
    this.document
      .save()
      .rotate((-Math.atan2(height, width) * 180) / Math.PI, { origin: [x, y] })
      .font('bold')
      .fontSize(fitted)
      .fillColor(INK.muted, 0.12)
      .text(text, x - (this.emWidth(text, 'bold') * fitted) / 2, y - fitted / 2, { lineBreak: false })
      .restore()
      .fillOpacity(1);
  }

  private emWidth(text: string, font: FontName): number {
    const known = this.widths[font].get(text);
    if (known !== undefined) return known;
    const width = this.document.font(font).fontSize(1000).widthOfString(text) / 1000;
    this.widths[font].set(text, width);
    return width;
  }
}

function headingStyle(size: number): TextStyle {
  return { size: size - 0.5, font: 'bold', color: INK.muted };
}

function lineHeight({ size = 9 }: TextStyle): number {
  return size * LINE_HEIGHT;
}

function sumOf(columns: readonly PaperColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
