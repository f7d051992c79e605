import { Decimal } from '../../../src/shared/decimal';
import { deductionTaken, type CreditedLine } from '../../../src/purchases/domain/credited-deduction';

const at = (rate: string, percent = '100', isProRata = false): CreditedLine => ({
  vatRatePercent: new Decimal(rate),
  vatCategory: 'S',
  vatCode: null,
  deductiblePercent: new Decimal(percent),
  isProRata,
});

describe('what a line of a credit note takes back', () => {
  it.each<[string, CreditedLine[], [string, boolean] | null]>([
    ['the pro rata of its invoice', [at('21', '60', true), at('21', '100')], ['60', true]],
    ['what the invoice deducted before there was a pro rata', [at('21', '100', true)], ['100', true]],
    ['a percentage that was given', [at('21', '40'), at('21', '40')], ['40', false]],
    ['nothing certain of two that were given', [at('21', '40'), at('21', '100')], null],
    ['that of its own rate', [at('9', '40'), at('21', '60', true)], ['60', true]],
    [
      'that of all lines where the invoice has none at its rate',
      [at('9', '40'), at('5', '40')],
      ['40', false],
    ],
    ['nothing of an invoice without lines', [], null],
  ])('%s', (_, invoiced, expected) => {
    const taken = deductionTaken(at('21'), invoiced);
    expect(taken && [taken.deductiblePercent.toString(), taken.isProRata]).toEqual(expected);
  });
});
