import fc from 'fast-check';
import { Currency } from '../../../src/shared/currency';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import {
  computeDocument,
  DocumentInput,
  DocumentLine,
  TaxedAmounts,
} from '../../../src/shared/arithmetic/document-totals';

export const eur = { code: 'EUR', minorUnits: 2 };
export const usd = { code: 'USD', minorUnits: 2 };
export const jpy = { code: 'JPY', minorUnits: 0 };
export const bhd = { code: 'BHD', minorUnits: 3 };

/** A line of one unit without discount, 21 % unless said otherwise. */
export function line(unitPrice: string, parts: Partial<DocumentLine> = {}): DocumentLine {
  return {
    quantity: new Decimal(1),
    unitPrice: new Decimal(unitPrice),
    priceIncludesVat: false,
    vatRatePercent: new Decimal(21),
    vatCategory: 'S',
    vatCode: 'PVM1',
    ...parts,
  };
}

/** A document in euro, totals rounded once per rate, unless said otherwise. */
export function documentOf(lines: DocumentLine[], parts: Partial<DocumentInput> = {}): DocumentInput {
  const currency = parts.currency ?? eur;
  return {
    currency,
    baseCurrency: currency,
    rate: new Decimal(1),
    vatRounding: 'total',
    discountPercent: new Decimal(0),
    lines,
    ...parts,
  };
}

/** "net + VAT = gross" of a document. */
export function summary(input: DocumentInput): string {
  const { net, vat, gross } = computeDocument(input);
  return `${net.toString()} + ${vat.toString()} = ${gross.toString()}`;
}

export function times<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

export function columns({ net, vat, baseNet, baseVat }: TaxedAmounts): string[] {
  return [net, vat, baseNet, baseVat].map(String);
}

export function sumColumns(rows: TaxedAmounts[], currency: Currency, baseCurrency: Currency): string[] {
  return (['net', 'vat', 'baseNet', 'baseVat'] as const).map(column =>
    Money.sum(
      rows.map(row => row[column]),
      column.startsWith('base') ? baseCurrency : currency,
    ).toString(),
  );
}

const VAT_KEYS = [
  { vatRatePercent: '21', vatCategory: 'S', vatCode: 'PVM1' },
  { vatRatePercent: '21', vatCategory: 'S', vatCode: 'PVM15' },
  { vatRatePercent: '21.00', vatCategory: 'S', vatCode: null },
  { vatRatePercent: '5.5', vatCategory: 'S', vatCode: 'PVM2' },
  { vatRatePercent: '27', vatCategory: 'S', vatCode: null },
  { vatRatePercent: '0', vatCategory: 'E', vatCode: 'PVM5' },
  { vatRatePercent: '0', vatCategory: 'Z', vatCode: null },
] as const;

const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map(value => new Decimal(value).div(100));

/** Any line; prices are negative too when `signed`. */
export function anyLine(signed: boolean): fc.Arbitrary<DocumentLine> {
  return fc
    .record({
      quantity: fc.integer({ min: 1, max: 9_999 }).map(value => new Decimal(value).div(1000)),
      unitPrice: cents(signed ? -50_000 : 0, 100_000),
      priceIncludesVat: fc.boolean(),
      discountPercent: fc.option(cents(0, 10_000), { nil: undefined }),
      key: fc.constantFrom(...VAT_KEYS),
    })
    .map(({ key, ...rest }) => ({ ...rest, ...key, vatRatePercent: new Decimal(key.vatRatePercent) }));
}

/** Any document, in its base currency or in another one. */
export function anyDocument(signed: boolean): fc.Arbitrary<DocumentInput> {
  const money = fc.oneof(
    fc
      .constantFrom(jpy, eur, bhd)
      .map(currency => ({ currency, baseCurrency: currency, rate: new Decimal(1) })),
    fc.record({
      currency: fc.constantFrom(jpy, usd, bhd),
      baseCurrency: fc.constant(eur),
      rate: fc.integer({ min: 1, max: 20_000_000 }).map(value => new Decimal(value).div(100_000)),
    }),
  );
  return fc
    .record({
      money,
      vatRounding: fc.constantFrom('total' as const, 'line' as const),
      discountPercent: fc.oneof(fc.constant(new Decimal(0)), cents(0, 10_000)),
      lines: fc.array(anyLine(signed), { minLength: 1, maxLength: 15 }),
    })
    .map(({ money: currencies, ...rest }) => ({ ...currencies, ...rest }));
}
