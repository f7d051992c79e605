import { setImmediate } from 'node:timers/promises';
import { Decimal, withAtLeastDecimals } from '../../shared/decimal';
import type { VatCategory } from '../../shared/arithmetic/document-totals';
import type { Money } from '../../shared/money';
import { INK, Paper, type PaperColumn, type TextStyle } from '../../platform/pdf';
import type { LetterLocale } from '../domain/invoice-letter';
import type { InvoicePaper, PaperLine, PaperParty, PaperPerson, PaperVat } from '../domain/invoice-paper';
import { INVOICE_WORDS, writtenNumber, type InvoiceWords } from '../domain/invoice-words';

const GAP = 14;
const ROWS_BETWEEN_BREATHS = 25;
const LABEL: TextStyle = { size: 8, color: INK.muted };
const TITLE: TextStyle = { size: 17, font: 'bold' };

/** Lays the document out on A4, a draft marked as one. It says nothing of payments, so that it stays what it was when it is paid. */
export async function printInvoice(
  invoice: InvoicePaper,
  locale: LetterLocale,
): Promise<{ pdf: Buffer; unsupportedCharacters: string[] }> {
  const print = new InvoicePrint(invoice, INVOICE_WORDS[locale], locale);
  return print.run();
}

class InvoicePrint {
  private readonly paper: Paper;
  private readonly title: string;
  /** What the document is called by: a draft has no number. */
  private readonly number: string;
  private readonly hasDiscounts: boolean;

  constructor(
    private readonly invoice: InvoicePaper,
    private readonly words: InvoiceWords,
    private readonly locale: LetterLocale,
  ) {
    this.title = (invoice.isVatInvoice ? words.vatTitle : words.title)[invoice.type];
    this.hasDiscounts = invoice.lines.some(line => !line.discountPercent.isZero());
    this.number = invoice.number ?? words.draft;
    this.paper = new Paper({
      title: `${this.title} ${this.number}`,
      createdAt: invoice.writtenAt,
      language: locale,
      ...(invoice.number === null && { mark: words.draft }),
    });
  }

  async run(): Promise<{ pdf: Buffer; unsupportedCharacters: string[] }> {
    const { paper, words } = this;
    this.head();
    this.parties();
    await paper.table(await this.lineColumns(), this.lineRows());
    paper.y += GAP;
    await this.summary();
    this.payment();
    this.texts();
    this.signatures();
    const pdf = await paper.finish(
      (page, pages) => `${this.title} ${this.number} · ${words.page} ${page} / ${pages}`,
    );
    return { pdf, unsupportedCharacters: paper.unsupportedCharacters };
  }

  private head(): void {
    const { invoice, paper, words } = this;
    const half = paper.width / 2 - GAP;
    const top = paper.y;
    paper.write(this.title, TITLE, paper.left, half);
    const called = invoice.number === null ? this.number : `${words.number} ${invoice.number}`;
    paper.write(called, { size: 11, font: 'bold' }, paper.left, half);
    const left = paper.y;
    paper.y = top + 4;
    const { credited } = invoice;
    this.facts(
      [
        [words.issuedOn, invoice.issuedOn],
        [words.taxPointOn, invoice.taxPointOn === invoice.issuedOn ? null : invoice.taxPointOn],
        [words.dueOn, invoice.type === 'credit_note' ? null : invoice.dueOn],
        [words.credited, credited && `${words.number} ${credited.number}`],
        ['', credited?.issuedOn ? `${words.of} ${credited.issuedOn}` : null],
        [words.orderNumber, invoice.orderNumber],
        [words.reference, invoice.reference],
      ],
      paper.left + half + 2 * GAP,
      half,
    );
    paper.y = Math.max(left, paper.y) + GAP;
  }

  /** Labels with what they say at the right edge; what says nothing is left out. */
  private facts(facts: [string, string | null][], x: number, width: number): void {
    const { paper } = this;
    const labelWidth = 0.42 * width;
    for (const [label, value] of facts) {
      if (value === null) continue;
      const valueWidth = width - labelWidth;
      paper.makeRoom(paper.heightOf(value, valueWidth));
      const top = paper.y;
      paper.write(label, { color: INK.muted }, x, labelWidth);
      const below = paper.y;
      paper.y = top;
      paper.write(value, { align: 'right' }, x + labelWidth, valueWidth);
      paper.y = Math.max(below, paper.y);
    }
  }

  private parties(): void {
    const { paper, words, invoice } = this;
    const half = paper.width / 2 - GAP;
    const top = paper.y;
    this.party(words.seller, invoice.seller, paper.left, half);
    const left = paper.y;
    paper.y = top;
    this.party(words.buyer, invoice.buyer, paper.left + half + 2 * GAP, half);
    paper.y = Math.max(left, paper.y) + GAP;
  }

