import type { EInvoice } from './e-invoice';
import codes from './peppol-codes.json';
import { textOrNone } from './ubl-lines';

/** What is missing, by where it belongs: `company` is the seller, `partner` the buyer. */
export type Gaps = Record<string, string[]>;

/**
 * What EN 16931 and Peppol demand of a document and it does not have, with the rule that demands it. Empty when it is complete.
 * What the books guarantee (number, dates, lines, names of parties) is not asked again.
 */
export function missingFrom(invoice: EInvoice): Gaps {
  const { seller, buyer } = invoice;
  const categories = new Set<string>(invoice.vatTotals.map(({ vatCategory }) => vatCategory));
  const hasAny = (...wanted: string[]) => wanted.some(category => categories.has(category));
  const sellerCode = textOrNone(seller.code);
  const isOutsideScope = hasAny('O');
  const demands: [boolean, string, string][] = [
    [seller.endpoint === null, 'company.peppolId', `${ENDPOINT}; R020`],
    [buyer.endpoint === null, 'partner.peppolId', `${ENDPOINT}; R010`],
    [textOrNone(seller.name) === undefined, 'company.name', 'the name of the seller; BR-06'],
    [textOrNone(buyer.name) === undefined, 'partner.name', 'the name of the buyer; BR-07'],
    [
      seller.countryCode === null,
      'company.address.countryCode',
      'the country of the seller, as its code of two letters; BR-09, BR-CL-14',
    ],
    [buyer.countryCode === null, 'partner.address.countryCode', 'the country of the buyer; BR-11'],
    [
      hasAny('K', 'G') && seller.vatNumber === null,
      'company.vatCode',
      'the VAT number of the seller with the prefix of its country; BR-IC-02, BR-G-02',
    ],
    [
      !isOutsideScope && seller.vatNumber === null && sellerCode === undefined,
      'company.vatCode',
      'a VAT number of the seller with the prefix of its country, or its code; BR-S-02 and alike',
    ],
    [
      isOutsideScope && sellerCode === undefined,
      'company.code',
      'the code of the seller, as what is outside the scope of VAT names no VAT number; BR-CO-26, BR-O-02',
    ],
    [
      hasAny('K') && buyer.vatNumber === null,
      'partner.vatCode',
      'the VAT number of the buyer with the prefix of its country; BR-IC-02',
    ],
    [
      hasAny('AE') && buyer.vatNumber === null && (buyer.isPerson || textOrNone(buyer.code) === undefined),
      'partner.vatCode',
      'the VAT number of the buyer with the prefix of its country, or its code; BR-AE-02',
    ],
    [
      [invoice.currency, invoice.baseVat.currency].some(({ code }) =>
        codes.unwritableCurrencies.codes.includes(code),
      ),
      'currency',
      'a currency that the code lists know by its code; BR-CL-04, BR-CL-05',
    ],
    [
      isOutsideScope && categories.size > 1,
      'lines',
      'what is outside the scope of VAT stands on a document of its own; BR-O-11, BR-O-12',
    ],
  ];
  const gaps: Gaps = {};
  for (const [isMissing, where, what] of demands) if (isMissing) (gaps[where] ??= []).push(what);
  return gaps;
}

const ENDPOINT =
  'the electronic address in the Peppol network, as scheme:identifier with a scheme of its list, e.g. 0200:305555553';
