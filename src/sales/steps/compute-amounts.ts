import type { VatCategory } from '../../shared/arithmetic/document-totals';
import { compareCalendarDates } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { DEFAULT_UNIT, LARGEST_LINE } from '../../shared/document-line';
import { refuse, refuseField } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { Money } from '../../shared/money';
import { isVatPayerOn } from '../../shared/vat-payer';
import { lockOpenItem } from '../../ledger';
import type { Tx } from '../../platform/database';
import { exchangeRateOn } from '../../reference';
import { unusedOfAdvance } from '../data/advances';
import {
  creditLimits,
  lastCreditNoteOf,
  postedTotalsOf,
  type CreditLimitRow,
  type PostedTotalRow,
} from '../data/sale-invoices.repository';
import {
  computeCreditNote,
  creditedLineAmount,
  exceededTotal,
  type CreditableRate,
  type CreditRefusal,
} from '../domain/credit-arithmetic';
import { isUnplaced, placedCredit } from '../domain/credit-accounts';
import { leftByAccount, remainingCreditLines, type PostedVatTotal } from '../domain/credit-remainder';
import {
  computeDocument,
  type DocumentInput,
  type DocumentTotals,
  type TaxedAmounts,
} from '../../shared/arithmetic/document-totals';
import type { SaleDocument, SaleLine } from '../domain/sale-document';
import { withCategoryOfSeller } from '../domain/vat-rules';
import { deductAdvances, ownLines, type Deduction } from './deduct-advances';
import { findOriginal, refuseOverCreditOfLine, type OriginalInvoice } from './original-invoice';

/** What no VAT is without a reason: at a zero rate, or outside the scope because the seller is no VAT payer. */
const UNEXPLAINED: readonly VatCategory[] = ['Z', 'O'];

/** As many as a price is kept with. */
const PRICE_DECIMALS = 6;

/** A document with its amounts; a credit note of all that is left has its lines only now. */
export interface Computed {
  document: SaleDocument;
  totals: DocumentTotals;
  /** The invoice that is credited, as this transaction sees it. */
  original: OriginalInvoice | null;
  /** What the document deducts of advances; its lines do it. */
  deductions: Deduction[];
}

/**
 * Amounts of a document, in its own currency and in base currency at the rate of its tax point. A credit note of an invoice is fitted into what is left of it; `lock` keeps others from
 * crediting it until the transaction ends (to issue), without it the amounts are a preview (a draft).
 * @throws DomainError `exchange_rate_missing`, `already_credited`, `over_credit`, `total_not_positive`
 */
export async function computeAmounts(tx: Tx, given: SaleDocument, lock: boolean): Promise<Computed> {
  const document = ofItsSeller(tx, await atItsRate(tx, given));
  if (document.creditedInvoiceId === null) {
    return positive(await withDeductions(tx, document));
  }
  // The lock comes first: what is read after it is what this credit note is fitted into.
  const limits = await creditLimits(tx, document.creditedInvoiceId, lock);
  const original = await findOriginal(tx, document.creditedInvoiceId);
  const rates = limits.map(limit => creditableRate(limit, tx, document));
  const existingId = isUsedUp(rates) ? await lastCreditNoteOf(tx, original.id) : null;
  // An invoice that advances cover is zero from the start.
  if (isUsedUp(rates) && (existingId !== null || !isNothing(rates))) {
    refuse(
      'already_credited',
      `Invoice ${original.fullNumber} is credited in full.`,
      existingId === null ? {} : { existingId },
    );
  }
  if (document.details.creditsRest) {
    const rest = await creditRest(tx, document, original);
    const unused = document.nature === 'advance' ? await unusedAdvance(tx, rest, lock) : null;
    return positive(unused === null ? rest : creditLines(tx, unused, original, rates));
  }
  const computed = creditLines(tx, document, original, rates);
  return positive(lock && document.nature === 'sale' ? await onItsAccounts(tx, computed) : computed);
}

/**
 * The credit of what is left of an advance of which a part is applied: the lines of the rest, each the same part of it
 * with its VAT; null where nothing or everything is left. What was applied was paid, so its open item is locked first.
 */
