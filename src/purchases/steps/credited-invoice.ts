import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import type { Tx } from '../../platform/database';
import { findPurchase, lockCreditLimit } from '../data/purchase-invoices.repository';

/** The invoice a credit note credits. */
export interface CreditedInvoice {
  id: string;
  partnerId: string;
  number: string;
  documentOn: CalendarDate;
  taxPointOn: CalendarDate;
  receivedOn: CalendarDate;
  registeredOn: CalendarDate;
  currency: Currency;
  exchangeRate: Decimal;
  isCashAccounting: boolean;
}

/** @throws DomainError `not_found`, `not_creditable` */
export async function findCredited(tx: Tx, id: string): Promise<CreditedInvoice> {
  const stored = await findPurchase(tx, id);
  if (!stored) refuseUnknown('creditedInvoiceId', `Supplier document ${id}`);
  const { header } = stored;
  if (header.type !== 'invoice' || header.status !== 'registered' || stored.voided) {
    const state = stored.voided ? 'void' : header.status === 'draft' ? 'a draft' : 'a credit note';
    refuse(
      'not_creditable',
      `Only a registered invoice can be credited; ${header.document_number} is ${state}.`,
    );
  }
  const { tax_point_on: taxPointOn, received_on: receivedOn, registered_on: registeredOn } = header;
  invariant(taxPointOn && receivedOn && registeredOn, 'a registered document is complete');
  return {
    id,
    partnerId: header.partner_id,
    number: header.document_number,
    documentOn: header.document_on,
    taxPointOn,
    receivedOn,
    registeredOn,
    currency: stored.currency,
    exchangeRate: new Decimal(header.exchange_rate),
    isCashAccounting: header.is_cash_accounting,
  };
}

/**
 * The same, locked, with room for a credit of `gross`. What is capped is the total: the supplier decides on rates.
 * @throws DomainError `not_found`, `not_creditable`, `supplier_over_credit`
 */
export async function lockCredited(tx: Tx, id: string, gross: Money): Promise<CreditedInvoice> {
  const limit = await lockCreditLimit(tx, id);
  const credited = await findCredited(tx, id);
  invariant(limit, 'a registered invoice has a credit limit');
  const left = Money.of(new Decimal(limit.gross).minus(limit.credited_gross), gross.currency);
  if (gross.compare(left) > 0) {
    refuse(
      'supplier_over_credit',
      `Invoice ${credited.number} cannot be credited by ${gross.toString()}: ${left.toString()} ${gross.currency.code} is left.`,
    );
  }
  return credited;
}
