import { Decimal } from '../../shared/decimal';
import { DEFAULT_UNIT } from '../../shared/document-line';
import { refuse, refuseField } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import type { DocumentTotals } from '../../shared/arithmetic/document-totals';
import { Money } from '../../shared/money';
import { lockItemsOfDocuments } from '../../ledger';
import type { Tx } from '../../platform/database';
import { lockAdvances, type Advance } from '../data/advances';
import {
  laterTaxDocument,
  taxDocumentsTakenBack,
  taxedParts,
  untaxedReceipts,
} from '../data/advance-receipts';
import { planDeductions, type DeductionLine, type InvoicedPart } from '../domain/advance-deduction';
import type { SaleDocument, SaleLine } from '../domain/sale-document';

/** What an invoice deducts of one advance. */
export interface Deduction {
  advance: Advance;
  lines: DeductionLine[];
  /** Gross of the tax documents taken. */
  amount: Money;
}

/** Lines that the author of the document gave. */
export function ownLines(document: SaleDocument): SaleLine[] {
  return document.lines.filter(({ deductedAdvanceId }) => deductedAdvanceId === undefined);
}

/**
 * What an invoice deducts of the advances that it names, and the lines that do it: their nets are posted to the liabilities.
 * The advances and their open items are locked, so that nothing of them goes twice and no payment is taken back meanwhile.
 * @param totals of the invoice's own lines
 * @throws DomainError `advance_refused`; `invalid_request` naming `deductedAdvances`
 */
export async function deductAdvances(
  tx: Tx,
  document: SaleDocument,
  totals: DocumentTotals,
): Promise<{ lines: SaleLine[]; deductions: Deduction[] }> {
  const ids = document.details.deductedAdvances ?? [];
  if (ids.length === 0) return { lines: [], deductions: [] };
  const advances = await lockDeductible(tx, document, ids);
  const parts = await taxedParts(tx, ids, document.currency);
  const planned = planDeductions(invoicedParts(document, totals), parts);
  await refuseLaterReceipts(tx, document, planned);
  const deductions = advances.map(advance => {
    const lines = planned.filter(({ advanceId }) => advanceId === advance.advanceId);
    if (lines.length === 0) {
      refuse(
        'advance_refused',
        `Nothing of ${advance.fullNumber} can be deducted: no taxed receipt is left of it, or the invoice has nothing at its VAT rates and codes.`,
      );
    }
    return { advance, lines, amount: grossOf(lines) };
  });
  return {
    deductions,
    lines: deductions.flatMap(({ advance, lines }) => lines.map(line => lineOf(line, advance))),
  };
}

async function lockDeductible(tx: Tx, document: SaleDocument, ids: string[]): Promise<Advance[]> {
  const member = 'deductedAdvances';
  if (new Set(ids).size < ids.length) refuseField(member, 'names an advance twice');
  await lockItemsOfDocuments(
    tx,
    ids.map(documentId => ({ documentTypes: ['sale_advance'], documentId })),
  );
  const advances = (await lockAdvances(tx, ids)).filter(({ advanceId }) => ids.includes(advanceId));
  if (advances.length < ids.length) refuseField(member, 'must be issued advance invoices');
  for (const advance of advances) {
    if (advance.partnerId !== document.partnerId) {
      refuse('advance_refused', `${advance.fullNumber} is of another partner.`);
    }
    if (!advance.vatOnPayment) {
      refuse(
        'advance_refused',
        `No VAT was due when ${advance.fullNumber} was paid; apply it to the issued invoice (sales/invoices/apply-advance).`,
      );
    }
    if (advance.currency.code !== document.currency.code) {
      refuse('advance_refused', `${advance.fullNumber} is in another currency than the invoice.`);
    }
  }
  const [untaxed] = await untaxedReceipts(tx, ids);
  if (untaxed) {
    refuse(
      'advance_refused',
      `A payment of ${untaxed.receivedOn} has no tax document yet; make it first (sales/invoices/tax-receipts).`,
    );
  }
  if ((await taxDocumentsTakenBack(tx, ids)).length > 0) {
    refuse(
      'advance_refused',
      'A taxed payment was taken back and its tax document is not credited; do that first (sales/invoices/tax-receipts).',
    );
  }
  return advances;
}

/** What is deducted was received and taxed before: else VAT would be taken off a month in which it was not due yet. */
async function refuseLaterReceipts(tx: Tx, document: SaleDocument, planned: DeductionLine[]): Promise<void> {
  const issuedOn = document.issuedOn ?? tx.today;
  const taxPointOn = document.taxPointOn ?? issuedOn;
  const taken = planned.flatMap(line => line.taken.map(({ taxDocumentId }) => taxDocumentId));
  const later = await laterTaxDocument(tx, taken, { issuedOn, taxPointOn });
  if (!later) return;
  refuse(
    'advance_refused',
    `${later.number} is of ${later.issuedOn} with the tax point ${later.taxPointOn}, the invoice of ${issuedOn} with the tax point ${taxPointOn}: an invoice deducts what was received and taxed before.`,
  );
}

/** What the invoice comes to per rate, category and VAT code. */
function invoicedParts(document: SaleDocument, { vatTotals }: DocumentTotals): InvoicedPart[] {
  const lines = ownLines(document);
  return vatTotals.map(({ vatRatePercent, vatCategory, vatCode, net, vat }) => ({
    vatRatePercent,
    vatCategory,
    vatCode,
    net,
    vat,
    isPricedWithVat: lines.some(
      line =>
        line.priceIncludesVat &&
        line.vatRatePercent.equals(vatRatePercent) &&
        line.vatCategory === vatCategory,
    ),
  }));
}

function grossOf(lines: DeductionLine[]): Money {
  const parts = lines.flatMap(({ taken }) => taken);
  return Money.sum(
    parts.map(({ net, vat }) => net.plus(vat)),
    parts[0]!.net.currency,
  );
}

/** One unit less: EN 16931, BR-27, wants prices that are not negative. */
function lineOf(line: DeductionLine, advance: Advance): SaleLine {
  return {
    lineId: newId(),
    description: `Advance ${advance.fullNumber}, taxed when it was paid`,
    unit: DEFAULT_UNIT,
    quantity: new Decimal(-1),
    unitPrice: line.amount.amount,
    priceIncludesVat: line.priceIncludesVat,
    discountPercent: new Decimal(0),
    vatRatePercent: line.vatRatePercent,
    vatCategory: line.vatCategory,
    vatCode: line.vatCode,
    vatExemptionBasis: null,
    creditedLineId: null,
    itemId: null,
    revenueAccountCode: advance.accountCode,
    costCenterId: null,
    // Not quantity x price: a discount of the document is none of the advance.
    amount: line.amount.negated(),
    deductedAdvanceId: advance.advanceId,
  };
}