async function unusedAdvance(
  tx: Tx,
  { document, totals, original }: Computed,
  lock: boolean,
): Promise<SaleDocument | null> {
  if (lock) await lockOpenItem(tx, 'sale_advance', original!.id);
  const unused = Money.of(await unusedOfAdvance(tx, original!.id), document.currency);
  if (unused.isZero() || unused.isNegative() || unused.compare(totals.gross) >= 0) return null;
  const parts = unused.allocate(totals.lines.map(({ gross }) => gross.amount));
  const lines = document.lines.flatMap((line, index) => {
    const part = parts[index]!;
    if (part.isZero()) return [];
    return [{ ...line, unitPrice: part.amount.abs(), priceIncludesVat: true }];
  });
  return { ...document, lines };
}

/** A line that only names an amount takes revenue back from where the invoice has it: one line for each account. */
async function onItsAccounts(tx: Tx, computed: Computed): Promise<Computed> {
  const { document, totals, original } = computed;
  if (!document.lines.some(isUnplaced)) return computed;
  const { invoiced, credited } = await postedTotals(tx, document, original!);
  const left = leftByAccount(invoiced, credited, document.currency, tx.company.baseCurrency);
  const parts = placedCredit(document.lines, totals.lines, left);
  const partsOfLine = new Map<number, number>();
  for (const { index } of parts) partsOfLine.set(index, (partsOfLine.get(index) ?? 0) + 1);
  const lines = parts.map(({ index, revenueAccountCode, costCenterId, amounts }): SaleLine => {
    const line = { ...document.lines[index]!, revenueAccountCode, costCenterId };
    if (partsOfLine.get(index) === 1) return line;
    const amount = line.priceIncludesVat ? amounts.gross : amounts.net;
    return {
      ...line,
      lineId: newId(),
      unit: DEFAULT_UNIT,
      quantity: new Decimal(amount.isNegative() ? -1 : 1),
      unitPrice: priceBeforeDiscount(amount.amount.abs(), document.discountPercent),
      discountPercent: new Decimal(0),
      amount,
    };
  });
  return {
    ...computed,
    document: { ...document, lines },
    totals: { ...totals, lines: parts.map(({ amounts }) => amounts) },
  };
}

/** The price of which the document's discount leaves this much, which has it taken off already: the discount is said once. */
function priceBeforeDiscount(amount: Decimal, discountPercent: Decimal): Decimal {
  const left = new Decimal(100).minus(discountPercent);
  return left.isZero() ? amount : amount.times(100).div(left).toDecimalPlaces(PRICE_DECIMALS);
}

function concernsAdvances({ deductions, original }: Computed): boolean {
  const credited = [...(original?.lines.values() ?? [])];
  return deductions.length > 0 || credited.some(({ row }) => row.details.deductedAdvanceId !== undefined);
}

function isUsedUp(rates: CreditableRate[]): boolean {
  return rates.every(
    ({ invoiced, credited }) => invoiced.net.equals(credited.net) && invoiced.vat.equals(credited.vat),
  );
}

function isNothing(rates: CreditableRate[]): boolean {
  return rates.every(({ invoiced }) => invoiced.net.isZero() && invoiced.vat.isZero());
}

/** The document with the lines that deduct its advances, made anew. */
async function withDeductions(tx: Tx, given: SaleDocument): Promise<Computed> {
  const document = { ...given, lines: ownLines(given) };
  const totals = computeDocument(inputOf(tx, document));
  const { lines, deductions } = await deductAdvances(tx, document, totals);
  if (lines.length === 0) return { document, totals, original: null, deductions };
  const deducted = { ...document, lines: [...document.lines, ...lines] };
  return { document: deducted, totals: computeDocument(inputOf(tx, deducted)), original: null, deductions };
}

/** Without VAT because its seller is no VAT payer on the day of supply, or not for that reason any more. */
function ofItsSeller(tx: Tx, document: SaleDocument): SaleDocument {
  const { creditedInvoiceId, creditedOn, taxPointOn, issuedOn } = document;
  if (creditedInvoiceId !== null) return document;
  const isPayer = isVatPayerOn(creditedOn ?? taxPointOn ?? issuedOn ?? tx.today, tx.company);
  return { ...document, lines: withCategoryOfSeller(document.lines, document.vatScheme, isPayer) };
}

/**
 * The document at the exchange rate of its tax point, or of today where that is still to come. A credit note has the rate
 * of the invoice it credits: that invoice's own, or that of its day where it was issued elsewhere.
 */
