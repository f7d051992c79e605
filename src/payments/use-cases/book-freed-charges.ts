import { Injectable, type OnModuleInit } from '@nestjs/common';
import { auditRows } from '../../audit';
import {
  ChargeOwners,
  type ChargeOwner,
  isChargeBooked,
  refundReturnedBy,
  returnOf,
  type TakeBack,
} from '../../ledger';
import type { Tx } from '../../platform/database';
import { lockByMoney, saveBooking, saveReturn } from '../data/payments';
import type { Payment } from '../domain/payment';
import { BookPayment, type Booked } from './book-payment';
import { BookReturn } from './book-return';

/**
 * Books the money of payments that a payout or a bank match had booked, when that is taken back: it moved all the same. In the
 * transaction of the take-back and on its day, so that the invoice is paid without a break (@invariant INV-05). A later
 * posting of the payout clears it, as it clears every charge that a payment booked.
 *
 * Of a refund that failed after it had succeeded, what went and what came back are both in the books, or neither.
 * @throws DomainError `account_unusable`, `exchange_rate_missing`: then nothing is taken back
 */
@Injectable()
export class BookFreedCharges implements ChargeOwner, OnModuleInit {
  constructor(
    private readonly owners: ChargeOwners,
    private readonly bookPayment: BookPayment,
    private readonly bookReturn: BookReturn,
  ) {}

  onModuleInit(): void {
    this.owners.register(this);
  }

  async lock(tx: Tx, provider: string, chargeIds: string[]): Promise<void> {
    await lockByMoney(tx, provider, moneyIdsOf(chargeIds));
  }

  async book(tx: Tx, provider: string, chargeIds: string[], { day, posted }: TakeBack): Promise<void> {
    let before = posted;
    for (const payment of await lockByMoney(tx, provider, moneyIdsOf(chargeIds))) {
      if (await this.bookOne(tx, payment, { day, posted: before })) before += 1;
    }
  }

  /** @returns whether it posted something */
  private async bookOne(tx: Tx, payment: Payment, takeBack: TakeBack): Promise<boolean> {
    const { id, kind, provider, moneyId, status } = payment;
    if (moneyId === null) return false;
    const isBooked = status === 'succeeded' || (await isChargeBooked(tx, provider, returnOf(moneyId)));
    const booked = isBooked
      ? await this.bookPayment.execute(tx, payment, moneyId, takeBack)
      : await this.bookReturn.execute(tx, payment, takeBack);
    if (booked === null) return false;
    await (isBooked ? saveBooking(tx, id, booked) : saveReturn(tx, id, booked));
    await this.tell(tx, payment, isBooked ? `${kind}.booked` : 'refund.returned', booked);
    return true;
  }

  private tell(tx: Tx, { id, moneyId }: Payment, action: string, booked: Booked): Promise<unknown> {
    return tx.insert(
      auditRows(tx, { action, entity: 'payment', entityId: id, diff: { moneyId, ...booked } }),
    );
  }
}

function moneyIdsOf(chargeIds: string[]): string[] {
  return chargeIds.map(chargeId => refundReturnedBy(chargeId) ?? chargeId);
}
