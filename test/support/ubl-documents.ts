import type { EInvoice, EInvoiceParty } from '../../src/sales/domain/e-invoice';
import { peppolIdOf } from '../../src/sales/domain/peppol-id';
import { ublDocument } from '../../src/sales/domain/ubl-document';
import { computeDocument, type VatCategory } from '../../src/shared/arithmetic/document-totals';
import { parseCalendarDate } from '../../src/shared/calendar-date';
import type { Currency } from '../../src/shared/currency';
import { Decimal } from '../../src/shared/decimal';
import { Money } from '../../src/shared/money';

const EUR: Currency = { code: 'EUR', minorUnits: 2 };
const USD: Currency = { code: 'USD', minorUnits: 2 };
const day = (text: string) => parseCalendarDate(text)!;

/** A line of a document to be; one unit at 100.00 with 21 % VAT where nothing else is said. */
export interface GivenLine {
  quantity: Decimal;
  unitPrice: Decimal;
  priceIncludesVat: boolean;
  discountPercent: Decimal;
  vatCategory: VatCategory;
  vatRatePercent: Decimal;
}

/** A document to be: its lines and how they are computed, and members of the electronic invoice that differ from an ordinary one's. */
export interface Given extends Partial<Omit<EInvoice, 'lines' | 'prepaid'>> {
  lines: GivenLine[];
  discountPercent?: Decimal;
  prepaid?: Decimal;
}

export function givenLine(members: Partial<GivenLine> = {}): GivenLine {
  return {
    quantity: new Decimal(1),
    unitPrice: new Decimal(100),
    priceIncludesVat: false,
    discountPercent: new Decimal(0),
    vatCategory: 'S',
    vatRatePercent: new Decimal(21),
    ...members,
  };
}

export function party(members: Partial<EInvoiceParty> = {}): EInvoiceParty {
  const known = {
    name: 'Buyer UAB',
    isPerson: false,
    code: '302222222',
    vatNumber: 'LT100002345611',
    countryCode: 'LT',
    ...members,
  };
  return {
    street: 'Laisvės al. 2',
    city: 'Kaunas',
    postalCode: '44001',
    county: null,
    contactName: 'Jonas',
    phone: null,
    email: 'jonas@example.lt',
    endpoint: peppolIdOf({ ...known, peppolId: '0200:302222222' }),
    ...known,
  };
}

const SELLER = party({ name: 'Seller UAB', code: '305555553', vatNumber: 'LT100001234510' });

/** The electronic invoice of a document, computed as the books compute it; the base currency is the euro. */
export function eInvoice({ lines, discountPercent = new Decimal(0), prepaid, ...members }: Given): EInvoice {
  const { currency = EUR, type = 'invoice', vatRounding = 'total' } = members;
  const totals = computeDocument({
    currency,
    discountPercent,
    vatRounding,
    lines: lines.map(line => ({ ...line, vatCode: null })),
    rate: new Decimal(currency.code === EUR.code ? 1 : '1.0832'),
    baseCurrency: EUR,
  });
  return {
    type,
    currency,
    vatRounding,
    number: 'A-1',
    issuedOn: day('2026-10-05'),
    taxPointOn: day('2026-10-03'),
    dueOn: day('2026-11-04'),
    notes: ['Thank you'],
    orderNumber: 'PO-7',
    buyerReference: null,
    preceding: type === 'invoice' ? null : { number: 'A-0', issuedOn: day('2026-10-01') },
    seller: SELLER,
    buyer: party(),
    account: { number: 'LT121000011101001000', isIban: true },
    isPricedWithVat: lines.some(({ priceIncludesVat }) => priceIncludesVat),
    lines: lines.map((line, index) => ({
      ...line,
      description: 'Work',
      unit: 'vnt',
      unitCode: 'C62',
      isDiscounted: !line.discountPercent.isZero() || !discountPercent.isZero(),
      net: totals.lines[index]!.net,
    })),
    vatTotals: totals.rateTotals.map(total => ({ ...total, legalBases: [] })),
    net: totals.net,
    vat: totals.vat,
    gross: totals.gross,
    baseVat: totals.baseVat,
    prepaid: prepaid === undefined ? Money.zero(currency) : Money.of(prepaid, currency),
    ...members,
  };
}