async function atItsRate(tx: Tx, document: SaleDocument): Promise<SaleDocument> {
  if (document.creditedInvoiceId !== null) return document;
  // An advance and a proforma have no tax point in the books: their day is that of their issue.
  const taxPointOn = ['advance', 'proforma'].includes(document.nature) ? null : document.taxPointOn;
  const day = document.creditedOn ?? taxPointOn ?? document.issuedOn ?? tx.today;
  const known = compareCalendarDates(day, tx.today) > 0 ? tx.today : day;
  return { ...document, exchangeRate: await exchangeRateOn(tx, document.currency.code, known) };
}

/** What the arithmetic takes of a document. */
function inputOf(tx: Tx, document: SaleDocument): DocumentInput {
  return {
    currency: document.currency,
    baseCurrency: tx.company.baseCurrency,
    rate: document.exchangeRate,
    vatRounding: document.vatRounding,
    discountPercent: document.discountPercent,
    lines: document.lines,
  };
}

async function creditRest(tx: Tx, document: SaleDocument, original: OriginalInvoice): Promise<Computed> {
  const { invoiced, credited } = await postedTotals(tx, document, original);
  const rest = remainingCreditLines(invoiced, credited, document.currency, tx.company.baseCurrency);
  const basisOf = (line: Pick<SaleLine, 'vatRatePercent' | 'vatCategory' | 'vatCode'>): string | null =>
    [...original.lines.values()].find(
      ({ row }) => row.vat_category === line.vatCategory && (row.vat_code || null) === line.vatCode,
    )?.row.vat_exemption_basis ?? null;
  const lines = rest.lines.map((line): SaleLine => ({
    ...line,
    lineId: newId(),
    description: document.details.creditReason ?? `Credit of invoice ${original.fullNumber}`,
    unit: DEFAULT_UNIT,
    discountPercent: new Decimal(0),
    vatExemptionBasis: basisOf(line),
    creditedLineId: null,
    itemId: null,
  }));
  return {
    document: { ...document, discountPercent: new Decimal(0), lines },
    totals: rest.totals,
    original,
    deductions: [],
  };
}

async function postedTotals(
  tx: Tx,
  document: SaleDocument,
  original: OriginalInvoice,
): Promise<Record<'invoiced' | 'credited', PostedVatTotal[]>> {
  const { invoiced, credited } = await postedTotalsOf(tx, original.id);
  const totalOf = (row: PostedTotalRow): PostedVatTotal => ({
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: row.vat_category,
    vatCode: row.vat_code || null,
    revenueAccountCode: row.revenue_account_code,
    costCenterId: row.cost_center_id,
    ...taxedAmounts(row, tx, document),
  });
  return { invoiced: invoiced.map(totalOf), credited: credited.map(totalOf) };
}

function creditLines(
  tx: Tx,
  document: SaleDocument,
  original: OriginalInvoice,
  rates: CreditableRate[],
): Computed {
  const lines = document.lines.map((line, index) =>
    asInvoiced(refitted(line, original, `lines.${index}`), original),
  );
  const fitted = { ...document, lines };
  const result = computeCreditNote(inputOf(tx, fitted), rates);
  if (!result.ok) refuseCredit(result, original);
  refuseOtherCodes(lines, original);
  const left = exceededTotal(rates, result.totals);
  if (left) refuseBeyondTotal(left, result.totals, original);
  return { document: fitted, totals: result.totals, original, deductions: [] };
}

/** A line that only says that it has no VAT is of the category that the invoice has for that. */
function asInvoiced(line: SaleLine, original: OriginalInvoice): SaleLine {
  if (line.vatCode !== null || !UNEXPLAINED.includes(line.vatCategory)) return line;
  const alike = [...original.lines.values()]
    .map(({ row }) => row)
    .filter(
      row =>
        row.vat_code === '' &&
        UNEXPLAINED.includes(row.vat_category) &&
        new Decimal(row.vat_rate).equals(line.vatRatePercent),
    );
  const isInvoiced = alike.some(row => row.vat_category === line.vatCategory);
  return isInvoiced || alike.length === 0 ? line : { ...line, vatCategory: alike[0]!.vat_category };
}