  private party(role: string, party: PaperParty, x: number, width: number): void {
    const { paper, words } = this;
    paper.write(role, LABEL, x, width);
    paper.y += 2;
    paper.rule(x, width);
    paper.y += 4;
    paper.write(party.name, { size: 10.5, font: 'bold' }, x, width);
    const labelled = (label: string, value: string | null): string | null => value && `${label}: ${value}`;
    const lines = [
      labelled(words.code, party.code),
      labelled(words.vatCode, party.vatCode),
      party.street,
      [party.postalCode, party.city].filter(Boolean).join(' '),
      [party.county, this.country(party.countryCode)].filter(Boolean).join(', '),
      labelled(words.phone, party.phone),
      labelled(words.email, party.email),
    ];
    for (const line of lines) if (line) paper.write(line, {}, x, width);
  }

  private country(code: string | null): string | null {
    return code === null ? null : (new Intl.DisplayNames(this.locale, { type: 'region' }).of(code) ?? code);
  }

  private async lineColumns(): Promise<PaperColumn[]> {
    const { words, paper, invoice } = this;
    const withVat = new Set(invoice.lines.map(line => line.priceIncludesVat));
    const kind = withVat.size > 1 ? '' : withVat.has(true) ? words.withVat : words.withoutVat;
    const measured: [title: string, least: number][] = [
      [words.quantity, 38],
      [words.unit, 38],
      [`${words.unitPrice} ${kind}`.trim(), 56],
      ...(this.hasDiscounts ? [[words.discount, 48] as [string, number]] : []),
      [words.vatRate, 38],
      [`${words.net}, ${invoice.net.currency.code}`, 62],
    ];
    const widest = measured.map(() => 0);
    let count = 0;
    for (const row of this.lineRows()) {
      widest.forEach((width, index) => {
        widest[index] = Math.max(width, this.cellWidth(row[index + 2]!));
      });
      if (++count % ROWS_BETWEEN_BREATHS === 0) await setImmediate();
    }
    const columns = measured.map(([title, least], index): PaperColumn => {
      const isUnit = index === 1;
      const width = Math.max(least, this.titleWidth(title), Math.min(widest[index]!, isUnit ? 48 : 110));
      return { title, width, align: isUnit ? 'left' : 'right' };
    });
    const numberWidth = Math.max(22, this.cellWidth(String(count)));
    const rest = paper.width - numberWidth - columns.reduce((sum, { width }) => sum + width, 0);
    return [
      { title: '', width: numberWidth, align: 'right' },
      { title: words.description, width: rest },
      ...columns,
    ];
  }

  private cellWidth(text: string): number {
    return this.paper.widthOf(text, { size: 8.5 }) + 9;
  }

  /** No word of a title is broken. */
  private titleWidth(title: string): number {
    const style: TextStyle = { size: 8, font: 'bold' };
    return Math.max(...title.split(' ').map(word => this.paper.widthOf(word, style))) + 9;
  }

  private *lineRows(): Generator<string[]> {
    const isMixed = new Set(this.invoice.lines.map(line => line.priceIncludesVat)).size > 1;
    let number = 0;
    for (const line of this.invoice.lines) {
      yield [
        String(++number),
        line.description,
        this.figure(line.quantity),
        line.unit,
        this.price(line, isMixed),
        ...(this.hasDiscounts
          ? [line.discountPercent.isZero() ? '' : this.figure(line.discountPercent)]
          : []),
        line.vatCategory === 'O' ? '–' : this.figure(line.vatRatePercent),
        this.amount(line.net),
      ];
    }
  }

  private price({ unitPrice, priceIncludesVat, net }: PaperLine, isMixed: boolean): string {
    const price = writtenNumber(
      withAtLeastDecimals(unitPrice.toFixed(), net.currency.minorUnits),
      this.words,
    );
    return isMixed ? `${price} ${priceIncludesVat ? this.words.withVat : this.words.withoutVat}` : price;
  }

  /** The VAT breakdown at the left, the totals at the right, on one page. */
  private async summary(): Promise<void> {
    const { paper, invoice, words } = this;
    const half = paper.width / 2 - GAP;
    paper.makeRoom(Math.min(60 + 22 * invoice.vatTotals.length, 300));
    const top = paper.y;
    const vat = invoice.vatCountryCode ? `${words.vat} (${invoice.vatCountryCode})` : words.vat;
    const columns: PaperColumn[] = [
      { title: words.vatRate, width: 0.22 * half, align: 'right' },
      { title: words.taxable, width: 0.42 * half, align: 'right' },
      { title: vat, width: 0.36 * half, align: 'right' },
    ];
    await paper.table(
      columns,
      invoice.vatTotals.map(total => this.vatRow(total)),
    );
    const left = paper.y;
    paper.y = Math.min(top, paper.y);
    this.totals(paper.left + half + 2 * GAP, half);
    paper.y = Math.max(left, paper.y) + GAP / 2;
    this.reasons();
  }

