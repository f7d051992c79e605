import { Injectable } from '@nestjs/common';
import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { givenMoney } from '../../shared/given-money';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import type { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import {
  allocationRows,
  carriedBy,
  journalRows,
  lockItemsOfDocuments,
  openPeriods,
  paidFacts,
  postingAccounts,
  settle,
  settleOpenItems,
  type DocumentItem,
} from '../../ledger';
import { eventRows, takeEventSequences } from '../../outbox';
import type { TableRows, Tx } from '../../platform/database';
import type { ApplyAdvanceRequest } from '../api/sale-invoice.request';
import { applicationRows, lastSettledOn, lockAdvances, useAdvance, type Advance } from '../data/advances';
import { findInvoice } from '../data/sale-invoices.repository';
import { applicationEntries } from '../domain/advance-application';
import { saleInvoiceView, type SaleInvoiceView } from '../steps/sale-invoice-view';

/** Both documents, their open items locked. */
interface Pair {
  advance: Advance;
  advanceItem: DocumentItem;
  invoiceItem: DocumentItem;
  /** Paid and not used yet. */
  available: Money;
}

/**
 * Applies what was paid of an advance to an issued invoice: the liability pays the receivable. Amounts are gross. Never more
 * than is paid and not used of the advance, nor than is open on the invoice; both items are locked, so that many calls at once
 * stay within it together. An advance whose payments were taxed is deducted by the invoice itself (`deductedAdvances`): applied,
 * its VAT would fall due twice.
 * @returns the invoice
 * @throws DomainError `not_found`, `advance_refused`, `period_locked`, `account_unusable`, `invalid_request`
 */
@Injectable()
export class ApplyAdvance {
  async execute(tx: Tx, request: ApplyAdvanceRequest): Promise<SaleInvoiceView> {
    const { date = tx.today } = request;
    await requireDocument(tx, 'advanceId', request.advanceId, 'advance');
    await requireDocument(tx, 'invoiceId', request.invoiceId, 'invoice');
    const pair = await lockPair(tx, request);
    await refuseUnfit(tx, pair, date);
    const amount = amountOf(pair, request.amount);
    await openPeriods(tx, [date]);
    await tx.insert(...(await this.applied(tx, request.invoiceId, pair, amount, date)));
    const invoice = await findInvoice(tx, request.invoiceId);
    invariant(invoice, 'the invoice is there');
    return saleInvoiceView(invoice, tx.company.baseCurrency);
  }

  private async applied(
    tx: Tx,
    invoiceId: string,
    { advance, invoiceItem }: Pair,
    amount: Money,
    date: CalendarDate,
  ): Promise<TableRows[]> {
    const ofInvoice = settle(invoiceItem, amount);
    const relieved = carriedBy(advance.left, amount);
    const isForeign = amount.currency.code !== tx.company.baseCurrency.code;
    const exchange = isForeign ? await postingAccounts(tx, ['bank.fxGain', 'bank.fxLoss']) : undefined;
    await useAdvance(tx, advance.advanceId, { applied: amount, baseApplied: relieved });
    await settleOpenItems(tx, [ofInvoice]);
    const applicationId = newId();
    const transactionId = newId();
    const { advanceId, fullNumber } = advance;
    return [
      ...journalRows(tx, [
        {
          id: transactionId,
          date,
          description: `Advance ${fullNumber} applied to ${invoiceItem.documentNumber}`,
          documentType: 'advance_application',
          documentId: applicationId,
          partnerId: invoiceItem.partnerId,
          entries: applicationEntries(
            { amount, relieved, settled: ofInvoice.baseAmount },
            {
              advancesReceived: advance.accountId,
              receivable: invoiceItem.accountId,
              fxGain: exchange?.['bank.fxGain'].accountId ?? null,
              fxLoss: exchange?.['bank.fxLoss'].accountId ?? null,
            },
          ),
        },
      ]),
      allocationRows(tx, {
        allocationId: applicationId,
        date,
        kind: 'advance',
        transactionId,
        settled: [ofInvoice],
      }),
      applicationRows(tx, [
        {
          applicationId,
          advanceId,
          invoiceId,
          kind: 'applied',
          appliedOn: date,
          amount,
          baseAmount: relieved,
          transactionId,
        },
      ]),
      auditRows(tx, {
        action: 'sale_advance.applied',
        entity: 'sale_advance',
        entityId: advanceId,
        diff: { invoiceId, amount: amount.toString(), date },
      }),
      await paidEvent(tx, invoiceItem, amount, date, advanceId),
    ];
  }
}

async function requireDocument(
  tx: Tx,
  member: string,
  id: string,
  type: 'advance' | 'invoice',
): Promise<void> {
  const found = await findInvoice(tx, id);
  if (!found) refuseUnknown(member, `Sales document ${id}`);
  if (found.header.type !== type) refuseField(member, `is not an ${type}`);
  if (found.header.status !== 'issued') refuse('not_issued', `The ${type} is a draft; issue it first.`);
}

async function lockPair(tx: Tx, { advanceId, invoiceId }: ApplyAdvanceRequest): Promise<Pair> {
  const items = await lockItemsOfDocuments(tx, [
    { documentTypes: ['sale_advance'], documentId: advanceId },
    { documentTypes: ['sale_invoice'], documentId: invoiceId },
  ]);
  const advanceItem = items.find(({ documentId }) => documentId === advanceId);
  const invoiceItem = items.find(({ documentId }) => documentId === invoiceId);
  const [advance] = await lockAdvances(tx, [advanceId]);
  invariant(advanceItem && invoiceItem && advance, 'what is issued has its open item');
  return { advance, advanceItem, invoiceItem, available: advance.left.amount.minus(advanceItem.amount) };
}

async function refuseUnfit(
  tx: Tx,
  { advance, advanceItem, invoiceItem }: Pair,
  date: CalendarDate,
): Promise<void> {
  const { fullNumber } = advance;
  const { documentNumber } = invoiceItem;
  if (advance.vatOnPayment) {
    refuse(
      'advance_refused',
      `VAT fell due when ${fullNumber} was paid: deduct it on the final invoice (deductedAdvances of sales/invoices/create), which then taxes the remainder only.`,
    );
  }
  if (advanceItem.partnerId !== invoiceItem.partnerId) {
    refuse('advance_refused', `${fullNumber} and ${documentNumber} are of different partners.`);
  }
  if (advance.currency.code !== invoiceItem.amount.currency.code) {
    refuse('advance_refused', `${fullNumber} and ${documentNumber} are in different currencies.`);
  }
  const days = [
    advanceItem.postedOn,
    invoiceItem.postedOn,
    (await lastSettledOn(tx, advanceItem.openItemId)) ?? advanceItem.postedOn,
  ];
  const first = days.reduce((one, other) => (compareCalendarDates(one, other) < 0 ? other : one));
  if (compareCalendarDates(date, first) < 0) {
    refuse(
      'advance_refused',
      `${fullNumber} is paid and ${documentNumber} issued on ${first} only; apply it on that day or later.`,
      {
        fieldErrors: { date: [`must not be before ${first}`] },
      },
    );
  }
}

/** Gross. */
function amountOf({ advance, invoiceItem, available }: Pair, wanted: string | undefined): Money {
  const most = available.compare(invoiceItem.amount) <= 0 ? available : invoiceItem.amount;
  const { currency } = most;
  const amount = wanted === undefined ? most : givenMoney(wanted, 'amount', currency);
  if (amount.isZero() || amount.isNegative() || amount.compare(most) > 0) {
    refuse(
      'advance_refused',
      `${amount.toString()} ${currency.code} cannot be applied: ${available.toString()} of ${advance.fullNumber} is paid and not used, and ${invoiceItem.amount.toString()} is open on ${invoiceItem.documentNumber}.`,
    );
  }
  return amount;
}

async function paidEvent(
  tx: Tx,
  item: DocumentItem,
  amount: Money,
  date: CalendarDate,
  advanceId: string,
): Promise<TableRows> {
  const facts = amount.equals(item.amount) ? paidFacts([item], date, { advanceId }) : [];
  const sequences = await takeEventSequences(tx, facts.length);
  return eventRows(
    tx,
    facts.map((fact, index) => ({ ...fact, sequence: sequences[index]! })),
  );
}
