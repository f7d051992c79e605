import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';

/** Where a take-back stands: its day, and how many journal transactions its request has posted. */
export interface TakeBack {
  day: CalendarDate;
  posted: number;
}

/**
 * Brings the money of charges into the books that are in them by nothing any more, on the day on which what booked them was
 * taken back. Ids that mean nothing to it are left alone.
 */
export type ChargeOwner = (
  tx: Tx,
  provider: string,
  chargeIds: string[],
  takeBack: TakeBack,
) => Promise<void>;

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

  /** The charges are free: nothing that booked them stands. */
  async freed(tx: Tx, provider: string, chargeIds: string[], takeBack: TakeBack): Promise<void> {
    if (chargeIds.length === 0) return;
    await this.owner?.(tx, provider, chargeIds, takeBack);
  }
}
