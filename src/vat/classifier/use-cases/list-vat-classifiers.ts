import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { vatClassifierList, type VatClassifier } from '../data/vat-classifier-list';

/** Reads the VAT codes of the company: its own first, then the classifier all share. */
@Injectable()
export class ListVatClassifiers {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<VatClassifier>> {
    return this.lists.run(tx, vatClassifierList, request, toClassifier);
  }
}

function toClassifier(row: VatClassifier): VatClassifier {
  const { code, countryCode, name, ratePercent, validFrom, validTo, category, source } = row;
  return { code, countryCode, name, ratePercent, validFrom, validTo, category, source };
}
