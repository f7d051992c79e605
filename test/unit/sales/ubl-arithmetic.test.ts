import type { EInvoice, EInvoiceLine } from '../../../src/sales/domain/e-invoice';
import { writtenLine } from '../../../src/sales/domain/ubl-lines';
import {
  mergedVatTotals,
  unwritableAmounts,
  writtenCategory,
  writtenVat,
} from '../../../src/sales/domain/ubl-vat';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';

const EUR = { code: 'EUR', minorUnits: 2 };
const JPY = { code: 'JPY', minorUnits: 0 };

function line(
  net: string,
  members: Partial<Record<keyof EInvoiceLine, unknown>> = {},
  currency = EUR,
): EInvoiceLine {
  const { quantity = '1', unitPrice = net, ...others } = members;
  return {
    description: 'Work',
    unit: 'vnt',
    unitCode: 'C62',
    priceIncludesVat: false,
    isDiscounted: false,
    vatRatePercent: new Decimal(21),
    vatCategory: 'S',
    net: Money.of(net, currency),
    ...others,
    quantity: new Decimal(quantity as string),
    unitPrice: new Decimal(unitPrice as string),
  } as EInvoiceLine;
}

/** "quantity x price - allowance" */
function written(of: EInvoiceLine): string {
  const { quantity, price, allowance } = writtenLine(of);
  return `${quantity.toFixed()} x ${price.toFixed()}${allowance ? ` - ${allowance.amount.toFixed(2)}` : ''}`;
}

describe('a line of an electronic invoice', () => {
  it.each([
    ['plain', line('200.00', { quantity: '2', unitPrice: '100' }), '2 x 100'],
    ['a net that was rounded', line('0.33', { quantity: '0.333', unitPrice: '1' }), '0.333 x 1'],
    ['a discount', line('5350.66', { quantity: '16', unitPrice: '348.35', isDiscounted: true }), '16 x 348.35 - 222.94'],
    ['all of it given away', line('0.00', { unitPrice: '5', isDiscounted: true }), '1 x 5 - 5.00'],
    ['a discount too small to be seen', line('0.01', { unitPrice: '0.01', isDiscounted: true }), '1 x 0.01'],
    ['a negative price', line('-20.00', { unitPrice: '-20' }), '-1 x 20'],
    ['a negative price and quantity', line('20.00', { quantity: '-1', unitPrice: '-20' }), '1 x 20'],
    ['a discount of a negative line', line('-18.00', { quantity: '-1', unitPrice: '20', isDiscounted: true }), '-1 x 20 - -2.00'],
    ['a price with VAT', line('100.00', { unitPrice: '121', priceIncludesVat: true }), '1 x 100'],
    ['a price with VAT that does not divide', line('0.83', { unitPrice: '1', priceIncludesVat: true }), '1 x 0.826446'],
    ['many of them', line('826446.28', { quantity: '1000000', unitPrice: '1', priceIncludesVat: true }), '1000000 x 0.82644628099'],
    ['whole yen of half ones', line('107', { quantity: '3', unitPrice: '35.5' }, JPY), '3 x 35.5 - -0.50'],
    ['the last unit of a credit, which takes the rest', line('3.33', { unitPrice: '3.334' }), '1 x 3.334'],
    ['a credit of what is left, cents from its price', line('3.30', { unitPrice: '3.334' }), '1 x 3.334 - 0.03'],
  ])('%s', (_, given, expected) => {
    expect(written(given)).toBe(expected);
  }); // prettier-ignore
});

function invoice(
  rows: [rate: string, net: string, vat: string][],
  members: Partial<EInvoice> = {},
  currency = EUR,
): EInvoice {
  const vatTotals = rows.map(([rate, net, vat]) => ({
    vatRatePercent: new Decimal(rate),
    vatCategory: 'S' as const,
    net: Money.of(net, currency),
    vat: Money.of(vat, currency),
    legalBases: [],
  }));
  const sum = (amounts: Money[]) => Money.sum(amounts, currency);
  const [net, vat] = [sum(vatTotals.map(total => total.net)), sum(vatTotals.map(total => total.vat))];
  return {
    vatTotals,
    lines: [],
    currency,
    net,
    vat,
    gross: net.plus(vat),
    baseVat: Money.of('0', EUR),
    prepaid: Money.zero(currency),
    vatRounding: 'total',
    isPricedWithVat: false,
    ...members,
  } as unknown as EInvoice;
}

