import fc from 'fast-check';
import type { EInvoice, EInvoiceParty } from '../../../src/sales/domain/e-invoice';
import { peppolIdOf } from '../../../src/sales/domain/peppol-id';
import { ublDocument } from '../../../src/sales/domain/ubl-document';
import { unwritableAmounts } from '../../../src/sales/domain/ubl-vat';
import {
  computeDocument,
  type DocumentLine,
  type VatCategory,
} from '../../../src/shared/arithmetic/document-totals';
import { parseCalendarDate } from '../../../src/shared/calendar-date';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import { brokenRules } from '../../support/ubl-checker';
import { parseXml } from '../../support/xml-tree';

const EUR = { code: 'EUR', minorUnits: 2 };
const CURRENCIES = [EUR, { code: 'USD', minorUnits: 2 }, { code: 'JPY', minorUnits: 0 }];
const VAT: [VatCategory, string][] = [['S', '21'], ['S', '9'], ['S', '5.5'], ['Z', '0'], ['E', '0']]; // prettier-ignore

const decimal = (digits: number, places: number, negative = false) =>
  fc
    .tuple(
      fc.integer({ min: negative ? -(10 ** digits) : 1, max: 10 ** digits }),
      fc.integer({ min: 0, max: places }),
    )
    .map(([whole, scale]) => new Decimal(whole === 0 ? 1 : whole).div(new Decimal(10).pow(scale)));
const percent = fc.oneof(
  { weight: 3, arbitrary: fc.constant(new Decimal(0)) },
  { weight: 1, arbitrary: decimal(4, 2).map(value => value.mod(100)) },
);

const lines: fc.Arbitrary<DocumentLine & { discountPercent: Decimal }> = fc.record({
  quantity: decimal(5, 4, true),
  unitPrice: decimal(7, 6, true),
  priceIncludesVat: fc.boolean(),
  discountPercent: percent,
  vat: fc.constantFrom(...VAT),
}).map(({ vat: [vatCategory, rate], ...line }) => ({
  ...line, vatCategory, vatRatePercent: new Decimal(rate), vatCode: null,
})); // prettier-ignore

const party = (name: string, code: string): EInvoiceParty => {
  const identity = { isPerson: false, code, vatNumber: 'LT100001234510', countryCode: 'LT' };
  const nothing = {
    street: null,
    city: null,
    postalCode: null,
    county: null,
    contactName: null,
    phone: null,
    email: null,
  };
  return { ...nothing, ...identity, name, endpoint: peppolIdOf({ ...identity, peppolId: null }) };
};
const day = parseCalendarDate('2026-10-05')!;

describe('an electronic invoice of whatever lines', () => {
  it('keeps the business rules and asks for what the document comes to', () => {
    const documents = fc.record({
      currency: fc.constantFrom(...CURRENCIES),
      discountPercent: percent,
      lines: fc.array(lines, { minLength: 1, maxLength: 12 }),
      type: fc.constantFrom('invoice' as const, 'credit_note' as const),
    });
    fc.assert(
      fc.property(documents, ({ type, ...input }) => {
        const rate = new Decimal(input.currency === EUR ? 1 : '1.0832');
        const totals = computeDocument({ ...input, rate, baseCurrency: EUR, vatRounding: 'total' });
        fc.pre(
          totals.gross.amount.greaterThan(0) && !(totals.vat.isNegative() || totals.baseVat.isNegative()),
        );
        const invoice: EInvoice = {
          type,
          number: 'A-1',
          issuedOn: day,
          taxPointOn: day,
          dueOn: day,
          currency: input.currency,
          notes: [],
          orderNumber: null,
          buyerReference: null,
          preceding: type === 'invoice' ? null : { number: 'A-0', issuedOn: day },
          seller: party('Seller', '305555553'),
          buyer: party('Buyer', '302222222'),
          account: { number: 'LT121000011101001000', isIban: true },
          vatRounding: 'total',
          isPricedWithVat: input.lines.some(({ priceIncludesVat }) => priceIncludesVat),
          lines: input.lines.map((line, index) => ({
            ...line,
            description: 'Work',
            unit: 'vnt',
            unitCode: 'C62',
            isDiscounted: !line.discountPercent.isZero() || !input.discountPercent.isZero(),
            net: totals.lines[index]!.net,
          })),
          vatTotals: totals.rateTotals.map(total => ({ ...total, legalBases: [] })),
          net: totals.net,
          vat: totals.vat,
          gross: totals.gross,
          baseVat: totals.baseVat,
          prepaid: Money.zero(input.currency),
        };
        expect(unwritableAmounts(invoice)).toEqual([]);
        const xml = ublDocument(invoice);
        expect(brokenRules(xml)).toEqual([]);
        const payable = parseXml(xml).number('cac:LegalMonetaryTotal/cbc:PayableAmount');
        expect(payable.equals(totals.gross.amount)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
