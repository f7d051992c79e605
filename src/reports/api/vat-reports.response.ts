import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import type { DateRange } from '../domain/date-range';
import {
  sumsOf,
  type VatCountrySums,
  type VatDocumentSums,
  type VatRateSums,
  type VatSide,
} from '../domain/vat-register';

class VatTotals {
  @Field.decimal() net!: string;
  @Field.decimal() vat!: string;
}

class VatGrossTotals extends VatTotals {
  @Field.decimal() gross!: string;
}

class VatSummaryRow extends VatGrossTotals {
  @Field.decimal() vatRatePercent!: string;
  @Field.integer({ description: 'Different documents.' }) documents!: number;
  @Field.decimal({ addition: true, description: 'The part of `net` that is of credit notes; not positive.' })
  creditNet!: string;
  @Field.decimal({ addition: true }) creditVat!: string;
}

export class VatSummaryResponse {
  @Field.oneOf(['sales', 'purchases']) side!: string;
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.list(() => VatSummaryRow, {
    description:
      'By rate, in base currency, credit notes taken off; `vat` is charged or, under reverse charge, owed by the buyer.',
  })
  rows!: VatSummaryRow[];
  @Field.object(() => VatGrossTotals) totals!: VatGrossTotals;
}

class VatDetailRow extends VatGrossTotals {
  @Field.id() documentId!: string;
  @Field.text() documentNumber!: string;
  @Field.date({ nullable: true, description: 'On which it counts: tax point, of a purchase its receipt.' })
  date!: string | null;
  @Field.text() partnerName!: string;
  @Field.decimal() vatRatePercent!: string;
}

export class VatDetailResponse {
  @Field.oneOf(['sales', 'purchases']) side!: string;
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.list(() => VatDetailRow, { description: 'By date and number; in base currency.' })
  rows!: VatDetailRow[];
  @Field.object(() => VatGrossTotals) totals!: VatGrossTotals;
}

class VatCountryRow extends VatTotals {
  @Field.text({ min: 0, description: 'Empty where documents name none.' }) countryCode!: string;
  @Field.decimal() vatRatePercent!: string;
  @Field.integer() documents!: number;
}

export class VatCountriesResponse {
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.list(() => VatCountryRow, { description: 'By country and rate; in base currency.' })
  rows!: VatCountryRow[];
  @Field.object(() => VatTotals) totals!: VatTotals;
}

export function vatSummaryResponse(
  side: VatSide,
  { fromDate, toDate }: DateRange,
  rows: readonly VatRateSums[],
  base: Currency,
): VatSummaryResponse {
  return {
    side,
    fromDate,
    toDate,
    rows: rows.map(row => ({
      vatRatePercent: row.vatRatePercent,
      documents: row.documents,
      ...withGross(row, base),
      creditNet: Money.of(row.creditNet, base).toString(),
      creditVat: Money.of(row.creditVat, base).toString(),
    })),
    totals: grossTotals(rows, base),
  };
}

export function vatDetailResponse(
  side: VatSide,
  { fromDate, toDate }: DateRange,
  rows: readonly VatDocumentSums[],
  base: Currency,
): VatDetailResponse {
  return {
    side,
    fromDate,
    toDate,
    rows: rows.map(row => ({ ...row, ...withGross(row, base) })),
    totals: grossTotals(rows, base),
  };
}

export function vatCountriesResponse(
  { fromDate, toDate }: DateRange,
  rows: readonly VatCountrySums[],
  base: Currency,
): VatCountriesResponse {
  const { net, vat } = sumsOf(rows, base);
  return {
    fromDate,
    toDate,
    rows: rows.map(row => ({
      ...row,
      net: Money.of(row.net, base).toString(),
      vat: Money.of(row.vat, base).toString(),
    })),
    totals: { net: net.toString(), vat: vat.toString() },
  };
}

function grossTotals(rows: readonly { net: string; vat: string }[], base: Currency): VatGrossTotals {
  const { net, vat } = sumsOf(rows, base);
  return { net: net.toString(), vat: vat.toString(), gross: net.plus(vat).toString() };
}

function withGross(row: { net: string; vat: string }, base: Currency): VatGrossTotals {
  return grossTotals([row], base);
}
