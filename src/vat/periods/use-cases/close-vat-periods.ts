import { Injectable } from '@nestjs/common';
import type { Period } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import { holdFiscalYears } from '../../../ledger';
import type { Tx } from '../../../platform/database';
import { closeOpenVatPeriods } from '../data/vat-periods';
import { monthsOf, nameOf, type VatPeriod } from '../domain/vat-period';

/**
 * Closes VAT periods: rows in flight finish first, none lands after (@invariant INV-09). Entries without VAT go on. Postings
 * wait for a close at the gate that ledger months are locked by (`openPeriods`): at the row of the period alone, one posting
 * after another would pass a close that waits for them.
 */
@Injectable()
export class CloseVatPeriods {
  /** All of them or none. @throws DomainError `vat_period_already_closed` */
  async execute(tx: Tx, first: Period, months: number): Promise<VatPeriod[]> {
    const wanted = monthsOf(first, months);
    const closed = await this.closeOpen(tx, wanted);
    const names = new Set(closed.map(nameOf));
    const before = wanted.find(period => !names.has(nameOf(period)));
    if (before) refuse('vat_period_already_closed', `VAT period ${nameOf(before)} is closed already.`);
    return closed.sort((a, b) => a.month - b.month);
  }

  /** Closes those that are still open: what is filed closes its period, whoever closed it before. */
  async closeOpen(tx: Tx, months: Period[]): Promise<VatPeriod[]> {
    await holdFiscalYears(tx);
    const closed = await closeOpenVatPeriods(tx, months);
    await tx.insert(
      auditRows(
        tx,
        ...closed.map(period => ({
          action: 'vat_period.closed',
          entity: 'vat_period',
          entityId: null,
          diff: { period: nameOf(period) },
        })),
      ),
    );
    return closed;
  }
}