  private vatRow({ vatRatePercent, vatCategory, net, vat }: PaperVat): string[] {
    return [this.rate(vatRatePercent, vatCategory), this.amount(net), this.amount(vat)];
  }

  /** With the category of EN 16931 where it is not the standard one: "0 (AE)". */
  private rate(percent: Decimal, category: VatCategory): string {
    if (category === 'S') return this.figure(percent);
    return category === 'O' ? `– (${category})` : `${this.figure(percent)} (${category})`;
  }

  private totals(x: number, width: number): void {
    const { paper, invoice, words } = this;
    const { code } = invoice.net.currency;
    paper.y += 4;
    this.facts(
      [
        [words.netTotal, `${this.amount(invoice.net)} ${code}`],
        [words.vatTotal, `${this.amount(invoice.vat)} ${code}`],
      ],
      x,
      width,
    );
    paper.y += 3;
    paper.rule(x, width, INK.text);
    paper.y += 3;
    const strong: TextStyle = { size: 12, font: 'bold' };
    const [total, top] = [`${this.amount(invoice.gross)} ${code}`, paper.y];
    paper.write(words.total, strong, x, width);
    if (paper.widthOf(`${words.total} ${total}`, strong) <= width) paper.y = top;
    paper.write(total, { ...strong, align: 'right' }, x, width);
    if (invoice.base === null) return;
    const { vat, rate } = invoice.base;
    paper.y += 3;
    this.facts(
      [
        [`${words.vatIn}, ${vat.currency.code}`, `${this.amount(vat)} ${vat.currency.code}`],
        [words.exchangeRate, `1 ${vat.currency.code} = ${this.figure(rate)} ${code}`],
      ],
      x,
      width,
    );
  }

  /** Why there is no VAT, by law and where the lines name a basis; and how discounts were taken. */
  private reasons(): void {
    const { paper, invoice, words } = this;
    for (const { vatRatePercent, vatCategory, legalBases } of invoice.vatTotals) {
      if (vatCategory === 'S') continue;
      const isOfNoPayer = vatCategory === 'O' && !invoice.isVatInvoice;
      const reason = isOfNoPayer ? words.notVatPayer : words.reasons[vatCategory];
      const said = [reason, ...legalBases].join('. ');
      paper.write(`${words.vat} ${this.rate(vatRatePercent, vatCategory)}: ${said}`);
    }
    if (!invoice.discountPercent.isZero())
      paper.write(`${words.documentDiscount}: ${this.figure(invoice.discountPercent)} %`);
  }

  private payment(): void {
    const { paper, invoice, words } = this;
    if (invoice.type === 'credit_note' || invoice.iban === null) return;
    const facts = [
      `${words.iban}: ${invoice.iban}`,
      ...(invoice.bankName ? [`${words.bank}: ${invoice.bankName}`] : []),
      ...(invoice.number === null ? [] : [`${words.paymentReference}: ${invoice.number}`]),
      ...(invoice.dueOn === null ? [] : [`${words.dueOn}: ${invoice.dueOn}`]),
    ];
    paper.y += GAP / 2;
    paper.makeRoom(13 * facts.length);
    for (const fact of facts) paper.write(fact);
  }

  private texts(): void {
    const { invoice, words } = this;
    this.section(words.creditReason, invoice.creditReason);
    this.section(words.notes, invoice.notes);
  }

  private section(label: string, text: string | null): void {
    const { paper } = this;
    if (text === null || text.trim() === '') return;
    paper.y += GAP / 2;
    paper.makeRoom(28);
    paper.write(label, LABEL);
    paper.write(text);
  }

  private signatures(): void {
    const { paper, invoice, words } = this;
    const { issuedBy, receivedBy } = invoice;
    if (issuedBy === null && receivedBy === null) return;
    const half = paper.width / 2 - GAP;
    paper.makeRoom(80);
    paper.y += 2 * GAP;
    const top = paper.y;
    this.signature(words.issuedBy, issuedBy, paper.left, half);
    const left = paper.y;
    paper.y = top;
    this.signature(words.receivedBy, receivedBy, paper.left + half + 2 * GAP, half);
    paper.y = Math.max(left, paper.y);
  }

  private signature(label: string, person: PaperPerson | null, x: number, width: number): void {
    if (person === null) return;
    const { paper } = this;
    paper.write(label, LABEL, x, width);
    paper.write([person.title, person.name].filter(Boolean).join(' '), {}, x, width);
    paper.y += 2 * GAP;
    paper.rule(x, width);
  }

  private amount(money: Money): string {
    return writtenNumber(money.toString(), this.words);
  }

  private figure(value: Decimal): string {
    return writtenNumber(value.toFixed(), this.words);
  }
}
