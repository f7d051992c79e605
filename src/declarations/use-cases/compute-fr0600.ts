import { Injectable } from '@nestjs/common';
import type { Taxpayer } from '../../account';
import type { Tx } from '../../platform/database';
import { documentCounts } from '../data/vat-movements';
import { isLithuanianCompanyCode, isLithuanianVatNumber } from '../domain/lt-codes';
import { breakdownOf, type BreakdownRow } from '../domain/vat-return/breakdown';
import { exactFr0600 } from '../domain/vat-return/fr0600';
import { daysOf, monthsOf, type ReturnPeriod } from '../domain/vat-return/return-period';
import { ComputeVatReturn, type VatReturn } from './compute-vat-return';
import { vatFileHeader } from '../steps/vat-file-header';

export interface Fr0600 extends VatReturn {
  exact: ReturnType<typeof exactFr0600>;
  breakdown: BreakdownRow[];
  counts: { salesInvoices: number; purchaseInvoices: number };
}

/** The Lithuanian VAT return with what it was made of. */
@Injectable()
export class ComputeFr0600 {
  constructor(private readonly computeVatReturn: ComputeVatReturn) {}

  async execute(tx: Tx, period: ReturnPeriod, deductionPercent?: number): Promise<Fr0600> {
    const days = daysOf(period);
    const [computed, counts, { taxpayer }] = await Promise.all([
      this.computeVatReturn.execute(tx, 'LT', period, deductionPercent),
      documentCounts(tx, days),
      vatFileHeader(tx, monthsOf(period)),
    ]);
    return {
      ...computed,
      warnings: [...taxpayerWarnings(taxpayer), ...computed.warnings],
      exact: exactFr0600(computed.sums, computed.options),
      breakdown: breakdownOf(computed.placed),
      counts,
    };
  }
}

/** What the form checks of its boxes 2 and 3. */
function taxpayerWarnings({ code, vatCode }: Taxpayer): string[] {
  return [
    ...(code !== null && isLithuanianCompanyCode(code)
      ? []
      : [
          `Box 2: ${code === null ? 'the company has no code' : `company code ${code} is none of Lithuania`}.`,
        ]),
    ...(vatCode !== null && isLithuanianVatNumber(vatCode)
      ? []
      : [
          `Box 3: ${vatCode === null ? 'the company has no VAT number' : `VAT number ${vatCode} is none of Lithuania`}.`,
        ]),
  ];
}
