import { Injectable } from '@nestjs/common';
import { refuseField } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import {
  unknownCountries,
  ownVatClassifiers,
  upsertVatClassifiers,
  type OwnVatClassifier,
} from '../data/company-vat-classifiers';

/** Adds VAT codes of the company's own, or sets name and rate of existing ones for this company alone. */
@Injectable()
export class UpsertVatClassifiers {
  /** @returns how many rows were set */
  async execute(tx: Tx, rows: OwnVatClassifier[]): Promise<number> {
    refuseTwice(rows);
    const unknown = await unknownCountries(
      tx,
      rows.map(row => row.countryCode),
    );
    const wrong = rows.findIndex(row => unknown.includes(row.countryCode));
    if (wrong >= 0)
      refuseField(`rows.${wrong}.countryCode`, 'is not a country; see reference/countries/list');
    const before = await ownVatClassifiers(tx, rows);
    const upserted = await upsertVatClassifiers(tx, rows);
    await tx.insert(
      auditRows(tx, {
        action: 'vat_classifiers.upserted',
        entity: 'vat_classifiers',
        entityId: null,
        diff: { before: { rows: before }, after: { rows } },
      }),
    );
    return upserted;
  }
}

function refuseTwice(rows: OwnVatClassifier[]): void {
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    const key = `${row.countryCode} ${row.code}`;
    if (seen.has(key)) refuseField(`rows.${index}.code`, `"${row.code}" is there twice`);
    seen.add(key);
  });
}
