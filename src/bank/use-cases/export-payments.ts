import { Injectable } from '@nestjs/common';
import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { isUuid, newId } from '../../shared/ids';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import { lockItemsOfDocuments, type DocumentItem } from '../../ledger';
import type { Tx } from '../../platform/database';
import { findBankAccount } from '../data/bank-accounts';
import { payeesOf, paymentExportRows, type Payee } from '../data/payment-exports';
import { refuseInactive, type BankAccount } from '../domain/bank-account';
import { paymentMessageXml, type CreditTransfer } from '../domain/payment-message';
import { sepaText } from '../domain/sepa-text';

interface ExportOrder {
  bankAccountId: string;
  purchaseInvoiceIds: string[];
  /** Default: today. */
  executionDate?: CalendarDate;
}

interface ExportedPayments {
  messageId: string;
  fileName: string;
  transactionCount: number;
  controlSum: string;
  xml: string;
}

/** The most one SEPA credit transfer may move. */
const MOST = '999999999.99';

/**
 * Makes a SEPA payment message for what is open on suppliers' invoices, one transfer each. An invoice is in one message
 * only, until that is cancelled. Nothing is posted: the bank statement tells when it is paid.
 * @throws DomainError `payment_refused` and `payment_exported` naming the invoice
 */
@Injectable()
export class ExportPayments {
  async execute(tx: Tx, order: ExportOrder): Promise<ExportedPayments> {
    const account = await findBankAccount(tx, order.bankAccountId, 'bankAccountId');
    const debtorIban = payingIban(account);
    const executionOn = order.executionDate ?? tx.today;
    if (compareCalendarDates(executionOn, tx.today) < 0) {
      refuseField('executionDate', `must not be before ${tx.today}`);
    }
    const items = await lockedItems(tx, order.purchaseInvoiceIds);
    const payees = await payeesOf(
      tx,
      items.map(({ openItemId }) => openItemId),
    );
    const transfers = items.map(item => transferOf(item, payees.get(item.documentId)!));
    const total = Money.sum(
      transfers.map(({ amount }) => amount),
      account.currency,
    );
    const messageId = newId().replaceAll('-', '');
    const xml = paymentMessageXml({
      messageId,
      createdAt: tx.now,
      executionOn,
      debtorName: tx.company.name,
      debtorIban,
      transfers,
      total,
    });
    const lines = items.map(({ openItemId }, index) => ({
      openItemId,
      amount: transfers[index]!.amount.toString(),
    }));
    await tx.insert(
      ...paymentExportRows(tx, {
        messageId,
        bankAccountId: account.id,
        executionOn,
        total: total.toString(),
        lines,
      }),
      auditRows(tx, {
        action: 'payment_export.created',
        entity: 'payment_export',
        entityId: null,
        diff: { messageId, executionOn, total: total.toString(), lines },
      }),
    );
    return {
      messageId,
      fileName: `pain001-${executionOn}-${messageId}.xml`,
      transactionCount: transfers.length,
      controlSum: total.toString(),
      xml,
    };
  }
}

function payingIban(account: BankAccount): string {
  refuseInactive(account);
  if (account.iban === null || account.currency.code !== 'EUR') {
    refuse(
      'payment_refused',
      `SEPA payments go from an account in EUR with an IBAN; bank account ${account.name} is none.`,
    );
  }
  return account.iban;
}

/** A credit note is found, to be refused as nothing that is paid. */
const PAYABLE_TYPES = ['purchase_invoice', 'purchase_credit_note', 'opening_payable'];

/** The items of the invoices in the order of the request, locked. */
async function lockedItems(tx: Tx, given: string[]): Promise<DocumentItem[]> {
  const ids = given.map(id => id.toLowerCase());
  ids.forEach((id, index) => {
    const member = `purchaseInvoiceIds.${index}`;
    if (!isUuid(id)) refuseField(member, 'must be an id (UUID)');
    if (ids.indexOf(id) !== index) refuseField(member, 'is there twice');
  });
  const found = await lockItemsOfDocuments(
    tx,
    ids.map(documentId => ({ documentTypes: PAYABLE_TYPES, documentId })),
  );
  return ids.map(
    (id, index) =>
      found.find(({ documentId }) => documentId === id) ??
      refuseUnknown(`purchaseInvoiceIds.${index}`, `A registered purchase invoice ${id}`),
  );
}

function transferOf(item: DocumentItem, payee: Payee): CreditTransfer {
  const { documentNumber, documentId } = item;
  const invoice = `Invoice ${documentNumber} of ${payee.partnerName}`;
  if (payee.messageId !== null) {
    refuse(
      'payment_exported',
      `${invoice} is in payment message ${payee.messageId}; cancel that one first.`,
      {
        existingId: documentId,
      },
    );
  }
  const amount = item.amount.negated();
  if (amount.currency.code !== 'EUR')
    refuse('payment_refused', `${invoice} is in ${amount.currency.code}; SEPA pays in EUR.`);
  if (amount.isZero() || amount.isNegative())
    refuse('payment_refused', `Nothing is to be paid on ${invoice}.`);
  if (amount.amount.gt(MOST))
    refuse('payment_refused', `${invoice}: a SEPA payment has at most ${MOST} EUR.`);
  if (payee.iban === null)
    refuse('payment_refused', `${invoice}: the supplier has no IBAN; add it to the partner.`);
  if (sepaText(payee.partnerName, 70) === '') {
    refuse(
      'payment_refused',
      `${invoice}: the name has no letter of the SEPA character set; write it in Latin letters.`,
    );
  }
  return {
    documentNumber,
    amount,
    creditorName: payee.partnerName,
    creditorIban: payee.iban,
    creditorBic: payee.bic,
  };
}
