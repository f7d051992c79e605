import { Injectable } from '@nestjs/common';
import { refuseField, refuseNotSupported } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import {
  journalRows,
  lockOpenItem,
  openItemRows,
  openPeriods,
  settleAgainst,
  settleOpenItems,
  type CreditOfInvoice,
  type LockedOpenItem,
} from '../../ledger';
import { eventRows, takeEventSequence } from '../../outbox';
import { partnerSnapshot, statedCountry } from '../../partners';
import type { Tx } from '../../platform/database';
import { openVatPeriod, purchaseRegisterRows, vatCodes } from '../../vat';
import type { RegisterPurchaseInvoiceRequest } from '../api/purchase-invoice.request';
import { creditLimitRow, lineRows, vatTotalRows } from '../data/purchase-invoice-rows';
import { deleteLines, lineTableRows, takeCredit, updateDraft } from '../data/purchase-invoices.repository';
import type { PurchaseDocument } from '../domain/purchase-document';
import { refuseUnlawfulVat } from '../domain/purchase-vat';
import { documentOf } from '../steps/compose-document';
import { computeTotals } from '../steps/compute-totals';
import { lockCredited } from '../steps/credited-invoice';
import { accountsOf } from '../steps/posting-accounts-of';
import { purchaseInvoiceView, type PurchaseInvoiceView } from '../steps/purchase-invoice-view';
import {
  datesOf,
  journalTransactionOf,
  openItemOf,
  registeredRow,
  type Registration,
} from '../steps/registration';
import { takeDraft } from '../steps/take-draft';

/**
 * Registers a draft: from here on it is posted and never changes. Of twenty calls at once one registers it, the others
 * learn that it is registered. In order: amounts, the credited invoice (locked), partner, VAT rules, open periods,
 * accounts; and last, because it is held until the commit, the number of the event.
 */
@Injectable()
export class RegisterInvoice {
  async execute(tx: Tx, request: RegisterPurchaseInvoiceRequest): Promise<PurchaseInvoiceView> {
    refuseNotSupported({ warehouseId: request.warehouseId, returnFromStock: request.returnFromStock });
    const stored = await takeDraft(tx, request.id);
    const given = request.registrationDate ?? null;
    const { document, totals } = await computeTotals(tx, documentOf(stored), given ?? tx.today);
    refuseSelfAssessedCash(document);
    const credited =
      document.creditedInvoiceId === null
        ? null
        : await lockCredited(tx, document.creditedInvoiceId, totals.gross);
    const creditedItem = credited ? await lockOpenItem(tx, 'purchase_invoice', credited.id) : undefined;
    const day = datesOf(tx, document, given, credited);
    // None of these waits for another: they travel together.
    const [partner, codes, accounts] = await Promise.all([
      partnerSnapshot(tx, document.partnerId, 'partnerId'),
      vatCodes(
        tx,
        document.lines.flatMap(line => line.vatCode ?? []),
      ),
      accountsOf(tx, document, totals),
      openPeriods(tx, [day.registeredOn]),
      openVatPeriod(tx, day.receivedOn),
    ]);
    const taxPointOn = credited?.taxPointOn ?? day.taxPointOn;
    refuseUnlawfulVat(document.lines, {
      taxPointOn,
      buyer: tx.company,
      supplier: credited ? null : { vatCode: partner.vatCode, countryCode: statedCountry(partner) },
      codes,
    });
    if (credited) await takeCredit(tx, credited.id, totals.gross.toString());

    const sequence = await takeEventSequence(tx);
    const registration: Registration = {
      document,
      totals,
      partner,
      day,
      credited,
      // A credit stands on its invoice's account, whatever the posting rule says today: there it settles the invoice.
      accounts: { ...accounts, payables: creditedItem?.accountId ?? accounts.payables },
      transactionId: newId(),
      sequence,
      createdAt: stored.header.created_at,
    };
    return this.store(tx, registration, creditedItem);
  }

  private async store(
    tx: Tx,
    registration: Registration,
    creditedItem: LockedOpenItem | undefined,
  ): Promise<PurchaseInvoiceView> {
    const { document, totals, accounts, sequence } = registration;
    const header = registeredRow(tx, registration);
    const lines = lineRows(tx, document, totals);
    const item = openItemOf(registration, header);
    const settlement: CreditOfInvoice = creditedItem
      ? settleAgainst(tx, creditedItem, item, accounts.exchange)
      : { rows: [openItemRows(tx, [item])], settled: [], transactions: [] };
    if (settlement.settled.length > 0) await settleOpenItems(tx, settlement.settled);
    const settledAmount = settlement.settled[0]?.amount.toString() ?? '0';
    const view = purchaseInvoiceView(
      { header, lines, currency: document.currency, settledAmount, voided: null },
      tx.company.baseCurrency,
    );
    const entity = `purchase_${document.type}`;
    const { documentNumber, grossTotal } = view;
    await deleteLines(tx, document.id);
    await tx.insert(
      lineTableRows(lines),
      vatTotalRows(tx, document.id, totals),
      ...(document.type === 'invoice' ? [creditLimitRow(tx, document.id, totals)] : []),
      ...journalRows(tx, [journalTransactionOf(registration), ...settlement.transactions]),
      ...settlement.rows,
      purchaseRegisterRows(tx, {
        invoiceId: document.id,
        type: document.type,
        number: document.number,
        documentOn: document.documentOn,
        ...registration.day,
        postedOn: registration.day.registeredOn,
        corrected: registration.credited && {
          number: registration.credited.number,
          on: registration.credited.documentOn,
        },
        dueOnPaymentOf: document.isCashAccounting ? (document.creditedInvoiceId ?? document.id) : null,
        partner: { ...registration.partner, isPerson: registration.partner.type === 'person' },
        totals: totals.vatTotals.map(total => ({
          ...total,
          deductibleVat: total.baseDeductibleVat,
          selfAssessedVat: total.baseSelfAssessedVat,
          undeductedProRata: total.baseUndeductedProRata,
        })),
      }),
      auditRows(tx, {
        action: `${entity}.registered`,
        entity,
        entityId: document.id,
        diff: { documentNumber, grossTotal },
      }),
      eventRows(tx, [
        { sequence, type: 'purchase_invoice.registered', entityId: document.id, payload: view },
      ]),
    );
    await updateDraft(tx, header);
    return view;
  }
}

/** A buyer who owes the VAT himself owes it whether or not he pays. */
function refuseSelfAssessedCash({ isCashAccounting, lines }: PurchaseDocument): void {
  if (isCashAccounting && lines.some(({ vatCategory }) => vatCategory === 'AE'))
    refuseField('cashAccounting', 'is of VAT that the supplier charges; a line is under reverse charge');
}
