import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { refuseUnknown } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { deleteExchangeRate } from '../data/exchange-rates';

/**
 * Deletes a rate that the company has set: for the day the European Central Bank's holds again, or an earlier one. What was
 * posted keeps the rate it was posted at.
 * @throws DomainError `not_found`
 */
@Injectable()
export class DeleteExchangeRate {
  async execute(tx: Tx, currencyCode: string, date: CalendarDate): Promise<void> {
    const rate = await deleteExchangeRate(tx, currencyCode, date);
    if (rate === undefined) refuseUnknown('date', `An own rate of ${currencyCode} for ${date}`);
    const diff = { currencyCode, date, before: { rate: new Decimal(rate).toFixed() } };
    await tx.insert(
      auditRows(tx, { action: 'exchange_rate.deleted', entity: 'exchange_rate', entityId: null, diff }),
    );
  }
}
