import { Injectable } from '@nestjs/common';
import type { Decimal } from '../../shared/decimal';
import { sumOf } from '../../shared/decimal';
import type { Tx } from '../../platform/database';
import { placementRules } from '../data/return-codes';
import { registeredVat } from '../data/vat-movements';
import { FR0600 } from '../domain/vat-return/fr0600';
import { placeOf } from '../domain/vat-return/placement';
import { daysOf, type DayRange, type ReturnPeriod } from '../domain/vat-return/return-period';
import type { RegisteredVat } from '../domain/vat-return/vat-movement';
import { refuseForeignBooks } from './compute-vat-return';

/** A row of the register and what it adds to the box. */
export interface BoxedRow {
  row: RegisteredVat;
  reportedAs: string | null;
  amount: Decimal;
}

/** The rows of the VAT register behind one box of FR0600; of box 35, before the percentage of box 28. */
@Injectable()
export class ListFr0600Documents {
  async execute(
    tx: Tx,
    period: ReturnPeriod,
    field: string,
  ): Promise<{ days: DayRange; rows: BoxedRow[]; total: Decimal }> {
    refuseForeignBooks(tx, FR0600);
    const days = daysOf(period);
    const [rules, register] = await Promise.all([placementRules(tx), registeredVat(tx, days)]);
    const rows = register.flatMap(row => {
      const place = placeOf(row, rules);
      const amounts = FR0600.contributionsOf(row, place.boxes).filter(([box]) => box === field);
      if (amounts.length === 0) return [];
      return {
        row,
        reportedAs: place.code?.code ?? null,
        amount: sumOf(amounts.map(([, amount]) => amount)),
      };
    });
    return { days, rows, total: sumOf(rows.map(({ amount }) => amount)) };
  }
}
