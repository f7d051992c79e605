import { Injectable } from '@nestjs/common';
import { refuseField } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { placementRules } from '../data/return-codes';
import { registeredVat } from '../data/vat-movements';
import { buildKh1, type Kh1 } from '../domain/control-statements/dphkh1';
import { buildKvdph, type Kvdph } from '../domain/control-statements/kvdph';
import { daysOf, monthsOf, type DayRange, type ReturnPeriod } from '../domain/vat-return/return-period';
import { refuseForeignBooks } from './compute-vat-return';
import { vatFileHeader } from '../steps/vat-file-header';

type Statement<Built> = Built & { fileName: string; days: DayRange };

/** The Czech control statement (DPHKH1), of closed periods with the taxpayer as of the close. @throws DomainError `export_impossible` */
@Injectable()
export class GenerateKh1 {
  async execute(tx: Tx, period: ReturnPeriod, taxOffice: string): Promise<Statement<Kh1>> {
    refuseForeignBooks(tx, { countryCode: 'CZ', formKey: 'DPHKH1', currency: 'CZK' });
    const { days, part, name } = statementPeriod(period);
    const [rules, register, { taxpayer: company }] = await Promise.all([
      placementRules(tx),
      registeredVat(tx, days),
      vatFileHeader(tx, monthsOf(period)),
    ]);
    const built = buildKh1({ company, year: period.year, ...part, taxOffice }, register, rules);
    return { ...built, fileName: `DPHKH1-${name}.xml`, days };
  }
}

/** The Slovak control statement (KV DPH), of closed periods with the taxpayer as of the close. @throws DomainError `export_impossible` */
@Injectable()
export class GenerateKvdph {
  async execute(tx: Tx, period: ReturnPeriod): Promise<Statement<Kvdph>> {
    refuseForeignBooks(tx, { countryCode: 'SK', formKey: 'KVDPH_2025', currency: 'EUR' });
    const { days, part, name } = statementPeriod(period);
    const [rules, register, { taxpayer: company }] = await Promise.all([
      placementRules(tx),
      registeredVat(tx, days),
      vatFileHeader(tx, monthsOf(period)),
    ]);
    const built = buildKvdph({ company, year: period.year, ...part }, register, rules);
    return { ...built, fileName: `KVDPH-${name}.xml`, days };
  }
}

/** A month, or the three months of a calendar quarter. */
function statementPeriod(period: ReturnPeriod): {
  days: DayRange;
  part: { month: number } | { quarter: number };
  name: string;
} {
  const { year, month, months } = period;
  const days = daysOf(period);
  if (months === 1) return { days, part: { month }, name: `${year}-${String(month).padStart(2, '0')}` };
  if (months !== 3 || month % 3 !== 1)
    refuseField('months', 'must be 1, or 3 from the first month of a quarter');
  const quarter = (month + 2) / 3;
  return { days, part: { quarter }, name: `${year}-Q${quarter}` };
}
