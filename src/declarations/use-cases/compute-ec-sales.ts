import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { placementRules } from '../data/return-codes';
import { registeredVat } from '../data/vat-movements';
import { ecSalesOf, type EcSalesList } from '../domain/ec-sales';
import { daysOf, type DayRange } from '../domain/vat-return/return-period';
import { refuseForeignBooks } from './compute-vat-return';

interface EcSalesForm {
  countryCode: string;
  formKey: string;
  currency: string;
  notes: string[];
}

const FORMS: readonly EcSalesForm[] = [
  {
    countryCode: 'LT',
    formKey: 'FR0564',
    currency: 'EUR',
    notes: [
      'That PVM13, PVM15, PVM19 and PVM34 feed the list is official; PVM50 (call-off stock) is derived, and its annexes are not made. Amounts are exact: how the form rounds is not known here.',
    ],
  },
  {
    countryCode: 'CZ',
    formKey: 'DPHSHV',
    currency: 'CZK',
    notes: [
      'Experimental: the VAT codes are ours. Amounts are exact; the form is in whole crowns (from memory).',
    ],
  },
  {
    countryCode: 'SK',
    formKey: 'SVDPH',
    currency: 'EUR',
    notes: ['Experimental: the VAT codes are ours; triangular trade is not verified.'],
  },
];

/**
 * What was supplied to VAT payers of other member states in a month (EC sales list).
 * @throws DomainError `not_supported`, `export_impossible`
 */
@Injectable()
export class ComputeEcSales {
  async execute(
    tx: Tx,
    countryCode: string,
    year: number,
    month: number,
  ): Promise<EcSalesList & { formKey: string; days: DayRange; notes: string[] }> {
    const form = FORMS.find(candidate => candidate.countryCode === countryCode);
    if (!form) refuse('not_supported', `There is no EC sales list of ${countryCode} here.`);
    refuseForeignBooks(tx, form);
    const days = daysOf({ year, month, months: 1 });
    const [rules, register] = await Promise.all([placementRules(tx), registeredVat(tx, days)]);
    return { ...ecSalesOf(register, rules), formKey: form.formKey, days, notes: form.notes };
  }
}
