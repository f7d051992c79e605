import { Decimal, sumOf } from '../../../shared/decimal';
import type { Figures, ReturnOptions } from './vat-return-pack';

/** Whole boxes may each be half a euro off. */
const ROUNDING = new Decimal(2);

/** The cross-checks of the form FR0600 version 2, as warnings in its order. */
export function checkFr0600(box: Figures, options: ReturnOptions): string[] {
  return [
    euAcquisitionsCarryVat(box),
    euServicesAreWithinForeign(box),
    foreignServicesCarryVat(box),
    triangularPurchasesAreSold(box),
    selfAssessedVatIsWithinInput(box),
    importVatIsEnteredOnce(box),
    outputVatFitsSupplies(box, options),
    deductionPercentIsPossible(options),
    deductibleVatFitsInput(box),
    ...boxesAreOfUsualSize(box),
  ].flatMap(warning => warning ?? []);
}

type Check = string | null;

/** 21 needs 34, of 4.5 % to 21.5 %; 34 needs 21. */
export function euAcquisitionsCarryVat(box: Figures): Check {
  const [value, vat] = [box('21'), box('34')];
  if (value.isZero()) return vat.isZero() ? null : 'Box 34 has VAT although box 21 has no acquisitions.';
  if (vat.isZero()) return 'Box 21 has acquisitions from EU states, yet box 34 has no VAT on them.';
  return isWithin(vat.div(value), '0.045', '0.215')
    ? null
    : 'Box 34 is not between 4.5 % and 21.5 % of box 21.';
}

export function euServicesAreWithinForeign(box: Figures): Check {
  return box('24').abs().greaterThan(box('23').abs())
    ? 'Box 24 is larger than box 23, of which it is a part.'
    : null;
}

/** 32 is expected to be 21 % of 23. */
export function foreignServicesCarryVat(box: Figures): Check {
  const expected = box('23').times('0.21');
  return expected.minus(box('32')).abs().greaterThan(ROUNDING) ? 'Box 32 is not 21 % of box 23.' : null;
}

/** What was bought for triangular trade (22) is sold in 20. */
export function triangularPurchasesAreSold(box: Figures): Check {
  if (box('22').isZero() || box('20').greaterThan(box('22'))) return null;
  return 'Box 22 has acquisitions for triangular trade, but their sale in box 20 is not larger.';
}

/** 32 and 34 are part of 25, as far as they are deducted at all. */
export function selfAssessedVatIsWithinInput(box: Figures): Check {
  return box('25')
    .plus(ROUNDING)
    .lessThan(box('32').plus(box('34')))
    ? 'Box 25 is smaller than boxes 32 and 34, whose VAT belongs into it.'
    : null;
}

export function importVatIsEnteredOnce(box: Figures): Check {
  if (box('26').isZero() || box('27').isZero()) return null;
  return 'Boxes 26 and 27 both have import VAT; the VAT of one import belongs into one of them.';
}

/** 29, 30 and 31 at their rates are within 0.8 to 1.2 of 11, 14, 15 and 16; the form of 2016 divides box 30 by 9 %. */
export function outputVatFitsSupplies(box: Figures, { period }: ReturnOptions): Check {
  const rateOfBox30 = period.year >= 2026 ? '0.12' : '0.09';
  const supplies = sumOf([box('11'), box('14'), box('15'), box('16')]);
  const implied = sumOf([box('29').div('0.21'), box('30').div(rateOfBox30), box('31').div('0.05')]);
  if (supplies.isZero() && implied.isZero()) return null;
  return !supplies.isZero() && isWithin(implied.div(supplies), '0.8', '1.2')
    ? null
    : 'Boxes 29, 30 and 31 do not fit boxes 11, 14, 15 and 16 at their rates.';
}

/** A percentage above 95 counts as 100. */
export function deductionPercentIsPossible({ deductionPercent }: ReturnOptions): Check {
  return deductionPercent > 95 && deductionPercent < 100
    ? 'Box 28: a percentage above 95 must be entered as 100.'
    : null;
}

/** 35 is about the share of box 28 of 25, 26 and 27. */
export function deductibleVatFitsInput(box: Figures): Check {
  const expected = sumOf([box('25'), box('26'), box('27')])
    .times(box('28'))
    .div(100);
  return expected.minus(box('35')).abs().greaterThan(ROUNDING)
    ? 'Box 35 is not the percentage of box 28 of boxes 25, 26 and 27.'
    : null;
}

/** 12, 13 and 19 beyond 8 digits, 17, 18 and 20 beyond 9 are worth a look. */
export function boxesAreOfUsualSize(box: Figures): string[] {
  const digits: [string, number][] = [
    ['12', 8],
    ['13', 8],
    ['19', 8],
    ['17', 9],
    ['18', 9],
    ['20', 9],
  ];
  return digits
    .filter(([name, most]) => box(name).abs().greaterThanOrEqualTo(new Decimal(10).pow(most)))
    .map(([name, most]) => `Box ${name} has more than ${most} digits.`);
}

function isWithin(value: Decimal, least: string, most: string): boolean {
  return value.greaterThanOrEqualTo(least) && value.lessThanOrEqualTo(most);
}