/** The VAT register takes a credit off the code the invoice was registered under. */
function refuseOtherCodes(lines: SaleLine[], original: OriginalInvoice): void {
  const invoiced = new Set([...original.lines.values()].map(({ row }) => vatKey(row)));
  const other = lines.findIndex(
    ({ vatRatePercent, vatCategory, vatCode }) =>
      !invoiced.has(
        vatKey({ vat_rate: vatRatePercent.toFixed(), vat_category: vatCategory, vat_code: vatCode ?? '' }),
      ),
  );
  if (other >= 0)
    refuseField(
      `lines.${other}.vatClassifierCode`,
      'is not that of the credited invoice at this rate; name the same, or credit the line by creditedLineId',
    );
}

function vatKey(row: Pick<PostedTotalRow, 'vat_rate' | 'vat_category' | 'vat_code'>): string {
  return `${new Decimal(row.vat_rate).toFixed()} ${row.vat_category} ${row.vat_code}`;
}

function refuseBeyondTotal(left: Money, totals: DocumentTotals, original: OriginalInvoice): never {
  refuse(
    'over_credit',
    `Invoice ${original.fullNumber} cannot be credited by ${totals.gross.toString()}: ${left.toString()} is left in total, discounts at other rates taken off. Credit them along; without lines everything that is left is credited.`,
  );
}

/** A draft's line credits what is left now, not what was left when it was written. */
function refitted(line: SaleLine, original: OriginalInvoice, member: string): SaleLine {
  const credited = line.creditedLineId === null ? undefined : original.lines.get(line.creditedLineId);
  if (!credited) return line;
  refuseOverCreditOfLine(credited.row, credited.left, line.quantity, member);
  return { ...line, amount: creditedLineAmount(credited.left, line.quantity) };
}

function creditableRate(limit: CreditLimitRow, tx: Tx, document: SaleDocument): CreditableRate {
  const credited = {
    net: limit.credited_net,
    vat: limit.credited_vat,
    base_net: limit.credited_base_net,
    base_vat: limit.credited_base_vat,
  };
  return {
    vatRatePercent: new Decimal(limit.vat_rate),
    vatCategory: limit.vat_category,
    invoiced: taxedAmounts(limit, tx, document),
    credited: taxedAmounts(credited, tx, document),
  };
}

function taxedAmounts(
  row: { net: string; vat: string; base_net: string; base_vat: string },
  tx: Tx,
  { currency }: SaleDocument,
): TaxedAmounts {
  const { baseCurrency } = tx.company;
  return {
    net: Money.of(row.net, currency),
    vat: Money.of(row.vat, currency),
    baseNet: Money.of(row.base_net, baseCurrency),
    baseVat: Money.of(row.base_vat, baseCurrency),
  };
}

function refuseCredit(result: CreditRefusal, original: OriginalInvoice): never {
  const rate = `${result.vatRatePercent.toString()} % (${result.vatCategory})`;
  const left = `net ${result.creditable.net.toString()} and VAT ${result.creditable.vat.toString()} are left`;
  const why = {
    over_credit: `more than is left at ${rate}: ${left}`,
    opposite_sign: `an amount of the opposite sign at ${rate}: ${left}`,
    not_invoiced: `VAT at ${rate}, which the invoice does not have`,
  }[result.reason];
  refuse('over_credit', `Invoice ${original.fullNumber} cannot be credited by ${why}.`);
}

function positive(computed: Computed): Computed {
  const { document, totals } = computed;
  const tooLarge = totals.lines.findIndex(({ gross, baseNet, baseVat }) =>
    [gross, baseNet.plus(baseVat)].some(({ amount }) => amount.abs().greaterThan(LARGEST_LINE)),
  );
  if (tooLarge >= 0) refuseField(`lines.${tooLarge}`, `amounts to more than ${LARGEST_LINE}`);
  const { gross, baseGross } = totals;
  // Advances may cover an invoice to the cent, and its credit gives nothing back but them.
  if (gross.isZero() && concernsAdvances(computed)) return computed;
  if (gross.isNegative() || gross.isZero()) {
    const advice = document.type !== 'credit_note' && gross.isNegative() ? '; use a credit note' : '';
    refuse(
      'total_not_positive',
      `The total is ${gross.toString()} ${document.currency.code}; it must be positive${advice}.`,
    );
  }
  if (baseGross.isNegative() || baseGross.isZero()) {
    refuse(
      'total_not_positive',
      `The total of ${gross.toString()} ${document.currency.code} comes to ${baseGross.toString()} ${baseGross.currency.code}, which cannot be posted.`,
    );
  }
  return computed;
}
