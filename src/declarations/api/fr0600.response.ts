import { Field } from '../../platform/http';
import { cents } from '../domain/control-statements/statement-documents';
import type { BreakdownRow } from '../domain/vat-return/breakdown';
import type { Fr0600 } from '../use-cases/compute-fr0600';
import type { BoxedRow, ListFr0600Documents } from '../use-cases/list-fr0600-documents';

class Fr0600Field {
  @Field.text({ description: 'Number of the box, 11 to 36.' }) field!: string;
  @Field.text() label!: string;
  @Field.decimal({
    example: '1234',
    description: 'Whole euros; of box 28 percent. Box 36 is negative for a refund.',
  })
  value!: string;
}

class Fr0600Breakdown {
  @Field.oneOf(['sales', 'purchases']) direction!: string;
  @Field.text({ nullable: true, description: 'VAT code of the rows.' }) taxCode!: string | null;
  @Field.decimal() net!: string;
  @Field.decimal({ description: 'Charged or owed by the buyer.' }) vat!: string;
  @Field.texts({ description: 'Boxes that `net` goes into.' }) taxableFields!: string[];
  @Field.texts({ description: 'Boxes that VAT goes into.' }) vatFields!: string[];
  @Field.text({
    nullable: true,
    addition: true,
    description: 'VAT code whose boxes count, also where the rows have none; null: in no box.',
  })
  reportedAs!: string | null;
  @Field.text({
    nullable: true,
    addition: true,
    description: 'How the boxes of that code are known: verified, reported, derived or unverified.',
  })
  confidence!: string | null;
  @Field.decimal({ addition: true }) deductibleVat!: string;
  @Field.decimal({ addition: true, description: 'The part of `net` that is of credit notes; not positive.' })
  creditNet!: string;
  @Field.decimal({ addition: true }) creditVat!: string;
}

class Fr0600Counts {
  @Field.integer() salesInvoices!: number;
  @Field.integer() purchaseInvoices!: number;
}

class Fr0600Exact {
  @Field.decimal({ description: 'Boxes 27 and 29 to 34 before rounding.' }) outputVat!: string;
  @Field.decimal({ description: 'Box 35 before rounding.' }) deductibleVat!: string;
  @Field.decimal({ description: 'To pay; negative: to be refunded.' }) due!: string;
}

export class Fr0600Response {
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.integer({ description: 'Box 28.' }) deductionPercent!: number;
  @Field.list(() => Fr0600Field) fields!: Fr0600Field[];
  @Field.list(() => Fr0600Breakdown) breakdown!: Fr0600Breakdown[];
  @Field.object(() => Fr0600Counts) counts!: Fr0600Counts;
  @Field.texts({ description: "What to look at before filing; the form's own checks among it." })
  warnings!: string[];
  @Field.texts({ description: 'Rules that are not certain.' }) notes!: string[];
  @Field.object(() => Fr0600Exact, { addition: true, description: 'To the cent.' }) exact!: Fr0600Exact;
}

export function fr0600Response(computed: Fr0600): Fr0600Response {
  const { days, pack, figure, breakdown, counts, warnings, notes, exact } = computed;
  return {
    periodStart: days.from,
    periodEnd: days.to,
    deductionPercent: figure('28').toNumber(),
    fields: pack.boxes.map(({ code, label }) => ({ field: code, label, value: figure(code).toFixed(0) })),
    breakdown: breakdown.map(breakdownResponse),
    counts,
    warnings,
    notes,
    exact: {
      outputVat: cents(exact.outputVat),
      deductibleVat: cents(exact.deductibleVat),
      due: cents(exact.due),
    },
  };
}

function breakdownResponse(row: BreakdownRow): Fr0600Breakdown {
  const { net, vat, deductibleVat, creditNet, creditVat } = row;
  return {
    ...row,
    net: cents(net),
    vat: cents(vat),
    deductibleVat: cents(deductibleVat),
    creditNet: cents(creditNet),
    creditVat: cents(creditVat),
  };
}

class Fr0600DocumentRow {
  @Field.oneOf(['sales', 'purchases']) side!: string;
  @Field.id() documentId!: string;
  @Field.text() documentNumber!: string;
  @Field.date({ description: 'Of the document.' }) documentDate!: string;
  @Field.date({ description: 'The day on which it counts: tax point, of a purchase its receipt.' })
  countedOn!: string;
  @Field.boolean({ description: 'Takes a registration back.' }) isVoid!: boolean;
  @Field.text() partnerName!: string;
  @Field.text({ nullable: true }) taxCode!: string | null;
  @Field.text({ nullable: true }) reportedAs!: string | null;
  @Field.decimal() vatRatePercent!: string;
  @Field.decimal() net!: string;
  @Field.decimal({ description: 'Charged or owed by the buyer.' }) vat!: string;
  @Field.decimal({ description: 'What it adds to the box, to the cent.' }) amount!: string;
}

export class Fr0600DocumentsResponse {
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.text() field!: string;
  @Field.text() label!: string;
  @Field.decimal({ description: 'The box before rounding; of box 35 before the percentage of box 28.' })
  total!: string;
  @Field.list(() => Fr0600DocumentRow) rows!: Fr0600DocumentRow[];
}

export function fr0600DocumentsResponse(
  field: string,
  label: string,
  { days, rows, total }: Awaited<ReturnType<ListFr0600Documents['execute']>>,
): Fr0600DocumentsResponse {
  return {
    periodStart: days.from,
    periodEnd: days.to,
    field,
    label,
    total: cents(total),
    rows: rows.map(documentRow),
  };
}

function documentRow({ row, reportedAs, amount }: BoxedRow): Fr0600DocumentRow {
  const { side, documentId, documentNumber, documentDate, countedOn, isVoid, partnerName, taxCode } = row;
  return {
    side,
    documentId,
    documentNumber,
    documentDate,
    countedOn,
    isVoid,
    partnerName,
    taxCode,
    reportedAs,
    vatRatePercent: row.ratePercent,
    net: cents(row.net),
    vat: cents(row.vat.plus(row.selfAssessedVat)),
    amount: cents(amount),
  };
}
