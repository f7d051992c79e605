/** A column of the VAT register's CSV: texts are guarded, numbers and dates are written as they are. */
interface Column {
  name: string;
  isText: boolean;
}

const text = (name: string): Column => ({ name, isText: true });
const plain = (name: string): Column => ({ name, isText: false });

/** In the order of the file; `name` is the row's member and the heading. */
export const REGISTER_COLUMNS: readonly Column[] = [
  plain('side'),
  plain('countedOn'),
  plain('documentType'),
  text('documentNumber'),
  plain('documentDate'),
  plain('taxPointDate'),
  plain('receivedDate'),
  plain('isVoid'),
  text('correctedNumber'),
  plain('correctedDate'),
  text('partnerName'),
  text('partnerCountryCode'),
  text('partnerVatCode'),
  text('partnerCode'),
  plain('vatScheme'),
  plain('vatCountryCode'),
  text('vatCode'),
  plain('vatCategory'),
  plain('vatRatePercent'),
  plain('currency'),
  plain('net'),
  plain('vat'),
  plain('baseNet'),
  plain('baseVat'),
  plain('deductibleVat'),
  plain('selfAssessedVat'),
  plain('documentId'),
];

/** A row of the register as text; null where it is empty. */
export type RegisterCsvRow = Readonly<Record<string, string | boolean | null>>;

export function csvHeading(): string {
  return csvLine(REGISTER_COLUMNS.map(({ name }) => name));
}

/** RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvRow(row: RegisterCsvRow): string {
  return csvLine(
    REGISTER_COLUMNS.map(({ name, isText }) => {
      const value = row[name] ?? '';
      const written = typeof value === 'boolean' ? String(value) : value;
      return isText && /^[=+\-@\t\r]/.test(written) ? `'${written}` : written;
    }),
  );
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}
