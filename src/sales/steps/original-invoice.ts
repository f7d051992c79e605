import { invariant } from '../../shared/invariant';
import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { Money } from '../../shared/money';
import type { VatScheme } from '../../shared/vat-scheme';
import type { Tx } from '../../platform/database';
import type { SaleLineRequest } from '../api/sale-invoice.request';
import type { SaleInvoiceLineRow } from '../data/sale-invoice-rows';
import { creditedParts, findInvoice } from '../data/sale-invoices.repository';
import { creditedLineAmount } from '../domain/credit-arithmetic';
import type { SaleLine, SaleType } from '../domain/sale-document';

/** The invoice a credit note credits. */
export interface OriginalInvoice {
  id: string;
  type: SaleType;
  partnerId: string;
  fullNumber: string;
  issuedOn: CalendarDate;
  taxPointOn: CalendarDate;
  currency: Currency;
  exchangeRate: Decimal;
  vatRounding: 'total' | 'line';
  discountPercent: Decimal;
  vatScheme: VatScheme | null;
  vatCountryCode: string | null;
  isCashAccounting: boolean;
  lines: Map<string, OriginalLine>;
}

/** A line of it, and how much of it earlier credit notes left. */
interface OriginalLine {
  row: SaleInvoiceLineRow;
  left: { quantity: Decimal; amount: Money };
}

/** A proforma posts nothing, so that there is nothing to take back. */
const CREDITABLE: SaleType[] = ['invoice', 'advance', 'advance_tax'];

/** @throws DomainError `not_found`, `not_creditable` */
export async function findOriginal(tx: Tx, id: string): Promise<OriginalInvoice> {
  const stored = await findInvoice(tx, id);
  if (!stored) refuseUnknown('creditedInvoiceId', `Invoice ${id}`);
  const { header } = stored;
  if (!CREDITABLE.includes(header.type) || header.status !== 'issued') {
    const what = header.status === 'draft' ? 'a draft' : `a ${header.type.replace('_', ' ')}`;
    refuse('not_creditable', `Only an issued invoice or advance can be credited; this is ${what}.`);
  }
  invariant(
    header.full_number !== null && header.issued_on !== null && header.tax_point_on !== null,
    'an issued document is complete',
  );
  const credited = await creditedParts(tx, id);
  return {
    id,
    type: header.type,
    partnerId: header.partner_id,
    fullNumber: header.full_number,
    issuedOn: header.issued_on,
    taxPointOn: header.tax_point_on,
    currency: stored.currency,
    exchangeRate: new Decimal(header.exchange_rate),
    vatRounding: header.vat_rounding,
    discountPercent: new Decimal(header.discount_percent),
    vatScheme: header.vat_scheme,
    vatCountryCode: header.vat_country_code,
    isCashAccounting: header.is_cash_accounting,
    lines: new Map(
      stored.lines.map(row => {
        const taken = credited.get(row.line_id) ?? { quantity: '0', amount: '0' };
        const amount = Money.of(row.price_includes_vat ? row.gross : row.net, stored.currency);
        const left = {
          quantity: new Decimal(row.quantity).minus(taken.quantity),
          amount: amount.minus(Money.of(taken.amount, stored.currency)),
        };
        return [row.line_id, { row, left }];
      }),
    ),
  };
}

/**
 * A credit of one line of the original: its price, discount and VAT; the quantity as given, else all that is left. The
 * amount is the same part of what is left, so that the last unit takes the rest.
 * @throws DomainError `over_credit`
 */
export function creditedLine(
  original: OriginalInvoice | null,
  request: SaleLineRequest,
  lineId: string,
  member: string,
): SaleLine {
  const line = original?.lines.get(lineId);
  if (!line) refuseField(`${member}.creditedLineId`, 'is not a line of the credited invoice');
  for (const name of [
    'unitPriceExclVat',
    'unitPriceInclVat',
    'vatRatePercent',
    'vatClassifierCode',
    'discountPercent',
    'itemId',
    'costCenterId',
  ] as const) {
    if (request[name] !== undefined)
      refuseField(`${member}.${name}`, 'comes from the credited line; leave it out');
  }
  const { row, left } = line;
  if (row.details.deductedAdvanceId !== undefined)
    refuseField(`${member}.creditedLineId`, 'deducts an advance; credit the invoice in full to release it');
  const quantity = request.quantity === undefined ? left.quantity : new Decimal(request.quantity);
  refuseOverCreditOfLine(row, left, quantity, member);
  return {
    lineId: newId(),
    description: request.description ?? row.description,
    unit: request.unit ?? row.unit,
    quantity,
    unitPrice: new Decimal(row.unit_price),
    priceIncludesVat: row.price_includes_vat,
    discountPercent: new Decimal(row.discount_percent),
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: row.vat_category,
    vatCode: row.vat_code || null,
    vatExemptionBasis: request.vatExemptionBasis ?? row.vat_exemption_basis,
    creditedLineId: lineId,
    itemId: row.item_id,
    revenueAccountCode: row.revenue_account_code,
    costCenterId: row.cost_center_id,
    amount: creditedLineAmount(left, quantity),
  };
}

/** Refuses more of a line than is left; a negative line is credited by negative quantities. */
export function refuseOverCreditOfLine(
  row: SaleInvoiceLineRow,
  left: OriginalLine['left'],
  quantity: Decimal,
  member: string,
): void {
  const isTooMuch =
    quantity.isZero() ||
    quantity.isNegative() !== left.quantity.isNegative() ||
    quantity.abs().greaterThan(left.quantity.abs());
  if (!left.quantity.isZero() && !isTooMuch) return;
  refuse(
    'over_credit',
    `${quantity.toFixed()} of line ${row.sort_order} (${row.description.slice(0, 60)}) cannot be credited: ${left.quantity.toFixed()} is left.`,
    {
      fieldErrors: { [`${member}.quantity`]: [`at most ${left.quantity.toFixed()} is left to credit`] },
    },
  );
}
