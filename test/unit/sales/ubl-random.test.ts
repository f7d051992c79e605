import fc from 'fast-check';
import { missingFrom } from '../../../src/sales/domain/e-invoice-gaps';
import { ublDocument } from '../../../src/sales/domain/ubl-document';
import { unwritableAmounts } from '../../../src/sales/domain/ubl-vat';
import type { VatCategory } from '../../../src/shared/arithmetic/document-totals';
import { Decimal } from '../../../src/shared/decimal';
import { brokenRules } from '../../support/ubl-checker';
import { eInvoice, party, type Given, type GivenLine } from '../../support/ubl-documents';
import { parseXml } from '../../support/xml-tree';

const CURRENCIES = [
  { code: 'EUR', minorUnits: 2 },
  { code: 'USD', minorUnits: 2 },
  { code: 'JPY', minorUnits: 0 },
  { code: 'HUF', minorUnits: 2 },
];
const TAXED: [VatCategory, string][] = [['S', '21'], ['S', '9'], ['S', '5.5'], ['S', '12'], ['Z', '0'], ['E', '0']]; // prettier-ignore

/** Treatments that can stand on one document: what is outside the scope stands alone. */
const TREATMENTS: [VatCategory, string][][] = [
  TAXED,
  [['AE', '0'], ...TAXED],
  [['K', '0'], ['E', '0'], ['S', '21']],
  [['G', '0'], ['S', '21']],
  [['AE', '0']],
  [['K', '0']],
  [['G', '0']],
  [['O', '0']],
]; // prettier-ignore

/** Buyers, and whether a reverse charge and a supply within the EU can be invoiced to them. */
const BUYERS = {
  everybody: [
    party(),
    party({ name: 'Käufer GmbH', vatNumber: 'DE123456789', countryCode: 'DE' }),
    party({ name: 'Αγοραστής ΑΕ', vatNumber: 'EL123456789', countryCode: 'GR', postalCode: null }),
    party({ name: 'Buyer Ltd', vatNumber: 'XI123456789', countryCode: 'GB', city: ' ', street: null }),
  ],
  withCode: [party({ vatNumber: null })],
  others: [
    party({ vatNumber: null, isPerson: true, name: 'Ona', code: '49001010000', email: null, contactName: null }),
    party({ vatNumber: null, code: null, name: 'Buyer Inc. <&>', countryCode: 'US', county: 'MA' }),
    party({ vatNumber: null, code: null, name: 'Comprador', countryCode: 'ES', city: 'Las Palmas' }),
  ],
}; // prettier-ignore

const decimal = (digits: number, places: number, negative = false) =>
  fc
    .tuple(
      fc.integer({ min: negative ? -(10 ** digits) : 1, max: 10 ** digits }),
      fc.integer({ min: 0, max: places }),
    )
    .map(([whole, scale]) => new Decimal(whole === 0 ? 1 : whole).div(new Decimal(10).pow(scale)));
const percent = fc.oneof(
  { weight: 3, arbitrary: fc.constant(new Decimal(0)) },
  { weight: 1, arbitrary: decimal(4, 2).map(value => value.mod(101)) },
);
const text = fc.oneof(
  fc.constantFrom('Thank you', 'Orders #12 #13', '#7#', '##', ' ', ']]> &amp; <b>', 'a\nb\u0000\u000B'),
  fc.string({ unit: 'grapheme' }),
);
const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const line = (treatments: [VatCategory, string][]): fc.Arbitrary<GivenLine> =>
  fc
    .record({
      quantity: decimal(5, 4, true),
      unitPrice: fc.oneof(decimal(7, 6, true), decimal(5, 2)),
      priceIncludesVat: fc.boolean(),
      discountPercent: percent,
      vat: fc.constantFrom(...treatments),
    })
    .map(({ vat: [vatCategory, rate], ...members }) => ({
      ...members,
      vatCategory,
      vatRatePercent: new Decimal(rate),
    }));

/** All lines; with `isDeducted` each again with the other sign, as advances take off what they paid: the document is zero. */
const lines = fc
  .tuple(fc.constantFrom(...TREATMENTS), fc.integer({ min: 0, max: 9 }))
  .chain(([treatments, chance]) =>
    fc.array(line(treatments), { minLength: 1, maxLength: 10 }).map(members => {
      const deducted = members.map(member => ({ ...member, quantity: member.quantity.negated() }));
      return chance === 0 ? [...members, ...deducted] : members;
    }),
  );

function buyersFor(given: GivenLine[]): typeof BUYERS.everybody {
  const has = (category: VatCategory) => given.some(({ vatCategory }) => vatCategory === category);
  if (has('K')) return BUYERS.everybody;
  return has('AE') ? [...BUYERS.everybody, ...BUYERS.withCode] : Object.values(BUYERS).flat();
}

/** A seller without a VAT number, where the document has no VAT that calls for one. */
function sellersFor(given: GivenLine[]): ReturnType<typeof party>[] {
  const seller = party({ name: 'Seller UAB', code: '305555553', vatNumber: 'LT100001234510' });
  const isSmall = given.every(({ vatCategory }) => ['Z', 'E', 'AE', 'O'].includes(vatCategory));
  return isSmall ? [seller, { ...seller, vatNumber: null }] : [seller];
}

const documents: fc.Arbitrary<Given> = lines.chain(given =>
  fc
    .record({
      type: fc.constantFrom('invoice' as const, 'credit_note' as const),
      currency: fc.constantFrom(...CURRENCIES),
      vatRounding: fc.constantFrom('total' as const, 'total' as const, 'line' as const),
      discountPercent: percent,
      buyer: fc.constantFrom(...buyersFor(given)),
      seller: fc.constantFrom(...sellersFor(given)),
      notes: fc.array(text, { maxLength: 2 }),
      orderNumber: orNone(text),
      buyerReference: orNone(text),
      account: fc.constantFrom(null, { number: 'LT121000011101001000', isIban: true }, { number: '12-34', isIban: false }),
    })
    .map(members => ({ ...members, lines: given })),
); // prettier-ignore

describe('an electronic invoice of whatever kind', () => {
  it('keeps the business rules and asks for what the document comes to', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 0, max: 4 }), (given, quarters) => {
        const whole = eInvoice(given);
        fc.pre(!whole.gross.isNegative());
        const places = whole.currency.minorUnits;
        const prepaid = whole.gross.amount.times(quarters).div(4).toDecimalPlaces(places);
        const invoice = eInvoice({ ...given, prepaid });
        expect(missingFrom(invoice)).toEqual({});
        const unwritable = unwritableAmounts(invoice);
        expect(invoice.vatRounding === 'total' ? unwritable : []).toEqual([]);
        fc.pre(unwritable.length === 0);
        const xml = ublDocument(invoice);
        expect(brokenRules(xml)).toEqual([]);
        const payable = parseXml(xml).number('cac:LegalMonetaryTotal/cbc:PayableAmount');
        expect(payable.equals(whole.gross.amount.minus(prepaid))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