const untaxed = (vatCategory: VatCategory): GivenLine =>
  givenLine({ vatCategory, vatRatePercent: new Decimal(0) });
const german = party({ name: 'Käufer GmbH', vatNumber: 'DE123456789', countryCode: 'DE' });

/** A document of the product's own for each VAT category: two lines of it, one discounted, the other negative. */
const OF_CATEGORY: Record<VatCategory, Given> = {
  S: ofCategory(givenLine()),
  Z: ofCategory(untaxed('Z')),
  E: ofCategory(untaxed('E')),
  AE: ofCategory(untaxed('AE')),
  K: { ...ofCategory(untaxed('K')), buyer: german },
  G: ofCategory(untaxed('G')),
  O: ofCategory(untaxed('O')),
};

function ofCategory(line: GivenLine): Given {
  return {
    lines: [
      { ...line, quantity: new Decimal(2), discountPercent: new Decimal(10) },
      { ...line, quantity: new Decimal(-1), unitPrice: new Decimal(20) },
    ],
  };
}

/** Dollars, something paid before, and a price with VAT that leaves a cent to be rounded. */
const FOREIGN: Given = {
  currency: USD,
  prepaid: new Decimal(50),
  lines: [...OF_CATEGORY.S.lines, givenLine({ unitPrice: new Decimal('0.03'), priceIncludesVat: true })],
};

const OWN: Record<string, Given> = {
  ...OF_CATEGORY,
  foreign: FOREIGN,
  credit: { ...OF_CATEGORY.S, type: 'credit_note' },
};

/** Documents that break no rule, as the product writes them: by their VAT category, `foreign` and `credit`. */
export const OWN_DOCUMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OWN).map(([name, given]) => [name, ublDocument(eInvoice(given))]),
);

/** The same and, for rules about what the product never writes, invoices with it put in: `full S`, `full foreign` and so on. */
export const UBL_DOCUMENTS: Readonly<Record<string, string>> = {
  ...OWN_DOCUMENTS,
  ...Object.fromEntries(
    Object.entries(OWN_DOCUMENTS)
      .filter(([name]) => name !== 'credit')
      .map(([name, xml]) => [`full ${name}`, withMore(xml)]),
  ),
};

/**
 * With an allowance and a charge of 10.00 beside the lines, an allowance and a charge of 1.00 at the first line, a discount in its
 * price, and the quantity that the price is of.
 */
function withMore(xml: string): string {
  const [, currency] = /<cbc:DocumentCurrencyCode>(\w+)/.exec(xml)!;
  const [, category] = /<cac:ClassifiedTaxCategory>([^]*?)<\/cac:ClassifiedTaxCategory>/.exec(xml)!;
  const amount = (name: string, value: string) =>
    `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`;
  const allowance = (isCharge: boolean, [value, base]: [string, string], more = '') => `<cac:AllowanceCharge>
    <cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Reason</cbc:AllowanceChargeReason>
    <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>${amount('Amount', value)}${amount('BaseAmount', base)}${more}
  </cac:AllowanceCharge>`;
  const both = (amounts: [string, string], more?: string) =>
    allowance(false, amounts, more) + allowance(true, amounts, more);
  const priced = `<cbc:BaseQuantity unitCode="C62">1</cbc:BaseQuantity>
    <cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>${amount('Amount', '5')}${amount('BaseAmount', '105')}</cac:AllowanceCharge>`;
  return xml
    .replace(/<cac:AllowanceCharge>|<cac:Item>/, `${both(['1.00', '10.00'])}$&`)
    .replace('<cac:TaxTotal>', `${both(['10.00', '100.00'], `<cac:TaxCategory>${category}</cac:TaxCategory>`)}$&`)
    .replace('</cbc:TaxInclusiveAmount>', `$&${amount('AllowanceTotalAmount', '10.00')}${amount('ChargeTotalAmount', '10.00')}`)
    .replace('</cac:Price>', `${priced}$&`);
} // prettier-ignore
