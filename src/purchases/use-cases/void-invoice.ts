import { Injectable } from '@nestjs/common';
import { compareCalendarDates } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import {
  firstOpenDay,
  journalRows,
  lockedPeriods,
  lockVoidableItem,
  openPeriods,
  reversedEntries,
  settleByVoid,
  settleOpenItems,
  shareFiscalYears,
  takeBackDay,
  type VoidableItem,
} from '../../ledger';
import type { Tx } from '../../platform/database';
import { closedVatPeriods, openVatPeriod, purchaseRegisterRows, type RegisteredPurchase } from '../../vat';
import type { VoidPurchaseInvoiceRequest } from '../api/purchase-invoice.request';
import { releaseDocumentKey } from '../data/document-keys';
import {
  findPurchase,
  findVoid,
  lockCreditLimit,
  takeCredit,
  vatTotalsOf,
  voidRow,
  type CreditLimit,
  type StoredPurchase,
  type VatTotalRow,
} from '../data/purchase-invoices.repository';
import { findCredited } from '../steps/credited-invoice';
import { purchaseInvoiceView, type PurchaseInvoiceView } from '../steps/purchase-invoice-view';

/**
 * Takes back a wrong registration, once: the mirror image of its posting on the first open day from its own on, VAT
 * register rows of the opposite sign in the first open VAT month from its own on, nothing left open, and the supplier's
 * number free again. The void of a credit note gives back what it credited.
 */
@Injectable()
export class VoidInvoice {
  async execute(tx: Tx, { id, reason }: VoidPurchaseInvoiceRequest): Promise<PurchaseInvoiceView> {
    const stored = await this.registered(tx, id);
    const { header } = stored;
    // The locks come first: what is read after them is what is voided.
    const limit = await lockCreditLimit(tx, header.credited_invoice_id ?? id);
    const isCredit = header.type === 'credit_note';
    const voidable = await lockVoidableItem(tx, `purchase_${header.type}`, id, isCredit);
    invariant(voidable, 'a registered document has an open item');
    if (await findVoid(tx, id))
      refuse('already_void', `The registration of ${header.document_number} is void already.`, {
        existingId: id,
      });
    refuseSettled(stored, isCredit ? undefined : limit, voidable);
    const { date, vatDay } = await this.openDays(tx, stored);
    const transactionId = newId();
    const settlement = settleByVoid(tx, voidable, { date, transactionId });
    const entity = `purchase_${header.type}`;
    await tx.insert(
      ...journalRows(tx, [
        {
          id: transactionId,
          date,
          description: `Void of ${header.document_number}: ${reason}`,
          documentType: 'purchase_void',
          documentId: id,
          partnerId: header.partner_id,
          reversesId: header.journal_transaction_id,
          entries: await this.entries(tx, stored, voidable),
        },
      ]),
      purchaseRegisterRows(tx, await voidedRegistration(tx, stored, date, vatDay)),
      voidRow(tx, id, { voided_on: date, reason, journal_transaction_id: transactionId }),
      ...settlement.rows,
      auditRows(tx, { action: `${entity}.voided`, entity, entityId: id, diff: { reason, date } }),
    );
    await settleOpenItems(tx, settlement.settled);
    if (header.credited_invoice_id !== null)
      await takeCredit(tx, header.credited_invoice_id, new Decimal(header.gross_total).negated().toFixed());
    await releaseDocumentKey(tx, id);
    return purchaseInvoiceView(await this.registered(tx, id), tx.company.baseCurrency);
  }

  private async registered(tx: Tx, id: string): Promise<StoredPurchase> {
    const stored = await findPurchase(tx, id);
    if (!stored) refuseUnknown('id', `Supplier document ${id}`);
    if (stored.header.status === 'draft')
      refuse('not_registered', `${stored.header.document_number} is a draft; delete it.`, { existingId: id });
    return stored;
  }

  /** The mirror image of everything the registration posted, exchange differences of cents included. */
  private async entries(tx: Tx, { header }: StoredPurchase, { exchangeTransactionIds }: VoidableItem) {
    const posted = [header.journal_transaction_id!, ...exchangeTransactionIds];
    return (await Promise.all(posted.map(transactionId => reversedEntries(tx, transactionId)))).flat();
  }

  private async openDays(tx: Tx, { header }: StoredPurchase) {
    const [registeredOn, receivedOn] = [header.registered_on!, header.received_on!];
    const earlier = compareCalendarDates(registeredOn, receivedOn) < 0 ? registeredOn : receivedOn;
    // What is open stays open from here on.
    await shareFiscalYears(tx);
    const [locked, closed] = await Promise.all([
      lockedPeriods(tx, earlier),
      closedVatPeriods(tx, receivedOn),
    ]);
    const date = takeBackDay(tx, registeredOn, locked);
    // The VAT of a locked month has been declared, whether or not its VAT period is closed.
    const vatDay = firstOpenDay(receivedOn, [...locked, ...closed]);
    await Promise.all([openPeriods(tx, [date]), openVatPeriod(tx, vatDay)]);
    return { date, vatDay };
  }
}

function refuseSettled(
  { header }: StoredPurchase,
  limit: CreditLimit | undefined,
  voidable: VoidableItem,
): void {
  const number = header.document_number;
  if (limit && !new Decimal(limit.credited_gross).isZero())
    refuse(
      'document_settled',
      `${number} is credited; void its credit notes first (purchases/invoices/void).`,
    );
  if (voidable.isSettledOtherwise)
    refuse(
      'document_settled',
      `${number} is paid or allocated, in part or in full; take that back first (bank/transactions/unmatch).`,
    );
}

async function voidedRegistration(
  tx: Tx,
  stored: StoredPurchase,
  postedOn: RegisteredPurchase['postedOn'],
  vatDay: RegisteredPurchase['postedOn'],
): Promise<RegisteredPurchase> {
  const { header } = stored;
  const partner = header.partner_snapshot!;
  const credited =
    header.credited_invoice_id === null ? null : await findCredited(tx, header.credited_invoice_id);
  const totals = await vatTotalsOf(tx, header.invoice_id);
  return {
    invoiceId: header.invoice_id,
    type: header.type,
    number: header.document_number,
    documentOn: header.document_on,
    taxPointOn: header.tax_point_on!,
    receivedOn: header.received_on!,
    postedOn,
    voided: { inPeriodOf: vatDay },
    corrected: credited && { number: credited.number, on: credited.documentOn },
    dueOnPaymentOf: header.is_cash_accounting ? (header.credited_invoice_id ?? header.invoice_id) : null,
    partner: { ...partner, isPerson: partner.type === 'person' },
    totals: totals.map(row => registeredTotal(row, stored, tx)),
  };
}

function registeredTotal(
  row: VatTotalRow,
  { currency }: StoredPurchase,
  tx: Tx,
): RegisteredPurchase['totals'][number] {
  const { baseCurrency } = tx.company;
  return {
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: row.vat_category,
    vatCode: row.vat_code || null,
    net: Money.of(row.net, currency),
    vat: Money.of(row.vat, currency),
    baseNet: Money.of(row.base_net, baseCurrency),
    baseVat: Money.of(row.base_vat, baseCurrency),
    deductibleVat: Money.of(row.deductible_vat, baseCurrency),
    selfAssessedVat: Money.of(row.self_assessed_vat, baseCurrency),
    undeductedProRata: Money.of(row.undeducted_pro_rata, baseCurrency),
  };
}
