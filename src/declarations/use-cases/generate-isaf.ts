import { Injectable } from '@nestjs/common';
import { version } from '../../../package.json';
import type { Period } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { issuedDocuments, receivedDocuments, voidedLater } from '../data/registered-documents';
import { buildIsaf, type IsafDataType, type IsafResult } from '../domain/isaf';

/** One file holds the whole register of a month; a correcting file must repeat the part number, so it never changes. */
const PART_NUMBER = '1';

export type IsafFile = Extract<IsafResult, { kind: 'file' }> & {
  /** Different partners of the month's documents. */
  customers: number;
  suppliers: number;
};

/**
 * Makes the i.SAF file of the documents issued (by their date) and received (by their receipt) in a month, from the VAT
 * register alone.
 * @throws DomainError `export_impossible` for a company elsewhere or in another currency, or what the format cannot hold
 */
@Injectable()
export class GenerateIsaf {
  async execute(tx: Tx, period: Period, dataType: IsafDataType): Promise<IsafFile> {
    refuseForeignBooks(tx);
    const [sales, purchases, voided] = await Promise.all([
      dataType === 'P' ? [] : issuedDocuments(tx, period),
      dataType === 'S' ? [] : receivedDocuments(tx, period),
      dataType === 'S' ? [] : voidedLater(tx, period),
    ]);
    const result = buildIsaf({
      company: tx.company,
      period,
      dataType,
      createdAt: tx.now.toISOString(),
      softwareVersion: version,
      partNumber: PART_NUMBER,
      sales,
      purchases,
      voided,
    });
    if (result.kind === 'refused') refuse('export_impossible', `${result.message}.`);
    return { ...result, customers: partnersOf(sales), suppliers: partnersOf(purchases) };
  }
}

function partnersOf(documents: { partnerId: string }[]): number {
  return new Set(documents.map(({ partnerId }) => partnerId)).size;
}

function refuseForeignBooks({ company: { name, countryCode, baseCurrency } }: Tx): void {
  if (countryCode !== 'LT') {
    refuse(
      'export_impossible',
      `i.SAF is filed by Lithuanian companies; ${name} is registered in ${countryCode}.`,
    );
  }
  if (baseCurrency.code !== 'EUR') {
    refuse('export_impossible', `i.SAF is in EUR; the books of ${name} are kept in ${baseCurrency.code}.`);
  }
}
