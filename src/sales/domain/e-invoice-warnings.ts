import type { EInvoice } from './e-invoice';
import codes from './peppol-codes.json';
import { participantId } from './peppol-id';
import { textOrNone } from './ubl-lines';
import { writtenVat } from './ubl-vat';

/** What the reader of the file should know: where something was assumed, or a figure is not the document's. */
export function warningsOf(invoice: EInvoice): string[] {
  const { seller, buyer, currency } = invoice;
  const { rounding, breakdown } = writtenVat(invoice);
  const isIntraEu = breakdown.some(({ category }) => category === 'K');
  const sellerCountry = seller.vatNumber?.slice(0, 2) ?? seller.countryCode ?? '';
  const otherUnits = new Set(
    invoice.lines.filter(({ unitCode }) => unitCode === null).flatMap(({ unit }) => textOrNone(unit) ?? []),
  );
  return [
    ...[seller, buyer].flatMap(({ endpoint, name }) =>
      endpoint?.isDerived
        ? [
            `The electronic address ${participantId(endpoint)} of ${name} was made from its code or VAT number; check it, or set peppolId.`,
          ]
        : [],
    ),
    ...(textOrNone(invoice.orderNumber ?? invoice.buyerReference) === undefined
      ? [
          "There is no order number and no reference of the buyer's: the document's own number stands in its place (BT-10).",
        ]
      : []),
    ...(isIntraEu
      ? [
          `Intra-EU supply: delivery is taken to be on ${invoice.taxPointOn}, the tax point, in ${buyer.countryCode}, the country of the buyer.`,
        ]
      : []),
    ...(codes.nationalRules.sellers.includes(sellerCountry)
      ? [`Peppol has further rules for sellers of ${sellerCountry}, which are not checked here.`]
      : []),
    ...(rounding.isZero()
      ? []
      : [
          `VAT is written as net x rate; ${rounding.toString()} ${currency.code}, which the document's VAT differs by as prices include it, is the rounding amount (BT-114).`,
        ]),
    ...[...otherUnits].map(
      unit =>
        `The unit "${unit}" has no code of UN/ECE here: it is written as pieces (C62), with a note at the line.`,
    ),
  ];
}
