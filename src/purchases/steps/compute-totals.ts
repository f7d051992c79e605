import type { CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { LARGEST_LINE } from '../../shared/document-line';
import { refuse, refuseField } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { exchangeRateOn } from '../../reference';
import { deductionPercentOn } from '../../vat';
import type { PurchaseInvoiceLineRow } from '../data/purchase-invoice-rows';
import { findPurchase } from '../data/purchase-invoices.repository';
import { deductionTaken, type CreditedLine, type DeductionOfLine } from '../domain/credited-deduction';
import type { PurchaseDocument, PurchaseLine } from '../domain/purchase-document';
import { computePurchase, type PurchaseTotals } from '../domain/purchase-totals';

/** Suppliers' discounts are in their prices. */
const NO_DISCOUNT = new Decimal(0);

/** A document at the exchange rate of its tax point, with its amounts. */
interface Computed {
  document: PurchaseDocument;
  totals: PurchaseTotals;
}

/**
 * Amounts of a document, in its own currency and in base currency at the rate of its tax point; a credit note of an
 * invoice has the invoice's rate. Lines without a percentage of their own deduct by the pro rata of the day of receipt; of a
 * credit note they take back what the lines of its invoice deducted.
 * @param registeredOn the day of receipt of a document that names none; default: today
 * @throws DomainError `exchange_rate_missing`, `total_not_positive`
 */
export async function computeTotals(
  tx: Tx,
  composed: PurchaseDocument,
  registeredOn = tx.today,
): Promise<Computed> {
  const given = await atProRata(tx, composed, registeredOn);
  const document =
    given.creditedInvoiceId === null
      ? {
          ...given,
          exchangeRate: await exchangeRateOn(tx, given.currency.code, given.taxPointOn ?? given.documentOn),
        }
      : given;
  const totals = computePurchase({
    currency: document.currency,
    baseCurrency: tx.company.baseCurrency,
    rate: document.exchangeRate,
    vatRounding: document.vatRounding,
    discountPercent: NO_DISCOUNT,
    lines: document.lines,
  });
  refuseUnpostable(document, totals);
  return { document, totals };
}

async function atProRata(
  tx: Tx,
  document: PurchaseDocument,
  registeredOn: CalendarDate,
): Promise<PurchaseDocument> {
  if (!document.lines.some(({ isProRata }) => isProRata)) return document;
  const { creditedInvoiceId, receivedOn } = document;
  const credited = creditedInvoiceId === null ? null : await findPurchase(tx, creditedInvoiceId);
  const day = credited?.header.received_on ?? receivedOn ?? registeredOn;
  const usual = {
    deductiblePercent: new Decimal((await deductionPercentOn(tx, day)) ?? 100),
    isProRata: true,
  };
  const deductionOf = (line: PurchaseLine): DeductionOfLine =>
    (credited && deductionTaken(line, credited.lines.map(creditedLine))) ?? usual;
  return {
    ...document,
    lines: document.lines.map(line => (line.isProRata ? { ...line, ...deductionOf(line) } : line)),
  };
}

function creditedLine(row: PurchaseInvoiceLineRow): CreditedLine {
  return {
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: row.vat_category,
    vatCode: row.vat_code || null,
    deductiblePercent: new Decimal(row.deductible_percent),
    isProRata: row.is_pro_rata,
  };
}

function refuseUnpostable({ type, currency }: PurchaseDocument, totals: PurchaseTotals): void {
  const tooLarge = totals.lines.findIndex(({ net, vat, baseNet, baseVat }) =>
    [net.plus(vat), baseNet.plus(baseVat)].some(({ amount }) => amount.abs().greaterThan(LARGEST_LINE)),
  );
  if (tooLarge >= 0) refuseField(`lines.${tooLarge}`, `amounts to more than ${LARGEST_LINE}`);
  for (const total of [totals.gross, totals.baseGross]) {
    if (!total.isNegative() && !total.isZero()) continue;
    const advice = type === 'invoice' && total.isNegative() ? '; use a credit note' : '';
    const stated = total === totals.gross ? '' : ` (${totals.gross.toString()} ${currency.code})`;
    refuse(
      'total_not_positive',
      `The total is ${total.toString()} ${total.currency.code}${stated}; it must be positive${advice}.`,
    );
  }
}