describe('the VAT of an electronic invoice', () => {
  const figures = (given: EInvoice) => {
    const { vat, rounding } = writtenVat(given);
    return [vat.toString(), rounding.toString()];
  };

  it('is that of the books where that is net x rate', () => {
    expect(figures(invoice([['21', '100.00', '21.00'], ['9', '10.00', '0.90']]))).toEqual(['21.90', '0.00']);
  }); // prettier-ignore

  it('is net x rate where prices include it; the cent is a rounding amount', () => {
    expect(figures(invoice([['21', '0.02', '0.01']], { isPricedWithVat: true }))).toEqual(['0.00', '0.01']);
    expect(figures(invoice([['21', '0.12', '0.02']], { isPricedWithVat: true }))).toEqual(['0.03', '-0.01']);
  });

  it('is that of the books for a credit that ends at its invoice', () => {
    const credit = invoice([['21', '0.36', '0.07']]);
    expect(figures(credit)).toEqual(['0.07', '0.00']);
    expect(unwritableAmounts(credit)).toEqual([]);
  });

  it('cannot be written where it was rounded per line to something else', () => {
    expect(unwritableAmounts(invoice([['20', '12083.50', '2416.50']], { vatRounding: 'line' }))).toEqual([
      'S 20 %: VAT is 2416.50, net 12083.50 x rate is 2416.70, the difference -0.20',
    ]);
    expect(unwritableAmounts(invoice([['20', '10.00', '2.00']], { vatRounding: 'line' }))).toEqual([]);
    const withVat = { vatRounding: 'line', isPricedWithVat: true } as const;
    expect(unwritableAmounts(invoice([['21', '0.02', '0.01']], withVat))).toHaveLength(1);
  });

  it('cannot be written where a credit is a whole unit of the currency off', () => {
    expect(unwritableAmounts(invoice([['10', '96', '9']], {}, JPY))).toEqual([]);
    expect(unwritableAmounts(invoice([['10', '104', '9']], {}, JPY))).toEqual([
      'S 10 %: VAT is 9, net 104 x rate is 10, the difference -1',
    ]);
  });

  it('cannot be written where the cents of net x rate are on the other side of zero than the VAT in base currency', () => {
    const rows: [string, string, string][] = [['21', '0.02', '0.01'], ['9', '-0.06', '0.00'], ['0', '10.00', '0.00']];
    const given = (baseVat: string) =>
      invoice(rows, { isPricedWithVat: true, baseVat: Money.of(baseVat, EUR) }, { code: 'USD', minorUnits: 2 });
    expect(figures(given('0.01'))).toEqual(['-0.01', '0.02']);
    expect(unwritableAmounts(given('0.00'))).toEqual([]);
    expect(unwritableAmounts(given('0.01'))).toEqual([expect.stringContaining('VAT is -0.01 USD by net x rate, but 0.01 EUR')]);
  }); // prettier-ignore

  it('cannot be written with three decimals', () => {
    const KWD = { code: 'KWD', minorUnits: 3 };
    expect(unwritableAmounts(invoice([['10', '10.000', '1.000']], {}, KWD))).toEqual([]);
    expect(unwritableAmounts(invoice([['10', '10.050', '1.005']], {}, KWD))).toEqual([
      'the VAT of S 10 % is 1.005: only two decimals can be written',
    ]);
  });
});

describe('categories', () => {
  it('are those of the document, but for services whose VAT the buyer owes', () => {
    expect(writtenCategory('O', null)).toBe('O');
    expect(writtenCategory('O', 'out_of_scope')).toBe('O');
    expect(writtenCategory('O', 'intra_eu_b2b')).toBe('AE');
    expect(writtenCategory('O', 'reverse_charge')).toBe('AE');
    expect(writtenCategory('K', 'intra_eu_b2b')).toBe('K');
  });

  it('stand once in the breakdown, with every legal basis', () => {
    const [total] = invoice([['0', '1.00', '0.00']]).vatTotals;
    const merged = mergedVatTotals([
      { ...total!, vatCategory: 'E', legalBases: ['one'] },
      { ...total!, vatCategory: 'E', legalBases: ['one', 'two'] },
      { ...total!, vatCategory: 'Z' },
    ]);
    expect(
      merged.map(({ vatCategory, net, legalBases }) => [vatCategory, net.toString(), legalBases]),
    ).toEqual([
      ['E', '2.00', ['one', 'two']],
      ['Z', '1.00', []],
    ]);
  });
});
