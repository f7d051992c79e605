import { Decimal, sumOf, withoutNegativeZero } from '../../../shared/decimal';

/** What each line of a bridge is. */
export const LINE_LABELS = {
  manual: 'Manual journal entries on VAT accounts',
  other_postings: 'Other postings on VAT accounts: bank, payouts',
  posted_here_counted_elsewhere: 'Posted in this month, counted for VAT in another',
  posted_elsewhere_counted_here: 'Counted for VAT in this month, posted in another',
  tax_of_advances: 'Tax documents of advances, which post VAT alone',
  non_deductible: 'VAT that is not deducted',
  exchange_differences: 'Exchange differences taken back by voids',
  self_assessed: 'VAT that the buyer accounts for (self-assessed)',
  taxed_elsewhere: 'Sales that another state taxes or that are declared under OSS, IOSS or by a platform',
  issued_in_other_month: 'Sales with the tax point in this month, issued in another',
  counted_in_other_month: 'Sales issued in this month, with the tax point in another',
  import: 'Import VAT (PVM23, PVM24), declared through customs',
  no_vat_invoice: 'Received documents without VAT and VAT code',
  voided: 'Registrations that are void',
  void: 'Voids that count in this month',
  not_enterable: 'Documents that the schema of i.SAF cannot hold',
  no_box: 'Under VAT codes that no box takes',
  no_value_box: 'Purchases of which the form wants no value',
  pro_rata: 'Pro rata: what box 28 keeps from being deducted',
  rounding: 'Rounding to whole euros',
} as const;
export type LineCode = keyof typeof LINE_LABELS;

/** What is added on the way from one figure to the other. */
export interface BridgeLine {
  code: LineCode;
  amount: Decimal;
  /** Documents or entries behind it; null where it is no sum of any. */
  count: number | null;
}

export interface BridgeEnd {
  label: string;
  amount: Decimal;
}

/** Two figures that should differ by named lines only. Every line is found by a condition of its own, never as the rest. */
export interface Bridge {
  name: string;
  from: BridgeEnd;
  lines: BridgeLine[];
  to: BridgeEnd;
  /** `from` and all lines less `to`: 0 when everything is named. */
  unexplained: Decimal;
}

export function bridge(name: string, from: BridgeEnd, lines: BridgeLine[], to: BridgeEnd): Bridge {
  const reached = sumOf([from.amount, ...lines.map(({ amount }) => amount)]);
  return { name, from, lines, to, unexplained: withoutNegativeZero(reached.minus(to.amount)) };
}

export function added(code: LineCode, amount: Decimal, count: number | null = null): BridgeLine {
  return { code, amount: withoutNegativeZero(amount), count };
}

export function takenOff(code: LineCode, amount: Decimal, count: number | null = null): BridgeLine {
  return added(code, amount.negated(), count);
}

/** The way back: what was taken off is added. */
export function backwards(lines: readonly BridgeLine[]): BridgeLine[] {
  return lines.map(({ code, amount, count }) => takenOff(code, amount, count));
}
