import { Decimal } from '../../shared/decimal';
import { xmlText, type XmlMembers } from '../../shared/xml';
import type { EInvoiceLine } from './e-invoice';
import codes from './peppol-codes.json';

const HUNDRED = new Decimal(100);
/** How far quantity x price may be from the line's net without an allowance (Peppol rule R120). */
const SLACK = new Decimal('0.02');
/** UN/ECE Recommendation 20: one, piece. */
const PIECE = 'C62';
/** UNTDID 5189: discount. */
const DISCOUNT = '95';

/** How a line comes to its net: quantity x price less an allowance, which may be negative as the line may be. */
export interface WrittenLine {
  quantity: Decimal;
  /** Net of VAT, before discounts; never negative. */
  price: Decimal;
  allowance: { amount: Decimal; isDiscount: boolean } | null;
}

/**
 * The arithmetic of a line, from its stored net. A negative price becomes a negative quantity (BR-27). A price with VAT is
 * divided by the rate, with as many decimals as the quantity needs. Discounts of line and document are one allowance: what
 * quantity x price exceeds the net by. Without a discount there is one only where rounding to the currency made more of a
 * difference than the rules forgive (whole yen).
 */
export function writtenLine(line: EInvoiceLine): WrittenLine {
  const sign = line.unitPrice.isNegative() ? -1 : 1;
  const quantity = line.quantity.times(sign);
  const price = netPrice(line, quantity);
  const product = quantity.times(price);
  const amount = product.toDecimalPlaces(2).minus(line.net.amount);
  const isNeeded = line.isDiscounted
    ? !amount.isZero()
    : product.minus(line.net.amount).abs().greaterThan(SLACK);
  return { quantity, price, allowance: isNeeded ? { amount, isDiscount: line.isDiscounted } : null };
}

function netPrice(line: EInvoiceLine, quantity: Decimal): Decimal {
  const price = line.unitPrice.abs();
  if (!line.priceIncludesVat) return price;
  const digits = quantity.abs().trunc().toFixed().length;
  return price
    .times(HUNDRED)
    .div(HUNDRED.plus(line.vatRatePercent))
    .toDecimalPlaces(Math.max(6, digits + 4));
}

/** A line as an element of an invoice or, `isCredit`, of a credit note. `name` is of its item. */
export function lineElement(line: EInvoiceLine, index: number, isCredit: boolean): XmlMembers {
  const { quantity, price, allowance } = writtenLine(line);
  const inCurrency = (text: string): XmlMembers => ({ '@currencyID': line.net.currency.code, '#text': text });
  const otherUnit = line.unitCode === null ? textOrNone(line.unit) : undefined;
  return {
    'cbc:ID': String(index + 1),
    'cbc:Note': otherUnit && `Unit: ${otherUnit}`,
    [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity']: {
      '@unitCode': writtenUnit(line.unitCode),
      '#text': quantity.toFixed(),
    },
    'cbc:LineExtensionAmount': inCurrency(line.net.amount.toFixed(2)),
    'cac:AllowanceCharge': allowance
      ? {
          'cbc:ChargeIndicator': 'false',
          'cbc:AllowanceChargeReasonCode': allowance.isDiscount ? DISCOUNT : undefined,
          'cbc:AllowanceChargeReason': allowance.isDiscount ? 'Discount' : 'Rounding',
          'cbc:Amount': inCurrency(allowance.amount.toFixed(2)),
        }
      : undefined,
    'cac:Item': {
      'cbc:Name': textOrNone(line.description) ?? `Line ${index + 1}`,
      'cac:ClassifiedTaxCategory': taxCategory(line.vatCategory, line.vatRatePercent),
    },
    'cac:Price': { 'cbc:PriceAmount': inCurrency(price.toFixed()) },
  };
}

function writtenUnit(code: string | null): string {
  if (code === null) return PIECE;
  return (codes.renamedUnits.codes as Record<string, string>)[code] ?? code;
}

/** A VAT category with its rate; outside the scope there is none (BR-O-05). */
export function taxCategory(
  category: string,
  ratePercent: Decimal,
  exemption: { code: string | null; text: string } | null = null,
): XmlMembers {
  return {
    'cbc:ID': category,
    'cbc:Percent': category === 'O' ? undefined : ratePercent.toFixed(),
    'cbc:TaxExemptionReasonCode': exemption?.code ?? undefined,
    'cbc:TaxExemptionReason': exemption?.text,
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  };
}

/** The text, or nothing where there is none to be seen: Peppol knows no empty elements (R008). */
export function textOrNone(text: string | null): string | undefined {
  return text === null || xmlText(text).trim() === '' ? undefined : text;
}
