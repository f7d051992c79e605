import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';

/** Where a take-back stands: its day, and how many journal transactions its request has posted. */
export interface TakeBack {
  day: CalendarDate;
  posted: number;
}

/** Who knows charges on its own, and books them when nothing else does any more. Ids that mean nothing to it are left alone. */
export interface ChargeOwner {
  /** Locks what it knows of the charges: before the open items that a take-back opens again, as whoever concludes a payment. */
  lock(tx: Tx, provider: string, chargeIds: string[]): Promise<void>;
  /** Brings the money of charges that are in the books by nothing any more into them, on the day of the take-back. */
  book(tx: Tx, provider: string, chargeIds: string[], takeBack: TakeBack): Promise<void>;
}

/**
 * Who books a charge on its own when the payout or the bank match that booked it is taken back. The money has moved whatever
 * happens to that posting, so it happens in the transaction of the take-back (docs/decisions/0029).
 */
@Injectable()
export class ChargeOwners {
  private owner: ChargeOwner | undefined;

  register(owner: ChargeOwner): void {
    invariant(this.owner === undefined, 'charges have one owner');
    this.owner = owner;
  }

  /** What booked the charges is about to be taken back. */
  async lock(tx: Tx, provider: string, chargeIds: string[]): Promise<void> {
    if (chargeIds.length > 0) await this.owner?.lock(tx, provider, chargeIds);
  }

  /** The charges are free: nothing that booked them stands. */
  async freed(tx: Tx, provider: string, chargeIds: string[], takeBack: TakeBack): Promise<void> {
    if (chargeIds.length > 0) await this.owner?.book(tx, provider, chargeIds, takeBack);
  }
}
