import { Injectable } from '@nestjs/common';
import { parseDecimal } from '../../shared/decimal';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import { lockItemsOfDocuments, type DocumentItem } from '../../ledger';
import { exchangeRateOn } from '../../reference';
import type { Currency } from '../../shared/currency';
import type { Tx } from '../../platform/database';
import { scheduleWork } from '../../work';
import { CHARGED_ITEMS, findDocument, type ChargedDocument } from '../data/invoices';
import { clearingAccountOf, currentAccounts } from '../data/payment-accounts';
import { newPaymentRows, wantedOf } from '../data/payments';
import { downstreamKey } from '../domain/downstream-key';
import { PAYMENT_WORK, PICKED_UP_AFTER_SECONDS } from '../domain/payment-work';
import type { Provider } from '../domain/payment';
import type { PaymentAccount } from '../domain/payment-account';
import { stripeAmount } from '../../shared/stripe-amount';

export interface ChargeOrder {
  invoiceId: string;
  /** Decimal string; undefined: all that is open. */
  amount?: string;
  paymentMethod: string;
  provider: Provider;
  customer?: string;
}

/**
 * Orders a charge: commits what is wanted, before anything is sent. The open item of the invoice is locked, so that charges
 * of one invoice are ordered one after the other, and together never for more than is open.
 *
 * What would keep the money out of the books is refused here, while none has moved.
 * @returns the id of the payment
 * @throws DomainError `not_found`, `not_chargeable`, `provider_missing`, `account_unusable`, `exchange_rate_missing`
 */
@Injectable()
export class BeginCharge {
  async execute(tx: Tx, order: ChargeOrder): Promise<string> {
    const [document, accounts] = await Promise.all([findDocument(tx, order.invoiceId), currentAccounts(tx)]);
    if (!document) return refuseUnknown('invoiceId', `Invoice ${order.invoiceId}`);
    const account = accounts.find(({ provider }) => provider === order.provider) ?? refuseMissing(order);
    const [item] = await lockItemsOfDocuments(tx, [
      { documentTypes: CHARGED_ITEMS, documentId: order.invoiceId },
    ]);
    if (!item) return refuseNoInvoice(document);
    const amount = await wantedAmount(tx, item, order.amount);
    await refuseUnbookable(tx, account, amount);
    const id = newId();
    const { isLive, id: paymentAccountId, provider } = account;
    await tx.insert(
      newPaymentRows(tx, {
        id,
        kind: 'charge',
        paymentAccountId,
        provider,
        invoiceId: order.invoiceId,
        chargeId: null,
        amount,
        paymentMethod: order.paymentMethod,
        customer: order.customer ?? null,
        reason: null,
        downstreamKey: downstreamKey({ isLive, companyId: tx.companyId, kind: 'charge', paymentId: id }),
      }),
      auditRows(tx, {
        action: 'charge.ordered',
        entity: 'payment',
        entityId: id,
        diff: {
          provider,
          invoiceNumber: item.documentNumber,
          amount: amount.toString(),
          currency: amount.currency.code,
        },
      }),
    );
    await scheduleWork(tx, PAYMENT_WORK, id, PICKED_UP_AFTER_SECONDS);
    return id;
  }
}

function refuseMissing({ provider }: ChargeOrder): never {
  return refuse(
    'provider_missing',
    `There is no secret key for ${provider}; give one (payments/providers/set).`,
  );
}

function refuseNoInvoice({ type, status }: ChargedDocument): never {
  const isCharged = type === 'invoice' || type === 'advance';
  return refuse(
    'not_chargeable',
    isCharged && status === 'draft'
      ? `The ${type} is a draft; issue it first.`
      : `A ${type.replace('_', ' ')} is not charged; charge an invoice or an advance.`,
  );
}

/** What is to be charged: within what is open less what unfinished charges want. The item is locked. */
async function wantedAmount(tx: Tx, item: DocumentItem, text: string | undefined): Promise<Money> {
  const open = item.amount;
  const wanted = Money.of(await wantedOf(tx, item.documentId), open.currency);
  const free = open.minus(wanted);
  const amount = text === undefined ? free : moneyOf(text, open.currency);
  const isWithin = amount.compare(free) <= 0 && amount.compare(Money.zero(open.currency)) > 0;
  if (isWithin) return amount;
  const { code } = open.currency;
  const unfinished = wanted.isZero() ? '' : `, ${wanted.toString()} of it wanted by unfinished charges`;
  return refuse(
    'not_chargeable',
    `${item.documentNumber} has ${open.toString()} ${code} open${unfinished}; ${amount.toString()} ${code} cannot be charged.`,
  );
}

/** A decimal string of a request in a currency, above zero. */
export function moneyOf(text: string, currency: Currency): Money {
  const value = parseDecimal(text);
  invariant(value, 'the request was validated');
  if (value.decimalPlaces() > currency.minorUnits)
    refuseField('amount', `must have at most the ${currency.minorUnits} decimals of ${currency.code}`);
  if (!value.gt(0)) refuseField('amount', 'must be above zero');
  return Money.of(value, currency);
}

async function refuseUnbookable(tx: Tx, account: PaymentAccount, amount: Money): Promise<void> {
  const { code } = amount.currency;
  if (stripeAmount(amount) === null)
    refuse('not_chargeable', `${account.provider} cannot charge ${amount.toString()} ${code}.`);
  const [rate] = await Promise.all([
    exchangeRateOn(tx, code, tx.today),
    clearingAccountOf(tx, account, code),
  ]);
  if (Money.round(amount.amount.div(rate), tx.company.baseCurrency).isZero())
    refuse('not_chargeable', `${amount.toString()} ${code} is worth nothing in the base currency.`);
}
