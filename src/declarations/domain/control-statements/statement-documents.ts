import { Decimal, sumOf } from '../../../shared/decimal';
import type { RegisteredVat } from '../vat-return/vat-movement';

/** The rows of one document (or of its void) that belong to one section of a control statement. */
export interface StatementDocument {
  head: RegisteredVat;
  rows: RegisteredVat[];
}

/** Documents in the order of their rows; a void stands apart from what it takes back. */
export function documentsOf(rows: readonly RegisteredVat[]): StatementDocument[] {
  const documents = new Map<string, StatementDocument>();
  for (const row of rows) {
    const key = `${row.side} ${row.documentId} ${row.isVoid}`;
    const document = documents.get(key) ?? { head: row, rows: [] };
    document.rows.push(row);
    documents.set(key, document);
  }
  return [...documents.values()];
}

export function netOf(rows: readonly RegisteredVat[]): Decimal {
  return sumOf(rows.map(({ net }) => net));
}

/** VAT charged, or owed by the buyer. */
export function taxOf(rows: readonly RegisteredVat[]): Decimal {
  return sumOf(rows.map(({ vat, selfAssessedVat }) => vat.plus(selfAssessedVat)));
}

function deductionOf(rows: readonly RegisteredVat[]): Decimal {
  return sumOf(rows.map(({ deductibleVat }) => deductibleVat));
}

/** Whether any VAT is deducted, and whether it is all there is. */
export function deductionExtent(rows: readonly RegisteredVat[]): 'none' | 'part' | 'full' {
  const deducted = deductionOf(rows);
  if (deducted.isZero()) return 'none';
  return deducted.equals(taxOf(rows)) ? 'full' : 'part';
}

export function cents(amount: Decimal): string {
  return amount.toFixed(2);
}
